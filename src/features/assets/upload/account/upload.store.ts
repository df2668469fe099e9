import { atom } from 'nanostores';
import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { isLeftover } from '../../../../domain/assets/file-kind.ts';
import { parseUploadRequest, uploadSentence } from '../../../../domain/assets/upload.ts';
import { paths } from '../../../../paths.ts';
import type { ChosenFile } from './dropped.ts';
import { forgetLocalReport, queueLocalReport } from './local-report.store.ts';
import { isSameFile } from './same-file.ts';
import { findKnown, hasArrived, mergedFiles, type SentFile, type UploadAnswer } from './sent-file.ts';

/** Every unused upload of the store. Uploading continues across page navigation. */
export const $uploads = atom<readonly SentFile[]>([]);
/** Why the list could not be loaded; null if it was. */
export const $uploadTrouble = atom<string | null>(null);

const CHUNK_BYTES = 8 * 1024 * 1024;
const CONCURRENT = 3;
/** Delay after each failure in a row, in ms. */
const RETRY_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000, 60_000];
const NO_CONNECTION = 'No connection; what you uploaded so far is saved.';
const FAILED = 'Something went wrong; what you uploaded so far is saved.';

/** A file that this browser is uploading. */
interface ActiveUpload {
  file: File;
  /** Created once; `start` and `abort` resume and pause it. */
  sender: Promise<TusUpload> | null;
  running: boolean;
  /** An earlier incomplete upload of the same file, to be deleted if this one does not resume it. */
  earlierId: string | null;
}
const active = new Map<string, ActiveUpload>();

const find = (key: string) => $uploads.get().find((file) => file.key === key);
function set(key: string, part: Partial<SentFile>): void {
  $uploads.set($uploads.get().map((file) => (file.key === key ? { ...file, ...part } : file)));
}

/** Result of adding files: how many are new, already known, or clutter. */
export interface Added {
  started: number;
  known: number;
  leftovers: number;
}

/** Queues files. Known files are not sent again; incomplete ones resume. */
export async function addFiles(chosen: readonly ChosenFile[], productId: string | null): Promise<Added> {
  await (loading ?? refreshUploads());
  const added: Added = { started: 0, known: 0, leftovers: 0 };
  for (const { file, path } of chosen) {
    const sizeBytes = file.size;
    if (isLeftover(path)) {
      added.leftovers++;
      continue;
    }
    const known = findKnown($uploads.get(), { path, sizeBytes, productId });
    if (known && known.state !== 'half') {
      added.known++;
      continue;
    }
    const parsed = parseUploadRequest({ name: file.name, path, sizeBytes, productId });
    const key = known?.key ?? crypto.randomUUID();
    if (known) set(key, { state: 'waiting', sentence: null });
    else {
      const refusal = 'refusal' in parsed ? uploadSentence(parsed.refusal) : null;
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
    active.set(key, { file, sender: null, running: false, earlierId: known?.id ?? null });
    queueLocalReport(key, file);
    added.started++;
  }
  sendNext();
  return added;
}

function sendNext(): void {
  const files = $uploads.get();
  const free = CONCURRENT - files.filter(({ state }) => state === 'sending').length;
  for (const { key } of files.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    set(key, { state: 'sending', sentence: null });
    void send(key);
  }
}

async function send(key: string): Promise<void> {
  const upload = active.get(key);
  const file = find(key);
  if (!upload || !file) return;
  upload.sender ??= senderOf(file, upload);
  try {
    const sender = await upload.sender;
    // It may have been paused or removed while the code loaded.
    if (upload.running || find(key)?.state !== 'sending') return;
    upload.running = true;
    sender.start();
  } catch {
    upload.sender = null;
    markFailed(key, NO_CONNECTION);
  }
}

async function senderOf({ key, name, path, productId }: SentFile, upload: ActiveUpload): Promise<TusUpload> {
  const { Upload } = await import('tus-js-client');
  const metadata = { filename: name, path, ...(productId === null ? {} : { product: productId }) };
  const sender: TusUpload = new Upload(upload.file, {
    endpoint: paths.uploads(),
    metadata,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    // The same name can occur in many folders, so the path and the product are part of it.
    fingerprint: async ({ size, lastModified }) =>
      ['guildhall-upload', productId ?? '', path, size, lastModified].join('|'),
    onAfterResponse: keepUpload,
    onShouldRetry: ({ originalResponse }) => mayRetry(originalResponse?.getStatus() ?? 0),
    onUploadUrlAvailable: () => {
      const id = idOf(sender.url);
      set(key, { id });
      const { earlierId } = upload;
      upload.earlierId = null;
      if (earlierId !== null && earlierId !== id) void discardUpload(earlierId);
    },
    onProgress: (sentBytes) => set(key, { sentBytes }),
    onSuccess: ({ lastResponse }) =>
      void finish(key, upload.file, {
        id: idOf(sender.url),
        sha256: lastResponse.getHeader('upload-sha256') ?? null,
      }),
    onError: (reason) => {
      upload.running = false;
      const answer = 'originalResponse' in reason ? (reason as DetailedError).originalResponse : null;
      const status = answer?.getStatus() ?? 0;
      const sentence = status === 0 ? NO_CONNECTION : (messageIn(answer?.getBody() ?? '') ?? FAILED);
      if (status === 400 || status === 413) markRefused(key, sentence);
      else markFailed(key, sentence);
    },
  });
  const [before] = await sender.findPreviousUploads();
  if (before) sender.resumeFromPreviousUpload(before);
  return sender;
}

/** After the last byte: what says that it has arrived is the file that was chosen. */
async function finish(
  key: string,
  file: File,
  arrived: { id: string | null; sha256: string | null },
): Promise<void> {
  const { id } = arrived;
  if (await isSameFile(file, arrived.sha256).catch(() => true)) {
    active.delete(key);
    set(key, { id, state: 'arrived', sentBytes: file.size, sentence: null });
    sendNext();
    pollSoon(true);
    return;
  }
  if (id !== null) await discardUpload(id);
  markRefused(key, uploadSentence('upload-hash'));
}

/** Whether a retry may succeed: no connection, too many requests, or a server error. */
export function mayRetry(status: number): boolean {
  return (
    status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
  );
}

/**
 * Call it for each answer. tus begins a new upload where it is not told how far this one is; while a site restarts that would
 * send everything again. @throws Error for an answer that another try may better, which is then made.
 */
export function keepUpload(request: { getMethod(): string }, response: { getStatus(): number }): void {
  const status = response.getStatus();
  if (request.getMethod() === 'HEAD' && mayRetry(status)) throw new Error(`no answer yet: ${status}`);
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

function markRefused(key: string, sentence: string): void {
  active.delete(key);
  forgetLocalReport(key);
  set(key, { state: 'refused', sentence });
  sendNext();
}

function markFailed(key: string, sentence: string): void {
  set(key, { state: 'failed', sentence });
  sendNext();
}

/** Pauses an upload. */
export async function pauseFile(key: string): Promise<void> {
  const upload = active.get(key);
  set(key, { state: 'paused' });
  if (upload?.running) {
    upload.running = false;
    await (await upload.sender)?.abort();
  }
  sendNext();
}

/** Resumes a paused or failed upload. */
export function resumeFile(key: string): void {
  set(key, { state: 'waiting', sentence: null });
  sendNext();
}

export function pauseAll(): void {
  for (const { key, state } of $uploads.get())
    if (state === 'waiting' || state === 'sending') set(key, { state: 'paused' });
  for (const upload of active.values()) {
    if (!upload.running) continue;
    upload.running = false;
    void upload.sender?.then((sender) => sender.abort());
  }
}

export function resumeAll(): void {
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

/** Removes a file and deletes its upload. Returns an error message, or null. */
export async function removeUploadedFile(key: string): Promise<string | null> {
  const upload = active.get(key);
  if (upload?.running) await (await upload.sender)?.abort();
  active.delete(key);
  forgetLocalReport(key);
  const file = find(key);
  const trouble = file?.id ? await discardUpload(file.id) : null;
  if (trouble === null) $uploads.set($uploads.get().filter((other) => other.key !== key));
  else if (file && !hasArrived(file)) set(key, { state: 'half' });
  sendNext();
  return trouble;
}

async function discardUpload(id: string): Promise<string | null> {
  try {
    const response = await fetch(paths.upload(id), {
      method: 'DELETE',
      headers: { 'tus-resumable': '1.0.0' },
    });
    if (response.ok || response.status === 404) return null;
    return messageIn(await response.text()) ?? FAILED;
  } catch {
    return NO_CONNECTION;
  }
}

let loading: Promise<void> | null = null;

/** Loads the server's list of uploads and merges it. */
export async function refreshUploads(): Promise<void> {
  const requested = new Set(
    $uploads.get().flatMap((file) => (file.id && !active.has(file.key) ? [file.id] : [])),
  );
  loading = (async () => {
    try {
      const answer = await fetch(paths.uploads(), { headers: { accept: 'application/json' } });
      const body = await answer.text();
      $uploadTrouble.set(answer.ok ? null : (messageIn(body) ?? FAILED));
      if (!answer.ok) return;
      const { uploads } = JSON.parse(body) as { uploads: UploadAnswer[] };
      $uploads.set(mergedFiles($uploads.get(), uploads, requested));
    } catch {
      $uploadTrouble.set(NO_CONNECTION);
    }
  })();
  await loading;
}

/** Polling intervals after an upload has arrived, growing with each poll. In ms. */
const POLL = { first: 400, max: 15_000, growth: 1.6 };
let watchers = 0;
let delay: number = POLL.first;
let timer: ReturnType<typeof setTimeout> | undefined;

function pollSoon(soon: boolean): void {
  if (soon) {
    delay = POLL.first;
    clearTimeout(timer);
    timer = undefined;
  }
  const isOpen = $uploads.get().some(({ state }) => state === 'arrived') || $uploadTrouble.get() !== null;
  if (watchers === 0 || timer !== undefined || !isOpen) return;
  timer = setTimeout(async () => {
    await refreshUploads();
    timer = undefined;
    pollSoon(false);
  }, delay);
  delay = Math.min(POLL.max, delay * POLL.growth);
}

/** Keeps the list up to date while it is shown: polls until everything is checked. Returns a function that stops it. */
export function watchUploads(): () => void {
  watchers++;
  if (watchers === 1) void refreshUploads().then(() => pollSoon(true));
  return () => {
    watchers--;
    if (watchers > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}
