import { encode } from 'uqr';

/** A QR code as the path of its dark squares, one unit each, with a light border. `size` is its width and height in units. */
export function qrPath(address: string): { path: string; size: number } {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { path, size };
}
