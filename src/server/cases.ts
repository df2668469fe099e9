import { decisionsAgainst, keepStrikes, peopleWithStrikes, tellCase, untoldCases } from '../data/cases.ts';
import type { Mail } from '../domain/mail.ts';
import { strikesOf } from '../domain/standing.ts';
import type { Counter } from './counter.ts';
import { caseMailToAccused, caseMailToReporter } from './mails/case-mails.ts';
import { openRounds, type Rounds } from './rounds.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const FORGET_MS = 3_600_000;
const FORGET_AT_ONCE = 1000;

/** What of the counter a case needs. */
export type CaseParts = Pick<Counter, 'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'>;

/**
 * Writes to both sides of every case that was opened, answered, decided or objected to since they were last written to,
 * and counts anew how often claims against the person were found right. The hiding itself is done by the backend's
 * triggers. Answers how many cases were told.
 */
export async function tellCases(parts: CaseParts): Promise<number> {
  const { pb, now } = parts;
  let told = 0;
  for (const file of await untoldCases(pb, AT_ONCE)) {
    const mails: (Mail | null)[] = [
      file.accused && caseMailToAccused(parts, file.case, file.accused.email),
      ...file.reporters.map((reporter) => caseMailToReporter(parts, file.case, reporter)),
    ];
    const written = mails.filter((mail) => mail !== null);
    if (file.accused) await countStrikes(parts, file.accused.userId);
    if (await tellCase(pb, file.case, written, now())) told++;
  }
  if (told > 0) parts.mailQueued();
  return told;
}

/** Lets go what lies a year back. Answers how many people were looked at. */
export async function forgetStrikes(parts: CaseParts): Promise<number> {
  const people = await peopleWithStrikes(parts.pb, FORGET_AT_ONCE);
  for (const userId of people) await countStrikes(parts, userId);
  return people.length;
}

async function countStrikes({ pb, now }: CaseParts, userId: string): Promise<void> {
  await keepStrikes(pb, userId, strikesOf(await decisionsAgainst(pb, userId), now()));
}

/** Tells of cases now, every minute, and at once when woken. */
export function openCases(parts: CaseParts): Rounds {
  let forgottenAt = 0;
  return openRounds(
    async () => {
      await tellCases(parts);
      if (parts.now() - forgottenAt < FORGET_MS) return;
      forgottenAt = parts.now();
      await forgetStrikes(parts);
    },
    EVERY_MS,
    parts.onError,
  );
}
