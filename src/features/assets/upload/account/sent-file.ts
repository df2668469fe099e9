import type { InspectedModel } from '../../../../domain/assets/mesh-report.ts';
import type { SameContent, Upload } from '../../../../domain/assets/upload.ts';

/**
 * How far a file has come: in this browser up to `sending`, with the server from `arrived` on. `half` is one whose first
 * bytes the server has, but that nobody here is sending: its page was closed meanwhile.
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

/** A file on its way from this browser into the store, or one that has come before. Sizes in bytes. */
export interface SentFile {
  /** Names it on this page, whether the server knows it or not. */
  key: string;
  /** The upload's id, once the server has begun it. */
  id: string | null;
  productId: string | null;
  archiveId: string | null;
  name: string;
  path: string;
  sizeBytes: number;
  sentBytes: number;
  state: SentState;
  /** Why it is not taken, or why it stopped. */
  sentence: string | null;
  sameAs: SameContent | null;
  mesh: InspectedModel | null;
}

/** What GET /api/uploads tells of each. */
export type UploadAnswer = Omit<Upload, 'storeId'> & { message: string | null };

/** What a seller reads of each state. */
export const SENT_WORDS: Record<SentState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  paused: 'Paused',
  failed: 'Stopped',
  half: 'Half sent',
  arrived: 'Being checked',
  checked: 'Ready',
  refused: 'Not taken',
};

/** Whether the server has all of it. */
export function hasArrived({ state }: Pick<SentFile, 'state'>): boolean {
  return state === 'arrived' || state === 'checked' || state === 'refused';
}

/** Whether this browser still has something to send of it. */
export function isOnItsWay({ state }: Pick<SentFile, 'state'>): boolean {
  return state === 'waiting' || state === 'sending' || state === 'paused' || state === 'failed';
}

/** The same file chosen again, where it is known already and was not turned away. */
export function knownAs(
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

/**
 * The list after the server told what it has. What this browser is sending it knows better itself.
 * @param asked ids that had arrived when the server was asked: one it tells no more is used, unpacked or deleted.
 */
export function mergedFiles(
  files: readonly SentFile[],
  told: readonly UploadAnswer[],
  asked: ReadonlySet<string>,
): SentFile[] {
  const news = new Map(told.map((upload) => [upload.id, upload]));
  const kept = files.flatMap((file) => {
    const upload = file.id === null ? undefined : news.get(file.id);
    if (file.id !== null) news.delete(file.id);
    if (upload) return isOnItsWay(file) ? [file] : [asTold(upload, file)];
    return file.id !== null && asked.has(file.id) ? [] : [file];
  });
  return [
    ...kept,
    ...[...news.values()].flatMap((upload) => (upload.state === 'used' ? [] : [asTold(upload)])),
  ];
}

function asTold(upload: UploadAnswer, before?: SentFile): SentFile {
  const { id, productId, archiveId, name, path, sizeBytes, sameAs, mesh } = upload;
  // An older answer may come in after the last byte has gone.
  const state =
    upload.state === 'used'
      ? 'checked'
      : upload.state === 'uploading'
        ? unsent(upload, before)
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

function unsent({ archiveId }: UploadAnswer, before: SentFile | undefined): SentState {
  // What is being unpacked of an archive is the server's own work.
  if (archiveId !== null) return 'arrived';
  return before && hasArrived(before) ? before.state : 'half';
}

/** Bytes sent and to send of what is not turned away. */
export function sentInAll(files: readonly SentFile[]): { sentBytes: number; sizeBytes: number } {
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
