import type { InspectedModel } from '../../../../domain/assets/mesh-report.ts';
import type { SameContent, Upload } from '../../../../domain/assets/upload.ts';

/**
 * Upload state of a file: tracked by this browser up to `sending`, by the server from `arrived` on. `half` is an
 * unfinished upload of an earlier page.
 */
export type SentState =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'failed'
  | 'half'
  | 'arrived'
  | 'checked'
  | 'refused';

/** A file that is uploading or was uploaded before. Sizes in bytes. */
export interface SentFile {
  /** Unique on this page, also before the server knows the file. */
  key: string;
  /** The upload's id, once the server has created it. */
  id: string | null;
  productId: string | null;
  archiveId: string | null;
  name: string;
  path: string;
  sizeBytes: number;
  sentBytes: number;
  state: SentState;
  /** Why it was refused or stopped. */
  sentence: string | null;
  sameAs: SameContent | null;
  mesh: InspectedModel | null;
}

/** An upload as GET /api/uploads returns it. */
export type UploadAnswer = Omit<Upload, 'storeId'> & { message: string | null };

/** Label of each state. */
export const SENT_LABELS: Record<SentState, string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  paused: 'Paused',
  failed: 'Stopped',
  half: 'Incomplete',
  arrived: 'Being checked',
  checked: 'Ready',
  refused: 'Rejected',
};

/** Whether the server has the whole file. */
export function hasArrived({ state }: Pick<SentFile, 'state'>): boolean {
  return state === 'arrived' || state === 'checked' || state === 'refused';
}

/** Whether this browser still has bytes to send. */
export function isUploading({ state }: Pick<SentFile, 'state'>): boolean {
  return state === 'waiting' || state === 'sending' || state === 'paused' || state === 'failed';
}

/** The known entry of a file that is chosen again, unless it was refused. */
export function findKnown(
  files: readonly SentFile[],
  { path, sizeBytes, productId }: Pick<SentFile, 'path' | 'sizeBytes' | 'productId'>,
): SentFile | null {
  return (
    files.find(
      (file) =>
        file.path === path &&
        file.sizeBytes === sizeBytes &&
        file.productId === productId &&
        file.archiveId === null &&
        file.state !== 'refused',
    ) ?? null
  );
}

/** Whether this may be the server's row of a file whose id has not yet come back to this browser. */
function isBeingCreated(files: readonly SentFile[], upload: UploadAnswer): boolean {
  return findKnown(files, upload)?.id === null;
}

/**
 * Merges the server's list into the local one. Files this browser is sending keep their local state.
 * @param requested ids that had arrived before the request; those missing from the answer are used, unpacked or deleted.
 */
export function mergedFiles(
  files: readonly SentFile[],
  answers: readonly UploadAnswer[],
  requested: ReadonlySet<string>,
): SentFile[] {
  const unseen = new Map(answers.map((upload) => [upload.id, upload]));
  const known = files.flatMap((file) => {
    const upload = file.id === null ? undefined : unseen.get(file.id);
    if (file.id !== null) unseen.delete(file.id);
    if (upload) return isUploading(file) ? [file] : [fromAnswer(upload, file)];
    return file.id !== null && requested.has(file.id) ? [] : [file];
  });
  return [
    ...known,
    ...[...unseen.values()].flatMap((upload) =>
      upload.state === 'used' || isBeingCreated(files, upload) ? [] : [fromAnswer(upload)],
    ),
  ];
}

function fromAnswer(upload: UploadAnswer, before?: SentFile): SentFile {
  const { id, productId, archiveId, name, path, sizeBytes, sameAs, mesh } = upload;
  // An older answer may arrive after the last byte was sent.
  const state =
    upload.state === 'used'
      ? 'checked'
      : upload.state === 'uploading'
        ? unfinishedState(upload, before)
        : upload.state;
  return {
    key: before?.key ?? id,
    id,
    productId,
    archiveId,
    name,
    path,
    sizeBytes,
    sentBytes: state === 'half' ? 0 : sizeBytes,
    state,
    sentence: upload.message,
    sameAs,
    mesh,
  };
}

function unfinishedState({ archiveId }: UploadAnswer, before: SentFile | undefined): SentState {
  // Files of an archive are unpacked by the server.
  if (archiveId !== null) return 'arrived';
  return before && hasArrived(before) ? before.state : 'half';
}

/** Bytes sent and in total, without refused and incomplete files. */
export function totalProgress(files: readonly SentFile[]): { sentBytes: number; sizeBytes: number } {
  return files
    .filter(({ state }) => state !== 'refused' && state !== 'half')
    .reduce(
      (sum, file) => ({
        sentBytes: sum.sentBytes + file.sentBytes,
        sizeBytes: sum.sizeBytes + file.sizeBytes,
      }),
      { sentBytes: 0, sizeBytes: 0 },
    );
}
