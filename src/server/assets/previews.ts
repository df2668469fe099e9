import { mkdir, rm } from 'node:fs/promises';
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
import { isKeyReferenced } from '../../data/assets/uploads.ts';
import { previewedFile } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type ModelKind, modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { measureStored } from '../adapters/files/stored-model.ts';
import { PREVIEW_RECIPE } from '../adapters/mesh/preview-recipe.ts';

export interface Previews {
  /** Looks at these products soon. */
  look(productIds: readonly string[]): void;
  /** Looks at this one next, if it waits to be looked at. */
  hurry(productId: string): void;
  /** Looks at every product that is due; resolves when each has been looked at. */
  sweep(): Promise<void>;
  /** Ends a model that is being worked on; it is begun again after the next start. */
  close(): Promise<void>;
}

export interface PreviewParts {
  pb: PocketBase;
  files: FileStore;
  /** Where a model lies while it is worked on; emptied at every start. */
  folder: string;
  now: () => Instant;
  onError: (reason: unknown) => void;
}

const SWEEP_EVERY_MS = 10 * 60_000;
const AT_ONCE = 50;
/** What went wrong is tried again after this long, four times as long after each further time. In ms. */
const TRY_AFTER_MS = 60_000;
const TRIES = 5;

/**
 * Makes the light 3D preview of each product, one at a time in the background: when a product changes, and in a sweep
 * for what is missing. The truth is the rows of `previews`; a restart loses nothing but the work just under way.
 */
export async function openPreviews(parts: PreviewParts): Promise<Previews> {
  const { pb, files, folder, now, onError } = parts;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const closing = new AbortController();
  const waiting = new Set<string>();
  /** Those of them somebody is looking for. */
  const hurried = new Set<string>();
  let running: Promise<void> | null = null;

  async function judge(productId: string): Promise<void> {
    const found = await previewSource(pb, productId);
    if (!found) return;
    const made = await previewFor(found);
    await savePreview(pb, productId, made, found.updatedAt, now());
    await release(found.stored?.storageKey ?? '', made.storageKey);
  }

  /** What is shown of a product now. Switched off, what is there stays and nothing new is made. */
  async function previewFor({ files: listed, stored, previewOff }: PreviewSource): Promise<StoredPreview> {
    const file = previewedFile(listed);
    const kind = file && modelKindOf(file.name);
    if (!file || !kind) return { ...NO_PREVIEW, recipe: PREVIEW_RECIPE, madeOf: '' };
    const asBefore = stored?.madeOf === file.sha256 && stored.recipe === PREVIEW_RECIPE;
    if (previewOff) {
      const shown = stored ?? { ...NO_PREVIEW, madeOf: '' };
      return { ...shown, madeOf: asBefore ? shown.madeOf : '', recipe: PREVIEW_RECIPE, tryAfter: null };
    }
    if (asBefore && stored.state !== 'failed') return { ...stored, tryAfter: null };
    try {
      return await madeOf(file, kind);
    } catch (reason) {
      // The house is closing: the row stays as it is, and the product due.
      closing.signal.throwIfAborted();
      onError(reason);
      const tries = asBefore ? stored.tries + 1 : 1;
      const tryAfter = tries < TRIES ? now() + TRY_AFTER_MS * 4 ** (tries - 1) : null;
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
    const answer = await measureStored({ files, folder, storageKey, sizeBytes, kind }, closing.signal);
    if (typeof answer === 'string' || !answer.preview) return nothing;
    const stored = await files.put(Readable.from([answer.preview.glb]));
    const { triangles } = answer.preview;
    return { ...nothing, ...stored, state: 'ready', triangles, size: answer.mesh.size };
  }

  /** Two products of the same model share their bytes, so they go with the last row that names them. */
  async function release(storageKey: string, stays = ''): Promise<void> {
    if (storageKey === '' || storageKey === stays) return;
    if (!(await isKeyReferenced(pb, storageKey))) await files.delete(storageKey);
  }

  async function work(): Promise<void> {
    while (waiting.size > 0 && !closing.signal.aborted) {
      const [productId = ''] = hurried.size > 0 ? hurried : waiting;
      hurried.delete(productId);
      waiting.delete(productId);
      // One bad product holds nobody up; it stays due for the next sweep.
      await judge(productId).catch((reason) => {
        if (!closing.signal.aborted) onError(reason);
      });
    }
  }

  function look(productIds: readonly string[]): void {
    for (const id of productIds) waiting.add(id);
    running ??= work().finally(() => {
      running = null;
      // Whoever came after the last look into the line and before this one.
      if (waiting.size > 0 && !closing.signal.aborted) look([]);
    });
  }

  async function sweep(): Promise<void> {
    const seen = new Set<string>();
    while (!closing.signal.aborted) {
      const due = await productsWithPreviewDue(pb, PREVIEW_RECIPE, now(), AT_ONCE);
      const fresh = due.filter((id) => !seen.has(id));
      if (fresh.length === 0) break;
      for (const id of fresh) seen.add(id);
      look(fresh);
      while (running) await running;
    }
    for (const { id, storageKey } of await orphanedPreviews(pb, AT_ONCE)) {
      await deletePreview(pb, id);
      await release(storageKey);
    }
  }

  let sweeping = sweep().catch(onError);
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch(onError);
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    look,
    hurry(productId) {
      if (waiting.has(productId)) hurried.add(productId);
    },
    sweep,
    async close() {
      clearInterval(timer);
      closing.abort(new Error('the house is closing'));
      await sweeping;
      await running;
    },
  };
}
