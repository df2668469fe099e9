import { advanceBy, advanceDays, advanceHours, advanceTo } from './advance.ts';
import type { FormFields } from './api/form.ts';
import type { Book, ProviderObject } from './book.ts';
import type { Rhythm } from './calendar.ts';
import type { TestCard } from './cards.ts';
import { runCapture } from './charges/charging.ts';
import { checkoutOf } from './charges/checkout.ts';
import { closeDispute, openDispute, warnOfFraud } from './charges/disputes.ts';
import { type Authentication, collect, type Paid, pay } from './charges/paying.ts';
import { failRefund, refundCharge } from './charges/refunds.ts';
import type { StandInContext } from './context.ts';
import { readyAccount, setTransfers, type TransfersState } from './sellers/accounts.ts';
import { bounce, debit, payOut, renewBank } from './sellers/bank.ts';
import { failFinalization, switchTaxOff } from './subscriptions/billing-troubles.ts';
import { customerOf, saveCard } from './subscriptions/customers.ts';
import type { Business, Country } from './tax.ts';

/** Simulates what happens outside the marketplace: buyers pay, banks dispute, sellers submit documents. */
export class Simulator {
  readonly context: StandInContext;

  constructor(context: StandInContext) {
    this.context = context;
  }

  get book(): Book {
    return this.context.book;
  }

  session(id: string): ProviderObject {
    return checkoutOf(this.context, id);
  }

  /**
   * Returns the error message, or null when it is paid. A question of the buyer's bank is answered well.
   * @param country where the buyer says they are; null says nothing
   * @param business what they say of their business; null for private people
   */
  pay(
    sessionId: string,
    card: TestCard,
    country: Country | null = null,
    business: Business | null = null,
  ): string | null {
    const paid = this.press(sessionId, card, 'passed', country, business);
    return paid.kind === 'refused' ? paid.message : null;
  }

  /** The buyer presses Pay, and answers their bank's question. */
  press(
    sessionId: string,
    card: TestCard,
    authentication: Authentication,
    country: Country | null = null,
    business: Business | null = null,
  ): Paid {
    return pay(this.context, sessionId, card, authentication, country, business);
  }

  /** The bank answers the debit of a payment page. */
  collect(sessionId: string): ProviderObject {
    return collect(this.context, sessionId);
  }

  /** The card's bank reports a payment as stolen. */
  warnOfFraud(chargeId: string): ProviderObject {
    return warnOfFraud(this.context, chargeId);
  }

  /** A refund made in the provider’s dashboard, without the marketplace; without an amount, of all that is left. */
  refund(form: FormFields): ProviderObject {
    return refundCharge(this.context, form);
  }

  failRefund(id: string): ProviderObject {
    return failRefund(this.context, id);
  }

  /** Switches the tax of a subscription off, as where the customer has no address any more; null switches it on again. */
  switchTaxOff(subscriptionId: string, reason: string | null): ProviderObject {
    return switchTaxOff(this.context, subscriptionId, reason);
  }

  /** The invoice of a subscription that the provider could not make final: it stays a draft. */
  failFinalization(subscriptionId: string): ProviderObject {
    return failFinalization(this.context, subscriptionId);
  }

  dispute(chargeId: string, part: number | null = null): ProviderObject {
    return openDispute(this.context, chargeId, undefined, part);
  }

  closeDispute(id: string, status: 'won' | 'lost'): ProviderObject {
    return closeDispute(this.context, id, status);
  }

  /** Opens an active account, for demo sellers and tests. */
  openAccount(id: string, name: string): ProviderObject {
    return readyAccount(this.context, id, name);
  }

  setTransfers(accountId: string, state: TransfersState): ProviderObject {
    return setTransfers(this.context, accountId, state);
  }

  payOut(accountId: string): ProviderObject {
    return payOut(this.context, accountId);
  }

  /** The provider takes cents from a seller's balance, which may become negative. */
  debit(accountId: string, cents: number): ProviderObject {
    return debit(this.context, accountId, cents);
  }

  /** A seller names another bank account after a payout has failed. */
  renewBank(accountId: string): ProviderObject {
    return renewBank(this.context, accountId);
  }

  /** A seller's bank returns a payout, and is closed. */
  bounce(payoutId: string): ProviderObject {
    return bounce(this.context, payoutId);
  }

  /** The fees of all payments so far become known, as they do within an hour. */
  captureFees(): void {
    for (const charge of this.book.all('charges')) this.book.change(charge, { booked_from: 0 });
    runCapture(this.context);
  }

  /** Makes this the card of a customer for all further payments. */
  saveCard(customerId: string, card: TestCard): ProviderObject {
    return saveCard(this.context, customerOf(this.context, customerId), card);
  }

  /** Advances the clock: money becomes available, payouts leave and arrive, subscriptions renew. */
  advanceDays(days: number): void {
    advanceDays(this.context, days);
  }

  /** Advances it by hours: a renewal is a draft for one. */
  advanceHours(hours: number): void {
    advanceHours(this.context, hours);
  }

  /** Advances it by a calendar day, week, month or year, and by the hour in which renewals are drafts. */
  advanceBy(interval: Rhythm['interval']): void {
    advanceBy(this.context, interval);
  }

  /** Advances it to the next weekday of this name, such as "tuesday". */
  advanceTo(weekday: string): void {
    advanceTo(this.context, weekday);
  }
}
