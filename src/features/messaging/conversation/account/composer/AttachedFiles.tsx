import { fileSizeText } from '../../../../../domain/kernel/file-size.ts';
import { Icon } from '../../../../../ui/Icon.tsx';
import type { Attachments } from './useAttachments.ts';

/** The files attached to the message being written. */
export function AttachedFiles({ attaching: { files, remove, problem } }: { attaching: Attachments }) {
  return (
    <>
      {problem !== null && (
        <p className="error m-0" role="alert">
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label="Attached" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li
              key={file.key}
              className={`flex max-w-full items-center gap-2 rounded-xl border bg-paper-2 py-1 pr-1 pl-2 text-sm ${file.refusal === null ? 'border-line' : 'border-wax'}`}
            >
              {file.preview === null ? (
                <span className="flex-none text-verdigris">
                  <Icon name="file" size={18} />
                </span>
              ) : (
                <img src={file.preview} alt="" className="size-9 flex-none rounded-md object-cover" />
              )}
              <span className="min-w-0 leading-tight">
                <span className="block max-w-56 truncate font-semibold">{file.name}</span>
                <span className={file.refusal === null ? 'text-ink-3' : 'text-wax'}>
                  {file.refusal ?? (file.attachment ? fileSizeText(file.sizeBytes) : 'Uploading')}
                </span>
              </span>
              <button
                type="button"
                className="icon-btn size-9"
                aria-label={`Remove ${file.name}`}
                onClick={() => remove(file.key)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
