import {
  casesToNotify,
  decisionsAgainst,
  markCaseNotified,
  peopleWithStrikes,
  type StoredCase,
  saveStrikes,
} from '../../data/moderation/cases.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { type CaseSide, caseName } from '../../domain/moderation/case.ts';
import { strikesOf } from '../../domain/moderation/strikes.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { type Notice, withNotice } from '../notifications/notifications.ts';
import { caseHeadline, caseMailToAccused, caseMailToReporter } from './case-mails.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const FORGET_MS = 3_600_000;
const FORGET_AT_ONCE = 1000;

/** What cases need of the commerce context. */
export type CaseParts = Pick<
  CommerceContext,
  'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'
>;

/**
 * Writes to both sides of every case that was opened, answered, decided or objected to since they were last written to,
 * and counts anew how often claims against the person were found right. The hiding itself is done by the backend's
 * triggers. Answers how many cases were told.
 */
export async function notifyCases(parts: CaseParts): Promise<number> {
  const { pb, now } = parts;
  let told = 0;
  for (const file of await casesToNotify(pb, AT_ONCE)) {
    const mails: (Mail | null)[] = [
      file.accused && caseMailToAccused(parts, file.case, file.accused.email),
      ...file.reporters.map((reporter) => caseMailToReporter(parts, file.case, reporter)),
    ];
    const written = mails.filter((mail) => mail !== null);
    if (file.accused) await countStrikes(parts, file.accused.userId);
    const isTold = await markCaseNotified(pb, file.case, (steps) => {
      for (const mail of written) withMail(steps, mail, now());
      for (const notice of noticesOf(file)) withNotice(steps, parts, notice, now());
    });
    if (isTold) told++;
  }
  if (told > 0) parts.mailQueued();
  return told;
}

/** The rows in both sides' lists. They need no mail, for each side gets a letter of its own. */
function noticesOf({ case: one, accused, reporters }: StoredCase): Notice[] {
  const key = `case:${one.id}:${one.state}${one.appeal === '' ? '' : ':again'}`;
  const notice = (side: CaseSide, to: string[]): Notice => ({
    to,
    kind: 'case',
    storeId: null,
    key: `${key}:${side}`,
    title: `Case ${caseName(one)} ${caseHeadline(one.state, side)}`,
    path: paths.reports(),
    mail: null,
  });
  return [
    notice('accused', accused && one.state !== 'answered' ? [accused.userId] : []),
    notice(
      'reporter',
      reporters.flatMap(({ userId }) => userId ?? []),
    ),
  ].filter(({ to }) => to.length > 0);
}

/** Lets go what lies a year back. Answers how many people were looked at. */
export async function expireStrikes(parts: CaseParts): Promise<number> {
  const people = await peopleWithStrikes(parts.pb, FORGET_AT_ONCE);
  for (const userId of people) await countStrikes(parts, userId);
  return people.length;
}

async function countStrikes({ pb, now }: CaseParts, userId: string): Promise<void> {
  await saveStrikes(pb, userId, strikesOf(await decisionsAgainst(pb, userId), now()));
}

/** Tells of cases now, every minute, and at once when woken. */
export function openCases(parts: CaseParts): PeriodicJob {
  let forgottenAt = 0;
  return openPeriodicJob(
    async () => {
      await notifyCases(parts);
      if (parts.now() - forgottenAt < FORGET_MS) return;
      forgottenAt = parts.now();
      await expireStrikes(parts);
    },
    EVERY_MS,
    parts.onError,
  );
}
