/** The part of a file that a Range header requests: the whole file, a range in bytes, or a range outside the file. */
export type RequestedRange = 'all' | 'outside' | { first: number; last: number };

/**
 * Reads a Range header (RFC 9110, 14.1). Several ranges or another unit count as none.
 * @param sizeBytes of the whole file.
 */
export function requestedRange(header: string | undefined, sizeBytes: number): RequestedRange {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!found) return 'all';
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return 'all';
  if (from === '') {
    const count = Number(to);
    if (count === 0 || sizeBytes === 0) return 'outside';
    return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return 'all';
  return first >= sizeBytes ? 'outside' : { first, last };
}
