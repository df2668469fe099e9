import type { Cents } from '../../kernel/money.ts';
import { resinCost, volumeText } from '../printing.ts';
import type { Product, ProductFile, SizeMm } from '../product.ts';

/** How much resin one print of a model takes, supports included. */
export interface Resin {
  /** In ml; the same where it was measured. */
  leastMl: number;
  mostMl: number;
  /** Measured with its supports, needing none, or estimated with supports as slicers make them. */
  basis: 'measured' | 'support-free' | 'estimated';
}

/**
 * What supports and the plate under them add, as shares of the box around the model: its footprint times its height. Five
 * figures and a bust of 30 to 53 mm, sliced by PrusaSlicer with its default supports and pad, took 0.096 to 0.128.
 */
const SUPPORTS = { least: 0.08, most: 0.14 } as const;

/**
 * The resin for one copy of a model; null where nothing was measured. The files with supports are the truth where there are
 * such: what a slicer makes of them has their volume. A model without is an estimate, and so a range.
 * @param product its own volume in ml is that of the model without supports
 */
export function resinOf(product: {
  volumeMl: number | null;
  size: SizeMm | null;
  supports: Product['facets']['supports'];
  files: readonly Pick<ProductFile, 'role' | 'scale' | 'mesh' | 'retiredAt'>[];
}): Resin | null {
  const { volumeMl, size, supports, files } = product;
  const supported = files.filter(
    ({ role, mesh, retiredAt }) => role === 'presupported' && retiredAt === null && (mesh?.volumeMl ?? 0) > 0,
  );
  const [first] = supported;
  if (first) {
    // Of several scales only the first counts, as for the pieces of one copy.
    const ml = supported
      .filter(({ scale }) => scale === first.scale)
      .reduce((sum, { mesh }) => sum + (mesh?.volumeMl ?? 0), 0);
    return { leastMl: ml, mostMl: ml, basis: 'measured' };
  }
  if (volumeMl === null || volumeMl <= 0) return null;
  if (supports.includes('support_free'))
    return { leastMl: volumeMl, mostMl: volumeMl, basis: 'support-free' };
  const boxMl = size === null ? volumeMl * 5 : (size.x * size.y * size.z) / 1000;
  return {
    leastMl: volumeMl + boxMl * SUPPORTS.least,
    mostMl: volumeMl + boxMl * SUPPORTS.most,
    basis: 'estimated',
  };
}

/** The resin of several models, each printed once; null without any. */
export function resinOfAll(all: readonly (Resin | null)[]): Resin | null {
  const known = all.filter((one) => one !== null);
  if (known.length === 0) return null;
  const sum = (of: (one: Resin) => number) => known.reduce((total, one) => total + of(one), 0);
  const isMeasured = known.every(({ basis }) => basis === known[0]?.basis);
  return {
    leastMl: sum(({ leastMl }) => leastMl),
    mostMl: sum(({ mostMl }) => mostMl),
    basis: isMeasured ? (known[0]?.basis ?? 'estimated') : 'estimated',
  };
}

/** "10.8 ml" where it was measured, "13–17 ml" for a range, rounded outwards from 2 ml on. */
export function resinText({ leastMl, mostMl }: Resin): string {
  const [least, most] = [volumeText(leastMl), volumeText(mostMl)];
  if (least === most) return most;
  if (mostMl < 2) return `${least.replace(' ml', '')}–${most}`;
  return `${Math.floor(leastMl)}–${Math.ceil(mostMl)} ml`;
}

/** "about $0.38", "about $0.47 to $0.60". @param money writes an amount of cents */
export function resinCostText(resin: Resin, centsPerLitre: Cents, money: (cents: Cents) => string): string {
  const [least, most] = [resin.leastMl, resin.mostMl].map((ml) =>
    money(Math.max(1, resinCost(ml, centsPerLitre))),
  );
  return least === most ? `about ${least}` : `about ${least} to ${most}`;
}
