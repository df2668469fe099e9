import { textRefusal } from '../kernel/clean-text.ts';
import { CASE_GROUNDS, type CaseGround, type CaseState } from './case.ts';

/** A decision about a case, and the reasons that people at the operator desk write once and use again. */

export type Verdict = 'upheld' | 'dismissed';

/** What a decision says: the claim is upheld or not, on what ground, and why. Both sides read it. */
export interface CaseDecision {
  verdict: Verdict;
  ground: CaseGround;
  /** The law or the section of the terms, such as "Copyright" or "What you may post". */
  groundText: string;
  /** The facts and why they lead to this decision. */
  reason: string;
}

/** A reason that was written once. */
export interface SavedReason extends CaseDecision {
  id: string;
  title: string;
}

export const DECISION_LIMITS = { groundText: 300, reason: 2000, title: 80 } as const;
/** How many reasons there can be. */
export const SAVED_REASONS_MOST = 50;

/** One error message per invalid field; empty where the decision can be made. */
export function decisionRefusals({
  ground,
  groundText,
  reason,
}: Pick<CaseDecision, 'groundText' | 'reason'> & { ground: string }): {
  ground?: string;
  groundText?: string;
  reason?: string;
} {
  const refusals: { ground?: string; groundText?: string; reason?: string } = {};
  if (!(ground in CASE_GROUNDS)) refusals.ground = 'Choose what the decision rests on.';
  const wrongGround = textRefusal(groundText, {
    min: 2,
    max: DECISION_LIMITS.groundText,
    what: 'the law or the section',
  });
  if (wrongGround !== null) refusals.groundText = wrongGround;
  const wrongReason = textRefusal(reason, {
    min: 10,
    max: DECISION_LIMITS.reason,
    what: 'why you decide so',
  });
  if (wrongReason !== null) refusals.reason = wrongReason;
  return refusals;
}

/** The same for a reason that is saved. */
export function savedReasonRefusals(
  reason: Parameters<typeof decisionRefusals>[0] & { title: string },
): ReturnType<typeof decisionRefusals> & { title?: string } {
  const wrongTitle = textRefusal(reason.title, { min: 2, max: DECISION_LIMITS.title, what: 'a title' });
  return { ...decisionRefusals(reason), ...(wrongTitle === null ? {} : { title: wrongTitle }) };
}

/** Whether a case in this state waits for a decision. */
export function waitsForDecision(state: CaseState): boolean {
  return state === 'open' || state === 'answered' || state === 'appealed';
}
