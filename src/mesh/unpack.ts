import { Inflate } from 'fflate';
import type { ZipEntry } from './zip-directory.ts';

/** Deflate makes at most a thousand bytes of one, so a step unpacks to 16 MB at most. */
const STEP_BYTES = 16 * 1024;

/**
 * Unpacks one file of a zip piece by piece, each handed on before the next is made.
 * @returns whether it is whole: exactly as long as the directory claims. It stops where it grows longer.
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

/** False where the packed bytes are damaged: whatever the inflater throws, these bytes made it. */
function pushed(inflating: Inflate, bytes: Uint8Array, last: boolean): boolean {
  try {
    inflating.push(bytes, last);
    return true;
  } catch {
    return false;
  }
}
