import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import { accountOfStore } from '../data/business-accounts.ts';
import { addProductFile, addProductPictures, markPublished } from '../data/product-drafts.ts';
import { productById } from '../data/products.ts';
import type { Instant } from '../domain/instant.ts';
import { MESH_REFUSAL_SENTENCES, type MeshRefusal } from '../domain/mesh-report.ts';
import {
  type FileRole,
  type MeasuredMesh,
  PUBLISHABLE_STATES,
  type PublishRefusal,
  publishRefusals,
} from '../domain/product.ts';
import { modelKindOf } from '../mesh/read.ts';
import type { FileStore } from './file-store.ts';
import { MODEL_MAX_BYTES, meshFactsOf } from './mesh-facts.ts';
import { takePicture } from './picture-intake.ts';

/** What taking in products needs: the service's client and the store of model files. */
export interface Intake {
  pb: PocketBase;
  files: FileStore;
}

/** A text a seller adds, such as print notes, may weigh this much. */
const TEXT_MAX_BYTES = 1024 * 1024;

type FileRefusal = MeshRefusal | 'file-too-large' | 'file-empty' | 'file-kind' | 'file-no-text';

const SENTENCES: Record<FileRefusal, string> = {
  ...MESH_REFUSAL_SENTENCES,
  'file-too-large': 'This file is too large: at most 300 MB.',
  'file-empty': 'This file is empty.',
  'file-kind': 'This kind of file is not taken: send STL, OBJ or 3MF for models and TXT for notes.',
  'file-no-text': 'This is no text file, or one larger than 1 MB.',
};

/** A model file that is not taken; the message is a sentence a person can read. */
export class FileRefused extends Error {
  readonly code: keyof typeof SENTENCES;
  constructor(code: keyof typeof SENTENCES) {
    super(SENTENCES[code]);
    this.name = 'FileRefused';
    this.code = code;
  }
}

/** A file that has arrived and lies at `path`, as the seller describes it. */
export interface ArrivedFile {
  path: string;
  name: string;
  role: FileRole;
  /** Place in the product's list, from 0. */
  position: number;
  scale: string | null;
  part: string | null;
}

/**
 * Takes in one file of a product: judged and measured first, then kept, then listed. A refusal leaves nothing behind.
 * @returns the id of its record and what was measured (null for a file that is no model).
 * @throws FileRefused, StorageRefused
 */
export async function addModelFile(
  intake: Intake,
  productId: string,
  file: ArrivedFile,
): Promise<{ id: string; mesh: MeasuredMesh | null }> {
  const { size } = await stat(file.path);
  if (size === 0) throw new FileRefused('file-empty');
  if (size > MODEL_MAX_BYTES) throw new FileRefused('file-too-large');
  const mesh = await judged(file, size);
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

/** The facts of a model, null for a text. What a file is called only says which judge looks at its content. */
async function judged(file: ArrivedFile, sizeBytes: number): Promise<MeasuredMesh | null> {
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

/**
 * Takes in pictures of a product, in this order, after those it has.
 * @throws PictureRefused, and then none of them is kept.
 */
export async function addPictures(
  intake: Pick<Intake, 'pb'>,
  productId: string,
  pictures: { bytes: Uint8Array; alt: string }[],
): Promise<void> {
  const taken = await Promise.all(
    pictures.map(async ({ bytes, alt }) => ({ bytes: await takePicture(bytes), alt })),
  );
  await addProductPictures(intake.pb, productId, taken);
}

export type PublishAnswer = PublishRefusal | 'not-found' | 'state' | 'changed-meanwhile';

/**
 * Puts a product into the shop window where the rules allow it.
 * @param at shown as its date of publication; `now` unless it was announced for an earlier moment.
 * @returns every reason why it is not published; empty when it is.
 */
export async function publishProduct(
  intake: Pick<Intake, 'pb'>,
  productId: string,
  now: Instant,
  at: Instant = now,
): Promise<PublishAnswer[]> {
  const product = await productById(intake.pb, productId);
  if (!product) return ['not-found'];
  const account = await accountOfStore(intake.pb, product.store.id);
  const refusals: PublishAnswer[] = publishRefusals(product, account?.account.state ?? 'none');
  if (!PUBLISHABLE_STATES.includes(product.state) && product.state !== 'suspended') refusals.push('state');
  if (refusals.length > 0) return refusals;
  const raced = await markPublished(intake.pb, product, at, now);
  return raced ? [raced] : [];
}
