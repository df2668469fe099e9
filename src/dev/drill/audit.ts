import assert from 'node:assert/strict';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../data/kernel/fields.ts';
import { ask } from '../../data/kernel/query.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { sharesOfPayment } from '../../domain/payments/income.ts';
import { auditBooks } from '../../ops/audit/books.ts';
import { disputeState } from '../../server/adapters/stripe/provider-status.ts';
import type { Simulator } from '../payments/simulator.ts';
import { auditFigures } from './audit-figures.ts';
import { auditKeptTwice } from './kept-twice.ts';
import { dividedTransfers, transfersOfMember } from './member-transfers.ts';

interface Row {
  id: string;
  [field: string]: unknown;
}
interface Audited {
  pb: PocketBase;
  simulator: Simulator;
  since?: Instant;
}

type Books = Record<(typeof COLLECTIONS)[number], Row[]>;

const COLLECTIONS = [
  'orders',
  'order_lines',
  'ledger',
  'seller_shares',
  'business_accounts',
  'guild_payments',
] as const;

/**
 * What must hold after every flow, read from the rows themselves: payments equal orders, every sale is divided to the
 * cent, nothing is granted twice, the ledger balances, sellers have their shares, and what they sum up equals its rows.
 * @param since only rows created from then on, where the rows before never went through this provider.
 * @throws AssertionError that names the first promise that is broken.
 */
export async function audit({ pb, simulator, since = 0 }: Audited): Promise<void> {
  const options = since === 0 ? {} : { filter: pb.filter('created >= {:since}', { since: dateOf(since) }) };
  const rows = await Promise.all(
    COLLECTIONS.map(async (name) => [name, await pb.collection(name).getFullList<Row>(options)] as const),
  );
  const books = Object.fromEntries(rows) as Books;
  await auditKeptTwice(pb);
  const read = async (question: Parameters<typeof ask>[1]) => (await ask(pb, question))[0] as never;
  assert.deepEqual(await auditBooks(read, since === 0 ? '' : dateOf(since)), [], 'what the rows promise');
  // Subscriptions are no orders; they have invoices of their own.
  const billed = new Set(simulator.book.all('invoice_payments').map((row) => row['of_payment']));
  const charges = paidCharges(simulator).filter((charge) => !billed.has(charge['payment_intent']));
  const paid = books.orders.filter(wasPaid);
  const charged = sum(charges, 'amount');
  const refunded = sum(charges, 'amount_refunded') + lostOf(simulator, charges);
  assert.equal(sum(paid, 'totalCents') + sum(paid, 'taxCents'), charged, 'paid at the provider = orders');
  assert.equal(sum(paid, 'refundedCents'), refunded, 'given back at the provider = orders');
  await auditDisputes(pb, charges, simulator, since);
  auditFees(paid, simulator);
  auditLedger(books, charged - refunded);
  auditTax(books, simulator);
  await auditFigures(pb, since);
  auditGuilds(books, simulator);
  // A guild's seller is paid from the member's payment; other transfers are for shares.
  const members = paidCharges(simulator).filter((one) => one['transfer']);
  const { forShares: transfers } = dividedTransfers(simulator.book.all('transfers'), members);
  const sent = sum(transfers, 'amount') - sum(transfers, 'amount_reversed');
  // What was withheld for a member's payment lies with the seller already, as part of that payment.
  const withheld = sum(books.guild_payments, 'recoveredCents');
  assert.equal(
    sum(books.seller_shares, 'sentCents') - withheld,
    sent,
    'sent at the provider = shares - withheld',
  );
  for (const { store, stripeAccountId } of books.business_accounts) {
    if (stripeAccountId === '') continue;
    const own = transfers.filter(({ destination }) => destination === stripeAccountId);
    const held = sum(own, 'amount') - sum(own, 'amount_reversed');
    const [shares, payments] = [books.seller_shares, books.guild_payments].map((rows) =>
      rows.filter((row) => row['store'] === store),
    ) as [Row[], Row[]];
    assert.equal(
      sum(shares, 'sentCents') - sum(payments, 'recoveredCents'),
      held,
      `what ${store} was sent = its account at the provider`,
    );
  }
}

/** What banks took back of these charges in lost disputes, in cents. */
function lostOf({ book }: Simulator, charges: readonly Row[]): number {
  const ids = new Set(charges.map(({ id }) => id));
  const lost = book
    .all('disputes')
    .filter((row) => row['status'] === 'lost' && ids.has(String(row['charge'])));
  return sum(lost, 'amount');
}

/** Every dispute of an order is known, in the state and for the amount that the provider says, and no other is. */
async function auditDisputes(
  pb: PocketBase,
  charges: readonly Row[],
  { book }: Simulator,
  since: Instant,
): Promise<void> {
  const ids = new Set(charges.map(({ id }) => id));
  const known = await pb.collection('disputes').getFullList<Row>({
    filter: pb.filter('order.created >= {:since}', { since: dateOf(since) }),
  });
  const facts = (
    rows: readonly Row[],
    state: (row: Row) => unknown,
    id: (row: Row) => unknown,
    cents: string,
  ) => rows.map((row) => `${id(row)} ${state(row)} ${row[cents]}`).sort();
  assert.deepEqual(
    facts(
      known,
      ({ state }) => state,
      ({ stripeId }) => stripeId,
      'amountCents',
    ),
    facts(
      book.all('disputes').filter((row) => ids.has(String(row['charge']))),
      ({ status }) => disputeState(String(status)),
      ({ id }) => id,
      'amount',
    ),
    'disputes of orders = disputes at the provider',
  );
}

/** How long a fee may be missing, in ms. The provider knows it within an hour. */
const FEE_MISSING_MAX_MS = 24 * 3_600_000;

/** Every fee is the provider's; one that is missing is younger than a day. */
function auditFees(paid: readonly Row[], simulator: Simulator): void {
  const charges = new Map(paidCharges(simulator).map((charge) => [charge.id, charge]));
  for (const order of paid) {
    const charge = charges.get(String(order['chargeId']));
    if (!charge) continue;
    if (order['feePending']) {
      const age = Date.now() - Date.parse(String(order['paidAt']).replace(' ', 'T'));
      assert.ok(age < FEE_MISSING_MAX_MS, `the fee of ${order.id} is missing for a day`);
    } else {
      const booking = simulator.book.find('bookings', charge['balance_transaction']);
      assert.equal(order['feeCents'], booking?.['fee'], `the fee of ${order.id} at the provider`);
    }
  }
}

/** Charges whose money came; bank debits may be pending or have failed. */
function paidCharges({ book }: Simulator): Row[] {
  return book.all('charges').filter(({ status }) => status === 'succeeded');
}

/** Every payment of a member is booked once and divided to the cent, and its refunds are known. */
function auditGuilds({ guild_payments: payments }: Books, simulator: Simulator): void {
  const charges = paidCharges(simulator).filter((charge) => typeof charge['transfer'] === 'string');
  const chargeOf = new Map(charges.map((charge) => [charge['payment_intent'], charge]));
  assert.equal(
    sum(payments, 'paidCents'),
    sum(charges, 'amount'),
    'paid by members at the provider = booked',
  );
  for (const payment of payments) {
    const [paid, tax, commission, net, back] = [
      'paidCents',
      'taxCents',
      'commissionCents',
      'netCents',
      'refundedCents',
    ].map((field) => Number(payment[field])) as [number, number, number, number, number];
    for (const cents of [paid, tax, commission, net, back])
      assert.ok(Number.isSafeInteger(cents) && cents >= 0, `cents of ${payment.id}`);
    assert.equal(tax + commission + net, paid, `tax + commission + net = paid of ${payment.id}`);
    const charge = chargeOf.get(payment['paymentId']);
    const fee = simulator.book.find('application_fees', charge?.['application_fee']);
    assert.deepEqual(
      sharesOfPayment({
        paidCents: paid,
        invoicedTaxCents: taxOf(simulator, payment['invoiceId']),
        feeCents: Number(fee?.['amount'] ?? 0),
      }),
      { taxCents: tax, commissionCents: commission, netCents: net },
      `tax and commission of ${payment.id} at the provider`,
    );
    const returned = Number(charge?.['amount_refunded']) + (charge ? lostOf(simulator, [charge]) : 0);
    assert.equal(returned, back, `given back of ${payment.id} at the provider`);
    const isOpen = simulator.book
      .all('disputes')
      .some((row) => row['charge'] === charge?.id && disputeState(String(row['status'])) === 'open');
    assert.equal(
      payment['state'] === 'disputed',
      isOpen,
      `whether ${payment.id} is disputed at the provider`,
    );
    const own = charge ? transfersOfMember(simulator.book.all('transfers'), charge) : [];
    const held = sum(own, 'amount') - sum(own, 'amount_reversed');
    const kept = Number(fee?.['amount'] ?? 0) - Number(fee?.['amount_refunded'] ?? 0);
    assert.equal(payment['sentCents'], held - kept, `what the seller has of ${payment.id} at the provider`);
  }
}

function taxOf(simulator: Simulator, invoice: unknown): number {
  const taxes = (simulator.book.find('invoices', invoice)?.['total_taxes'] ?? []) as { amount: number }[];
  return taxes.reduce((whole, { amount }) => whole + amount, 0);
}

/** The tax of every order is the provider's, and the ledger holds what of it was not given back. */
function auditTax({ orders, order_lines: lines, ledger }: Books, simulator: Simulator): void {
  const pages = new Map(simulator.book.all('sessions').map((page) => [page.id, page]));
  for (const order of orders.filter(wasPaid)) {
    const page = pages.get(String(order['sessionId']));
    const tax = Number(order['taxCents']);
    if (page)
      assert.equal(
        tax,
        (page['total_details'] as { amount_tax: number }).amount_tax,
        `the tax of ${order.id} at the provider`,
      );
    const held = sum(
      ledger.filter((row) => row['order'] === order.id && row['account'] === 'tax'),
      'amountCents',
    );
    const back = sum(
      lines.filter((line) => line['order'] === order.id),
      'refundedCents',
    );
    assert.equal(held, tax - (Number(order['refundedCents']) - back), `the tax held for ${order.id}`);
    const own = lines.filter((line) => line['order'] === order.id);
    assert.equal(
      sum(own, 'refundedCents') + sum(own, 'refundedTaxCents'),
      order['refundedCents'],
      `given back of the lines of ${order.id}, with tax`,
    );
    const included = sum(own, 'includedTaxCents');
    if (page) {
      const { behavior } = (page['items'] as { behavior: string }[])[0] ?? {};
      assert.equal(included, behavior === 'inclusive' ? tax : 0, `the tax in the prices of ${order.id}`);
    }
    assert.ok(included === 0 || included === tax, `the tax in the lines of ${order.id} is all of it`);
  }
}

function auditLedger({ ledger }: Books, keptCents: number): void {
  const buyers = ledger.filter(({ account }) => account === 'buyer');
  assert.equal(sum(buyers, 'amountCents') + keptCents, 0, 'the ledger knows every payment');
}

function wasPaid({ state }: Row): boolean {
  return state !== 'pending' && state !== 'expired';
}

function sum(rows: readonly Row[], field: string): number {
  return rows.reduce((whole, row) => whole + Number(row[field]), 0);
}
