import type { Cents } from '../kernel/money.ts';
import { type FacetValue, facetLabel } from './facets.ts';
import type { ProductFile, SizeMm } from './product.ts';

/** What somebody with a printer asks about a model, in words and numbers. */

/** A usual price of standard resin: 35 dollars a litre. */
export const RESIN_CENTS_PER_LITRE: Cents = 3500;

/** Resin that ends up in supports and on the build plate, as a share of the model's own volume. */
export const RESIN_LOSS = 0.15;

/**
 * What the resin for a model of this volume costs, supports and loss included, rounded up to a whole cent.
 * @param volumeMl millilitres, 0 or more.
 * @throws RangeError when the volume is negative or no number.
 */
export function resinCost(volumeMl: number, centsPerLitre: Cents = RESIN_CENTS_PER_LITRE): Cents {
  if (!(volumeMl >= 0) || !Number.isFinite(volumeMl)) throw new RangeError(`not a volume: ${volumeMl}`);
  // A hair is taken off first, so that an exact number of cents in binary noise is not rounded up.
  return Math.max(0, Math.ceil((volumeMl * (1 + RESIN_LOSS) * centsPerLitre) / 1000 - 1e-9));
}

/** At most one decimal, and none where it is zero: 37.1, 32. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** "37.1 × 32 × 47.7 mm": across, deep, tall. */
export function sizeText(size: SizeMm): string {
  return `${short(size.x)} × ${short(size.y)} × ${short(size.z)} mm`;
}

/** "48 mm tall", to the whole millimetre. */
export function heightText(heightMm: number): string {
  return `${Math.max(1, Math.round(heightMm))} mm tall`;
}

/** "9.1 ml". */
export function volumeText(volumeMl: number): string {
  return `${short(volumeMl)} ml`;
}

/** The kinds of support a buyer would rather have, first. */
const SUPPORTS_BY_WORTH: FacetValue<'supports'>[] = [
  'presupported',
  'support_free',
  'slicer_project',
  'unsupported',
];

/** The one word about supports that fits on a card, or null where nothing is known. */
export function supportsLabel(supports: readonly string[]): string | null {
  const best = SUPPORTS_BY_WORTH.find((value) => supports.includes(value)) ?? supports[0];
  return best === undefined ? null : facetLabel('supports', best);
}

/** Whether every measured mesh is closed, some are open, or nothing was measured. */
export function meshVerdict(files: readonly Pick<ProductFile, 'mesh'>[]): 'closed' | 'open' | null {
  const meshes = files.flatMap((file) => (file.mesh ? [file.mesh] : []));
  if (meshes.length === 0) return null;
  return meshes.every((mesh) => mesh.watertight) ? 'closed' : 'open';
}

/** "1 file", "11 files". */
export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
