import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import { addUploadsToProduct, type StoredUpload, uploadOfStore } from '../../data/assets/uploads.ts';
import { addProductFile } from '../../data/catalogue/product-drafts.ts';
import {
  type SellerProduct,
  sellerProduct,
  withFilesTakenOut,
  withProductChange,
  withProductText,
} from '../../data/catalogue/seller-products.ts';
import { modelFormatsText } from '../../domain/assets/file-kind.ts';
import { MESH_REFUSAL_SENTENCES, type MeshRefusal } from '../../domain/assets/mesh-report.ts';
import type { FileRole, MeasuredMesh } from '../../domain/catalogue/product.ts';
import { facetsFromFiles } from '../../domain/catalogue/product-editing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { modelKindOf } from '../../mesh/read.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { MODEL_MAX_BYTES, meshFactsOf } from '../adapters/mesh/mesh-facts.ts';

/** What adding files needs: the service client and the store of model files. */
export interface FileIntake {
  pb: PocketBase;
  files: FileStore;
}

/** Maximum size of a text file, such as print notes. */
const TEXT_MAX_BYTES = 1024 * 1024;

type FileRefusal = MeshRefusal | 'file-too-large' | 'file-empty' | 'file-kind' | 'file-no-text';

const SENTENCES: Record<FileRefusal, string> = {
  ...MESH_REFUSAL_SENTENCES,
  'file-too-large': 'This file is too large: at most 300 MB.',
  'file-empty': 'This file is empty.',
  'file-kind': `This kind of file is not accepted: upload ${modelFormatsText('or')} for models and TXT for notes.`,
  'file-no-text': 'This is not a text file, or it is larger than 1 MB.',
};

/** A refused file; the message is readable for people. */
export class FileRefused extends Error {
  readonly code: keyof typeof SENTENCES;
  constructor(code: keyof typeof SENTENCES) {
    super(SENTENCES[code]);
    this.name = 'FileRefused';
    this.code = code;
  }
}

/** A received file at `path`, as the seller describes it. */
export interface ArrivedFile {
  path: string;
  name: string;
  role: FileRole;
  /** Position in the product's list, from 0. */
  position: number;
  scale: string | null;
  part: string | null;
}

/**
 * Adds one file to a product: checks and measures it, stores it, lists it. A refusal leaves nothing behind.
 * @returns the id of its record and its measurements (null if the file is not a model).
 * @throws FileRefused, StorageRefused
 */
export async function addModelFile(
  intake: FileIntake,
  productId: string,
  file: ArrivedFile,
): Promise<{ id: string; mesh: MeasuredMesh | null }> {
  const { size } = await stat(file.path);
  if (size === 0) throw new FileRefused('file-empty');
  if (size > MODEL_MAX_BYTES) throw new FileRefused('file-too-large');
  const mesh = await checkedFacts(file, size);
  const stored = await intake.files.put(createReadStream(file.path));
  const { name, role, position, scale, part } = file;
  const id = await addProductFile(intake.pb, productId, {
    name,
    role,
    position,
    scale,
    part,
    version: 1,
    mesh,
    ...stored,
  });
  return { id, mesh };
}

/** The facts of a model, null for a text. The name only decides how the content is checked. @throws FileRefused */
async function checkedFacts(file: ArrivedFile, sizeBytes: number): Promise<MeasuredMesh | null> {
  const kind = modelKindOf(file.name);
  if (kind) {
    const measured = await meshFactsOf(file.path, kind);
    if (typeof measured === 'string') throw new FileRefused(measured);
    return measured;
  }
  if (!/\.txt$/i.test(file.name)) throw new FileRefused('file-kind');
  if (sizeBytes > TEXT_MAX_BYTES || !isText(await readFile(file.path))) throw new FileRefused('file-no-text');
  return null;
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0');
  } catch {
    return false;
  }
}

/** How the seller wants an upload listed. */
export interface FileChoice {
  uploadId: string;
  role: FileRole;
  scale: string | null;
  part: string | null;
}

export type TakeRefusal = 'no-such-upload' | 'not-checked' | 'no-such-file';

/** A seller who types while files are added changes the product each second; more often than that nobody does. */
const ATTEMPTS = 5;

/**
 * Adds uploads of the store to one of its products, after its existing files. Files added to a product that buyers own
 * become a new version, with a change note; facets that the seller left open are filled in from the files. All of it happens
 * at once or not at all, so that buyers have the old files or the new ones, whenever this process ends.
 * @param replaced ids of files that the new ones replace; people who own the product keep them.
 */
export async function takeFiles(
  pb: PocketBase,
  own: SellerProduct,
  choices: readonly FileChoice[],
  note: string,
  now: Instant,
  replaced: readonly string[] = [],
): Promise<TakeRefusal | null> {
  const { id, store } = own.product;
  const uploads: ChosenUpload[] = [];
  for (const { uploadId, ...choice } of choices) {
    const upload = await uploadOfStore(pb, store.id, uploadId);
    if (!upload) return 'no-such-upload';
    uploads.push({ upload, choice });
  }
  let seen: SellerProduct | null = own;
  for (let attempt = 0; attempt < ATTEMPTS && seen; attempt++) {
    const refusal = await takeUploads(pb, seen, uploads, { note, replaced: new Set(replaced) }, now);
    if (refusal !== 'changed-meanwhile') return refusal;
    seen = await sellerProduct(pb, store.id, id);
  }
  throw new Error(`the files of the product ${id} changed ${ATTEMPTS} times while others were added`);
}

interface ChosenUpload {
  upload: StoredUpload;
  choice: Omit<FileChoice, 'uploadId'>;
}

/** The same, for the product as it was seen. */
async function takeUploads(
  pb: PocketBase,
  seen: SellerProduct,
  chosen: readonly ChosenUpload[],
  { note, replaced }: { note: string; replaced: ReadonlySet<string> },
  now: Instant,
): Promise<TakeRefusal | 'changed-meanwhile' | null> {
  const { product, isOwned } = seen;
  const offered = new Set(product.files.flatMap(({ id, retiredAt }) => (retiredAt === null ? [id] : [])));
  if (![...replaced].every((id) => offered.has(id))) return 'no-such-file';
  const newest = Math.max(1, ...product.files.map(({ version }) => version));
  const version = isOwned ? newest + 1 : newest;
  const uploads = chosen.map(({ upload, choice }, at) => ({
    upload,
    use: { ...choice, position: product.files.length + at, version },
  }));
  const stay = isOwned ? product.files : product.files.filter(({ id }) => !replaced.has(id));
  const come = uploads.map(({ upload: { mesh }, use }) => ({ ...use, mesh }));
  const facets = facetsFromFiles(product.facets, [...stay, ...come]);
  const put = await addUploadsToProduct(pb, product, uploads, now, (steps) => {
    withProductText(steps, product, { facets }, now);
    if (replaced.size > 0) withFilesTakenOut(steps, seen, [...replaced], now);
    if (note !== '') withProductChange(steps, product.id, version, note, now);
  });
  if (!('refusal' in put)) return null;
  if (put.refusal === 'changed-meanwhile') return put.refusal;
  return put.refusal === 'state' ? 'not-checked' : 'no-such-upload';
}
