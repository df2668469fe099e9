import { useId, useRef, useState } from 'react';
import { paths } from '../../../../paths.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  hint?: string;
  error?: string | undefined;
  rows?: number;
}

/** A Markdown text with a preview rendered by the server, so that it matches the page. */
export function MarkdownField({ label, value, onChange, maxLength, hint, error, rows = 10 }: Props) {
  const id = useId();
  const [preview, setPreview] = useState<{ text: string; html: string } | null>(null);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [problem, setProblem] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const show = async () => {
    setView('preview');
    if (preview?.text === value) return;
    setProblem(null);
    try {
      const answer = await fetch(paths.markdownPreview(), { method: 'POST', body: value });
      const { html, error: refusal } = (await answer.json()) as { html?: string; error?: string };
      if (html === undefined) setProblem(refusal ?? 'The preview could not be rendered.');
      else setPreview({ text: value, html });
    } catch {
      setProblem('No connection, so no preview right now. Your text is not lost.');
    }
  };
  const tab = (name: typeof view, text: string, go: () => void) => (
    <button
      type="button"
      className={`min-h-11 rounded-lg px-3 text-sm ${view === name ? 'bg-paper-2 font-semibold' : 'text-ink-2'}`}
      aria-pressed={view === name}
      onClick={go}
    >
      {text}
    </button>
  );

  return (
    <div>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <span className="flex gap-1">
          {tab('write', 'Write', () => {
            setView('write');
            requestAnimationFrame(() => area.current?.focus());
          })}
          {tab('preview', 'Preview', () => void show())}
        </span>
      </div>
      <textarea
        ref={area}
        id={id}
        className="field min-h-24 py-2.5"
        hidden={view === 'preview'}
        rows={rows}
        maxLength={maxLength}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {view === 'preview' && (
        <div
          className="min-h-24 rounded-xl border border-line bg-paper p-4"
          aria-busy={preview?.text !== value}
        >
          {problem ? (
            <p className="error" role="alert">
              {problem}
            </p>
          ) : preview?.html ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by our own server
            <div className="prose" dangerouslySetInnerHTML={{ __html: preview.html }} />
          ) : (
            <p className="text-ink-3">Nothing written yet.</p>
          )}
        </div>
      )}
      {error ? (
        <p className="error" id={`${id}-hint`} role="alert">
          {error}
        </p>
      ) : (
        <p className="hint" id={`${id}-hint`}>
          {hint ?? 'Markdown: **bold**, *italic*, - lists, ## headings.'}
        </p>
      )}
    </div>
  );
}
