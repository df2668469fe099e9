import { noSuchObject, RefusedRequest } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import {
  asksForAuthentication,
  type Decline,
  declineOf,
  NOT_AUTHENTICATED,
  type TestCard,
} from '../cards.ts';
import { bankNow, DAY_S } from '../clock.ts';
import type { StandInContext } from '../context.ts';
import { subscribeFromPage } from '../subscriptions/page-subscriptions.ts';
import type { Business, Country } from '../tax.ts';
import { charge, chargeLater, collectCharge, decline, emitCharged, followTestCard } from './charging.ts';
import { checkoutOf } from './checkout.ts';
import { locate } from './page-tax.ts';

/** How the buyer answered the 3-D Secure question of their bank; null before it was asked. */
export type Authentication = 'passed' | 'failed' | null;

/** The result of pressing Pay: paid or on its way, an error message, or a question of the buyer's bank. */
export type Paid = { kind: 'done' } | { kind: 'refused'; message: string } | { kind: 'asked' };

const DONE: Paid = { kind: 'done' };
/** How long a bank debit takes. Source: the provider's guide to ACH debits, up to four business days. */
const DEBIT_S = 4 * DAY_S;
/** Why a bank debit fails. */
const NO_ACCOUNT: Decline = {
  code: 'no_account',
  decline_code: null,
  message: 'The bank account could not be located.',
};

/** The buyer pressed Pay, and said before where they are. Idempotent. */
export function pay(
  context: StandInContext,
  sessionId: string,
  card: TestCard,
  authentication: Authentication = null,
  country: Country | null = null,
  business: Business | null = null,
): Paid {
  const session = checkoutOf(context, sessionId);
  if (session['status'] === 'complete') return DONE;
  if (session['status'] !== 'open')
    return refused('This payment page has expired. Go back to the shop and start again.');
  const isSubscription = session['mode'] === 'subscription';
  if (card.isDebit && isSubscription) return refused('Choose a card: this page takes no bank debits.');
  locate(context, session, country, business);
  const payment = isSubscription ? null : attemptOf(context, session);
  const isChallenged = asksForAuthentication(card);
  if (isChallenged && authentication === null) {
    if (payment) challenge(context, session, payment);
    return { kind: 'asked' };
  }
  const isUnauthenticated = isChallenged && authentication === 'failed';
  const declined = isUnauthenticated ? NOT_AUTHENTICATED : declineOf(card, true);
  if (declined) {
    const tried = isUnauthenticated ? null : { card, billing: session['customer_details'] ?? {} };
    if (payment) decline(context, payment, declined, tried);
    return refused(`${declined.message} Nothing was charged.`);
  }
  if (payment === null) {
    const message = subscribeFromPage(context, session, card);
    return message === null ? DONE : refused(message);
  }
  if (card.isDebit) payLater(context, session, payment, card);
  else payNow(context, session, payment, card);
  return DONE;
}

function refused(message: string): Paid {
  return { kind: 'refused', message };
}

function payNow(
  context: StandInContext,
  session: ProviderObject,
  payment: ProviderObject,
  card: TestCard,
): void {
  const charged = charge(context, payment, card, session['customer_details'] ?? {});
  complete(context, session, payment, 'paid');
  emitCharged(context, payment, charged);
  context.emit('checkout.session.completed', session);
  followTestCard(context, charged, card);
}

/** A bank debit: the page is complete, but unpaid until the bank has answered. */
function payLater(
  context: StandInContext,
  session: ProviderObject,
  payment: ProviderObject,
  card: TestCard,
): void {
  const pending = chargeLater(context, payment, card, session['customer_details'] ?? {});
  context.book.change(session, { collected_from: bankNow(context) + DEBIT_S, card_number: card.number });
  complete(context, session, payment, 'unpaid');
  context.emit('payment_intent.processing', payment);
  context.emit('charge.pending', pending);
  context.emit('checkout.session.completed', session);
}

function complete(
  context: StandInContext,
  session: ProviderObject,
  payment: ProviderObject,
  state: 'paid' | 'unpaid',
): void {
  context.book.change(session, {
    status: 'complete',
    payment_status: state,
    payment_intent: payment.id,
    url: null,
  });
}

/** The bank has answered a debit. @throws Refusal where the page waits for no bank */
export function collect(context: StandInContext, sessionId: string): ProviderObject {
  const { book } = context;
  const session = book.find('sessions', sessionId);
  if (!session) throw noSuchObject('checkout.session', sessionId);
  const payment = book.find('payments', session['payment_intent']);
  const pending = book.find('charges', payment?.['latest_charge']);
  if (!payment || !pending || session['collected_from'] === undefined || pending['status'] !== 'pending')
    throw new RefusedRequest('No bank debit of this page is waiting.');
  if (session['card_number'] === FAILING_DEBIT) {
    const { code, message } = NO_ACCOUNT;
    book.change(pending, { status: 'failed', paid: false, failure_code: code, failure_message: message });
    decline(context, payment, NO_ACCOUNT, null);
    context.emit('charge.failed', pending);
    context.emit('checkout.session.async_payment_failed', session);
    return session;
  }
  collectCharge(context, payment, pending);
  book.change(session, { payment_status: 'paid' });
  emitCharged(context, payment, pending);
  context.emit('checkout.session.async_payment_succeeded', session);
  return session;
}

const FAILING_DEBIT = '000111111116';

/** Collects the bank debits that are due by the stand-in's clock. */
export function runDebits(context: StandInContext): void {
  const now = bankNow(context);
  for (const session of context.book.all('sessions')) {
    if (session['payment_status'] !== 'unpaid' || session['status'] !== 'complete') continue;
    const pending = context.book
      .all('charges')
      .some((row) => row['payment_intent'] === session['payment_intent'] && row['status'] === 'pending');
    if (pending && Number(session['collected_from']) <= now) collect(context, session.id);
  }
}

/** The bank asks the buyer to authenticate. */
function challenge(context: StandInContext, session: ProviderObject, payment: ProviderObject): void {
  if (payment['status'] === 'requires_action') return;
  context.book.change(payment, {
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url: session['url'], return_url: session['url'] },
    },
  });
  context.emit('payment_intent.requires_action', payment);
}

/** The payment of a page, created at the first try and reused after that. */
function attemptOf({ book }: StandInContext, session: ProviderObject): ProviderObject {
  const begun = book.find('payments', session['attempt']);
  // Another country may have another price.
  if (begun) return book.change(begun, { amount: session['amount_total'] });
  const payment = book.add('payments', 'payment_intent', {
    amount: session['amount_total'],
    amount_received: 0,
    currency: session['currency'],
    customer: session['customer'] ?? null,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
    payment_method_types: ['card'],
    ...(session['payment_data'] as Record<string, unknown>),
  });
  book.change(session, { attempt: payment.id });
  return payment;
}
