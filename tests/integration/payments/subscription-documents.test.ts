import { afterEach, beforeEach, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { planOfStore } from '../../../src/data/payments/seller-plans.ts';
import {
  billsOfPayer,
  invoiceOfBuyer,
  invoicesOfOrders,
  type StoredInvoice,
} from '../../../src/data/payments/tax-invoices.ts';
import { taxSumsOfYear } from '../../../src/data/payments/tax-report.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { zoneRefusal } from '../../../src/domain/payments/sale-countries.ts';
import { invoiceSums } from '../../../src/domain/payments/tax-invoice.ts';
import { taxReport } from '../../../src/domain/payments/tax-report.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { refundLastPayment } from '../../../src/server/guild/member-admin.ts';
import { changeTier, membershipInvoices, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import { joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import { syncMembership } from '../../../src/server/guild/memberships.ts';
import { switchOffer, switchPlan } from '../../../src/server/payments/plan-changes.ts';
import { planInvoices } from '../../../src/server/payments/plan-overview.ts';
import { startPlan, syncPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  daysPass,
  newUser,
  type PaidGuild,
  type Person,
  pageOf,
  paidGuild,
} from '../guild/guild-commerce.ts';

/** Memberships and seller plans taxed at 19 %, or as their country does: each bill has an invoice, what goes back a credit note. */
let commerce: TestCommerce;
let guild: PaidGuild;
beforeEach(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  guild = await paidGuild(commerce);
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors.splice(0)).toEqual([]);
});

const CARD = testCard('4242424242424242') ?? expect.fail('no card');
const PRICES = { monthly: 1500, annual: 15_000 };

async function joinedFrom(country: 'DE' | 'FI' | 'US-NY', shop = commerce): Promise<Person> {
  const person = await newUser(commerce);
  const url = await pageOf(shop, guild, person);
  expect(commerce.standIn.simulator.pay(url.split('/').at(-1) ?? '', CARD, country)).toBeNull();
  await commerce.standIn.deliveries.idle();
  return person;
}

/** An account's documents, oldest first, as their kind, cause, net and tax. */
const documentsOf = async (payerId: string) => (await billsOfPayer(commerce.pb, payerId)).toReversed();
const shortly = ({ kind, cause, content }: StoredInvoice) => {
  const { netCents, taxCents, grossCents } = invoiceSums(content.lines);
  expect(netCents + taxCents).toBe(grossCents);
  return `${kind} ${cause.split(':')[0]} ${netCents} + ${taxCents}`;
};
const mailsTo = async (email: string) =>
  (
    await commerce.pb.collection('mails').getFullList<{ subject: string; mailKey: string }>({
      filter: commerce.pb.filter('to = {:email}', { email }),
    })
  ).filter(({ mailKey }) => mailKey.startsWith('bill:'));

it('people can join only from a country in which they can buy', async () => {
  const person = await newUser(commerce);
  const settings = commerce.pb.collection('site_settings');
  await settings.create({ name: 'countries', value: { listed: ['DE'] }, version: 1 });
  const request = {
    guildId: guild.id,
    tierId: guild.tiers.low,
    billing: 'monthly' as const,
    shownCents: 800,
  };
  const sentence = zoneRefusal({ listed: ['DE'] }, 'Asia/Tokyo');
  expect(await joinGuild(commerce, person, { ...request, timeZone: 'Asia/Tokyo' })).toEqual({
    kind: 'abroad',
    sentence,
  });
  expect((await joinGuild(commerce, person, { ...request, timeZone: 'Europe/Berlin' })).kind).toBe('pay');
});

it('a membership paid from a country in which nothing is sold is undone and refunded, and a mail says why', async () => {
  const settings = commerce.pb.collection('site_settings');
  await settings.create({ name: 'countries', value: { listed: ['DE'] }, version: 1 });
  const abroad = await joinedFrom('US-NY');
  expect(await membershipOfUser(commerce.pb, abroad.id, guild.id)).toMatchObject({
    state: 'left',
    months: 0,
  });
  const mails = commerce.pb.collection('mails');
  const sent = await mails.getFullList<{ mailKey: string; body: string }>({
    filter: commerce.pb.filter('to = {:email}', { email: abroad.email }),
  });
  // Besides it the invoice and its credit note; nobody is welcomed.
  expect(sent.map(({ mailKey }) => mailKey.split(':')[0]).sort()).toEqual(['bill', 'bill', 'not-sold']);
  const mail = sent.find(({ mailKey }) => mailKey.startsWith('not-sold:sub_'));
  expect(mail?.body.replaceAll('\n', ' ')).toContain(
    'We sell to people in Germany only, and your payment is from United States.',
  );
  const { book } = commerce.standIn.simulator;
  const subscription = book.all('subscriptions').find((row) => row.id === mail?.mailKey.split(':')[1]);
  expect(subscription?.['status']).toBe('canceled');
  const charges = book.all('charges').filter((row) => row['customer'] === subscription?.['customer']);
  expect(charges.map((row) => row['refunded'])).toEqual([true]);
});

it('an order whose dispute is lost has a credit note', async () => {
  const productIds = [await commerce.product(guild.storeId, 999)];
  const buyer = await commerce.person('disputing');
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 999 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url, 'pays', 'DE')).toBeNull();
  const { simulator, deliveries } = commerce.standIn;
  await deliveries.idle();
  const charge = simulator.book.all('charges').find((row) => row['transfer_group'] === outcome.orderId);
  const dispute = simulator.dispute(charge?.id ?? '');
  await deliveries.idle();
  const documents = () => invoicesOfOrders(commerce.pb, [outcome.orderId]);
  expect(await documents()).toHaveLength(1);
  simulator.closeDispute(dispute.id, 'lost');
  await deliveries.idle();
  const [sale, note, ...others] = await documents();
  expect(others).toEqual([]);
  expect(note).toMatchObject({ kind: 'credit_note', ofNumber: sale?.number });
  expect(note?.content.lines).toEqual(sale?.content.lines);
  expect(note?.content.reason).toContain('dispute');
});

it('each paid month of a membership has an invoice of ours', async () => {
  const person = await joinedFrom('DE');
  await daysPass(commerce, 32);
  const [first, second, ...others] = await documentsOf(person.id);
  expect(others).toEqual([]);
  expect([first, second].map((one) => one && shortly(one))).toEqual([
    'invoice sale 800 + 152',
    'invoice sale 800 + 152',
  ]);
  expect(first?.content).toMatchObject({
    seller: { vatId: 'DE123456789' },
    buyer: { country: 'DE', email: person.email },
    lines: [{ taxPercent: 19 }],
  });
  expect(Number(second?.number.slice(-6))).toBe(Number(first?.number.slice(-6)) + 1);
  // In the mail, on the page, and as a PDF for them alone.
  expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
    'Your invoice of $9.52 from Guildhall',
    'Your invoice of $9.52 from Guildhall',
  ]);
  const shown = await membershipInvoices(commerce, person.id);
  expect(shown.map(({ number, url }) => [number, url])).toEqual(
    [second, first].map((one) => [one?.number, `/invoice/${one?.id}`]),
  );
  const stranger = await newUser(commerce);
  expect(await invoiceOfBuyer(commerce.pb, person.id, first?.id ?? '')).not.toBeNull();
  expect(await invoiceOfBuyer(commerce.pb, stranger.id, first?.id ?? '')).toBeNull();
});

it('a raised tier and a refund have credit notes', async () => {
  const person = await joinedFrom('US-NY');
  await daysPass(commerce, 10);
  const whose = { userId: person.id, guildId: guild.id };
  const offer = await tierOffer(commerce, whose, guild.tiers.high);
  if (typeof offer === 'string') throw new Error(offer);
  expect(await changeTier(commerce, whose, guild.tiers.high, offer)).toBeNull();
  await commerce.standIn.deliveries.idle();
  const before = await documentsOf(person.id);
  expect(before.map(({ kind, cause }) => `${kind} ${cause}`)).toEqual([
    'invoice sale',
    'invoice sale',
    'credit_note proration',
  ]);
  // 8.875 % of $8.00 are 71 cents.
  expect(shortly(before[0] ?? expect.fail('no invoice'))).toBe('invoice sale 800 + 71');
  expect(before[0]?.content.lines[0]?.taxPercent).toBe(8.875);
  const gross = (at: number) => invoiceSums(before[at]?.content.lines ?? []).grossCents;
  expect(gross(1) - gross(2)).toBe(offer.chargeCents);
  expect(before[2]?.ofNumber).toBe(before[0]?.number);
  const member = await membershipOfUser(commerce.pb, person.id, guild.id);
  expect(await refundLastPayment(commerce, guild.id, member?.id ?? '')).toBeNull();
  await commerce.standIn.deliveries.idle();
  const after = await documentsOf(person.id);
  expect(after).toHaveLength(4);
  expect(after[3]).toMatchObject({ kind: 'credit_note', ofNumber: before[1]?.number });
  expect(invoiceSums(after[3]?.content.lines ?? []).grossCents).toBe(offer.chargeCents);
  // Again, and by two at once: nothing is issued twice.
  await Promise.all([
    syncMembership(commerce, whose),
    syncMembership(commerce, whose, { id: '', customerId: '', changedPayments: 'all' }),
  ]);
  expect(await documentsOf(person.id)).toHaveLength(4);
});

/** Of a member in Finland. */
async function lostDisputeOf(person: Person): Promise<void> {
  const { simulator, deliveries } = commerce.standIn;
  const charge = simulator.book.all('charges').find((row) => row['amount'] === 1004);
  const dispute = simulator.dispute(charge?.id ?? '');
  await deliveries.idle();
  expect(await documentsOf(person.id)).toHaveLength(1);
  simulator.closeDispute(dispute.id, 'lost');
  await deliveries.idle();
}

it('a membership whose dispute is lost has a credit note', async () => {
  const person = await joinedFrom('FI');
  const [sale] = await documentsOf(person.id);
  // 25.5 % of $8.00.
  expect(sale && shortly(sale)).toBe('invoice sale 800 + 204');
  await lostDisputeOf(person);
  expect((await documentsOf(person.id)).map(shortly)).toEqual([
    'invoice sale 800 + 204',
    'credit_note return 800 + 204',
  ]);
});

it('a seller plan has an invoice of ours, also where its price contains the tax', async () => {
  const shop = commerce.withTaxInPrices();
  const name = 'invoiced-planner';
  const store = { id: await commerce.store(name), name, email: `seller-${name}@guildhall.test` };
  const begun = await startPlan(shop, store, store.email, 'monthly', PRICES);
  if (begun.kind !== 'pay') throw new Error(begun.refusal);
  expect(shop.pay(begun.url)).toBeNull();
  await commerce.standIn.deliveries.idle();
  const owner = (await commerce.pb.collection('stores').getOne(store.id))['owner'] as string;
  // $15.00 contain $2.39.
  expect((await documentsOf(owner)).map(shortly)).toEqual(['invoice sale 1261 + 239']);
  const offer = await switchOffer(shop, store.id, 'annual', PRICES);
  if (typeof offer === 'string') throw new Error(offer);
  expect(await switchPlan(shop, store.id, 'annual', PRICES, offer)).toBeNull();
  await commerce.standIn.deliveries.idle();
  const [, year, unused] = await documentsOf(owner);
  expect([year?.kind, unused?.kind, unused?.ofNumber?.slice(0, 4)]).toEqual([
    'invoice',
    'credit_note',
    'INV-',
  ]);
  const gross = (one: StoredInvoice | undefined) => invoiceSums(one?.content.lines ?? []).grossCents;
  expect(gross(year) - gross(unused)).toBe(offer.chargeCents);
  // A refund at the provider's own pages.
  const { simulator } = commerce.standIn;
  const customer = (await planOfStore(commerce.pb, store.id))?.customerId;
  const charge = simulator.book
    .all('charges')
    .find((row) => row['customer'] === customer && row['amount'] === offer.chargeCents);
  simulator.refund({ charge: charge?.id ?? '', amount: '1000' });
  await commerce.standIn.deliveries.idle();
  const documents = await documentsOf(owner);
  expect(gross(documents[3])).toBe(1000);
  await syncPlan(commerce, store.id);
  expect(await documentsOf(owner)).toHaveLength(4);
  expect(await planInvoices(shop, store.id)).toHaveLength(4);
});

it('what was billed elsewhere has no second invoice, and one that was cut off is made later', async () => {
  commerce.standIn.deliveries.mode = 'drop';
  const person = await joinedFrom('DE');
  const { pb } = commerce;
  const whose = { userId: person.id, guildId: guild.id };
  const cutOff = { ...commerce.payments, taxPercentOf: () => Promise.reject(new Error('cut off')) };
  await expect(syncMembership({ ...commerce, payments: cutOff }, whose)).rejects.toThrow('cut off');
  const member = await membershipOfUser(pb, person.id, guild.id);
  const payment = await pb
    .collection('guild_payments')
    .getFirstListItem(pb.filter('member = {:id}', { id: member?.id ?? '' }));
  // As the migration marks payments from before it.
  await pb.collection('guild_payments').update(payment.id, { isBilledElsewhere: true });
  await syncMembership(commerce, whose);
  expect(await documentsOf(person.id)).toEqual([]);
  await pb.collection('guild_payments').update(payment.id, { isBilledElsewhere: false });
  await syncMembership(commerce, whose);
  expect((await documentsOf(person.id)).map(shortly)).toEqual(['invoice sale 800 + 152']);
  commerce.standIn.deliveries.mode = 'send';
});

it('the report by country and quarter includes memberships and plans', async () => {
  await lostDisputeOf(await joinedFrom('FI'));
  await joinedFrom('US-NY');
  const year = new Date(commerce.now()).getUTCFullYear();
  const sums = [...(await taxSumsOfYear(commerce.pb, year - 1)), ...(await taxSumsOfYear(commerce.pb, year))];
  const rows = taxReport(sums);
  const finland = rows.filter(({ country }) => country === 'FI');
  expect(finland.reduce((sum, row) => sum + row.soldTaxCents, 0)).toBe(204);
  expect(finland.reduce((sum, row) => sum + row.refundedTaxCents, 0)).toBe(204);
  expect(finland.every(({ taxPercent }) => taxPercent === 25.5)).toBe(true);
  expect(rows.some(({ country, taxPercent }) => country === 'US' && taxPercent === 8.875)).toBe(true);
});
