import { cleanFileName } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { FILE_SENTENCES, nameRefusal } from './file-kind.ts';
import { type InspectedModel, MESH_REFUSAL_SENTENCES } from './mesh-report.ts';

/** States of an upload: `uploading → arrived → checked | refused`, then `used` by a product or unpacked. */
export const UPLOAD_STATES = ['uploading', 'arrived', 'checked', 'refused', 'used'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Maximum size of one request's chunk, in bytes. */
export const CHUNK_MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of open uploads per store. */
export const OPEN_UPLOADS_MAX = 64;
/** An unfinished upload is deleted after this long without progress. In ms. */
export const PARTIAL_UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;
export const UPLOAD_NAME_MAX = 200;
export const UPLOAD_PATH_MAX = 500;

/** An upload as its seller sees it. Sizes in bytes. */
export interface Upload {
  id: string;
  storeId: string;
  /** The product it is intended for, if the seller chose one. */
  productId: string | null;
  name: string;
  /** Path in the folder or archive it came from; ends in its name. */
  path: string;
  /** The archive it was unpacked from, if any. */
  archiveId: string | null;
  sizeBytes: number;
  state: UploadState;
  reason: UploadRefusal | null;
  sha256: string | null;
  /** Another file of the store with the same content. */
  sameAs: SameContent | null;
  /** Input of `meshReport`; null if the file is not a model or too large to measure. */
  mesh: InspectedModel | null;
  createdAt: Instant;
}

/** A file of the same store with the same content. */
export interface SameContent {
  kind: 'upload' | 'file';
  id: string;
  name: string;
}

const SENTENCES = {
  ...FILE_SENTENCES,
  'upload-name': `The name of this file is missing or too long: at most ${UPLOAD_NAME_MAX} characters.`,
  'upload-product': 'This product does not belong to your store.',
  'upload-size': 'The size of this file is missing.',
  'upload-sha256': 'Send the SHA-256 of the file as 64 hexadecimal digits in lower case.',
  'upload-hash': 'What arrived is not the file that you named: its SHA-256 is another one. Upload it again.',
  'upload-lost': 'This file did not arrive complete; upload it again.',
  'too-many-open': `At most ${OPEN_UPLOADS_MAX} files can upload at once; the others follow when these are done.`,
  'store-full':
    'Your store has no storage left for this file; delete what you do not need, or see your seller plan for more.',
  'storage-full':
    'There is no storage left for model files right now. What you uploaded so far is saved; try again later.',
  ...MESH_REFUSAL_SENTENCES,
  'zip-unreadable': 'This archive is damaged or not a ZIP that can be read; pack it again.',
  'zip-empty': 'This archive is empty.',
  'zip-too-many': 'This archive contains more than 2,000 files; split it into several.',
  'zip-too-large': 'This archive unpacks to more than 4 GB; split it into several.',
  'zip-ratio': 'This archive unpacks to more than a hundred times its size, which models never do.',
  'zip-outside': 'This archive contains paths that lead outside of it; pack it again.',
  'zip-link': 'This archive contains links or devices; pack it again with plain files.',
  'zip-nested': 'This archive contains another archive; unpack that one first.',
  'zip-locked': 'This archive is protected with a password; pack it again without one.',
  'zip-method': 'This archive uses an unsupported compression; pack it again as a plain ZIP.',
} as const;

/** Why an upload is refused. */
export type UploadRefusal = keyof typeof SENTENCES;

export function isUploadRefusal(code: string): code is UploadRefusal {
  return Object.hasOwn(SENTENCES, code);
}

/** The refusal as a sentence the seller can read. */
export function uploadSentence(refusal: UploadRefusal): string {
  return SENTENCES[refusal];
}

/** What a browser says about a file before it uploads it; untrusted. */
export interface UploadRequest {
  name: unknown;
  /** Absent for a single file. */
  path: unknown;
  sizeBytes: unknown;
  productId: unknown;
  /** The SHA-256 that the file shall have; absent where the sender does not say. */
  sha256?: unknown;
}

/** A validated upload request. */
export interface NewUpload {
  name: string;
  path: string;
  sizeBytes: number;
  productId: string | null;
  /** The SHA-256 that it shall have; absent where its sender does not say. */
  expectedSha256?: string;
}

/** Validates an upload request; returns the new upload, or the wrong field with the reason. */
export function parseUploadRequest(
  request: UploadRequest,
): { upload: NewUpload } | { field: keyof UploadRequest; refusal: UploadRefusal } {
  const { sizeBytes } = request;
  const name = nameFrom(request.name, UPLOAD_NAME_MAX);
  if (name === null || /[/\\]/.test(name)) return { field: 'name', refusal: 'upload-name' };
  const path = nameFrom(request.path ?? name, UPLOAD_PATH_MAX);
  if (path === null || isOutside(path)) return { field: 'path', refusal: 'upload-name' };
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    return { field: 'sizeBytes', refusal: 'upload-size' };
  const productId = request.productId ?? null;
  if (productId !== null && !(typeof productId === 'string' && /^[a-z0-9]{15}$/.test(productId)))
    return { field: 'productId', refusal: 'upload-product' };
  const expectedSha256 = request.sha256 ?? null;
  if (
    expectedSha256 !== null &&
    !(typeof expectedSha256 === 'string' && /^[0-9a-f]{64}$/.test(expectedSha256))
  )
    return { field: 'sha256', refusal: 'upload-sha256' };
  const refusal = nameRefusal(name, sizeBytes);
  if (refusal) {
    const field = refusal === 'file-empty' || refusal === 'file-too-large' ? 'sizeBytes' : 'name';
    return { field, refusal };
  }
  return {
    upload: { name, path, sizeBytes, productId, ...(expectedSha256 === null ? {} : { expectedSha256 }) },
  };
}

/** The name as it is stored; null for none, a longer one, or one with control characters. */
function nameFrom(text: unknown, maxLength: number): string | null {
  if (typeof text !== 'string' || text.length > maxLength || /\p{Cc}|\p{Cs}/u.test(text)) return null;
  const name = cleanFileName(text);
  return name === '' || name.length > maxLength ? null : name;
}

/** Whether a path leads outside its folder, on any operating system. */
export function isOutside(path: string): boolean {
  return /^[/\\]|^[a-z]:/i.test(path) || path.split(/[/\\]/).includes('..') || path.includes('\0');
}

/** Whether the seller may delete an upload; not while it is checked or unpacked, nor once it is used. */
export function mayDiscard({ state, archiveId }: Pick<Upload, 'state' | 'archiveId'>): boolean {
  if (state === 'uploading') return archiveId === null;
  return state === 'checked' || state === 'refused';
}
