import type { Book, Row } from './book.ts';
import type { TestCard } from './cards.ts';
import type { Deliveries } from './deliveries.ts';
import { type Form, formOf, listOf, textOf, textsOf } from './form.ts';
import { missing, Problem } from './problem.ts';

/** What happens to money at the stand-in: payment pages, payments, refunds, disputes, transfers. Amounts in cents. */
export class Till {
  readonly book: Book;
  readonly #deliveries: Deliveries;
  readonly #url: string;

  constructor(book: Book, deliveries: Deliveries, url: string) {
    this.book = book;
    this.#deliveries = deliveries;
    this.#url = url;
  }

  openCheckout(form: Form): Row {
    if (form['mode'] !== 'payment')
      throw new Problem(400, 'Only mode=payment is modelled here.', { param: 'mode' });
    const items = listOf(form['line_items']).map((item) => {
      const { quantity, price_data } = formOf(item);
      const price = formOf(price_data);
      const amount = wholeNumber(price['unit_amount'], 'line_items[price_data][unit_amount]');
      const product = formOf(price['product_data']);
      return {
        name: textOf(product['name']) ?? '',
        amount_total: amount * Number(quantity ?? 1),
        currency: textOf(price['currency']) ?? '',
      };
    });
    const total = items.reduce((sum, item) => sum + item.amount_total, 0);
    const currency = items[0]?.currency ?? '';
    if (items.length === 0 || items.some((item) => item.currency !== currency))
      throw new Problem(400, 'Line items need one currency.', { param: 'line_items' });
    if (total < 50)
      throw new Problem(400, 'The total amount due must add up to at least $0.50 usd.', {
        code: 'amount_too_small',
      });
    const now = Math.floor(Date.now() / 1000);
    const expires =
      form['expires_at'] === undefined ? now + 86_400 : wholeNumber(form['expires_at'], 'expires_at');
    if (expires < now + 29 * 60 || expires > now + 86_400)
      throw new Problem(400, 'expires_at must be 30 minutes to 24 hours from now.', { param: 'expires_at' });
    const payment = formOf(form['payment_intent_data']);
    const row = this.book.add('sessions', 'checkout.session', {
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: total,
      amount_total: total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      currency,
      client_reference_id: textOf(form['client_reference_id']),
      customer_email: textOf(form['customer_email']),
      metadata: textsOf(form['metadata']),
      payment_intent: null,
      success_url: textOf(form['success_url']),
      cancel_url: textOf(form['cancel_url']),
      expires_at: expires,
      ui_mode: 'hosted_page',
      items,
      payment_data: {
        metadata: textsOf(payment['metadata']),
        transfer_group: textOf(payment['transfer_group']),
      },
    });
    return this.book.change(row, { url: `${this.#url}/c/pay/${row.id}` });
  }

  /** An open page past its time is over as soon as anybody looks. */
  session(id: string): Row {
    const row = this.book.find('sessions', id);
    if (!row) throw missing('checkout.session', id);
    if (row['status'] === 'open' && Number(row['expires_at']) * 1000 <= Date.now()) this.#expire(row);
    return row;
  }

  expireCheckout(id: string): Row {
    const row = this.session(id);
    if (row['status'] !== 'open')
      throw new Problem(400, `Only open sessions can be expired; this one is ${row['status']}.`);
    return this.#expire(row);
  }

  #expire(row: Row): Row {
    this.book.change(row, { status: 'expired', url: null });
    this.#deliveries.emit('checkout.session.expired', row);
    return row;
  }

  /** The buyer pressed Pay. Answers the sentence of a refusal, or null when it is paid. */
  pay(sessionId: string, card: TestCard): string | null {
    const session = this.session(sessionId);
    if (session['status'] === 'complete') return null;
    if (session['status'] !== 'open')
      return 'This payment page is over. Go back to the shop and start again.';
    if (card.outcome === 'declined') return 'Your card was declined. Try another one; nothing was charged.';
    const amount = Number(session['amount_total']);
    const { metadata, transfer_group } = session['payment_data'] as Record<string, unknown>;
    const fee = Math.round(amount * 0.029) + 30;
    const booking = this.book.add('bookings', 'balance_transaction', {
      amount,
      fee,
      net: amount - fee,
      currency: session['currency'],
      type: 'charge',
    });
    const payment = this.book.add('payments', 'payment_intent', {
      amount,
      amount_received: amount,
      currency: session['currency'],
      status: 'succeeded',
      metadata,
      transfer_group,
    });
    const charge = this.book.add('charges', 'charge', {
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      paid: true,
      currency: session['currency'],
      status: 'succeeded',
      payment_intent: payment.id,
      balance_transaction: booking.id,
      metadata,
      transfer_group,
      payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
    });
    this.book.change(payment, { latest_charge: charge.id });
    this.book.change(session, {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: payment.id,
      url: null,
    });
    this.#deliveries.emit('payment_intent.succeeded', payment);
    this.#deliveries.emit('charge.succeeded', charge);
    this.#deliveries.emit('checkout.session.completed', session);
    if (card.outcome === 'disputed') this.dispute(charge.id);
    return null;
  }

  refund(form: Form): Row {
    const charge = this.#chargeOf(form);
    const left = Number(charge['amount']) - Number(charge['amount_refunded']);
    const amount = form['amount'] === undefined ? left : wholeNumber(form['amount'], 'amount');
    if (charge['disputed'] === true)
      throw new Problem(400, 'This charge is disputed and cannot be refunded.', { code: 'charge_disputed' });
    if (amount < 1 || amount > left)
      throw new Problem(
        400,
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
        {
          code: left === 0 ? 'charge_already_refunded' : 'amount_too_large',
          param: 'amount',
        },
      );
    const refunded = Number(charge['amount_refunded']) + amount;
    const row = this.book.add('refunds', 'refund', {
      amount,
      currency: charge['currency'],
      charge: charge.id,
      payment_intent: charge['payment_intent'],
      status: 'succeeded',
      metadata: textsOf(form['metadata']),
      reason: textOf(form['reason']),
    });
    this.book.change(charge, {
      amount_refunded: refunded,
      refunded: refunded === Number(charge['amount']),
    });
    this.#deliveries.emit('refund.created', row);
    this.#deliveries.emit('charge.refunded', charge);
    return row;
  }

  /** A refund that did not reach the buyer's bank: the money is back with the hall. */
  failRefund(id: string): Row {
    const row = this.book.find('refunds', id);
    if (!row) throw missing('refund', id);
    const charge = this.book.find('charges', row['charge']);
    if (charge && row['status'] !== 'failed') {
      this.book.change(charge, {
        amount_refunded: Number(charge['amount_refunded']) - Number(row['amount']),
        refunded: false,
      });
    }
    this.book.change(row, { status: 'failed' });
    this.#deliveries.emit('refund.failed', row);
    return row;
  }

  dispute(chargeId: string): Row {
    const charge = this.book.find('charges', chargeId);
    if (!charge) throw missing('charge', chargeId);
    const row = this.book.add('disputes', 'dispute', {
      amount: charge['amount'],
      currency: charge['currency'],
      charge: charge.id,
      payment_intent: charge['payment_intent'],
      reason: 'fraudulent',
      status: 'needs_response',
      metadata: {},
    });
    this.book.change(charge, { disputed: true });
    this.#deliveries.emit('charge.dispute.created', row);
    return row;
  }

  closeDispute(id: string, status: 'won' | 'lost'): Row {
    const row = this.book.find('disputes', id);
    if (!row) throw missing('dispute', id);
    this.book.change(row, { status });
    const charge = this.book.find('charges', row['charge']);
    if (charge) this.book.change(charge, { disputed: status === 'lost' });
    this.#deliveries.emit('charge.dispute.closed', row);
    return row;
  }

  transfer(form: Form): Row {
    const amount = wholeNumber(form['amount'], 'amount');
    const account = this.book.find('accounts', form['destination']);
    if (!account) throw missing('destination', String(form['destination']));
    const charge = this.book.find('charges', form['source_transaction']);
    if (!charge) throw missing('charge', String(form['source_transaction']));
    const sent = this.book
      .all('transfers')
      .filter((row) => row['source_transaction'] === charge.id)
      .reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
    if (amount < 1 || sent + amount > Number(charge['amount']))
      throw new Problem(400, 'Transfers would exceed the amount of the source charge.', {
        code: 'amount_too_large',
      });
    const row = this.book.add('transfers', 'transfer', {
      amount,
      amount_reversed: 0,
      reversed: false,
      currency: textOf(form['currency']),
      destination: account.id,
      source_transaction: charge.id,
      transfer_group: textOf(form['transfer_group']),
      metadata: textsOf(form['metadata']),
    });
    this.#deliveries.emit('transfer.created', row);
    return row;
  }

  reverse(transferId: string, form: Form): Row {
    const transfer = this.book.find('transfers', transferId);
    if (!transfer) throw missing('transfer', transferId);
    const left = Number(transfer['amount']) - Number(transfer['amount_reversed']);
    const amount = form['amount'] === undefined ? left : wholeNumber(form['amount'], 'amount');
    if (amount < 1 || amount > left)
      throw new Problem(400, `Reversal amount is greater than what is left of the transfer (${left}).`);
    const row = this.book.add('reversals', 'transfer_reversal', {
      amount,
      currency: transfer['currency'],
      transfer: transfer.id,
      metadata: textsOf(form['metadata']),
    });
    const reversed = Number(transfer['amount_reversed']) + amount;
    this.book.change(transfer, {
      amount_reversed: reversed,
      reversed: reversed === Number(transfer['amount']),
    });
    this.#deliveries.emit('transfer.reversed', transfer);
    return row;
  }

  /** An account that can be paid at once, for demo sellers and tests. */
  openAccount(id: string, name: string): Row {
    return (
      this.book.find('accounts', id) ??
      this.book.add('accounts', 'v2.core.account', { display_name: name, transfers: 'active' }, id)
    );
  }

  #chargeOf(form: Form): Row {
    const payment = this.book.find('payments', form['payment_intent']);
    const charge = this.book.find('charges', payment?.['latest_charge'] ?? form['charge']);
    if (!charge) throw missing('payment_intent', String(form['payment_intent'] ?? form['charge']));
    return charge;
  }
}

function wholeNumber(value: unknown, param: string): number {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new Problem(400, `Invalid integer: ${String(value)}`, { param });
  return number;
}
