import { Inflate } from 'fflate';
import type { ZipEntry } from './zip-directory.ts';

/** Deflate expands at most a thousandfold, so one step yields at most 16 MB. */
const STEP_BYTES = 16 * 1024;

/**
 * Unpacks one file of a zip in chunks.
 * @returns whether it has exactly the size of its directory entry; stops early if it grows longer.
 */
export function unpack(entry: ZipEntry, take: (piece: Uint8Array) => void): boolean {
  if (!entry.deflated) {
    for (let at = 0; at < entry.packed.length; at += STEP_BYTES)
      take(entry.packed.subarray(at, at + STEP_BYTES));
    return true;
  }
  let length = 0;
  let pieces: Uint8Array[] = [];
  let ended = false;
  const inflating = new Inflate((piece, final) => {
    pieces.push(piece);
    ended = final;
  });
  for (let at = 0; at < entry.packed.length && !ended; at += STEP_BYTES) {
    const last = at + STEP_BYTES >= entry.packed.length;
    if (!pushed(inflating, entry.packed.subarray(at, at + STEP_BYTES), last)) return false;
    for (const piece of pieces) {
      length += piece.length;
      if (length > entry.size) return false;
      take(piece);
    }
    pieces = [];
  }
  return ended && length === entry.size;
}

/** False if the packed bytes are damaged, that is, if the inflater throws. */
function pushed(inflating: Inflate, bytes: Uint8Array, last: boolean): boolean {
  try {
    inflating.push(bytes, last);
    return true;
  } catch {
    return false;
  }
}
