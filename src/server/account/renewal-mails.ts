import type { Renewal } from '../../domain/account/renewal.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import { type Mail, mailLine } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText } from '../notifications/mail-layout.ts';

/** Mails about subscriptions that renew by themselves, and how to cancel them without signing in. */

const nameOf = ({ kind, name }: Pick<Renewal, 'kind' | 'name'>) =>
  kind === 'member' ? `your membership in ${mailLine(name)}` : mailLine(name);

/** Reminds of a yearly renewal, or of the first charge after a free trial; once for each. @param token of the link that cancels it. */
export function renewalMail(letterhead: Letterhead, renewal: Renewal, token: string): Mail {
  if (renewal.trialFrom !== null) return trialEndsMail(letterhead, renewal, token);
  const { id, email, renewsAt, priceCents } = renewal;
  return {
    mailKey: `renewal:${id}:${renewsAt}`,
    kind: 'renewal',
    to: email,
    subject: `On ${dayText(renewsAt)} ${nameOf(renewal)} renews for a year`,
    ...mailText(letterhead, [
      `On ${dayText(renewsAt)} ${nameOf(renewal)} renews for another year, and ${moneyText(priceCents)} is charged. There is nothing to do if you want to keep it.`,
      action(
        letterhead,
        'If you do not, cancel it here, without signing in. What is paid for stays yours until then:',
        'Cancel the renewal',
        paths.cancelLink(token),
      ),
    ]),
  };
}

function trialEndsMail(letterhead: Letterhead, renewal: Renewal, token: string): Mail {
  const { id, email, renewsAt, priceCents, name, isYearly } = renewal;
  const [day, sum, period] = [dayText(renewsAt), moneyText(priceCents), isYearly ? 'year' : 'month'];
  return {
    mailKey: `renewal:${id}:${renewsAt}`,
    kind: 'renewal',
    to: email,
    subject: `Your free trial of ${mailLine(name)} ends on ${day}`,
    ...mailText(letterhead, [
      `Your free trial of ${mailLine(name)} ends on ${day}. On that day ${sum} is charged for your first ${period}, and again each ${period} until you cancel. There is nothing to do if you want to stay.`,
      action(
        letterhead,
        'If you do not, cancel it here, without signing in, and pay nothing:',
        'Cancel the trial',
        paths.cancelLink(token),
      ),
    ]),
  };
}

/** The links somebody asked for at this address; at most one mail an hour for each account. */
export function cancelLinksMail(
  letterhead: Letterhead,
  renewals: readonly (Renewal & { token: string })[],
  now: Instant,
): Mail | null {
  const [first] = renewals;
  if (!first) return null;
  return {
    mailKey: `cancel-links:${first.userId}:${Math.floor(now / 3_600_000)}`,
    kind: 'cancellation',
    to: first.email,
    subject: 'Cancel a membership',
    ...mailText(letterhead, [
      'Somebody asked, with this address, to cancel a membership. If it was not you, there is nothing to do. Each link works for a day and asks once more before anything is cancelled:',
      ...renewals.map((renewal) =>
        action(
          letterhead,
          `For ${nameOf(renewal)}, ${moneyText(renewal.priceCents)} a ${renewal.isYearly ? 'year' : 'month'}:`,
          'Cancel it',
          paths.cancelLink(renewal.token),
        ),
      ),
    ]),
  };
}

/** Confirms that a subscription was cancelled by a mailed link. */
export function cancelledMail(letterhead: Letterhead, renewal: Renewal): Mail {
  const { email, subscriptionId, renewsAt } = renewal;
  return {
    mailKey: `cancelled:${subscriptionId}:${renewsAt}`,
    kind: 'cancellation',
    to: email,
    subject: `Cancelled: ${nameOf(renewal)}`,
    ...mailText(letterhead, [
      `You have cancelled ${nameOf(renewal)}. It ends on ${dayText(renewsAt)}, and nothing is charged any more. What you have received stays yours.`,
      action(
        letterhead,
        'You can come back until then in your account:',
        'See it',
        renewal.kind === 'member' ? paths.membership(renewal.guildId) : paths.sellerPlan(),
      ),
    ]),
  };
}
