import type PocketBase from 'pocketbase';
import { refundSum, takedownOfCase, withTakedown } from '../../data/commerce/takedowns.ts';
import { caseFile } from '../../data/desk/case-file.ts';
import { type Actor, actingAs } from '../../data/kernel/actor.ts';
import { decideCase, isDecidedSo } from '../../data/moderation/case-decisions.ts';
import { takedownRefusal } from '../../domain/commerce/takedown.ts';
import type { CaseFile } from '../../domain/desk/case-file.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { type CaseDecision, waitsForDecision } from '../../domain/moderation/case-decision.ts';

export interface DecisionRequest {
  id: string;
  /** `seen` of the case file that the person read. */
  seen: string;
  decision: CaseDecision;
  /** Whether everybody who bought the product is refunded, with the sum that was shown; null for no refunds. */
  refunds: { cents: number } | null;
}

/**
 * Decides a case in somebody's name. Sent twice it is done once; where somebody else was quicker the refusal says who.
 * With refunds the product is taken down and the job of takedowns pays everybody back, line by line.
 */
export async function decide(
  pb: PocketBase,
  person: Actor,
  { id, seen, decision, refunds }: DecisionRequest,
  now: Instant,
): Promise<Exclude<Refusal, 'changed-meanwhile'> | null> {
  const file = await caseFile(pb, id);
  if (!file) return 'not-found';
  const { productId } = file;
  const sum = refunds && productId !== null ? await refundSum(pb, productId) : null;
  const isOpen = waitsForDecision(file.case.state);
  if (refunds && isOpen) {
    const refusal = takedownRefusal({
      productId,
      sum: sum ?? { buyers: 0, sales: 0, cents: 0, hasAddedTax: false, disputed: 0 },
    });
    if (refusal !== null) return { sentence: refusal };
    if (decision.verdict !== 'upheld')
      return { sentence: 'Buyers are refunded only where the claim is upheld.' };
    if (sum && sum.cents !== refunds.cents)
      return { sentence: 'Somebody bought or returned it meanwhile; look at the new sum and decide again.' };
  }
  const isDone = await decideCase(actingAs(pb, person), { id, seen, decision, now }, (steps) => {
    if (sum && productId !== null) withTakedown(steps, { caseId: id, productId, sum, by: person }, now);
  });
  if (isDone) return null;
  return await laterRefusal(pb, person, { id, seen, decision, refunds });
}

/** Why a case was not decided: it was, or something was said in it. Null where this same decision was made already. */
async function laterRefusal(
  pb: PocketBase,
  person: Actor,
  { id, decision, refunds }: DecisionRequest,
): Promise<Exclude<Refusal, 'changed-meanwhile'> | null> {
  const file = await caseFile(pb, id);
  if (!file) return 'not-found';
  if (waitsForDecision(file.case.state))
    return { sentence: 'Something was said in this case meanwhile. Read it again, then decide.' };
  const isOwn = file.decidedBy?.name === person.name && (await isDecidedSo(pb, id, decision));
  const hasRefunds = (await takedownOfCase(pb, id)) !== null;
  return isOwn && hasRefunds === (refunds !== null) ? null : { sentence: decidedText(file) };
}

function decidedText({ decidedBy, case: one }: CaseFile): string {
  const by = decidedBy === null ? '' : ` by ${decidedBy.name} on ${dayText(decidedBy.at)}`;
  return `This case was ${one.state} meanwhile${by}. Nothing was changed.`;
}
