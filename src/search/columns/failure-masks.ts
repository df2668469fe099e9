import type { Ordinals } from '../ordinals.ts';

/** Masks of the facets that documents fail: `failed` has them by the places of the documents. */

/** The documents with exactly this mask. */
export function withMask(
  mask: number,
  { ids, count }: Ordinals,
  failed: Uint32Array,
  into: Uint32Array,
): Ordinals {
  let found = 0;
  // Branchless: written always, counted only on a match, because the branch is unpredictable.
  for (let at = 0; at < count; at++) {
    into[found] = ids[at] as number;
    found += failed[at] === mask ? 1 : 0;
  }
  return { ids: into, count: found };
}

/** Whether exactly one bit is set. */
const isOne = (mask: number) => mask !== 0 && (mask & (mask - 1)) === 0;

/** The documents that fail exactly one facet, moved to the front together with their masks. */
export function withOneFailure({ ids, count }: Ordinals, failed: Uint32Array): Ordinals {
  let found = 0;
  for (let at = 0; at < count; at++) {
    const mask = failed[at] as number;
    ids[found] = ids[at] as number;
    failed[found] = mask;
    found += isOne(mask) ? 1 : 0;
  }
  return { ids, count: found };
}

/** Both at once, where the masks of all documents stand by their ordinals. */
export function sortedByMask(
  count: number,
  failed: Uint32Array,
  passing: Uint32Array,
  failers: Uint32Array,
): { passing: Ordinals; failers: Ordinals } {
  let [passed, one] = [0, 0];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const mask = failed[ordinal] as number;
    passing[passed] = ordinal;
    passed += mask === 0 ? 1 : 0;
    failers[one] = ordinal;
    // A place is never after its document: what is overwritten was read.
    failed[one] = mask;
    one += isOne(mask) ? 1 : 0;
  }
  return { passing: { ids: passing, count: passed }, failers: { ids: failers, count: one } };
}
