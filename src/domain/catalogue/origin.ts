import type { Instant } from '../kernel/instant.ts';

/** Where a product comes from, as its seller declares it at the first publish. */

export const ORIGIN_KINDS = {
  own: 'It is my own design',
  licensed: 'I have a licence for it',
} as const;
export type OriginKind = keyof typeof ORIGIN_KINDS;

/** The seller's declaration: their own design, or whose it is and which licence allows selling it. */
export type Origin = { kind: 'own' } | { kind: 'licensed'; from: string; licence: string };

/** A stored declaration: when it was made, and which wording it agreed to. */
export interface DeclaredOrigin {
  origin: Origin;
  at: Instant;
  /** The version of the wording, from 1. */
  version: number;
}

/** The version of the wording below. Raise it when the wording changes. */
export const ORIGIN_VERSION = 1;
/** What the seller declares by publishing. */
export const ORIGIN_WORDING =
  'By publishing I declare that I may sell or give away these files and pictures here, and that nobody else’s rights stand against it.';

/** Limits in characters. */
export const ORIGIN_LIMITS = { from: 200, licence: 200 } as const;

/** Errors by field; empty if the declaration is complete. */
export function originRefusals(origin: Origin): Partial<Record<'from' | 'licence', string>> {
  if (origin.kind === 'own') return {};
  const refusals: ReturnType<typeof originRefusals> = {};
  const check = (field: 'from' | 'licence', sentence: string) => {
    const { length } = origin[field].trim();
    if (length < 2) refusals[field] = sentence;
    else if (length > ORIGIN_LIMITS[field])
      refusals[field] = `Use at most ${ORIGIN_LIMITS[field]} characters.`;
  };
  check('from', 'Say whose design it is.');
  check('licence', 'Name the licence, such as "CC BY 4.0" or "written permission of 3 May 2026".');
  return refusals;
}

/**
 * Why a product cannot be published or scheduled yet, or null. It is asked once: before the first publish.
 * @param declared the declaration stored with the product, or the one sent along
 * @param publishedAt when the product was published first; null for never
 */
export function originRefusal(declared: Origin | null, publishedAt: Instant | null): string | null {
  if (publishedAt !== null) return null;
  if (declared === null) return 'Say whether it is your own design or licensed.';
  return Object.values(originRefusals(declared))[0] ?? null;
}
