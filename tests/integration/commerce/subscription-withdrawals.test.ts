import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { sellersOf } from '../../../src/data/identity/addressees.ts';
import { recordDownloads } from '../../../src/data/library/downloads.ts';
import { saveWaiver } from '../../../src/data/payments/consents.ts';
import { planOfStore } from '../../../src/data/payments/seller-plans.ts';
import { billsOfPayer } from '../../../src/data/payments/tax-invoices.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { orderNumber } from '../../../src/domain/commerce/order.ts';
import { invoiceSums } from '../../../src/domain/payments/tax-invoice.ts';
import { WAIVER_WORDING } from '../../../src/domain/payments/waiver.ts';
import { PaymentsUnavailable } from '../../../src/server/adapters/stripe/payments.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import {
  finishWithdrawals,
  requestWithdrawal,
  withdraw,
  withdrawalOf,
} from '../../../src/server/commerce/withdrawal/withdrawals.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import {
  daysPass,
  newUser,
  type PaidGuild,
  type Person,
  pageOf,
  paidGuild,
  release,
} from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** Memberships and seller plans, taxed at 19 %, from which somebody withdraws. */
let commerce: TestCommerce;
beforeEach(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors.splice(0)).toEqual([]);
});

const CARD = testCard('4242424242424242') ?? expect.fail('no card');
const PRICES = { monthly: 1500, annual: 15_000 };

async function joinedFrom(country: 'DE' | 'US-NY', club: PaidGuild): Promise<Person> {
  const person = await newUser(commerce);
  const url = await pageOf(commerce, club, person);
  expect(commerce.standIn.simulator.pay(url.split('/').at(-1) ?? '', CARD, country)).toBeNull();
  await commerce.standIn.deliveries.idle();
  return person;
}
/** An account's documents, oldest first, as their kind, cause, net and tax. */
const documentsOf = async (payerId: string) =>
  (await billsOfPayer(commerce.pb, payerId)).toReversed().map(({ kind, cause, number, content }) => {
    const { netCents, taxCents } = invoiceSums(content.lines);
    return { number, said: `${kind} ${cause.split(':')[0]} ${netCents} + ${taxCents}` };
  });
const saidOf = async (payerId: string) => (await documentsOf(payerId)).map(({ said }) => said);

/** The link that is mailed to whoever names the store or an invoice, or null. */
async function linkFor(named: string, email: string): Promise<string | null> {
  const links = async () =>
    (await mailed(email)).flatMap(({ body }) =>
      [...body.matchAll(/withdraw\/([\w-]{32})/g)].map(([, link]) => link),
    );
  const before = await links();
  await requestWithdrawal(commerce, { number: named, email });
  return (await links()).find((link) => !before.includes(link)) ?? null;
}
const mailed = (to: string) =>
  commerce.pb.collection('mails').getFullList<{ body: string }>({
    filter: commerce.pb.filter("to = {:to} && kind = 'withdrawal'", { to }),
    sort: '@rowid',
  });
const lastMailTo = async (to: string) => (await mailed(to)).at(-1)?.body.replaceAll(/\s+/g, ' ');
const storeName = async ({ storeId }: { storeId: string }) =>
  (await commerce.pb.collection('stores').getOne(storeId))['name'] as string;
const own = async (person: Person, guildId: string) => {
  const rows = await commerce.pb
    .collection('entitlements')
    .getFullList({ filter: commerce.pb.filter("user = {:id} && revokedAt = ''", { id: person.id }) });
  const member = await membershipOfUser(commerce.pb, person.id, guildId);
  return { state: member?.state, months: member?.months, products: rows.map((row) => row['product']) };
};
const download = (person: Person, productId: unknown) =>
  recordDownloads(
    commerce.pb,
    [{ userId: person.id, productId: String(productId), part: 'all', version: 1, sizeBytes: 1 }],
    commerce.now(),
  );

it('a withdrawal from an order, cut off between two lines and pressed again, gives back every line', async () => {
  const buyer = await commerce.person('withdrawing-twice');
  const productIds = await Promise.all(
    [999, 501].map(async (cents, at) => commerce.product(await commerce.store(`line-${at}`), cents)),
  );
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 1500 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url, 'pays', 'DE')).toBeNull();
  await commerce.standIn.deliveries.idle();
  const order = (await storedOrder(commerce.pb, outcome.orderId))?.order ?? expect.fail('no order');
  const token = (await linkFor(orderNumber(order), order.email)) ?? '';
  let asked = 0;
  const { payments } = commerce;
  const refund: typeof payments.refund = (wish) =>
    asked++ === 0 ? payments.refund(wish) : Promise.reject(new Error('the process ended'));
  const cutOff = { ...commerce, payments: { ...payments, refund } };
  await expect(withdraw(cutOff, token)).rejects.toThrow('the process ended');
  const shown = await withdrawalOf(commerce, token);
  expect(shown?.lines.map(({ refusal, leftCents }) => [refusal, leftCents])).toEqual([
    [null, 1189],
    [null, 596],
  ]);
  expect(await withdraw(commerce, token)).toBe(1785);
  const told = await lastMailTo(order.email);
  expect(told).toContain('$17.85');
  expect(told).not.toContain('Nothing is left');
  // Another link gives nothing back a second time.
  expect(await withdraw(commerce, (await linkFor(orderNumber(order), order.email)) ?? '')).toBe(0);
  expect(await lastMailTo(order.email)).toContain('Nothing is left');
});

it('a withdrawal from a membership gives back what was not downloaded, once', async () => {
  const club = await paidGuild(commerce);
  await release(commerce, club);
  await release(commerce, club);
  const person = await joinedFrom('DE', club);
  const [kept] = (await own(person, club.id)).products;
  await download(person, kept);
  const stranger = await newUser(commerce);
  expect(await linkFor(await storeName(club), stranger.email)).toBeNull();
  const token = (await linkFor(` ${(await storeName(club)).toUpperCase()}`, person.email)) ?? '';
  const shown = await withdrawalOf(commerce, token);
  expect(shown?.lines).toMatchObject([
    { leftCents: 476, kept: { cents: 476, models: 2, downloaded: 1 }, refusal: null },
  ]);
  expect((await Promise.all([1, 2].map(() => withdraw(commerce, token)))).sort()).toEqual([0, 476]);
  await commerce.standIn.deliveries.idle();
  expect(await own(person, club.id)).toEqual({ state: 'left', months: 0, products: [kept] });
  expect(await saidOf(person.id)).toEqual(['invoice sale 800 + 152', 'credit_note return 400 + 76']);
  expect(await lastMailTo(person.email)).toContain('$4.76 is refunded');
  const seller = await sellersOf(commerce.pb, [club.storeId]);
  expect(await lastMailTo(seller[0]?.email ?? '')).toContain('$4.76 is refunded');
  // The seller has their part of what is kept, and of nothing else.
  const [payment] = await commerce.pb.collection('guild_payments').getFullList({
    filter: commerce.pb.filter('guild = {:id}', { id: club.id }),
  });
  expect(payment).toMatchObject({ refundedCents: 476, isDebt: false });
  expect(payment?.['sentCents']).toBe(payment?.['dueCents']);
  expect(payment?.['dueCents']).toBe(Number(payment?.['netCents']) / 2);
  // A second link finds nothing more; time brings nothing back.
  const again = (await linkFor(await storeName(club), person.email)) ?? '';
  expect(await withdraw(commerce, again)).toBe(0);
  await daysPass(commerce, 32);
  expect((await own(person, club.id)).products).toEqual([kept]);
});

it('a withdrawal ends no membership where the right is waived or over, or everything is downloaded', async () => {
  const club = await paidGuild(commerce);
  await release(commerce, club);
  const all = await joinedFrom('DE', club);
  for (const product of (await own(all, club.id)).products) await download(all, product);
  const abroad = await joinedFrom('US-NY', club);
  const waiving = await joinedFrom('DE', club);
  const [joining] = await commerce.pb.collection('guild_joinings').getFullList({
    filter: commerce.pb.filter('user = {:id}', { id: waiving.id }),
  });
  await saveWaiver(commerce.pb, { joining: joining?.id ?? '' }, WAIVER_WORDING, commerce.now());
  const late = await joinedFrom('DE', club);
  const people = { downloaded: all, 'no-right': abroad, waived: waiving, 'too-late': late };
  for (const [refusal, person] of Object.entries(people)) {
    if (refusal === 'too-late') await daysPass(commerce, 15);
    const [sale] = await documentsOf(person.id);
    const token = (await linkFor(sale?.number ?? '', person.email)) ?? '';
    expect((await withdrawalOf(commerce, token))?.lines.map((line) => line.refusal)).toEqual([refusal]);
    expect(await withdraw(commerce, token)).toBe(0);
    expect((await own(person, club.id)).state).toBe('active');
  }
});

it('a withdrawal from a seller plan is finished where the provider fails on the way; a trader has no such right', async () => {
  const name = 'withdrawing-planner';
  const store = { id: await commerce.store(name), name, email: `seller-${name}@guildhall.test` };
  const begun = await startPlan(commerce, store, store.email, 'monthly', PRICES);
  if (begun.kind !== 'pay') throw new Error(begun.refusal);
  const { simulator, deliveries } = commerce.standIn;
  expect(simulator.pay(begun.url.split('/').at(-1) ?? '', CARD, 'DE')).toBeNull();
  await deliveries.idle();
  expect((await planOfStore(commerce.pb, store.id))?.plan.state).toBe('active');
  const token = (await linkFor(await storeName({ storeId: store.id }), store.email)) ?? '';
  await commerce.pb.collection('stores').update(store.id, { sellerStatus: 'trader' });
  expect((await withdrawalOf(commerce, token))?.lines[0]?.refusal).toBe('trader');
  await commerce.pb.collection('stores').update(store.id, { sellerStatus: 'private' });
  const away = () => Promise.reject(new PaymentsUnavailable('away', true));
  const cutOff = { ...commerce, payments: { ...commerce.payments, refund: away } };
  await expect(withdraw(cutOff, token)).rejects.toThrow('away');
  await Promise.all([1, 2].map(() => finishWithdrawals(commerce, commerce.now() + 1)));
  await deliveries.idle();
  expect((await planOfStore(commerce.pb, store.id))?.plan.state).toBe('ended');
  const owner = (await commerce.pb.collection('stores').getOne(store.id))['owner'] as string;
  expect(await saidOf(owner)).toEqual(['invoice sale 1500 + 285', 'credit_note return 1500 + 285']);
  expect(await lastMailTo(store.email)).toContain('$17.85 is refunded');
  expect(await withdraw(commerce, token)).toBe(0);
});
