import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { announcePause, changeGuildState } from '../../../src/data/guild/guilds.ts';
import { asSeller } from '../../../src/data/kernel/actor.ts';
import { GUILD_HOLDS } from '../../../src/domain/guild/guild-hold.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { applyGuildHolds } from '../../../src/server/guild/guild-holds.ts';
import { changeTier, skipMonth } from '../../../src/server/guild/membership-changes.ts';
import { runReleaseJob } from '../../../src/server/guild/releases.ts';
import { moveStore, storeStakes } from '../../../src/server/guild/store-states.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  daysPass,
  joined,
  newUser,
  type PaidGuild,
  type Person,
  pageOf,
  paidGuild,
  payPage,
  release,
  snapshotOf,
} from './guild-commerce.ts';
import { type StoreStory, storeStory } from './store-story.ts';

let commerce: TestCommerce;
let { storeIs, storeMoves, ownerOf, jobs, charged, refunded, mails } = {} as StoreStory;

beforeEach(async () => {
  commerce = await openTestCommerce();
  ({ storeIs, storeMoves, ownerOf, jobs, charged, refunded, mails } = storeStory(commerce));
});
afterEach(() => commerce.close());

const DAYS = GUILD_HOLDS.fallback.returnAfterDays;

const member = async (guild: PaidGuild, person: Person) =>
  (await membershipOfUser(commerce.pb, person.id, guild.id)) ?? expect.fail('no member');
const kinds = async (guild: PaidGuild, person: Person) =>
  (await snapshotOf(commerce, guild, person)).months.map((month) => month.split(' ')[1]);
describe.each(['vacation', 'suspended'] as const)('a store that is %s', (way) => {
  it('charges nobody, tells members once, and goes on with notice when it opens again', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    expect(charged(person)).toBe(800);
    await daysPass(commerce, 1);
    await storeIs(guild, way);
    expect((await member(guild, person)).nextChargeAt).toBeNull();
    await daysPass(commerce, 33);
    await jobs();
    expect(charged(person)).toBe(800);
    expect(await mails(person, 'takes a break')).toBe(1);
    expect(await kinds(guild, person)).toEqual(['paid', 'skipped']);
    await storeIs(guild, 'open');
    expect(await mails(person, 'goes on')).toBe(1);
    const { nextChargeAt, state } = await member(guild, person);
    expect(state).toBe('active');
    expect(nextChargeAt).toBeGreaterThanOrEqual(commerce.now() + 72 * 3_600_000);
    await daysPass(commerce, 33);
    await jobs();
    expect(charged(person)).toBe(1600);
  });

  it('gives back what was paid for its time once it has lasted long enough, once', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    await daysPass(commerce, 5);
    await storeIs(guild, way);
    await daysPass(commerce, DAYS - 1);
    await jobs();
    expect(refunded(person)).toBe(0);
    await daysPass(commerce, 2);
    await jobs();
    const back = refunded(person);
    // Five of about thirty days were over when it began.
    expect(back).toBeGreaterThan(600);
    expect(back).toBeLessThan(700);
    await daysPass(commerce, 1);
    await jobs();
    await jobs();
    expect(refunded(person)).toBe(back);
    expect(await mails(person, 'on its way back')).toBe(1);
    const [payment] = await commerce.pb
      .collection('guild_payments')
      .getFullList({ filter: `guild = '${guild.id}'` });
    expect(payment).toMatchObject({ state: 'paid', refundedCents: back, returnKey: '' });
    // What had left for the seller's bank before the hold cannot be taken back, and is owed.
    if (payment?.['isDebt'] === false) expect(payment['sentCents']).toBe(payment['dueCents']);
  });
});

describe('a hold', () => {
  it('keeps the month that a member had skipped themselves', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const whose = { userId: person.id, guildId: guild.id };
    await daysPass(commerce, 1);
    expect(await skipMonth(commerce, whose)).toBeNull();
    const skipped = (await member(guild, person)).nextChargeAt;
    await storeIs(guild, 'vacation');
    expect((await member(guild, person)).nextChargeAt).toBeNull();
    await storeIs(guild, 'open');
    expect((await member(guild, person)).nextChargeAt).toBe(skipped);
  });

  it('ends the trial of a new member without a charge', async () => {
    const guild = await paidGuild(commerce);
    await commerce.pb.collection('guild_tiers').update(guild.tiers.low, { trialDays: 7 });
    const person = await joined(commerce, guild, { trialDays: 7 });
    await storeIs(guild, 'suspended');
    await daysPass(commerce, 9);
    await jobs();
    expect(charged(person)).toBe(0);
  });

  it('gives a year back month by month', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild, { billing: 'annual' });
    expect(charged(person)).toBe(8000);
    await daysPass(commerce, 1);
    await storeIs(guild, 'suspended');
    await daysPass(commerce, DAYS + 1);
    await jobs();
    const first = refunded(person);
    expect(first).toBeGreaterThan(600);
    expect(first).toBeLessThan(700);
    await daysPass(commerce, 31);
    await jobs();
    expect(refunded(person)).toBeGreaterThan(first + 600);
    expect(refunded(person)).toBeLessThan(first + 700);
    expect((await kinds(guild, person)).slice(0, 3)).toEqual(['paid', 'skipped', 'paid']);
    await storeIs(guild, 'open');
    const all = refunded(person);
    await daysPass(commerce, 31);
    await jobs();
    expect(refunded(person)).toBe(all);
  });

  it('gives back whole what was paid on a page that was open before, and closes other pages', async () => {
    const guild = await paidGuild(commerce);
    const [quick, slow] = [await newUser(commerce), await newUser(commerce)];
    const page = await pageOf(commerce, guild, quick);
    await storeMoves(guild, 'open', 'vacation');
    expect(payPage(commerce, page)).toBeNull();
    await commerce.standIn.deliveries.idle();
    await jobs();
    expect(charged(quick)).toBe(800);
    expect(refunded(quick)).toBe(800);
    await storeMoves(guild, 'vacation', 'open');
    await jobs();
    const other = await pageOf(commerce, guild, slow);
    await storeIs(guild, 'vacation');
    expect(payPage(commerce, other)).not.toBeNull();
    expect(charged(slow)).toBe(0);
  });

  it('lets releases wait, and refuses a higher tier', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const id = await release(commerce, guild);
    const at = new Date(commerce.now() - 1000).toISOString();
    await commerce.pb
      .collection('releases')
      .update(id, { state: 'scheduled', publishAt: at, publishedAt: '' });
    await storeIs(guild, 'vacation');
    const run = () => runReleaseJob(commerce);
    await run();
    const state = async () => (await commerce.pb.collection('releases').getOne(id))['state'];
    expect(await state()).toBe('scheduled');
    const shown = { when: 'at-once', chargeCents: 800, countedAt: commerce.now(), priceCents: 1600 } as const;
    const whose = { userId: person.id, guildId: guild.id };
    expect(await changeTier(commerce, whose, guild.tiers.high, shown)).toBe('not-now');
    await storeIs(guild, 'open');
    await run();
    // Its model has no file, so that the job refuses it; while the store rested, the job left it alone.
    expect(await state()).toBe('draft');
  });

  it('whose request to pause was lost is undone all the same when the store opens again', async () => {
    const { faults } = commerce.standIn;
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    await daysPass(commerce, 1);
    const due = (await member(guild, person)).nextChargeAt;
    await storeMoves(guild, 'open', 'vacation');
    faults.aimAt('late', 'POST /v1/subscriptions/:id', 0);
    await applyGuildHolds(commerce);
    expect(faults.isHit).toBe(true);
    faults.set('none');
    faults.runLate();
    await storeMoves(guild, 'vacation', 'open');
    await jobs();
    expect((await member(guild, person)).nextChargeAt).toBe(due);
  });
});

describe('closing a store', () => {
  const asked = async (guild: PaidGuild) =>
    moveStore(
      asSeller(commerce.pb, await ownerOf(guild)),
      { id: guild.storeId, state: 'open', sellerStatus: { kind: 'private' } },
      'closed',
      commerce.now(),
    );

  it('needs the guild closed or paused first; the dialog names members and months', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    expect(await asked(guild)).toMatch(/Close or pause your guild first/);
    const stakes = await storeStakes(commerce.pb, guild.storeId, commerce.now());
    expect(stakes.guild).toMatchObject({ members: 1, runs: true });
    expect(stakes.guild?.lastMonthEnds).toBeGreaterThan(commerce.now());
    const { pb } = commerce;
    const seller = asSeller(pb, await ownerOf(guild));
    await changeGuildState(seller, { id: guild.id, state: 'live' }, 'closing', commerce.now());
    expect(await asked(guild)).toMatch(/Close or pause/);
    await changeGuildState(pb, { id: guild.id, state: 'closing' }, 'closed', commerce.now());
    expect(await asked(guild)).toBeNull();
  });

  it('with a paused guild charges nobody after the pause either', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    await daysPass(commerce, 1);
    const now = commerce.now();
    await announcePause(commerce.pb, guild.id, { from: now - 1000, to: now + 10 * 86_400_000 }, now);
    await storeIs(guild, 'closed');
    await daysPass(commerce, 40);
    await jobs();
    expect(charged(person)).toBe(800);
    expect(refunded(person)).toBeGreaterThan(700);
  });
});

describe('a suspended seller', () => {
  it('gets nothing into their bank until the suspension is lifted', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    // Some seconds later, so that the payment was made before the hold.
    commerce.later(2000);
    await storeIs(guild, 'suspended');
    expect((await sellerMoney(commerce, guild.storeId)).isSuspended).toBe(true);
    const { book } = commerce.standIn.simulator;
    const payouts = () => book.all('payouts').filter((row) => row['owner'] === guild.account).length;
    await daysPass(commerce, 13);
    await commerce.payments.moneyAt(guild.account);
    expect(payouts()).toBe(0);
    await storeIs(guild, 'open');
    for (let days = 0; days < 8; days++) {
      await daysPass(commerce, 1);
      await commerce.payments.moneyAt(guild.account);
    }
    expect(payouts()).toBeGreaterThan(0);
  });

  it('is paid again although the answer to the hold was lost and the suspension was short', async () => {
    const { faults, simulator } = commerce.standIn;
    const guild = await paidGuild(commerce);
    faults.aimAt('lost', 'POST /v1/balance_settings', 0);
    await storeIs(guild, 'suspended').catch(() => undefined);
    expect(faults.isHit).toBe(true);
    faults.set('none');
    await storeIs(guild, 'open');
    expect(simulator.book.find('accounts', guild.account)?.['payouts_by_hand']).toBe(false);
  });

  it('is not charged for Pro until the suspension is lifted', async () => {
    const slug = 'held-planner';
    const store = { id: await commerce.store(slug), name: slug };
    const email = `seller-${slug}@guildhall.test`;
    const begun = await startPlan(commerce, store, email, 'monthly', { monthly: 1500, annual: 15_000 });
    if (begun.kind !== 'pay') throw new Error(begun.refusal);
    payPage(commerce, begun.url);
    await commerce.standIn.deliveries.idle();
    const paid = () => charged({ email });
    expect(paid()).toBe(1500);
    const whose = { id: '', storeId: store.id, account: '', tiers: { low: '', high: '', merchant: '' } };
    await storeIs(whose, 'suspended');
    await daysPass(commerce, 33);
    await jobs();
    expect(paid()).toBe(1500);
    await storeIs(whose, 'open');
    await daysPass(commerce, 33);
    await jobs();
    expect(paid()).toBe(3000);
  });
});
