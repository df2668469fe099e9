import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  POST_LIMITS,
  type PostAudience,
  type PostFile,
  type PostText,
  postRefusals,
  publishPostRefusals,
} from '../../../../domain/community/post.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Checks } from '../../../../ui/account/Checks.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { afterSave } from '../../../../ui/after-save.ts';
import { Field, Form, Section, Select, TextArea } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toast.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { PostComments } from './PostComments.tsx';
import { PostFiles } from './PostFiles.tsx';

type Opened = ActionAnswer<typeof actions.posts.open>;

const AUDIENCES: readonly (readonly [PostAudience, string])[] = [
  ['everybody', 'Everybody'],
  ['members', 'All members of your guild'],
  ['tiers', 'Members of chosen tiers'],
];

/** One post of the seller: text, whom it is for, pictures and files, and its comments. */
export function PostPage({ id }: { id: string }) {
  const query = useQuery(() => actions.posts.open({ id }));
  const { data } = query;
  return (
    <>
      <Link className="link inline-flex min-h-11 items-center" href={`~${paths.sellerPosts()}`}>
        All posts
      </Link>
      <PageTitle className="text-4xl break-words">{data?.post.title || 'Post'}</PageTitle>
      <QueryState query={query} tall />
      {data && <PostForm key={data.post.id} opened={data} />}
    </>
  );
}

function PostForm({ opened }: { opened: Opened }) {
  const { tiers } = opened;
  const [post, setPost] = useState(opened.post);
  const [files, setFiles] = useState<readonly PostFile[]>(opened.files);
  const [savedFiles, setSavedFiles] = useState<readonly PostFile[]>(opened.files);
  const [form, setForm] = useState<PostText>(opened.post);
  const [wantsOut, setWantsOut] = useState(post.state === 'published');
  const [, go] = useLocation();
  const change = (part: Partial<PostText>) => setForm((before) => ({ ...before, ...part }));
  const refusals = wantsOut ? publishPostRefusals(form, tiers) : postRefusals(form);
  const { busy, fieldError, mutate } = useValidatedMutation<keyof PostText>(refusals);
  const removal = useMutation();
  const isDirty =
    FIELDS.some((field) => form[field] !== post[field]) ||
    form.tierIds.join() !== post.tierIds.join() ||
    files.some(({ id, alt }) => alt !== (savedFiles.find((file) => file.id === id)?.alt ?? ''));

  const save = () =>
    actions.posts.save({
      ...{ id: post.id, seen: post.seen, title: form.title, teaser: form.teaser, text: form.text },
      ...{ audience: form.audience, tierIds: form.audience === 'tiers' ? form.tierIds : [] },
      pictures: files.filter(({ kind }) => kind === 'picture').map(({ id, alt }) => ({ id, alt })),
    });
  const saved = (answer: { post: typeof post }) => {
    setPost(answer.post);
    setForm((now) => afterSave<PostText>(now, form, answer.post));
    setSavedFiles(files);
  };
  const publish = async () => {
    const first = await save();
    if (first.error) return first;
    saved(first.data);
    return actions.posts.publish({ id: post.id, seen: first.data.post.seen });
  };
  const isDraft = post.state === 'draft';
  return (
    <div className="mt-4 grid max-w-3xl grid-cols-1 gap-6">
      <Unsaved dirty={isDirty && !busy} />
      {post.hidden && (
        <p className="notice notice-bad">
          Hidden from everybody else because of a report.{' '}
          <a className="link" href={paths.reports()}>
            See the case
          </a>
        </p>
      )}
      {!isDraft && post.publishedAt !== null && (
        <p className="text-ink-2">
          Published {dayText(post.publishedAt)}.{' '}
          {!post.hidden && (
            <a className="link" href={paths.readPost(post.id, post.audience === 'everybody')}>
              Read it
            </a>
          )}
        </p>
      )}
      <Section title="Text">
        <Form
          busy={busy}
          label={isDraft ? 'Save draft' : 'Save'}
          onSend={() => {
            setWantsOut(!isDraft);
            void mutate(save, isDraft ? 'The draft is saved.' : 'The post is saved.', saved);
          }}
        >
          <Field
            label="Title"
            name="title"
            value={form.title}
            onChange={(title) => change({ title })}
            maxLength={POST_LIMITS.title}
            required={false}
            error={fieldError('title')}
          />
          <Select
            label="Who can read it"
            name="audience"
            value={form.audience}
            onChange={(value) =>
              change({ audience: AUDIENCES.find(([key]) => key === value)?.[0] ?? 'everybody' })
            }
            options={AUDIENCES.filter(
              ([key]) => tiers !== null || key === 'everybody' || key === form.audience,
            )}
            error={fieldError('audience')}
            hint={tiers === null ? 'With a guild you can also write for its members.' : undefined}
          />
          {form.audience === 'tiers' && (
            <Checks
              legend="Tiers"
              options={(tiers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              chosen={form.tierIds}
              error={fieldError('tierIds')}
              onChange={(tierIds) => change({ tierIds })}
            />
          )}
          <TextArea
            label="Teaser"
            name="teaser"
            value={form.teaser}
            onChange={(teaser) => change({ teaser })}
            maxLength={POST_LIMITS.teaser}
            rows={2}
            error={fieldError('teaser')}
            hint={
              form.audience === 'everybody'
                ? 'Shown in lists and mails. Without it, lists show the beginning of the text.'
                : 'Everybody sees title and teaser; the rest only those you chose.'
            }
          />
          <MarkdownField
            label="Text"
            value={form.text}
            onChange={(text) => change({ text })}
            maxLength={POST_LIMITS.text}
            rows={14}
            error={fieldError('text')}
          />
        </Form>
      </Section>
      <PostFiles postId={post.id} files={files} onChange={setFiles} />
      <div className="flex flex-wrap gap-3">
        {isDraft && (
          <button
            type="button"
            className="btn"
            aria-busy={busy}
            onClick={() => {
              setWantsOut(true);
              void mutate(publish, 'The post is published.', saved);
            }}
          >
            Publish
          </button>
        )}
        <button
          type="button"
          className="btn btn-quiet"
          aria-busy={removal.busy}
          onClick={() =>
            void removal.mutate(
              () => actions.posts.remove({ id: post.id, undo: false }),
              null,
              () => {
                setForm(post);
                offerUndo(post.id, post.title, () => go(`~${paths.sellerPosts(post.id)}`));
                go(`~${paths.sellerPosts()}`);
              },
            )
          }
        >
          Delete {isDraft ? 'draft' : 'post'}
        </button>
      </div>
      {!isDraft && <PostComments postId={post.id} />}
    </div>
  );
}

const FIELDS = ['title', 'teaser', 'text', 'audience'] as const;

/** Says that a post is deleted, with the button that takes it back. */
function offerUndo(id: string, title: string, onRestored: () => void): void {
  const run = () =>
    void actions.posts
      .remove({ id, undo: true })
      .then(({ error }) => (error ? toast(error.message, { kind: 'error' }) : onRestored()))
      .catch(() => toast('There is no connection; the post stays deleted.', { kind: 'error' }));
  void toast(`${title === '' ? 'The draft' : title} was deleted.`, { action: { label: 'Undo', run } });
}
