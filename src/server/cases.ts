import { tellCase, untoldCases } from '../data/cases.ts';
import type { Mail } from '../domain/mail.ts';
import type { Counter } from './counter.ts';
import { caseMailToReporter, caseMailToSeller } from './mails/case-mails.ts';
import { openRounds, type Rounds } from './rounds.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;

/** What of the counter a case needs. */
export type CaseParts = Pick<Counter, 'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'>;

/**
 * Writes to both sides of every case that was opened, answered or decided since they were last written to. The hiding
 * itself is done by the backend's triggers. Answers how many cases were told.
 */
export async function tellCases(parts: CaseParts): Promise<number> {
  const { pb, now } = parts;
  let told = 0;
  for (const file of await untoldCases(pb, AT_ONCE)) {
    const mails: (Mail | null)[] = [
      file.seller && caseMailToSeller(parts, file.case, file.seller),
      caseMailToReporter(parts, file.case, file.reporter),
    ];
    const written = mails.filter((mail) => mail !== null);
    if (await tellCase(pb, file.case, written, now())) told++;
  }
  if (told > 0) parts.mailQueued();
  return told;
}

/** Tells of cases now, every minute, and at once when woken. */
export function openCases(parts: CaseParts): Rounds {
  return openRounds(() => tellCases(parts), EVERY_MS, parts.onError);
}
