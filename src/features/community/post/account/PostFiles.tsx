import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import { POST_LIMITS, type PostFile } from '../../../../domain/community/post.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { paths } from '../../../../paths.ts';
import { Field, Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  postId: string;
  files: readonly PostFile[];
  onChange: (files: readonly PostFile[]) => void;
}

/** Pictures and files of a post: added at once, described with the text. */
export function PostFiles({ postId, files, onChange }: Props) {
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const removal = useMutation();
  const add = async (chosen: readonly File[]) => {
    setProblem(null);
    let known = files;
    for (const file of chosen) {
      if (known.length >= POST_LIMITS.files) {
        setProblem(`A post has at most ${POST_LIMITS.files} pictures and files.`);
        break;
      }
      setSending(file.name);
      const answer = await upload(postId, file);
      if (typeof answer === 'string') setProblem(`${file.name}: ${answer}`);
      else {
        known = [...known, answer];
        onChange(known);
      }
    }
    setSending(null);
    if (input.current) input.current.value = '';
  };
  const setAlt = (id: string, alt: string) =>
    onChange(files.map((file) => (file.id === id ? { ...file, alt } : file)));
  const remove = (file: string) =>
    void removal.mutate(
      () => actions.posts.removeFile({ id: postId, file }),
      null,
      ({ files: left }) =>
        onChange(files.filter(({ id }) => id !== file && left.some((one) => one.id === id))),
    );
  return (
    <Section title="Pictures and files" intro="Who can read the post can download them.">
      {files.length > 0 && (
        <ul className="grid gap-4" aria-label="Pictures and files">
          {files.map(({ id, kind, name, sizeBytes, alt }) => (
            <li key={id} className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-3">
                {kind === 'picture' && (
                  <img
                    className="size-16 flex-none rounded-lg bg-paper-2 object-cover"
                    src={paths.attachment(id)}
                    alt=""
                  />
                )}
                <p className="min-w-0 flex-1 wrap-anywhere">
                  {name} <span className="text-sm text-ink-3">{fileSizeText(sizeBytes)}</span>
                </p>
                <button
                  type="button"
                  className="link min-h-11"
                  aria-busy={removal.busy}
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(id)}
                >
                  Remove
                </button>
              </div>
              {kind === 'picture' && (
                <Field
                  label="What it shows"
                  name={`alt-${id}`}
                  value={alt}
                  onChange={(text) => setAlt(id, text)}
                  maxLength={POST_LIMITS.alt}
                  required={false}
                  hint="For people who cannot see it. Saved with the text."
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div>
        <input
          ref={input}
          className="sr-only"
          type="file"
          multiple
          tabIndex={-1}
          aria-label="Add pictures or files"
          onChange={(event) => void add([...(event.target.files ?? [])])}
        />
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={sending !== null}
          disabled={sending !== null}
          onClick={() => input.current?.click()}
        >
          Add pictures or files
        </button>
        <p className="hint" role="status">
          {sending === null ? 'Pictures, models and archives, as in messages.' : `Uploading ${sending}`}
        </p>
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Section>
  );
}

/** Uploads a file for a post. Answers the file, or why it was refused, as a sentence. */
async function upload(postId: string, file: File): Promise<PostFile | string> {
  try {
    const answer = await fetch(paths.attachToPost(postId, file.name), { method: 'POST', body: file });
    const body: unknown = await answer.json();
    if (!answer.ok) return (body as { message: string }).message;
    return { ...(body as Omit<PostFile, 'alt'>), alt: '' };
  } catch {
    return 'There is no connection, so it was not uploaded.';
  }
}
