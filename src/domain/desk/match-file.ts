import { MATCH_KINDS, type MatchKind, type MatchOutcome } from '../assets/model-match.ts';
import type { ProductState, SizeMm } from '../catalogue/product.ts';
import { textRefusal } from '../kernel/clean-text.ts';
import { dayText, type Instant } from '../kernel/instant.ts';

/** One of the two models of a match. */
export interface MatchSide {
  fileName: string;
  /** When the file was added to its product. */
  since: Instant;
  /** Null where it was not measured. */
  size: SizeMm | null;
  triangles: number;
  product: { id: string; name: string; state: ProductState };
  /** What the seller declared about who made it; "" for nothing. */
  origin: { kind: 'own' | 'licensed' | ''; from: string; licence: string };
  store: { id: string; name: string; slug: string; ownerId: string };
}

/** The same model in two stores, with everything that is needed to decide about it. */
export interface MatchFile {
  id: string;
  kind: MatchKind;
  /** Null while it waits for a decision. */
  outcome: MatchOutcome | null;
  foundAt: Instant;
  /** The one that came first, which need not be the original. */
  older: MatchSide;
  newer: MatchSide;
}

export const MATCH_CLAIM_MAX = 2000;

/** What a case says unless whoever opens it writes something else. Its accused reads it, so it names no store. */
export function matchClaim({ kind, older }: Pick<MatchFile, 'kind' | 'older'>): string {
  return `${MATCH_KINDS[kind]} is in another store, as “${older.fileName}” since ${dayText(older.since)}. Please tell us where your model comes from.`;
}

/** What is wrong with a decision, by field. */
export function matchRefusals({ outcome, claim }: { outcome: MatchOutcome; claim: string }): {
  claim?: string;
} {
  if (outcome !== 'case') return {};
  const refusal = textRefusal(claim, { min: 1, max: MATCH_CLAIM_MAX, what: 'what the case is about' });
  return refusal === null ? {} : { claim: refusal };
}
