import type { Form } from './api/form.ts';
import type { Book, Row } from './book.ts';
import type { Rhythm } from './calendar.ts';
import type { TestCard } from './cards.ts';
import { checkoutOf } from './charges/checkout.ts';
import { closeDispute, openDispute } from './charges/disputes.ts';
import { pay } from './charges/paying.ts';
import { failRefund, refund } from './charges/refunds.ts';
import type { Desk } from './desk.ts';
import { passDays, passOne, passTo } from './passing.ts';
import { readyAccount, setTransfers, type TransfersState } from './sellers/accounts.ts';
import { bounce, payOut } from './sellers/bank.ts';
import { customerOf, keepCard } from './subscriptions/customers.ts';

/** Simulates what happens outside the marketplace: buyers pay, banks dispute, sellers hand in documents. For tests and the stand-in's own page. */
export class Simulator {
  readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  get book(): Book {
    return this.desk.book;
  }

  session(id: string): Row {
    return checkoutOf(this.desk, id);
  }

  /** Returns the sentence of a refusal, or null when it is paid. */
  pay(sessionId: string, card: TestCard): string | null {
    return pay(this.desk, sessionId, card);
  }

  /** A refund made in the provider’s dashboard, of which the marketplace knows nothing; without an amount, all that is left. */
  refund(form: Form): Row {
    return refund(this.desk, form);
  }

  failRefund(id: string): Row {
    return failRefund(this.desk, id);
  }

  dispute(chargeId: string): Row {
    return openDispute(this.desk, chargeId);
  }

  closeDispute(id: string, status: 'won' | 'lost'): Row {
    return closeDispute(this.desk, id, status);
  }

  /** An account that can be paid at once, for demo sellers and tests. */
  openAccount(id: string, name: string): Row {
    return readyAccount(this.desk, id, name);
  }

  setTransfers(accountId: string, state: TransfersState): Row {
    return setTransfers(this.desk, accountId, state);
  }

  payOut(accountId: string): Row {
    return payOut(this.desk, accountId);
  }

  /** A seller's bank sends a payout back. */
  bounce(payoutId: string): Row {
    return bounce(this.desk, payoutId);
  }

  /** A customer pays with this card from now on, whatever card they left before. */
  keepCard(customerId: string, card: TestCard): Row {
    return keepCard(this.desk, customerOf(this.desk, customerId), card);
  }

  /** Puts the clock ahead: money becomes available, payouts leave and arrive, subscriptions are renewed. */
  passDays(days: number): void {
    passDays(this.desk, days);
  }

  /** Puts it ahead by a day, week, month or year of the calendar. */
  passOne(interval: Rhythm['interval']): void {
    passOne(this.desk, interval);
  }

  /** Puts it ahead to the next such day, such as "tuesday". */
  passTo(weekday: string): void {
    passTo(this.desk, weekday);
  }
}
