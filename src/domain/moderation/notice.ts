import { textRefusal } from '../kernel/clean-text.ts';
import type { CaseSubject } from './case.ts';
import { type NewReport, reportRefusals } from './report.ts';

/** Notices of people without an account. They enter the queue once their address is confirmed by a mailed link. */

export interface NewNotice extends NewReport {
  name: string;
  email: string;
  /** That they state in good faith that what they write is true and complete, as the law asks of a notice. */
  goodFaith: boolean;
}

/** How long the mailed link works, in ms. */
export const NOTICE_VALID_MS = 48 * 3_600_000;
export const NOTICE_NAME_MAX = 100;
export const NO_STATEMENT = 'Confirm that what you write is true.';

/** Whether somebody without an account can report it: everything public, which a message is not. */
export function takesNotices(what: CaseSubject): boolean {
  return what !== 'message';
}

/** One error message per invalid field; empty where the notice can be sent. */
export function noticeRefusals(
  notice: Pick<NewNotice, 'what' | 'text' | 'name' | 'goodFaith'> & { kind: string },
): ReturnType<typeof reportRefusals> & { name?: string; goodFaith?: string } {
  const refusals: ReturnType<typeof noticeRefusals> = reportRefusals(notice);
  const wrongName = textRefusal(notice.name, { min: 2, max: NOTICE_NAME_MAX, what: 'your name' });
  if (wrongName !== null) refusals.name = wrongName;
  if (!notice.goodFaith) refusals.goodFaith = NO_STATEMENT;
  return refusals;
}
