import { memo, useId, useState } from 'react';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { toast } from '../../../../ui/toast.ts';
import { LocalReportView, MeshReportView } from './MeshReportView.tsx';
import { hasArrived, isUploading, SENT_LABELS, type SentFile } from './sent-file.ts';
import { pauseFile, removeUploadedFile, resumeFile } from './upload.store.ts';

const STATE_COLOURS: Partial<Record<SentFile['state'], string>> = {
  checked: 'text-verdigris',
  refused: 'text-wax',
  failed: 'text-wax',
  half: 'text-brass',
};
const CHOOSE_AGAIN = 'Choose this file again to resume the upload.';

/** One uploaded file: its path, progress and report. */
export const UploadRow = memo(function UploadRow({ file }: { file: SentFile }) {
  const [removing, setRemoving] = useState(false);
  const id = useId();
  const { key, name, path, sizeBytes, sentBytes, state, mesh, sameAs } = file;
  const sentence = state === 'half' ? CHOOSE_AGAIN : file.sentence;
  const folder = path.slice(0, Math.max(0, path.length - name.length));
  const remove = async () => {
    setRemoving(true);
    const trouble = await removeUploadedFile(key);
    setRemoving(false);
    if (trouble !== null) void toast(trouble, { kind: 'error' });
  };
  const mayRemove = isUploading(file) || state === 'checked' || state === 'refused' || state === 'half';
  return (
    <li className="grid gap-1.5 py-2.5" aria-labelledby={id}>
      <div className="flex items-center gap-3">
        <span className={`flex-none ${STATE_COLOURS[state] ?? 'text-ink-3'}`}>
          <Icon name={state === 'checked' ? 'check' : state === 'refused' ? 'close' : 'file'} />
        </span>
        <p className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]" id={id}>
          {folder && <span className="block text-sm text-ink-3">{folder}</span>}
          <span className="font-semibold">{name}</span>
          <span className="block text-sm text-ink-3">
            <span className={`font-semibold ${STATE_COLOURS[state] ?? ''}`}>{SENT_LABELS[state]}</span>
            {' · '}
            {!hasArrived(file) && sentBytes > 0
              ? `${fileSizeText(sentBytes)} of ${fileSizeText(sizeBytes)}`
              : fileSizeText(sizeBytes)}
          </span>
        </p>
        {(state === 'sending' || state === 'waiting') && (
          <button type="button" className="link min-h-11 px-1" onClick={() => void pauseFile(key)}>
            Pause<span className="sr-only"> {name}</span>
          </button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <button type="button" className="link min-h-11 px-1" onClick={() => resumeFile(key)}>
            Resume<span className="sr-only"> {name}</span>
          </button>
        )}
        {mayRemove && (
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove ${name}`}
            disabled={removing}
            onClick={() => void remove()}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      {(isUploading(file) || state === 'arrived') && (
        <Progress
          label={`${name}: ${SENT_LABELS[state].toLowerCase()}`}
          value={state === 'arrived' ? null : sentBytes}
          most={sizeBytes}
        />
      )}
      {(isUploading(file) || state === 'arrived') && <LocalReportView fileKey={key} sizeBytes={sizeBytes} />}
      {sentence !== null && <p className="pl-8 text-sm text-wax">{sentence}</p>}
      {sameAs && state === 'checked' && (
        <p className="pl-8 text-sm text-ink-2">
          {sameAs.kind === 'file'
            ? `Your store already has this file, as ${sameAs.name}.`
            : `Identical to ${sameAs.name}.`}
        </p>
      )}
      {mesh && state === 'checked' && <MeshReportView mesh={mesh} sizeBytes={sizeBytes} />}
    </li>
  );
});

/** A progress bar. `value` null: indeterminate. */
export function Progress({ label, value, most }: { label: string; value: number | null; most: number }) {
  return (
    <progress
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-paper-2 text-verdigris [&::-moz-progress-bar]:bg-verdigris [&::-webkit-progress-bar]:bg-paper-2 [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-verdigris"
      aria-label={label}
      max={Math.max(1, most)}
      {...(value === null ? {} : { value })}
    />
  );
}
