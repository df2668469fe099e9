import { dayText } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { graceEnd, type PlanSubscription } from '../../domain/payments/seller-plan.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody } from '../notifications/mail-layout.ts';
import type { SellerAddressee } from './business-mails.ts';

/** To a seller: a payment of his plan failed, or the plan has ended. Said once per invoice and per subscription. */
export function planMail(
  letterhead: Letterhead,
  state: 'past-due' | 'ended',
  word: PlanSubscription,
  seller: SellerAddressee,
): Mail {
  const url = `${letterhead.siteUrl}${paths.sellerPlan()}`;
  if (state === 'past-due')
    return {
      mailKey: `plan-failed:${word.due?.invoiceId || word.subscriptionId}`,
      kind: 'account',
      to: seller.email,
      subject: 'Your payment for Pro failed',
      body: mailBody(letterhead, [
        `The payment of ${moneyText(word.due?.cents ?? word.priceCents)} for your Pro plan did not go through. You keep Pro until ${dayText(graceEnd(word))}; after that new sales count by the free plan until it is paid. Nothing you published is touched. Change the card or pay here:`,
        url,
      ]),
    };
  return {
    mailKey: `plan-ended:${word.subscriptionId}`,
    kind: 'account',
    to: seller.email,
    subject: 'Your Pro plan has ended',
    body: mailBody(letterhead, [
      'Your Pro plan has ended. Everything you published stays and you go on selling; new sales count by the free plan. If your files weigh more than the free plan holds, they stay too, and new uploads wait until there is room. You can come back at any time:',
      url,
    ]),
  };
}
