import assert from 'node:assert/strict';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../data/kernel/fields.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { sharesOfPayment } from '../../domain/payments/income.ts';
import type { Simulator } from '../payments/simulator.ts';
import { auditFigures } from './audit-figures.ts';
import { auditKeptTwice } from './kept-twice.ts';

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
  'entitlements',
  'gifts',
  'ledger',
  'seller_shares',
  'seller_transfers',
  'business_accounts',
  'coupon_uses',
  'coupons',
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
  const read = await Promise.all(
    COLLECTIONS.map(async (name) => [name, await pb.collection(name).getFullList<Row>(options)] as const),
  );
  const books = Object.fromEntries(read) as Books;
  await auditKeptTwice(pb);
  // Subscriptions are no orders; they have invoices of their own.
  const billed = new Set(simulator.book.all('invoice_payments').map((row) => row['of_payment']));
  const charges = paidCharges(simulator).filter((charge) => !billed.has(charge['payment_intent']));
  const paid = books.orders.filter(wasPaid);
  const charged = sum(charges, 'amount');
  const refunded = sum(charges, 'amount_refunded');
  assert.equal(sum(paid, 'totalCents') + sum(paid, 'taxCents'), charged, 'paid at the provider = orders');
  assert.equal(sum(paid, 'refundedCents'), refunded, 'given back at the provider = orders');
  auditFees(paid, simulator);
  auditLines(books);
  auditGrants(books);
  auditLedger(books, charged - refunded);
  auditTax(books, simulator);
  await auditFigures(pb, since);
  auditGuilds(books, simulator);
  auditGuildDebts(books);
  // A guild's seller is paid from the member's payment; other transfers are for shares.
  const members = paidCharges(simulator).filter((one) => one['transfer']);
  const ofMembers = new Set(members.flatMap((one) => transfersOfMember(simulator, one)));
  const transfers = simulator.book.all('transfers').filter((one) => !ofMembers.has(one));
  const sent = sum(transfers, 'amount') - sum(transfers, 'amount_reversed');
  // What was withheld for a member's payment lies with the seller already, as part of that payment.
  const withheld = sum(books.guild_payments, 'recoveredCents');
  assert.equal(
    sum(books.seller_shares, 'sentCents') - withheld,
    sent,
    'sent at the provider = shares - withheld',
  );
  auditShares(books);
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
  for (const coupon of books.coupons) {
    const held = books.coupon_uses.filter(
      (use) => use['coupon'] === coupon.id && use['state'] !== 'returned',
    );
    assert.equal(coupon['uses'], held.length, `uses of ${coupon['code']}`);
  }
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
    assert.equal(charge?.['amount_refunded'], back, `given back of ${payment.id} at the provider`);
    const own = charge ? transfersOfMember(simulator, charge) : [];
    const held = sum(own, 'amount') - sum(own, 'amount_reversed');
    const kept = Number(fee?.['amount'] ?? 0) - Number(fee?.['amount_refunded'] ?? 0);
    assert.equal(payment['sentCents'], held - kept, `what the seller has of ${payment.id} at the provider`);
  }
}

/** The provider's own transfer of a member's payment, and those that followed what was taken back. */
function transfersOfMember({ book }: Simulator, charge: Row): Row[] {
  const isOwn = (one: Row) =>
    one['source_transaction'] === charge.id || one['transfer_group'] === charge['payment_intent'];
  return book.all('transfers').filter(isOwn);
}

/** What later shares paid of debts for members' payments is what they withheld. */
function auditGuildDebts({ guild_payments: payments, seller_transfers: moves }: Books): void {
  for (const payment of payments) {
    const withheld = moves.filter((move) => move['kind'] === 'withheld' && move['of'] === payment.id);
    assert.equal(payment['recoveredCents'], sum(withheld, 'amountCents'), `withheld for ${payment.id}`);
    if (payment['isDebt'])
      assert.ok(Number(payment['sentCents']) > Number(payment['dueCents']), `${payment.id} is a debt`);
  }
}

function taxOf(simulator: Simulator, invoice: unknown): number {
  const taxes = (simulator.book.find('invoices', invoice)?.['total_taxes'] ?? []) as { amount: number }[];
  return taxes.reduce((whole, { amount }) => whole + amount, 0);
}

/** A share equals its transfers; a debt is an excess transfer, and it is repaid from withheld shares. */
function auditShares({ seller_shares: shares, seller_transfers: moves, guild_payments }: Books): void {
  const SIGN = { transfer: 1, reversal: -1, withheld: 1, recovered: -1 } as const;
  const done = moves.filter(({ state }) => state === 'done');
  for (const share of shares) {
    const { order, store, state } = share;
    const name = `share of ${store} in ${order}`;
    const own = done.filter((move) => move['order'] === order && move['store'] === store);
    const moved = own.reduce(
      (whole, move) => whole + SIGN[move['kind'] as keyof typeof SIGN] * Number(move['amountCents']),
      0,
    );
    assert.equal(share['sentCents'], moved, `${name} = its movements`);
    const [sent, due] = [Number(share['sentCents']), Number(share['shareCents'])];
    if (state === 'sent' || state === 'returned') assert.equal(sent, due, name);
    if (state === 'debt') assert.ok(sent > due, `${name} is a debt`);
    if (state === 'owed')
      assert.ok(
        sent < due || moves.some((move) => move['order'] === order && move['state'] === 'sending'),
        `${name} is owed`,
      );
  }
  const memberships = new Set<unknown>(guild_payments.map(({ id }) => id));
  const setOff = (kind: string) =>
    done
      .filter((move) => move['kind'] === kind && !memberships.has(move['of']))
      .map((move) => {
        const [payer, owed] = [move['order'], move['of']];
        const [from, to] = kind === 'withheld' ? [payer, owed] : [owed, payer];
        return [move['store'], from, to, move['amountCents']].join(':');
      })
      .sort();
  assert.deepEqual(
    setOff('withheld'),
    setOff('recovered'),
    'a withheld amount repays a debt of the same store',
  );
}

function auditLines({ orders, order_lines: lines }: Books): void {
  for (const order of orders) {
    const own = lines.filter((line) => line['order'] === order.id);
    assert.equal(sum(own, 'paidCents'), order['totalCents'], `lines of ${order.id}`);
  }
  for (const line of lines) {
    const [list, off, paid, commission, fee, net, back] = [
      'listCents',
      'discountCents',
      'paidCents',
      'commissionCents',
      'feeCents',
      'netCents',
      'refundedCents',
    ].map((field) => Number(line[field])) as [number, number, number, number, number, number, number];
    for (const cents of [list, off, paid, commission, fee, net, back])
      assert.ok(Number.isSafeInteger(cents) && cents >= 0, `cents of ${line.id}`);
    assert.equal(list - off, paid, `list - discount = paid of ${line.id}`);
    assert.equal(commission + fee + net, paid, `commission + fee + net = paid of ${line.id}`);
    assert.ok(back <= paid, `no more given back than paid of ${line.id}`);
  }
}

function auditGrants({ orders, order_lines: lines, entitlements, gifts }: Books): void {
  const keys = entitlements.map((row) =>
    [row['user'], row['product'], row['source'], row['sourceId']].join(),
  );
  assert.equal(new Set(keys).size, keys.length, 'one grant per buyer, product and source');
  const unclaimed = new Set(gifts.filter((gift) => gift['claimedBy'] === '').map((gift) => gift['order']));
  for (const order of orders.filter(wasPaid)) {
    if (unclaimed.has(order.id)) continue;
    for (const line of lines.filter((one) => one['order'] === order.id)) {
      const granted = entitlements.filter(({ sourceId }) => sourceId === line.id);
      const whole = Number(line['refundedCents']) > 0 && line['refundedCents'] === line['paidCents'];
      // The recipient of a gift does not get products that were refunded before.
      if (whole && granted.length === 0 && order['giftEmail'] !== '') continue;
      assert.equal(granted.length, 1, `line ${line.id} of ${order.id} is granted once`);
      const isRevoked = granted[0]?.['revokedAt'] !== '';
      assert.equal(isRevoked, whole || order['state'] === 'disputed', `access to line ${line.id}`);
    }
  }
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
  }
}

function auditLedger({ ledger }: Books, keptCents: number): void {
  const events = Map.groupBy(ledger, ({ entry }) => String(entry).split(':').slice(0, 2).join(':'));
  for (const [event, rows] of events) assert.equal(sum(rows, 'amountCents'), 0, `ledger of ${event}`);
  const buyers = ledger.filter(({ account }) => account === 'buyer');
  assert.equal(sum(buyers, 'amountCents') + keptCents, 0, 'the ledger knows every payment');
}

function wasPaid({ state }: Row): boolean {
  return state !== 'pending' && state !== 'expired';
}

function sum(rows: readonly Row[], field: string): number {
  return rows.reduce((whole, row) => whole + Number(row[field]), 0);
}
