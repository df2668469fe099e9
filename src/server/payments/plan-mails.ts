import { dayText } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { graceEnd, type PlanSubscription } from '../../domain/payments/seller-plan.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText } from '../notifications/mail-layout.ts';
import type { SellerAddressee } from './business-mails.ts';

/**
 * The mail to a seller whose plan payment failed or whose plan has ended; sent once per invoice and subscription.
 * @param isToConfirm whether their bank wants the payment confirmed, so that the card need not be changed
 */
export function planMail(
  letterhead: Letterhead,
  state: 'past-due' | 'ended',
  subscription: PlanSubscription,
  seller: SellerAddressee,
  isToConfirm = false,
): Mail {
  if (state === 'past-due' && isToConfirm)
    return {
      mailKey: `plan-failed:${subscription.due?.invoiceId || subscription.subscriptionId}`,
      kind: 'account',
      to: seller.email,
      subject: 'Confirm your payment for Pro with your bank',
      ...mailText(letterhead, [
        `Your bank wants you to confirm the payment of ${moneyText(subscription.due?.cents ?? subscription.priceCents)} for your Pro plan. Press “Pay now” on the page below: it leads to the payment provider’s page, where you confirm it. You need not change your card. You keep Pro until ${dayText(graceEnd(subscription))}; after that the free plan’s commission applies to new sales until it is paid. Everything you published stays online.`,
        action(letterhead, '', 'See your plan', paths.sellerPlan()),
      ]),
    };
  if (state === 'past-due')
    return {
      mailKey: `plan-failed:${subscription.due?.invoiceId || subscription.subscriptionId}`,
      kind: 'account',
      to: seller.email,
      subject: 'Your payment for Pro failed',
      ...mailText(letterhead, [
        `The payment of ${moneyText(subscription.due?.cents ?? subscription.priceCents)} for your Pro plan did not go through. You keep Pro until ${dayText(graceEnd(subscription))}; after that the free plan’s commission applies to new sales until it is paid. Everything you published stays online. Change the card or pay here:`,
        action(letterhead, '', 'See your plan', paths.sellerPlan()),
      ]),
    };
  return {
    mailKey: `plan-ended:${subscription.subscriptionId}`,
    kind: 'account',
    to: seller.email,
    subject: 'Your Pro plan has ended',
    ...mailText(letterhead, [
      'Your Pro plan has ended. Everything you published stays online and you can keep selling; the free plan’s commission applies to new sales. If your files exceed the free plan’s storage, they stay too, and you can upload again once there is room. You can come back at any time:',
      action(letterhead, '', 'See your plan', paths.sellerPlan()),
    ]),
  };
}
