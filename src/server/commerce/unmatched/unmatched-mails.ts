import { dayText } from '../../../domain/kernel/instant.ts';
import { moneyText } from '../../../domain/kernel/money.ts';
import type { Mail } from '../../../domain/notifications/mail.ts';
import type { UnmatchedPayment } from '../../../domain/payments/unmatched-payment.ts';
import { type Letterhead, mailText } from '../../notifications/mail-layout.ts';

type Paid = Pick<UnmatchedPayment, 'id' | 'email' | 'paidCents' | 'foundAt'>;

/** Tells a buyer that their payment arrived and their order did not; null where no address is known. */
export function unmatchedMail(letterhead: Letterhead, { id, email, paidCents, foundAt }: Paid): Mail | null {
  if (email === '') return null;
  const amount = moneyText(paidCents);
  return {
    mailKey: `unmatched:${id}`,
    kind: 'receipt',
    to: email,
    subject: `We have your payment of ${amount} and are looking for your order`,
    ...mailText(letterhead, [
      `Your payment of ${amount} arrived on ${dayText(foundAt)}, but a fault on our side has separated it from your order. We are sorry.`,
      'We try again by ourselves, and our team has been told. You get a receipt as soon as your models are in your library, or your money back. You do not need to pay again.',
      'If you cannot sign in any more, register again with this address and confirm it. Your models come to that account.',
    ]),
  };
}

/** Tells a buyer that a payment without an order was given back. */
export function unmatchedRefundMail(letterhead: Letterhead, { id, email, paidCents }: Paid): Mail | null {
  if (email === '') return null;
  const amount = moneyText(paidCents);
  return {
    mailKey: `unmatched-refund:${id}`,
    kind: 'refund',
    to: email,
    subject: `${amount} is on its way back to you`,
    ...mailText(letterhead, [
      `We have refunded ${amount}: your payment arrived, but we could not deliver what it was for. We are sorry.`,
      'It reaches your card within 5 to 10 days, depending on your bank.',
    ]),
  };
}
