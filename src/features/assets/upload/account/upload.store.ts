import { atom } from 'nanostores';
import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { isLeftover } from '../../../../domain/assets/file-kind.ts';
import { parseUploadRequest, uploadSentence } from '../../../../domain/assets/upload.ts';
import { paths } from '../../../../paths.ts';
import type { ChosenFile } from './dropped.ts';
import { forgetLocalReport, queueLocalReport } from './local-report.store.ts';
import { hasArrived, knownAs, mergedFiles, type SentFile, type UploadAnswer } from './sent-file.ts';

/** Every file that is on its way or waits to be used, the store's whole. Sending goes on while pages change. */
export const $uploads = atom<readonly SentFile[]>([]);
/** Why the server could not tell what it has; null where it could. */
export const $uploadTrouble = atom<string | null>(null);

const PIECE_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 3;
/** After each failure; a piece that arrives begins them anew. In ms. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
const NO_CONNECTION = 'There is no connection; what has arrived is kept.';
const FAILED = 'Something went wrong; what has arrived is kept.';

/** What this browser holds of a file, beside what is shown. */
interface Held {
  file: File;
  /** Made once; `start` and `abort` are for going on and pausing. */
  sender: Promise<TusUpload> | null;
  running: boolean;
  /** An earlier, half sent upload of the same file, to be thrown away should this one not go on with it. */
  earlierId: string | null;
}
const held = new Map<string, Held>();

const find = (key: string) => $uploads.get().find((file) => file.key === key);
function set(key: string, part: Partial<SentFile>): void {
  $uploads.set($uploads.get().map((file) => (file.key === key ? { ...file, ...part } : file)));
}

/** What came of adding files: how many are new, were there already, or nobody meant to send. */
export interface Added {
  begun: number;
  known: number;
  leftovers: number;
}

/** Queues files. One that is known is not sent twice; one that is half sent goes on where it stopped. */
export async function addFiles(chosen: readonly ChosenFile[], productId: string | null): Promise<Added> {
  await (loading ?? refreshUploads());
  const added: Added = { begun: 0, known: 0, leftovers: 0 };
  for (const { file, path } of chosen) {
    const sizeBytes = file.size;
    if (isLeftover(path)) {
      added.leftovers++;
      continue;
    }
    const known = knownAs($uploads.get(), { path, sizeBytes, productId });
    if (known && known.state !== 'half') {
      added.known++;
      continue;
    }
    const asked = parseUploadRequest({ name: file.name, path, sizeBytes, productId });
    const key = known?.key ?? crypto.randomUUID();
    if (known) set(key, { state: 'waiting', sentence: null });
    else {
      const refusal = 'refusal' in asked ? uploadSentence(asked.refusal) : null;
      const state = refusal === null ? 'waiting' : 'refused';
      const fresh = { id: null, archiveId: null, sentBytes: 0, sameAs: null, mesh: null };
      const entry = {
        ...fresh,
        key,
        productId,
        name: file.name,
        path,
        sizeBytes,
        state,
        sentence: refusal,
      } as const;
      $uploads.set([...$uploads.get(), entry]);
      if (refusal !== null) continue;
    }
    held.set(key, { file, sender: null, running: false, earlierId: known?.id ?? null });
    queueLocalReport(key, file);
    added.begun++;
  }
  sendNext();
  return added;
}

function sendNext(): void {
  const files = $uploads.get();
  const free = AT_ONCE - files.filter(({ state }) => state === 'sending').length;
  for (const { key } of files.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    set(key, { state: 'sending', sentence: null });
    void send(key);
  }
}

async function send(key: string): Promise<void> {
  const mine = held.get(key);
  const file = find(key);
  if (!mine || !file) return;
  mine.sender ??= senderOf(file, mine);
  try {
    const sender = await mine.sender;
    // It may have been paused or taken back while the code came.
    if (mine.running || find(key)?.state !== 'sending') return;
    mine.running = true;
    sender.start();
  } catch {
    mine.sender = null;
    stopped(key, NO_CONNECTION);
  }
}

async function senderOf({ key, name, path, productId }: SentFile, mine: Held): Promise<TusUpload> {
  const { Upload } = await import('tus-js-client');
  const metadata = { filename: name, path, ...(productId === null ? {} : { product: productId }) };
  const sender: TusUpload = new Upload(mine.file, {
    endpoint: paths.uploads(),
    metadata,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    // Files of one name lie in many folders, so the path and the product belong to it.
    fingerprint: async ({ size, lastModified }) =>
      ['guildhall-upload', productId ?? '', path, size, lastModified].join('|'),
    onShouldRetry: ({ originalResponse }) => mayRetry(originalResponse?.getStatus() ?? 0),
    onUploadUrlAvailable: () => {
      const id = idOf(sender.url);
      set(key, { id });
      const { earlierId } = mine;
      mine.earlierId = null;
      if (earlierId !== null && earlierId !== id) void takeBack(earlierId);
    },
    onProgress: (sentBytes) => set(key, { sentBytes }),
    onSuccess: () => {
      const sizeBytes = mine.file.size;
      held.delete(key);
      set(key, { id: idOf(sender.url), state: 'arrived', sentBytes: sizeBytes, sentence: null });
      sendNext();
      askAgain(true);
    },
    onError: (reason) => {
      mine.running = false;
      const answer = 'originalResponse' in reason ? (reason as DetailedError).originalResponse : null;
      const status = answer?.getStatus() ?? 0;
      const sentence = status === 0 ? NO_CONNECTION : (messageIn(answer?.getBody() ?? '') ?? FAILED);
      if (status === 400 || status === 413) refused(key, sentence);
      else stopped(key, sentence);
    },
  });
  const [before] = await sender.findPreviousUploads();
  if (before) sender.resumeFromPreviousUpload(before);
  return sender;
}

/** Whether the same may go through a moment later: no line, too much at once, or a trouble of the server's own. */
export function mayRetry(status: number): boolean {
  return (
    status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
  );
}

const idOf = (url: string | null) => /[a-z0-9]{15}$/.exec(url ?? '')?.[0] ?? null;

function messageIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : null;
  } catch {
    return null;
  }
}

function refused(key: string, sentence: string): void {
  held.delete(key);
  forgetLocalReport(key);
  set(key, { state: 'refused', sentence });
  sendNext();
}

function stopped(key: string, sentence: string): void {
  set(key, { state: 'failed', sentence });
  sendNext();
}

/** Holds a file where it is. */
export async function pauseFile(key: string): Promise<void> {
  const mine = held.get(key);
  set(key, { state: 'paused' });
  if (mine?.running) {
    mine.running = false;
    await (await mine.sender)?.abort();
  }
  sendNext();
}

/** Goes on with a file that was paused or has stopped. */
export function goOnWithFile(key: string): void {
  set(key, { state: 'waiting', sentence: null });
  sendNext();
}

export function pauseAll(): void {
  for (const { key, state } of $uploads.get())
    if (state === 'waiting' || state === 'sending') set(key, { state: 'paused' });
  for (const mine of held.values()) {
    if (!mine.running) continue;
    mine.running = false;
    void mine.sender?.then((sender) => sender.abort());
  }
}

export function goOnWithAll(): void {
  $uploads.set(
    $uploads
      .get()
      .map((file) =>
        file.state === 'paused' || file.state === 'failed'
          ? { ...file, state: 'waiting', sentence: null }
          : file,
      ),
  );
  sendNext();
}

/** Takes a file back: what has come of it is deleted. Answers why not, or null. */
export async function removeFile(key: string): Promise<string | null> {
  const mine = held.get(key);
  if (mine?.running) await (await mine.sender)?.abort();
  held.delete(key);
  forgetLocalReport(key);
  const file = find(key);
  const trouble = file?.id ? await takeBack(file.id) : null;
  if (trouble === null) $uploads.set($uploads.get().filter((other) => other.key !== key));
  else if (file && !hasArrived(file)) set(key, { state: 'half' });
  sendNext();
  return trouble;
}

async function takeBack(id: string): Promise<string | null> {
  try {
    const answer = await fetch(paths.upload(id), { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
    if (answer.ok || answer.status === 404) return null;
    return messageIn(await answer.text()) ?? FAILED;
  } catch {
    return NO_CONNECTION;
  }
}

let loading: Promise<void> | null = null;

/** Asks the server what it has, and takes it over. */
export async function refreshUploads(): Promise<void> {
  const asked = new Set($uploads.get().flatMap((file) => (file.id && !held.has(file.key) ? [file.id] : [])));
  loading = (async () => {
    try {
      const answer = await fetch(paths.uploads(), { headers: { accept: 'application/json' } });
      const body = await answer.text();
      $uploadTrouble.set(answer.ok ? null : (messageIn(body) ?? FAILED));
      if (!answer.ok) return;
      const { uploads } = JSON.parse(body) as { uploads: UploadAnswer[] };
      $uploads.set(mergedFiles($uploads.get(), uploads, asked));
    } catch {
      $uploadTrouble.set(NO_CONNECTION);
    }
  })();
  await loading;
}

/** The first question after something arrived comes soon, the next ones later and later. In ms. */
const ASK = { first: 400, most: 15_000, growth: 1.6 };
let watchers = 0;
let pause: number = ASK.first;
let timer: ReturnType<typeof setTimeout> | undefined;

function askAgain(soon: boolean): void {
  if (soon) {
    pause = ASK.first;
    clearTimeout(timer);
    timer = undefined;
  }
  const isOpen = $uploads.get().some(({ state }) => state === 'arrived') || $uploadTrouble.get() !== null;
  if (watchers === 0 || timer !== undefined || !isOpen) return;
  timer = setTimeout(async () => {
    await refreshUploads();
    timer = undefined;
    askAgain(false);
  }, pause);
  pause = Math.min(ASK.most, pause * ASK.growth);
}

/** Keeps the list true for as long as somebody looks at it: asks until everything is checked. Answers how to stop. */
export function watchUploads(): () => void {
  watchers++;
  if (watchers === 1) void refreshUploads().then(() => askAgain(true));
  return () => {
    watchers--;
    if (watchers > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}
