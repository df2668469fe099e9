import {
  type CasePerson,
  casesToNotify,
  decisionsAgainst,
  markCaseNotified,
  peopleWithStrikes,
  type StoredCase,
  saveStrikes,
} from '../../data/moderation/cases.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { appealUntil, type Case, type CaseSide, caseName } from '../../domain/moderation/case.ts';
import { strikesOf } from '../../domain/moderation/strikes.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { type Notice, withNotice } from '../notifications/notifications.ts';
import { caseHeadline, caseMailToAccused, caseMailToReporter } from './case-mails.ts';
import { caseStep } from './case-step.ts';
import type { ObjectionLinks } from './objection-links.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 100;
const EXPIRE_EVERY_MS = 3_600_000;
const EXPIRE_AT_ONCE = 1000;

/** The part of the commerce context that cases need. */
export type CaseParts = Pick<
  CommerceContext,
  'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'
>;

/**
 * Notifies both sides of every case whose state has changed, and recounts the strikes of the accused. The subject itself
 * is hidden by database triggers. Answers the number of cases.
 * @param links for reporters without an account; without them their mails have none.
 */
export async function notifyCases(parts: CaseParts, links: ObjectionLinks | null = null): Promise<number> {
  const { pb, now } = parts;
  let notified = 0;
  for (const stored of await casesToNotify(pb, AT_ONCE)) {
    const mails: (Mail | null)[] = [
      stored.accused && caseMailToAccused(parts, stored.case, stored.accused, claimIsMailed(stored)),
      ...stored.reporters.map((reporter) =>
        caseMailToReporter(parts, stored.case, reporter, objectAt(stored.case, reporter, links)),
      ),
    ];
    const written = mails.filter((mail) => mail !== null);
    if (stored.accused) await countStrikes(parts, stored.accused.userId);
    const isNotified = await markCaseNotified(pb, stored.case, (steps) => {
      for (const mail of written) withMail(steps, mail, now());
      for (const notice of noticesOf(stored)) withNotice(steps, parts, notice, now());
    });
    if (isNotified) notified++;
  }
  if (notified > 0) parts.mailQueued();
  return notified;
}

/** Where a reporter without an account objects to a decision; null for everybody else, and before the decision. */
const objectAt = ({ decidedAt }: Case, { reportId }: CasePerson, links: ObjectionLinks | null) =>
  links === null || reportId === undefined || decidedAt === null
    ? null
    : paths.objectToDecision(links.write(reportId, appealUntil(decidedAt)));

/** A claim is mailed in its own words only where everybody who made it has confirmed their address. */
const claimIsMailed = ({ reporters }: StoredCase) => reporters.every(({ confirmed }) => confirmed);

/** The notices for both sides. They queue no mail, because each side gets one of its own. */
function noticesOf({ case: one, accused, reporters }: StoredCase): Notice[] {
  const key = `case:${one.id}:${caseStep(one)}`;
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

/** Expires strikes that are older than a year. Answers the number of users checked. */
export async function expireStrikes(parts: CaseParts): Promise<number> {
  const people = await peopleWithStrikes(parts.pb, EXPIRE_AT_ONCE);
  for (const userId of people) await countStrikes(parts, userId);
  return people.length;
}

async function countStrikes({ pb, now }: CaseParts, userId: string): Promise<void> {
  await saveStrikes(pb, userId, strikesOf(await decisionsAgainst(pb, userId), now()));
}

/** Notifies the sides of cases now, every minute and when woken; expires strikes every hour. */
export function openCases(parts: CaseParts, links: ObjectionLinks): PeriodicJob {
  let expiredAt = 0;
  return openPeriodicJob(
    async () => {
      await notifyCases(parts, links);
      if (parts.now() - expiredAt < EXPIRE_EVERY_MS) return;
      expiredAt = parts.now();
      await expireStrikes(parts);
    },
    EVERY_MS,
    parts.onError,
  );
}
