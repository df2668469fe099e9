import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { ProviderObject } from '../../payments/book.ts';
import type { DevStack } from '../../stack.ts';
import { audit } from '../audit.ts';
import { dividedTransfers } from '../member-transfers.ts';
import { patiently, service, simulatorOf, whenReady } from './site.ts';
import type { StormWorld } from './world.ts';

/** What must be true when the storm is over. */

/** How long the site may take to finish what was interrupted, and how often it is looked at. In ms. */
const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 1000;

/** What is still to be done, as filters of the rows it is seen by. */
const UNFINISHED: readonly (readonly [what: string, collection: string, filter: string])[] = [
  ['orders that wait for a payment', 'orders', "state = 'pending'"],
  ['orders that are not settled', 'orders', "state != 'pending' && state != 'expired' && settledAt = ''"],
  ['orders whose fee is missing', 'orders', 'feePending = TRUE'],
  ['refunds without an answer', 'refunds', "state = 'sending'"],
  ['refunds to members without an answer', 'guild_payments', "refundKey != '' && state = 'paid'"],
  ['transfers without an answer', 'seller_transfers', "state = 'sending'"],
  ['seats held for a payment', 'guild_joinings', "state = 'pending'"],
  ['events that are not handled', 'payment_events', "handledAt = ''"],
];

/**
 * Waits until everything that was interrupted is finished, audits the books, and compares each membership with its
 * subscription.
 * @returns rows for a table: what, here, at the provider.
 * @throws AssertionError that names the first promise that is broken.
 */
export async function reckon(stack: DevStack, { pb, since }: StormWorld): Promise<string[][]> {
  const simulator = simulatorOf(stack);
  // Pages that are still open end, and all fees are known.
  simulator.advanceDays(1);
  await whenReady(stack);
  const pid = stack.sitePid();
  if (pid !== null) process.kill(pid, 'SIGKILL');
  await finished(stack, since);
  await audit({ pb: service(stack), simulator, since });
  const all = rowsSince(pb, since);
  await auditMembers(all, stack);
  return sumsOf(all, stack);
}

async function finished(stack: DevStack, since: Instant): Promise<void> {
  const { deliveries } = stack.payments ?? assert.fail('the drill needs the stand-in');
  const pb = service(stack);
  const began = Date.now();
  let told = began;
  for (;;) {
    const open = await patiently(async () => {
      const counts = await Promise.all(
        UNFINISHED.map(async ([what, collection, filter]) => {
          const own = pb.filter(`created >= {:since} && (${filter})`, { since: dateOf(since) });
          const { totalItems } = await pb.collection(collection).getList(1, 1, { filter: own });
          return totalItems === 0 ? [] : [`${totalItems} ${what}`];
        }),
      );
      return counts.flat();
    });
    const waiting = deliveries.list.filter(({ state }) => state === 'waiting').length;
    if (waiting > 0) open.push(`${waiting} webhooks on their way`);
    if (open.length === 0) return;
    if (Date.now() - began > PATIENCE_MS) {
      await showOpenOrders(pb);
      assert.fail(`not finished after five minutes: ${open.join(', ')}`);
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      console.log(`  still open: ${open.join(', ')}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Prints the orders that do not come to an end, with their shares and transfers. */
async function showOpenOrders(pb: PocketBase): Promise<void> {
  const orders = await pb
    .collection('orders')
    .getFullList({ filter: "settledAt = '' && state != 'expired'" });
  for (const { id, state, refundedCents } of orders) {
    const own = { filter: pb.filter('order = {:id}', { id }) };
    const [shares, transfers] = await Promise.all([
      pb.collection('seller_shares').getFullList(own),
      pb.collection('seller_transfers').getFullList(own),
    ]);
    console.log(
      `order ${id} is ${state}, ${refundedCents} given back`,
      shares.map((share) => [share['state'], share['shareCents'], share['sentCents']]),
      transfers.slice(-4).map((move) => [move['turn'], move['kind'], move['amountCents'], move['state']]),
    );
  }
}

/** Reads all rows of a collection that the storm has made. */
function rowsSince(pb: PocketBase, since: Instant) {
  const filter = pb.filter('created >= {:since}', { since: dateOf(since) });
  return (collection: string) =>
    pb.collection(collection).getFullList<ProviderObject>({ batch: 1000, filter });
}

/** Each living subscription has its member and each member their subscription; each payment has its month. */
async function auditMembers(all: ReturnType<typeof rowsSince>, stack: DevStack): Promise<void> {
  const [members, payments, periods] = await Promise.all(
    ['guild_members', 'guild_payments', 'membership_periods'].map(all),
  );
  const living = simulatorOf(stack)
    .book.all('subscriptions')
    .filter(({ ended_at, status }) => ended_at === null && status !== 'incomplete');
  const paying = (members ?? []).filter(
    (member) =>
      member['subscriptionId'] !== '' && !['left', 'lapsed', 'banned'].includes(String(member['state'])),
  );
  assert.deepEqual(
    paying.map((member) => member['subscriptionId']).sort(),
    living.map(({ id }) => id).sort(),
    'the members who pay = the subscriptions that live',
  );
  const covered = new Set((periods ?? []).map((row) => row['payment']));
  for (const payment of payments ?? []) {
    // Of two upgrades in one month, only the second one stands at its month.
    if (payment['state'] === 'paid' && payment['kind'] !== 'raise')
      assert.ok(
        covered.has(payment['invoiceId']),
        `the ${payment['kind']} payment ${payment.id} brought a month`,
      );
  }
  const booked = (payments ?? []).map((payment) => payment['invoiceId']);
  assert.equal(new Set(booked).size, booked.length, 'each invoice is booked once');
}

async function sumsOf(all: ReturnType<typeof rowsSince>, stack: DevStack): Promise<string[][]> {
  const { book } = simulatorOf(stack);
  const orders = (await all('orders')).filter(({ state }) => state !== 'pending' && state !== 'expired');
  const payments = await all('guild_payments');
  const shares = await all('seller_shares');
  const charges = book.all('charges').filter(({ paid }) => paid === true);
  const billed = new Set(book.all('invoice_payments').map((row) => row['of_payment']));
  const ofMembers = charges.filter((charge) => billed.has(charge['payment_intent']));
  const ofCarts = charges.filter((charge) => !ofMembers.includes(charge));
  const { toGuilds, forShares: sent } = dividedTransfers(book.all('transfers'), ofMembers);
  const kept = book.all('application_fees');
  const invoices = book.all('invoices').filter(({ status }) => status === 'paid');
  const sum = (rows: readonly ProviderObject[], ...fields: string[]) =>
    rows.reduce((whole, row) => whole + fields.reduce((part, field) => part + Number(row[field] ?? 0), 0), 0);
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const fees = ofCarts
    .map((charge) => book.find('bookings', charge['balance_transaction']))
    .filter((row) => !!row);
  const pair = (what: string, here: number, there: number) => [what, dollars(here), dollars(there)];
  return [
    ['carts paid', String(orders.length), String(ofCarts.length)],
    pair('paid for carts, in dollars', sum(orders, 'totalCents', 'taxCents'), sum(ofCarts, 'amount')),
    pair('tax of carts', sum(orders, 'taxCents'), taxOf(book.all('sessions'))),
    pair('given back of carts', sum(orders, 'refundedCents'), sum(ofCarts, 'amount_refunded')),
    pair('fees of carts', sum(orders, 'feeCents'), sum(fees, 'fee')),
    // What was withheld for a share from a member's payment was sent with that payment.
    pair(
      'sent to sellers',
      sum(shares, 'sentCents') - sum(payments, 'recoveredCents'),
      sum(sent, 'amount') - sum(sent, 'amount_reversed'),
    ),
    ['payments of members', String(payments.length), String(ofMembers.length)],
    pair('paid by members', sum(payments, 'paidCents'), sum(ofMembers, 'amount')),
    pair(
      'tax of memberships',
      sum(payments, 'taxCents'),
      sum(invoices, 'total') - sum(invoices, 'total_excluding_tax'),
    ),
    pair(
      'left with sellers of them',
      sum(payments, 'sentCents'),
      sum(toGuilds, 'amount') -
        sum(toGuilds, 'amount_reversed') -
        sum(kept, 'amount') +
        sum(kept, 'amount_refunded'),
    ),
    pair('given back to them', sum(payments, 'refundedCents'), sum(ofMembers, 'amount_refunded')),
  ];
}

function taxOf(sessions: readonly ProviderObject[]): number {
  return sessions
    .filter(({ mode, payment_status }) => mode === 'payment' && payment_status === 'paid')
    .reduce(
      (sum, { total_details: details }) => sum + Number((details as { amount_tax: number }).amount_tax),
      0,
    );
}
