import type { Instant } from '../kernel/instant.ts';
import { FILE_SENTENCES, nameRefusal } from './file-kind.ts';
import { type InspectedModel, MESH_REFUSAL_SENTENCES } from './mesh-report.ts';

/** A file on its way into a store: `uploading → arrived → checked | refused`, then `used` by a product, or unpacked. */
export const UPLOAD_STATES = ['uploading', 'arrived', 'checked', 'refused', 'used'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** One request carries at most so much of a file. In bytes. */
export const CHUNK_MAX_BYTES = 16 * 1024 * 1024;
/** Files of one store that may be on their way at once. */
export const OPEN_UPLOADS_MAX = 64;
/** A half upload nobody goes on with is forgotten after this long. In ms. */
export const PARTIAL_UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;
export const UPLOAD_NAME_MAX = 200;
export const UPLOAD_PATH_MAX = 500;

/** An upload as its seller sees it. Sizes in bytes. */
export interface Upload {
  id: string;
  storeId: string;
  /** The product it is meant for, where the seller said so. */
  productId: string | null;
  name: string;
  /** Where it lay in the folder or archive it came from; ends in its name. */
  path: string;
  /** The upload it came in, where that was an archive. */
  archiveId: string | null;
  sizeBytes: number;
  state: UploadState;
  reason: UploadRefusal | null;
  sha256: string | null;
  /** What the store has already with the very same content. */
  sameAs: SameContent | null;
  /** What the report is made from (see `meshReport`); null where the file is no model, or too large to measure. */
  mesh: InspectedModel | null;
  createdAt: Instant;
}

/** Something of the same store with the same content. */
export interface SameContent {
  kind: 'upload' | 'file';
  id: string;
  name: string;
}

const SENTENCES = {
  ...FILE_SENTENCES,
  'upload-name': `The name of this file is missing or too long: at most ${UPLOAD_NAME_MAX} characters.`,
  'upload-product': 'This product is not one of your store.',
  'upload-size': 'The size of this file is missing.',
  'upload-lost': 'This file did not arrive whole; send it again.',
  'too-many-open': `At most ${OPEN_UPLOADS_MAX} files can be on their way at once; the others follow when these have arrived.`,
  'store-full':
    'Your store has no room for this file; delete what you do not need, or look at your seller plan for more room.',
  'storage-full':
    'There is no room left for model files just now. What has arrived is kept; try again later.',
  ...MESH_REFUSAL_SENTENCES,
  'zip-unreadable': 'This archive is damaged or not a ZIP that can be read; pack it again.',
  'zip-empty': 'There is nothing in this archive.',
  'zip-too-many': 'There are more than 2 000 files in this archive; send it in several.',
  'zip-too-large': 'Unpacked, this archive is larger than 4 GB; send it in several.',
  'zip-ratio': 'This archive unpacks to more than a hundred times its size, which no models do.',
  'zip-outside': 'This archive names places outside of itself; pack it again.',
  'zip-link': 'This archive holds links or devices; pack it again with plain files.',
  'zip-nested': 'There is an archive inside this archive; unpack that one first.',
  'zip-locked': 'This archive is locked with a password; pack it again without.',
  'zip-method': 'This archive is packed in a way that is not read here; pack it again as a plain ZIP.',
} as const;

/** Why an upload is not taken. */
export type UploadRefusal = keyof typeof SENTENCES;

export function isUploadRefusal(word: string): word is UploadRefusal {
  return Object.hasOwn(SENTENCES, word);
}

/** The refusal as a sentence the seller can read. */
export function uploadSentence(refusal: UploadRefusal): string {
  return SENTENCES[refusal];
}

/** What a browser says about a file before it sends it; nothing of it is believed. */
export interface UploadRequest {
  name: unknown;
  /** Absent for a file that was dropped by itself. */
  path: unknown;
  sizeBytes: unknown;
  productId: unknown;
}

/** An upload as it may begin. */
export interface NewUpload {
  name: string;
  path: string;
  sizeBytes: number;
  productId: string | null;
}

/** What begins with what was asked, or the field that is wrong and why. */
export function parseUploadRequest(
  asked: UploadRequest,
): { begun: NewUpload } | { field: keyof UploadRequest; refusal: UploadRefusal } {
  const { name, sizeBytes } = asked;
  if (!isName(name, UPLOAD_NAME_MAX) || /[/\\]/.test(name)) return { field: 'name', refusal: 'upload-name' };
  const path = asked.path ?? name;
  if (!isName(path, UPLOAD_PATH_MAX) || isOutside(path)) return { field: 'path', refusal: 'upload-name' };
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    return { field: 'sizeBytes', refusal: 'upload-size' };
  const productId = asked.productId ?? null;
  if (productId !== null && !(typeof productId === 'string' && /^[a-z0-9]{15}$/.test(productId)))
    return { field: 'productId', refusal: 'upload-product' };
  const refusal = nameRefusal(name, sizeBytes);
  if (refusal) {
    const field = refusal === 'file-empty' || refusal === 'file-too-large' ? 'sizeBytes' : 'name';
    return { field, refusal };
  }
  return { begun: { name, path, sizeBytes, productId } };
}

function isName(text: unknown, most: number): text is string {
  return (
    typeof text === 'string' && text.trim() !== '' && text.length <= most && !/\p{Cc}|\p{Cs}/u.test(text)
  );
}

/** Whether a path leads out of the folder it is read in, on any system. */
export function isOutside(path: string): boolean {
  return /^[/\\]|^[a-z]:/i.test(path) || path.split(/[/\\]/).includes('..') || path.includes('\0');
}

/** Whether an upload may be taken back by its seller; not while it is checked or unpacked, nor once it is used. */
export function mayDiscard({ state, archiveId }: Pick<Upload, 'state' | 'archiveId'>): boolean {
  if (state === 'uploading') return archiveId === null;
  return state === 'checked' || state === 'refused';
}
