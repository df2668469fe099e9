import {
  queueReminder,
  renewalById,
  renewalsOfEmail,
  renewalsToRemind,
} from '../../data/account/renewals.ts';
import { queueMail } from '../../data/notifications/mails.ts';
import { CANCEL_LINK_MS, isDueForReminder, type Renewal } from '../../domain/account/renewal.ts';
import { setMembershipEnding } from '../guild/membership-changes.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { setPlanEnding } from '../payments/plan-changes.ts';
import type { CancelLinks } from './cancel-links.ts';
import { cancelLinksMail, cancelledMail, renewalMail } from './renewal-mails.ts';

/** Reminders of yearly renewals and ending trials, and cancelling by a mailed link without signing in. */

const EVERY_MS = 3_600_000;
const AT_ONCE = 200;

/** Reminds everybody whose yearly subscription renews within 30 days, or whose free trial ends, once for each. */
export async function remindOfRenewals(commerce: CommerceContext, links: CancelLinks): Promise<void> {
  const { pb, now, onError } = commerce;
  for (;;) {
    const due = await renewalsToRemind(pb, now(), AT_ONCE);
    let queued = 0;
    for (const renewal of due.filter((one) => isDueForReminder(one, now()))) {
      const mail = renewalMail(commerce, renewal, links.write(renewal, renewal.renewsAt));
      // One that fails does not hold up the others; it is tried again at the next run.
      if (await queueReminder(pb, renewal, mail, now()).catch(onError)) queued += 1;
    }
    if (queued > 0) commerce.mailQueued();
    if (due.length < AT_ONCE || queued === 0) return;
  }
}

export function openRenewalReminders(commerce: CommerceContext, links: CancelLinks): PeriodicJob {
  return openPeriodicJob(() => remindOfRenewals(commerce, links), EVERY_MS, commerce.onError);
}

/** Mails the links to cancel what renews under this address; nothing where nothing does. */
export async function mailCancelLinks(
  commerce: CommerceContext,
  links: CancelLinks,
  email: string,
): Promise<void> {
  const now = commerce.now();
  const renewals = await renewalsOfEmail(commerce.pb, email);
  const mail = cancelLinksMail(
    commerce,
    renewals.map((renewal) => ({ ...renewal, token: links.write(renewal, now + CANCEL_LINK_MS) })),
    now,
  );
  if (!mail) return;
  await queueMail(commerce.pb, mail, now);
  commerce.mailQueued();
}

/** The subscription that a link is for; null for a link that was not signed for it, or has expired. */
export async function renewalOfLink(
  { pb, now }: Pick<CommerceContext, 'pb' | 'now'>,
  links: CancelLinks,
  token: string,
): Promise<Renewal | null> {
  const link = links.read(token);
  const renewal = link && (await renewalById(pb, link.kind, link.id));
  return renewal && link?.holds(renewal.subscriptionId, now()) ? renewal : null;
}

/**
 * Cancels a subscription at the end of what is paid, and confirms it by mail. Doing it twice changes nothing. False where it
 * cannot be cancelled now.
 * @throws PaymentsUnavailable; nothing was changed then.
 */
export async function cancelRenewal(commerce: CommerceContext, renewal: Renewal): Promise<boolean> {
  const { kind, userId, guildId, storeId } = renewal;
  const refusal =
    kind === 'member'
      ? await setMembershipEnding(commerce, { userId, guildId }, true)
      : await setPlanEnding(commerce, storeId, true);
  if (refusal !== null) return false;
  await queueMail(commerce.pb, cancelledMail(commerce, renewal), commerce.now());
  commerce.mailQueued();
  return true;
}
