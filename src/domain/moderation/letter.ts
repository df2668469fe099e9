import { textRefusal } from '../kernel/clean-text.ts';
import type { CaseKind, CaseSubject } from './case.ts';
import { NOTICE_NAME_MAX } from './notice.ts';
import { reportRefusals } from './report.ts';

/** A notice that arrived by letter or mail, as somebody at the desk records it. */
export interface LetterDraft {
  /** Chosen by the form once, so that a letter that is sent twice is recorded once. */
  letterId: string;
  /** The address of the page it is about. */
  address: string;
  kind: CaseKind | '';
  text: string;
  name: string;
  /** "" where the letter names none: then its sender is answered by letter. */
  email: string;
  /** Whether the subject is hidden until the decision. */
  isHidden: boolean;
}

/** Only these can be hidden before the decision: what is hidden of a text was found by a program. */
export const canHideMeanwhile = (what: CaseSubject): boolean => what === 'product' || what === 'store';

/** One message for each field that is refused. @param what the subject at the address; null where there is none. */
export function letterRefusals(
  letter: Omit<LetterDraft, 'letterId'>,
  what: CaseSubject | null,
): Partial<Record<keyof LetterDraft, string>> {
  const refusals: ReturnType<typeof letterRefusals> = {};
  if (what === null) refusals.address = 'There is nothing public at this address that could be reported.';
  else {
    const wrong = reportRefusals({ what, kind: letter.kind, text: letter.text });
    if (wrong.kind !== undefined) refusals.kind = 'Choose a kind that fits what it is about.';
    if (wrong.text !== undefined) refusals.text = wrong.text;
    if (letter.isHidden && !canHideMeanwhile(what))
      refusals.isHidden = 'Only products and stores can be hidden before the decision.';
  }
  const wrongName = textRefusal(letter.name, { min: 2, max: NOTICE_NAME_MAX, what: 'the name' });
  if (wrongName !== null) refusals.name = wrongName;
  return refusals;
}
