import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundleOfGuild,
  bundlesOfGuild,
  changeBundle,
  changeGiftState,
  changeReward,
  createBundle,
  createReward,
  rewardsOfGuild,
} from '../../../src/data/guild/entry-bundles.ts';
import {
  type MembershipSnapshot,
  memberCounts,
  memberOfGuild,
  membershipOfUser,
  membershipsOfUser,
  membersOfGuild,
  recordDunningMail,
  saveMemberNote,
  saveMembership,
  setBan,
} from '../../../src/data/guild/guild-members.ts';
import {
  arrangeTiers,
  changeTierState,
  createTier,
  saveTier,
  tierOfGuild,
  tiersOfGuild,
} from '../../../src/data/guild/guild-tiers.ts';
import {
  announcePause,
  changeGuild,
  changeGuildState,
  createGuild,
  guildOfStore,
  guildsWithPauseChange,
  saveInformation,
  showInformation,
  statusOfGuild,
} from '../../../src/data/guild/guilds.ts';
import { coverMonths, grantsOfMember } from '../../../src/data/guild/membership-periods.ts';
import { runReleaseJob } from '../../../src/server/guild/releases.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { aTier } from '../../domain/guild/a-guild.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS, type TestGuild } from './guild-backend.ts';

let backend: GuildBackend;
let guild: TestGuild;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const FRONT = {
  name: 'Circle',
  tagline: 'Come in',
  welcome: '',
  grantRule: 'one_per_payment',
  billings: ['monthly' as const],
  memberDiscountPercent: 10,
} as const;
const {
  id: _id,
  guildId: _guild,
  image: _image,
  members: _members,
  position: _position,
  state: _state,
  ...TIER
} = aTier();

beforeAll(async () => {
  backend = await openGuildBackend();
  guild = await backend.guild();
}, 60_000);
afterAll(() => backend.close());

describe('a guild', () => {
  it('is unique per store, hidden until it is live, and found through its store', async () => {
    const store = await backend.store();
    const front = { ...FRONT, billings: [...FRONT.billings] };
    const ids = await Promise.all([1, 2, 3].map(() => createGuild(backend.pb, store, front)));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    const own = await guildOfStore(backend.pb, store);
    expect(own).toMatchObject({ name: 'Circle', state: 'draft', memberDiscountPercent: 10, members: 0 });
    if (!own) throw new Error('no guild');
    expect(await changeGuild(backend.pb, { ...own, storeId: guild.storeId }, { name: 'Theirs' }, NOW)).toBe(
      false,
    );
    expect(await changeGuild(backend.pb, own, { tagline: 'Sit down' }, NOW)).toBe(true);
    await saveInformation(backend.pb, own.id, [{ kind: 'text', heading: 'Hello', text: 'Words' }]);
    const by = await ownerOf(backend.pb, store);
    const moves = await Promise.all([1, 2, 3].map(() => changeGuildState(by, own, 'live', NOW)));
    expect(moves.filter(Boolean)).toHaveLength(1);
    expect(await guildOfStore(backend.pb, store)).toMatchObject({
      tagline: 'Sit down',
      informationShown: [],
    });
    await showInformation(backend.pb, own.id, NOW);
    const shown = await guildOfStore(backend.pb, store);
    expect(shown?.informationShown).toEqual([{ kind: 'text', heading: 'Hello', text: 'Words' }]);
  });

  it('announces a pause, and is listed when it begins and ends', async () => {
    const calm = await backend.guild();
    const pause = { from: NOW + DAY, to: NOW + 2 * DAY };
    expect(await announcePause(backend.pb, calm.id, pause, NOW)).toBe(true);
    const changing = async (now: number) =>
      (await guildsWithPauseChange(backend.pb, now)).map(({ id }) => id);
    expect(await changing(NOW)).toEqual([]);
    expect(await changing(pause.from)).toEqual([calm.id]);
    await changeGuildState(backend.pb, { id: calm.id, state: 'live' }, 'paused', pause.from);
    expect(await changing(pause.from)).toEqual([]);
    expect(await changing(pause.to)).toEqual([calm.id]);
    await changeGuildState(backend.pb, { id: calm.id, state: 'paused' }, 'live', pause.to);
    expect(await guildOfStore(backend.pb, calm.storeId)).toMatchObject({ pausesAt: null, resumesAt: null });
    expect((await statusOfGuild(backend.pb, calm.id)).tiers).toHaveLength(3);
  });
});

describe('tiers', () => {
  it('are stored, ordered and found through their guild', async () => {
    const own = await backend.guild();
    const id = (await createTier(backend.pb, own.id, TIER)) ?? '';
    expect(await tierOfGuild(backend.pb, own.id, id)).toMatchObject({ ...TIER, position: 3, state: 'draft' });
    expect(await tierOfGuild(backend.pb, guild.id, id)).toBeNull();
    const order = [id, own.low, own.high, own.merchant];
    expect(await arrangeTiers(backend.pb, own.id, order, NOW)).toBe(true);
    expect((await tiersOfGuild(backend.pb, own.id)).map((tier) => tier.id)).toEqual(order);
    expect(await arrangeTiers(backend.pb, own.id, order.slice(1), NOW)).toBe(false);
    expect(await arrangeTiers(backend.pb, own.id, [...order.slice(1), guild.low], NOW)).toBe(false);
    const tier = await tierOfGuild(backend.pb, own.id, id);
    if (!tier) throw new Error('no tier');
    expect(await changeTierState(backend.pb, tier, 'public', NOW)).toBe(true);
    expect(await changeTierState(backend.pb, tier, 'hidden', NOW)).toBe(false);
    const prices = { stripeMonthlyPriceId: 'price_m', stripeAnnualPriceId: 'price_y' };
    await backend.pb.collection('guild_tiers').update(id, prices);
    const earlyBird = { percent: 20, until: NOW, seats: 5 };
    await saveTier(backend.pb, tier, { ...TIER, monthlyCents: 900, earlyBird });
    expect(await tierOfGuild(backend.pb, own.id, id)).toMatchObject({
      monthlyCents: 900,
      earlyBird,
      stripeMonthlyPriceId: '',
      stripeAnnualPriceId: 'price_y',
    });
    expect(await tiersOfGuild(backend.pb, own.id, ['draft'])).toEqual([]);
  });
});

const snapshot = (user: string, more: Partial<MembershipSnapshot> = {}): MembershipSnapshot => ({
  guildId: guild.id,
  userId: user,
  tierId: guild.low,
  state: 'active',
  billing: 'monthly',
  priceCents: 800,
  joinedAt: NOW - 30 * DAY,
  nextChargeAt: NOW,
  nextTierId: null,
  failedSince: null,
  customerId: 'cus_1',
  subscriptionId: `sub_${user}`,
  subscriptionItemId: 'si_1',
  stripePriceId: 'price_1',
  ...more,
});
async function user(): Promise<string> {
  const { id } = await backend.member(await backend.guild());
  return (await backend.pb.collection('guild_members').getOne<{ user: string }>(id)).user;
}
const taken = async () => (await tierOfGuild(backend.pb, guild.id, guild.low))?.members;

describe('members', () => {
  it('are stored as their snapshot, counted once however often it arrives', async () => {
    const one = await user();
    const before = (await taken()) ?? 0;
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => saveMembership(backend.pb, snapshot(one), NOW)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await taken()).toBe(before + 1);
    await saveMembership(backend.pb, snapshot(one, { state: 'lapsed' }), NOW);
    expect(await taken()).toBe(before);
    await saveMembership(backend.pb, snapshot(one, { state: 'active', tierId: guild.high }), NOW);
    expect(await taken()).toBe(before);
    expect(await tierOfGuild(backend.pb, guild.id, guild.high)).toMatchObject({ members: 1 });
  });

  it('who rejoined ignore snapshots of an older stay, and a ban stays', async () => {
    const one = await user();
    const id = await saveMembership(backend.pb, snapshot(one), NOW);
    const again = { joinedAt: NOW, subscriptionId: 'sub_again' };
    await saveMembership(backend.pb, snapshot(one, again), NOW);
    await saveMembership(backend.pb, snapshot(one, { state: 'left' }), NOW);
    expect(await membershipOfUser(backend.pb, one, guild.id)).toMatchObject({
      id,
      state: 'active',
      since: NOW - 30 * DAY,
      joinedAt: NOW,
      subscriptionId: 'sub_again',
    });
    const other = await backend.guild();
    const by = await ownerOf(backend.pb, guild.storeId);
    expect(await setBan(backend.pb, other.id, id, true, NOW)).toBe(false);
    expect(await setBan(by, guild.id, id, true, NOW)).toBe(true);
    await saveMembership(backend.pb, snapshot(one, again), NOW);
    expect(await memberOfGuild(backend.pb, guild.id, id)).toMatchObject({ state: 'banned' });
    expect(await memberOfGuild(backend.pb, other.id, id)).toBeNull();
    await setBan(by, guild.id, id, false, NOW);
    expect(await memberOfGuild(backend.pb, guild.id, id)).toMatchObject({ state: 'left' });
    expect((await membershipsOfUser(backend.pb, one)).map(({ guildId }) => guildId)).toContain(guild.id);
  });

  it('get one mail per dunning day, and again after a new failure', async () => {
    const one = await user();
    const id = await saveMembership(backend.pb, snapshot(one, { state: 'past_due', failedSince: NOW }), NOW);
    const written = await Promise.all([1, 2, 3].map(() => recordDunningMail(backend.pb, id, 0, NOW)));
    expect(written.filter(Boolean)).toHaveLength(1);
    expect([
      await recordDunningMail(backend.pb, id, 3, NOW),
      await recordDunningMail(backend.pb, id, 0, NOW),
    ]).toEqual([true, false]);
    await saveMembership(backend.pb, snapshot(one, { state: 'past_due', failedSince: NOW + DAY }), NOW);
    expect(await recordDunningMail(backend.pb, id, 0, NOW)).toBe(true);
  });

  it('are listed page by page, found by name, tier and state', async () => {
    const full = await backend.guild();
    const members = await backend.members(full, 25);
    const query = { text: '', states: [], tierId: null, limit: 10 };
    const seen: string[] = [];
    let after: { joinedAt: number; id: string } | null = null;
    for (let pages = 0; pages < 3; pages += 1) {
      const { members: page, more } = await membersOfGuild(backend.pb, full.id, { ...query, after });
      seen.push(...page.map(({ id }) => id));
      expect(more).toBe(pages < 2);
      after = page.at(-1) ?? null;
    }
    expect(seen.toSorted()).toEqual(members.map(({ id }) => id).toSorted());
    const { members: first } = await membersOfGuild(backend.pb, full.id, { ...query, after: null });
    const named = first[0];
    const found = await membersOfGuild(backend.pb, full.id, {
      ...query,
      text: named?.username ?? '',
      after: null,
    });
    expect(found.members).toMatchObject([{ id: named?.id, email: named?.email }]);
    expect(
      (await membersOfGuild(backend.pb, full.id, { ...query, tierId: full.high, after: null })).members,
    ).toEqual([]);
    await saveMemberNote(backend.pb, full.id, named?.id ?? '', { note: 'Painter', tenureMonths: 12 });
    expect(await saveMemberNote(backend.pb, guild.id, named?.id ?? '', { note: 'Not mine' })).toBe(false);
    await setBan(await ownerOf(backend.pb, full.storeId), full.id, named?.id ?? '', true, NOW);
    const banned = await membersOfGuild(backend.pb, full.id, { ...query, states: ['banned'], after: null });
    expect(banned.members).toMatchObject([{ note: 'Painter', tenureMonths: 12 }]);
    expect(await memberCounts(backend.pb, full.id)).toEqual({ active: 24, banned: 1 });
    expect(await guildOfStore(backend.pb, full.storeId)).toMatchObject({ members: 24 });
  });
});

describe('bundles and rewards', () => {
  it('are stored and activated, and reach members who have already reached them', async () => {
    const own = await backend.guild();
    const [first, second] = [await backend.product(own.storeId), await backend.product(own.storeId)];
    const [before, later] = [await backend.member(own), await backend.member(own)];
    const month = { tierId: own.low, joinedAt: NOW - DAY };
    await coverMonths(backend.pb, before, paidMonth('2026-11', month), TEXTS, NOW);
    const draft = {
      name: 'Welcome',
      description: '',
      productIds: [first],
      tierIds: [own.low],
      validFrom: null,
      validTo: null,
      minPaidPeriods: 1,
    };
    const id = await createBundle(backend.pb, own.id, draft, NOW);
    expect(await bundleOfGuild(backend.pb, own.id, id)).toMatchObject({ ...draft, state: 'draft' });
    expect(await bundlesOfGuild(backend.pb, guild.id)).toEqual([]);
    const bundle = { id, guildId: own.id, state: 'draft' as const };
    expect(await changeGiftState(backend.pb, 'entry_bundles', bundle, 'active', NOW)).toBe(true);
    expect(await changeGiftState(backend.pb, 'entry_bundles', bundle, 'active', NOW)).toBe(false);
    const reward = await createReward(
      backend.pb,
      own.id,
      { name: 'Thanks', kind: 'total', months: 1, productIds: [second] },
      NOW,
    );
    const gift = { id: reward, guildId: own.id, state: 'draft' as const };
    await changeGiftState(backend.pb, 'loyalty_rewards', gift, 'active', NOW);
    await coverMonths(backend.pb, later, paidMonth('2026-11', { ...month, joinedAt: NOW }), TEXTS, NOW);
    const errors: unknown[] = [];
    await runReleaseJob({ pb: backend.pb, now: () => NOW, onError: (reason) => errors.push(reason) });
    const has = async ({ id: member }: { id: string }) =>
      (await grantsOfMember(backend.pb, member)).map(({ what }) => what).sort();
    expect([await has(before), await has(later), errors]).toEqual([[reward], [id, reward].sort(), []]);
    await changeBundle(backend.pb, bundle, { ...draft, productIds: [first, second] }, NOW);
    await changeReward(
      backend.pb,
      { ...gift, state: 'active' },
      { name: 'More thanks', kind: 'streak', months: 5, productIds: [second, first] },
      NOW,
    );
    await runReleaseJob({ pb: backend.pb, now: () => NOW, onError: (reason) => errors.push(reason) });
    expect(
      await backend.rows('entitlements', 'sourceId != "" && product = {:first}', { first }),
    ).toHaveLength(3);
    expect(await rewardsOfGuild(backend.pb, own.id)).toMatchObject([
      { name: 'More thanks', kind: 'total', months: 1, productIds: [second, first] },
    ]);
  });
});
