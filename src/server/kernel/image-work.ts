import sharp from 'sharp';
import { semaphore } from '../../domain/kernel/semaphore.ts';

sharp.cache(false);
sharp.concurrency(1);

/** Pictures decoded at once in this process, for whatever purpose: each takes a core, and up to 160 MB. */
const DECODED_AT_ONCE = 2;
/** Uploads that may wait for their turn, each with its bytes in memory, and requests that may wait for a page's picture. */
const UPLOADS_WAITING = 8;
const SHOWN_WAITING = 400;

const decode = semaphore(DECODED_AT_ONCE);
// One less than are decoded, so that pages get their pictures while somebody uploads.
const uploaded = semaphore(DECODED_AT_ONCE - 1, UPLOADS_WAITING);
const shown = semaphore(DECODED_AT_ONCE, SHOWN_WAITING);

/** Runs the reading of an uploaded picture when it is its turn. @throws QueueFull */
export function decodeUpload<T>(work: () => Promise<T>): Promise<T> {
  return uploaded(() => decode(work));
}

/** Runs the encoding of a picture for a page when it is its turn. @throws QueueFull */
export function encodeForPage<T>(work: () => Promise<T>): Promise<T> {
  return shown(() => decode(work));
}
