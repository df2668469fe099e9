import { Readable } from 'node:stream';
import type PocketBase from 'pocketbase';
import {
  deletePreview,
  NO_PREVIEW,
  orphanedPreviews,
  type PreviewSource,
  previewSource,
  productsWithPreviewDue,
  type StoredPreview,
  savePreview,
} from '../../data/assets/previews.ts';
import { previewedFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type ModelKind, modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';
import { PREVIEW_RECIPE } from '../adapters/mesh/preview-recipe.ts';
import type { Leases } from '../kernel/leases.ts';
import { openWorkFolder } from '../kernel/work-folder.ts';

export interface Previews {
  /** Queues these products for an update of their previews. */
  enqueue(productIds: readonly string[]): void;
  /** Moves a queued product to the front. */
  prioritise(productId: string): void;
  /** Updates the preview of every product that is due; resolves when all are done. */
  sweep(): Promise<void>;
  /** Aborts the running model; it is started again after the next start. */
  close(): Promise<void>;
}

export interface PreviewParts {
  pb: PocketBase;
  files: FileStore;
  leases: Leases;
  /** Temporary files, of other processes too. */
  folder: string;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

const SWEEP_EVERY_MS = 10 * 60_000;
const BATCH_SIZE = 50;
/** Delay before the first retry; four times longer after each further failure. In ms. */
const RETRY_DELAY_MS = 60_000;
const TRIES_MAX = 5;
/** When a preview that another process was making is looked at again, in case that process was killed. In ms. */
const TAKEN_RETRY_MS = 20_000;

/**
 * Makes the light 3D preview of each product, one at a time in the background: when a product changes, and in a sweep
 * for missing ones. The state is in `previews`; a restart only loses the work in progress.
 */
export async function openPreviews(parts: PreviewParts): Promise<Previews> {
  const { pb, files, leases, now, onError } = parts;
  const work = await openWorkFolder(parts.folder);
  const closing = new AbortController();
  const waiting = new Set<string>();
  /** Queued products that are shown to someone right now. */
  const urgent = new Set<string>();
  let running: Promise<void> | null = null;
  const retries = new Map<string, NodeJS.Timeout>();

  async function update(productId: string): Promise<void> {
    const source = await previewSource(pb, productId);
    if (!source) return;
    const made = await previewFor(source);
    if (made === 'taken') return retryLater(productId);
    await savePreview(pb, productId, made, source.updatedAt, now());
  }

  /** A process that makes the preview leaves nothing to do; one that was killed has left its lease. */
  function retryLater(productId: string): void {
    clearTimeout(retries.get(productId));
    const retry = setTimeout(() => {
      retries.delete(productId);
      if (!closing.signal.aborted) enqueue([productId]);
    }, TAKEN_RETRY_MS);
    retries.set(productId, retry.unref());
  }

  /** The up-to-date preview of a product; "taken" while another process makes it. While switched off, an existing one stays and none is made. */
  async function previewFor({
    productId,
    files: listed,
    stored,
    previewOff,
  }: PreviewSource): Promise<StoredPreview | 'taken'> {
    const file = previewedFile(listed);
    const kind = file && modelKindOf(file.name);
    if (!file || !kind) return { ...NO_PREVIEW, recipe: PREVIEW_RECIPE, madeOf: '' };
    const isCurrent = stored?.madeOf === file.sha256 && stored.recipe === PREVIEW_RECIPE;
    if (previewOff) {
      const shown = stored ?? { ...NO_PREVIEW, madeOf: '' };
      return { ...shown, madeOf: isCurrent ? shown.madeOf : '', recipe: PREVIEW_RECIPE, tryAfter: null };
    }
    if (isCurrent && stored.state !== 'failed') return { ...stored, tryAfter: null };
    try {
      return await leases.hold<StoredPreview | 'taken'>(
        `preview/${productId}`,
        () => madeOf(file, kind),
        () => 'taken',
      );
    } catch (reason) {
      // The app is closing: the row stays unchanged and the product stays due.
      closing.signal.throwIfAborted();
      onError(reason);
      const tries = isCurrent ? stored.tries + 1 : 1;
      const tryAfter = tries < TRIES_MAX ? now() + RETRY_DELAY_MS * 4 ** (tries - 1) : null;
      const failed = {
        state: 'failed' as const,
        recipe: PREVIEW_RECIPE,
        madeOf: file.sha256,
        tries,
        tryAfter,
      };
      return { ...NO_PREVIEW, ...failed };
    }
  }

  async function madeOf(file: PreviewSource['files'][number], kind: ModelKind): Promise<StoredPreview> {
    const nothing = { ...NO_PREVIEW, recipe: PREVIEW_RECIPE, madeOf: file.sha256 };
    const { storageKey, sizeBytes } = file;
    const answer = await measureStored({ files, work, storageKey, sizeBytes, kind }, closing.signal);
    if (typeof answer === 'string' || !answer.preview) return nothing;
    const stored = await files.put(Readable.from([answer.preview.glb]));
    const { triangles } = answer.preview;
    return { ...nothing, ...stored, state: 'ready', triangles, size: answer.mesh.size };
  }

  async function updateAll(): Promise<void> {
    while (waiting.size > 0 && !closing.signal.aborted) {
      const [productId = ''] = urgent.size > 0 ? urgent : waiting;
      urgent.delete(productId);
      waiting.delete(productId);
      // A failing product does not block others; it stays due for the next sweep.
      await update(productId).catch((reason) => {
        if (!closing.signal.aborted) onError(reason);
      });
    }
  }

  function enqueue(productIds: readonly string[]): void {
    for (const id of productIds) waiting.add(id);
    running ??= updateAll().finally(() => {
      running = null;
      // Products queued after the loop ended and before this point.
      if (waiting.size > 0 && !closing.signal.aborted) enqueue([]);
    });
  }

  async function sweep(): Promise<void> {
    const seen = new Set<string>();
    while (!closing.signal.aborted) {
      const due = await productsWithPreviewDue(pb, PREVIEW_RECIPE, now(), BATCH_SIZE);
      const fresh = due.filter((id) => !seen.has(id));
      if (fresh.length === 0) break;
      for (const id of fresh) seen.add(id);
      enqueue(fresh);
      while (running) await running;
    }
    for (const id of await orphanedPreviews(pb, BATCH_SIZE)) await deletePreview(pb, id);
  }

  let sweeping = sweep().catch(onError);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(onError);
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    enqueue,
    prioritise(productId) {
      if (waiting.has(productId)) urgent.add(productId);
    },
    sweep,
    async close() {
      clearInterval(timer);
      closing.abort(new Error('the app is closing'));
      for (const retry of retries.values()) clearTimeout(retry);
      await sweeping;
      await running;
      await work.close();
    },
  };
}
