import type { Cents } from '../kernel/money.ts';
import { counted } from '../kernel/plural.ts';
import { type FacetOffer, offeredName } from './facet-offer.ts';
import type { FacetValue } from './facets.ts';
import type { ProductFile, SizeMm } from './product.ts';

/** Print facts of a model as text: size, volume, resin cost, supports. */

/** A typical price of standard resin: 35 dollars a litre. */
export const RESIN_CENTS_PER_LITRE: Cents = 3500;

/**
 * The cost of so much resin, rounded up to a whole cent; `resinOf` says how much a model takes.
 * @param volumeMl millilitres, 0 or more.
 * @throws RangeError if the volume is negative or not a number.
 */
export function resinCost(volumeMl: number, centsPerLitre: Cents = RESIN_CENTS_PER_LITRE): Cents {
  if (!(volumeMl >= 0) || !Number.isFinite(volumeMl)) throw new RangeError(`not a volume: ${volumeMl}`);
  // The small epsilon keeps floating-point noise from rounding an exact number of cents up.
  return Math.max(0, Math.ceil((volumeMl * centsPerLitre) / 1000 - 1e-9));
}

/** At most one decimal, none if it is zero: 37.1, 32. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** "37.1 × 32 × 47.7 mm": width, depth, height. */
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

/** Kinds of support in the order buyers prefer them. */
const SUPPORTS_BY_WORTH: FacetValue<'supports'>[] = [
  'presupported',
  'support_free',
  'slicer_project',
  'unsupported',
];

/** The best kind of support as a label for a product card, or null if unknown. */
export function supportsLabel(supports: readonly string[], names: FacetOffer['names'] = {}): string | null {
  const best = SUPPORTS_BY_WORTH.find((value) => supports.includes(value)) ?? supports[0];
  return best === undefined ? null : offeredName({ names }, 'supports', best);
}

/**
 * What is said of the meshes: whether every measured one is closed, and how many edges of them slicers repair because parts
 * of the surface touch there. Null if nothing was measured.
 */
export function meshVerdict(
  files: readonly Pick<ProductFile, 'mesh'>[],
): { closed: boolean; repairedEdges: number } | null {
  const meshes = files.flatMap((file) => (file.mesh ? [file.mesh] : []));
  if (meshes.length === 0) return null;
  return {
    closed: meshes.every((mesh) => mesh.watertight),
    repairedEdges: meshes.reduce((sum, { crowdedEdges = 0 }) => sum + crowdedEdges, 0),
  };
}

/** "Closed and printable", or what a slicer says of a closed mesh that it repairs. */
export function closedText(repairedEdges: number): string {
  if (repairedEdges === 0) return 'Closed and printable';
  return `Closed, ${counted(repairedEdges, 'edge')} that slicers repair`;
}

/** "1 file", "11 files". */
export function filesText(count: number): string {
  return counted(count, 'file');
}
