import { useStore } from '@nanostores/react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { MODEL_FORMATS } from '../../../../domain/assets/file-kind.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { type ChosenFile, chosenFiles, droppedFiles } from './dropped.ts';
import { isUploading, type SentFile, totalProgress } from './sent-file.ts';
import { Progress, UploadRow } from './UploadRow.tsx';
import {
  $uploads,
  $uploadTrouble,
  type Added,
  addFiles,
  pauseAll,
  resumeAll,
  watchUploads,
} from './upload.store.ts';

/** Upload area for one product, or for the whole store without `productId`. */
export function UploadDrop({ productId = null }: { productId?: string | null }) {
  const all = useStore($uploads);
  const trouble = useStore($uploadTrouble);
  const [status, setStatus] = useState('');
  const files = all.filter((file) => file.productId === productId);
  useEffect(watchUploads, []);
  const add = async (chosen: Promise<ChosenFile[]> | ChosenFile[]) => {
    try {
      setStatus(addedText(await addFiles(await chosen, productId)));
    } catch {
      setStatus('This folder could not be read; choose its files instead.');
    }
  };
  return (
    <div className="grid gap-4">
      <DropZone onChosen={(chosen) => void add(chosen)} />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {status}
      </p>
      {trouble !== null && (
        <p className="notice notice-bad" role="alert">
          {trouble}
        </p>
      )}
      {files.length > 0 && <FileList files={files} />}
    </div>
  );
}

const fileCount = (count: number) => counted(count, 'file');

function addedText({ started, known, leftovers }: Added): string {
  const parts = [
    started > 0 ? `${fileCount(started)} added.` : '',
    known > 0 ? `${fileCount(known)} already uploaded.` : '',
    leftovers > 0 ? `${fileCount(leftovers)} skipped (hidden or system files).` : '',
  ];
  return parts.filter((part) => part !== '').join(' ') || 'Nothing new was added.';
}

function DropZone({ onChosen }: { onChosen: (files: Promise<ChosenFile[]> | ChosenFile[]) => void }) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement | null>(null);
  const title = useId();
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    // Moving between child elements is not leaving the zone.
    if (isOver || !event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(isOver);
  };
  const picked = (input: HTMLInputElement) => {
    onChosen(chosenFiles(input.files ?? []));
    // Choosing the same files again must fire a change event.
    input.value = '';
  };
  return (
    <section
      aria-labelledby={title}
      className={`grid justify-items-center gap-3 rounded-[14px] border-2 border-dashed px-4 py-8 text-center transition-colors sm:py-10 ${over ? 'border-verdigris bg-paper-2' : 'border-line bg-card'}`}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChosen(droppedFiles(event.dataTransfer));
      }}
    >
      <span className={over ? 'text-verdigris' : 'text-ink-3'}>
        <Icon name="box" size={36} />
      </span>
      <h3 className="text-lg" id={title}>
        {over ? 'Drop to upload' : 'Drop files or folders here'}
      </h3>
      <p className="max-w-prose text-sm text-ink-2">
        {MODEL_FORMATS.join(', ')}, slicer files, PDF, pictures, or a ZIP of these. If the connection drops or
        you close this page, choose the same files again to resume.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="btn btn-small" onClick={() => files.current?.click()}>
          Choose files
        </button>
        <button type="button" className="btn btn-small btn-quiet" onClick={() => folder.current?.click()}>
          Choose a folder
        </button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => picked(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          if (input) input.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        onChange={(event) => picked(event.currentTarget)}
      />
    </section>
  );
}

function FileList({ files }: { files: readonly SentFile[] }) {
  const title = useId();
  const open = files.filter(isUploading);
  const active = open.filter(({ state }) => state === 'sending' || state === 'waiting');
  const { sentBytes, sizeBytes } = totalProgress(files);
  const refused = files.filter(({ state }) => state === 'refused').length;
  const checked = files.filter(({ state }) => state === 'checked').length;
  const checking = files.filter(({ state }) => state === 'arrived').length;
  return (
    <section aria-labelledby={title} className="card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-lg" id={title}>
          {fileCount(files.length)}
        </h3>
        <p className="text-sm text-ink-2" role="status">
          {[
            checked > 0 ? `${checked} ready` : '',
            checking > 0 ? `${checking} being checked` : '',
            refused > 0 ? `${refused} rejected` : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {open.length > 0 && (
        <div className="mt-2 grid gap-1">
          <Progress label="All files" value={sentBytes} most={sizeBytes} />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <p className="text-sm text-ink-3">
              {fileSizeText(sentBytes)} of {fileSizeText(sizeBytes)} uploaded
            </p>
            {active.length > 0 ? (
              <button type="button" className="link min-h-11" onClick={pauseAll}>
                Pause all
              </button>
            ) : (
              <button type="button" className="link min-h-11" onClick={resumeAll}>
                Resume all
              </button>
            )}
          </div>
        </div>
      )}
      <ul className="mt-2 max-h-[32rem] divide-y divide-line overflow-y-auto">
        {files.map((file) => (
          <UploadRow key={file.key} file={file} />
        ))}
      </ul>
    </section>
  );
}
