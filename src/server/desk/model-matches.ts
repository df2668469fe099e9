import type PocketBase from 'pocketbase';
import { decideMatch, type MatchDecision, withMatchDecision } from '../../data/assets/model-matches.ts';
import { matchFile } from '../../data/desk/model-matches.ts';
import { type Actor, actingAs } from '../../data/kernel/actor.ts';
import { type Transaction, TransactionRefused } from '../../data/kernel/transaction.ts';
import { joinCase, openCaseAbout, openCaseWith } from '../../data/moderation/reports.ts';
import type { MatchOutcome } from '../../domain/assets/model-match.ts';
import type { MatchSide } from '../../domain/desk/match-file.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

export interface MatchDeed {
  id: string;
  outcome: MatchOutcome;
  /** Whose product a case is about. */
  against: 'older' | 'newer';
  /** What the case says, for its accused. */
  claim: string;
}

/**
 * Decides a match of two models. Only with the outcome "case" does anybody hear of it: a case about the product is opened, or
 * joined, in the same transaction, and its accused is asked for an answer.
 * @returns why not, or null.
 */
export async function decideAbout(
  pb: PocketBase,
  staff: Actor,
  { id, outcome, against, claim }: MatchDeed,
  now: Instant,
): Promise<'not-found' | 'decided' | null> {
  const match = await matchFile(pb, id);
  if (!match) return 'not-found';
  if (match.outcome !== null) return match.outcome === outcome ? null : 'decided';
  const names = `${match.older.product.name} (${match.older.store.name}), ${match.newer.product.name} (${match.newer.store.name})`;
  const decision = { id, outcome, by: staff.name, detail: `${outcome}: ${names}`.slice(0, 500), now };
  const own = actingAs(pb, staff);
  if (outcome !== 'case') return (await decideMatch(own, decision)) ? null : 'decided';
  try {
    return (await inCase(own, match[against], claim, decision)) ? null : 'decided';
  } catch (reason) {
    if (reason instanceof TransactionRefused && reason.code === 'decided') return 'decided';
    throw reason;
  }
}

/** False where cases about the product open and close faster than we write. */
async function inCase(
  pb: PocketBase,
  { product, store }: MatchSide,
  claim: string,
  decision: MatchDecision,
): Promise<boolean> {
  const about = {
    ...{ what: 'product' as const, id: product.id, name: product.name, quote: '' },
    ...{ accusedId: store.ownerId, productId: product.id, storeId: store.id },
  };
  const also = (steps: Transaction) => void withMatchDecision(steps, decision);
  const row = { userId: null, about, kind: 'copyright' as const, text: claim, also };
  for (let tries = 0; tries < 3; tries++) {
    const open = await openCaseAbout(pb, 'product', product.id);
    const isDone = open
      ? (await joinCase(pb, open.id, row, null, decision.now)) === null
      : (await openCaseWith(pb, row, decision.now)) !== null;
    if (isDone) return true;
  }
  return false;
}
