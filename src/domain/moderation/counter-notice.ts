import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { appealRefusal, type Case } from './case.ts';

/**
 * A counter-notice against an upheld claim of copyright, as the DMCA (17 U.S.C. § 512(g)) knows it. It is the objection to the
 * decision, with a name, an address and two declarations, and goes to the person who made the claim.
 */
export interface CounterNotice {
  /** The full legal name of the person who objects. */
  name: string;
  /** Their postal address, line by line. */
  address: string;
  phone: string;
  /** Why the model may stay. */
  statement: string;
  /** "I believe in good faith that it was removed by mistake": under penalty of perjury. */
  believesMistake: boolean;
  /** Consent to the jurisdiction of a court, and to accept service of process from the claimant. */
  acceptsCourt: boolean;
}

export const COUNTER_NOTICE_LIMITS = { name: 120, address: 400, phone: 40, statement: 3000 } as const;
/** Business days after which the model may come back, and by which it does, unless the claimant went to court. */
export const COUNTER_NOTICE_DAYS = { least: 10, most: 14 } as const;

export const BELIEF_TEXT =
  'I state under penalty of perjury that I believe in good faith that the material was removed or disabled by mistake or because it was mistaken for something else.';
export const COURT_TEXT =
  'I consent to the jurisdiction of the federal court of the district of my address, or, if I live outside the United States, of any district in which the operator may be found, and will accept service of process from the person who made the claim.';

/** Whether the person a case is about can send a counter-notice now: against an upheld claim of copyright, once. */
export function takesCounterNotice(
  one: Pick<Case, 'kind' | 'state' | 'decidedAt' | 'appeal'>,
  now: Instant,
): boolean {
  return one.kind === 'copyright' && appealRefusal(one, 'accused', now) === null;
}

/** One error message per invalid field; empty where the notice is complete. */
export function counterNoticeRefusals(notice: CounterNotice): Partial<Record<keyof CounterNotice, string>> {
  const refusals: Partial<Record<keyof CounterNotice, string>> = {};
  const { name, address, phone, statement } = COUNTER_NOTICE_LIMITS;
  const check = (
    field: 'name' | 'address' | 'phone' | 'statement',
    min: number,
    max: number,
    what: string,
  ) => {
    const refusal = textRefusal(notice[field], { min, max, what });
    if (refusal !== null) refusals[field] = refusal;
  };
  check('name', 2, name, 'your full name');
  check('address', 10, address, 'your postal address');
  check('phone', 5, phone, 'your telephone number');
  check('statement', 10, statement, 'why the model may stay');
  if (!notice.believesMistake) refusals.believesMistake = 'A counter-notice needs this statement.';
  if (!notice.acceptsCourt) refusals.acceptsCourt = 'A counter-notice needs this consent.';
  return refusals;
}

/** The moment some business days later: Saturdays and Sundays (UTC) do not count, holidays do. */
export function businessDaysAfter(start: Instant, days: number): Instant {
  let at = start;
  for (let left = days; left > 0; ) {
    at += 86_400_000;
    const day = new Date(at).getUTCDay();
    if (day !== 0 && day !== 6) left--;
  }
  return at;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The notice as the objection that both sides and those who decide read, with its two dates. */
export function counterNoticeText(notice: CounterNotice, email: string, now: Instant): string {
  const day = (days: number) => DAY.format(businessDaysAfter(now, days));
  return [
    `Counter-notice of ${DAY.format(now)}`,
    notice.statement,
    BELIEF_TEXT,
    COURT_TEXT,
    `${notice.name}\n${notice.address}\n${notice.phone}\n${email}`,
    `Unless the person who made the claim tells us before that they asked a court to stop this, the model comes back between ${day(COUNTER_NOTICE_DAYS.least)} and ${day(COUNTER_NOTICE_DAYS.most)} (${COUNTER_NOTICE_DAYS.least} to ${COUNTER_NOTICE_DAYS.most} business days).`,
  ].join('\n\n');
}
