import { settingNow } from '../../data/kernel/site-settings.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { withMail } from '../../data/notifications/mails.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { countryRefusal, SALE_COUNTRIES } from '../../domain/payments/sale-countries.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';
import type { InvoiceSnapshot } from './membership-invoices.ts';

/**
 * Undoes a subscription that was paid from a country in which nothing is sold: the payment is refunded, the subscription ends,
 * and a mail says why. Asked before anything is granted, when a subscription is seen for the first time.
 * @param invoices of the subscription
 * @returns whether it was undone
 * @throws PaymentsUnavailable; the mail is queued once, however often it is tried.
 */
export async function undoneAbroad(
  commerce: CommerceContext,
  guild: { name: string },
  subscription: Pick<SubscriptionSnapshot, 'id' | 'endedAt'>,
  invoices: readonly InvoiceSnapshot[],
): Promise<boolean> {
  const buyer = invoices.find(({ stripeInvoice }) => stripeInvoice.bill)?.stripeInvoice.bill?.buyer;
  if (subscription.endedAt !== null || !buyer) return false;
  const why = countryRefusal(await settingNow(commerce.pb, SALE_COUNTRIES), buyer.country);
  if (why === null) return false;
  if (buyer.email !== '') {
    const mail = notSoldMembershipMail(commerce, guild, {
      subscriptionId: subscription.id,
      to: buyer.email,
      why,
    });
    await withMail(transaction(commerce.pb), mail, commerce.now()).run();
    commerce.mailQueued();
  }
  await commerce.payments.undoSubscription(subscription.id);
  return true;
}

function notSoldMembershipMail(
  letterhead: Letterhead,
  guild: { name: string },
  { subscriptionId, to, why }: { subscriptionId: string; to: string; why: string },
): Mail {
  return {
    mailKey: `not-sold:${subscriptionId}`,
    kind: 'refund',
    to,
    subject: 'We cannot accept your membership',
    ...mailText(letterhead, [
      why,
      `So you have not become a member of ${oneLineName(guild.name)}, and your payment comes back to you in full, within 5 to 10 days, depending on your bank. Nothing more is charged.`,
    ]),
  };
}
