import { withMail } from '../../data/mails.ts';
import type { OrderFile } from '../../data/orders.ts';
import type { Transaction } from '../../data/transaction.ts';
import type { Mail } from '../../domain/mail.ts';
import type { Counter } from '../counter.ts';
import type { CheckoutTruth } from '../payments.ts';
import { disputeMail, giftMail, receiptMail, refundMail } from './order-mails.ts';

type Queue = (steps: Transaction) => Transaction;

/** The mails a paid order sends: the receipt, and the gift to whom it is for. */
export function newsOfPayment(counter: Counter, file: OrderFile, giftToken: string | null): Queue {
  const mails: Mail[] = [];
  if (file.order.email !== '') mails.push(receiptMail(counter, file.order));
  if (giftToken !== null && file.order.gift) mails.push(giftMail(counter, file.order, giftToken));
  return queueAll(counter, mails);
}

/** The mails about money given back or disputed. Each is queued once however often the same facts are written. */
export function newsOfSettlement(counter: Counter, file: OrderFile, truth: CheckoutTruth): Queue {
  if (file.order.email === '') return (steps) => steps;
  const mails = [
    ...truth.refunds
      .filter(({ state }) => state !== 'failed')
      .map((refund) => refundMail(counter, file.order, refund)),
    ...truth.disputes.map((dispute) => disputeMail(counter, file.order, dispute)),
  ];
  return queueAll(counter, mails);
}

function queueAll(counter: Counter, mails: readonly Mail[]): Queue {
  return (steps) => {
    for (const mail of mails) withMail(steps, mail, counter.now());
    return steps;
  };
}
