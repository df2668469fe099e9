import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  coverMonths,
  grantDueMonths,
  grantsOfMember,
  type MemberRef,
  periodsOfMember,
  revokePayment,
  upgradeMonth,
} from '../../../src/data/guild/membership-periods.ts';
import { type GuildGrant, type GuildOffer, grantsDue } from '../../../src/domain/guild/grant.ts';
import { instantMonthsLater, monthAfter, monthStart } from '../../../src/domain/kernel/month.ts';
import { aBundle, aReward } from '../../domain/guild/a-guild.ts';
import { type GuildBackend, openGuildBackend, TEXTS, type TestGuild } from './guild-backend.ts';

/** The SQL statements that grant, compared with the rules of the domain. */

const BEGIN = Date.parse('2025-01-31T10:00:00Z');
const DAY = 86_400_000;
let backend: GuildBackend;
const guilds: { guild: TestGuild; offer: GuildOffer; members: MemberRef[] }[] = [];

beforeAll(async () => {
  backend = await openGuildBackend();
  for (const grantRule of ['one_per_payment', 'all_while_active'] as const) {
    const guild = await backend.guild({ grantRule });
    const product = await backend.product(guild.storeId);
    // Beside the high tier, not below it: what is for this one is not for that one.
    const { id: twin } = await backend.pb.collection('guild_tiers').create({
      ...{ guild: guild.id, name: 'Twin', position: 1, licence: 'personal', includesLower: true },
      ...{ state: 'public', monthlyCents: 1600, benefits: [] },
    });
    const offer: GuildOffer = {
      grantRule,
      tiers: [guild.low, guild.high, guild.merchant, twin].map((id, place) => ({
        id,
        position: id === twin ? 1 : place,
        includesLower: true,
        licence: id === guild.merchant ? 'merchant' : 'personal',
      })),
      releases: [],
      bundles: [],
      rewards: [],
    };
    for (let later = 0; later < 8; later += 1) {
      const month = monthAfter('2025-01', later);
      for (const [tierIds, days] of [
        [[guild.low], (later % 4) * 12],
        [[guild.high], 5],
      ] as const) {
        const publishedAt = monthStart(month) + days * DAY;
        const { id } = await backend.release(guild, month, {
          tierIds: [...tierIds],
          publishedAt,
          productIds: [product],
        });
        offer.releases = [...offer.releases, { id, month, tierIds: [...tierIds], publishedAt }];
      }
    }
    // For a month that nobody pays, at the moments at which months begin and end here.
    for (const [tierId, publishedAt] of [
      [guild.low, BEGIN],
      [guild.low, BEGIN + 10 * DAY],
      [guild.low, instantMonthsLater(BEGIN, 1)],
      [twin, BEGIN],
    ] as const) {
      const [month, tierIds] = ['2024-11', [tierId]];
      const { id } = await backend.release(guild, month, { tierIds, publishedAt, productIds: [product] });
      offer.releases = [...offer.releases, { id, month, tierIds, publishedAt }];
    }
    const text = (at: number | null) => (at === null ? '' : new Date(at).toISOString());
    for (const [tierId, changes] of [
      [guild.low, { minPaidPeriods: 1 }],
      [guild.low, { minPaidPeriods: 3 }],
      [guild.high, { minPaidPeriods: 0, endedAt: BEGIN + 60 * DAY }],
      [twin, { minPaidPeriods: 1 }],
      // Who joined at the first moment joined within the second of these and outside of the others.
      [guild.low, { minPaidPeriods: 1, validTo: BEGIN }],
      [guild.low, { minPaidPeriods: 1, validFrom: BEGIN, validTo: BEGIN + 1 }],
      [guild.low, { minPaidPeriods: 1, endedAt: BEGIN }],
      [guild.low, { minPaidPeriods: 1, validFrom: BEGIN + 1 }],
    ] as const) {
      const of = aBundle({ ...changes, tierIds: [tierId] });
      const { minPaidPeriods, tierIds } = of;
      const [endedAt, validFrom, validTo] = [text(of.endedAt), text(of.validFrom), text(of.validTo)];
      const id = await backend.bundle(guild, { tierIds, minPaidPeriods, endedAt, validFrom, validTo });
      offer.bundles = [...offer.bundles, { ...of, id }];
    }
    for (const [kind, months] of [
      ['streak', 2],
      ['streak', 4],
      ['total', 3],
    ] as const)
      offer.rewards = [...offer.rewards, aReward(kind, months, await backend.reward(guild, kind, months))];
    guilds.push({ guild, offer, members: await backend.members(guild, 14 + CHOSEN.length) });
  }
}, 60_000);
afterAll(() => backend.close());

const event = fc.record({
  what: fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'pay',
    'year',
    'gift',
    'skip',
    'trial',
    'raise',
    'refund',
    'wait',
  ),
  tier: fc.constantFrom('low' as const, 'high' as const, 'merchant' as const),
  days: fc.constantFrom(0, 10, 28, 31, 40),
  pick: fc.nat(20),
});
/** Steps of a history that somebody chose: what the random ones rarely come to. */
const chosen = (...steps: [what: string, tier: 'low' | 'high' | 'merchant', days: number, pick?: number][]) =>
  steps.map(([what, tier, days, pick = 0]) => ({ what, tier, days, pick }));
const CHOSEN = [
  // Only the upgrade is refunded, while what it brought is still on offer; then only the month below it.
  chosen(['pay', 'low', 0], ['raise', 'high', 0], ['refund', 'low', 0, 1], ['pay', 'low', 31]),
  chosen(['pay', 'low', 0], ['raise', 'merchant', 10], ['refund', 'low', 0, 0], ['pay', 'high', 31]),
  chosen(['gift', 'low', 0], ['raise', 'high', 0], ['refund', 'low', 10, 0], ['skip', 'low', 31]),
  // A month that begins or ends at the moment of a release.
  chosen(['pay', 'low', 0], ['pay', 'high', 40]),
  chosen(['pay', 'high', 10], ['pay', 'high', 28], ['pay', 'low', 31]),
  chosen(['pay', 'merchant', 28], ['refund', 'low', 0, 0], ['pay', 'merchant', 0]),
];
/** The same in every run, so that failures can be reproduced. */
const RANDOM = fc.sample(fc.array(event, { minLength: 3, maxLength: 10 }), { numRuns: 28, seed: 20261121 });
const historiesOf = (guild: number, which: string) =>
  which === 'chosen' ? CHOSEN : RANDOM.slice(guild * 14, guild * 14 + 14);
const key = ({ kind, what, licence, paymentId }: GuildGrant) => `${kind} ${what} ${licence} ${paymentId}`;

it.each([
  [0, 'random'],
  [0, 'chosen'],
  [1, 'random'],
  [1, 'chosen'],
])('guild %i: the grants are the due ones after every step of %s histories', async (at, which) => {
  const world = guilds[at];
  if (!world) throw new Error('no guild');
  const { guild, offer, members } = world;
  const play = async (member: MemberRef, steps: ReturnType<typeof historiesOf>[number], place: number) => {
    let [now, joinedAt] = [BEGIN, BEGIN];
    let ledger: GuildGrant[] = [];
    const payments: string[] = [];
    for (const [step, { what, tier, days, pick }] of steps.entries()) {
      now += days * DAY;
      const id = `in_${at}_${place}_${step}`;
      const paid = { id, tierId: guild[tier], paidCents: 800, from: now, joinedAt };
      const cover = (kind: 'paid' | 'gift' | 'skipped' | 'trial', months = 1) =>
        coverMonths(
          backend.pb,
          member,
          { ...paid, kind, until: instantMonthsLater(now, months) },
          TEXTS,
          now,
        );
      if (what === 'pay' || what === 'year') {
        await cover('paid', what === 'year' ? 12 : 1);
        payments.push(id);
      } else if (what === 'gift') await cover('gift');
      else if (what === 'skip') await cover('skipped');
      else if (what === 'trial') await cover('trial');
      else if (what === 'wait') joinedAt = now;
      else if (what === 'raise') {
        const up = { paymentId: id, tierId: guild[tier], paidCents: 300, at: now };
        if ((await upgradeMonth(backend.pb, member, up, TEXTS, now)) === 'upgraded') payments.push(id);
      } else {
        const refunded = payments[pick % Math.max(1, payments.length)];
        if (refunded === undefined) continue;
        await revokePayment(backend.pb, refunded, 'refund', TEXTS, now);
        ledger = ledger.filter(({ paymentId }) => paymentId !== refunded);
      }
      await grantDueMonths(backend.pb, [member], TEXTS, now);
      const periods = await periodsOfMember(backend.pb, member.id);
      ledger.push(...grantsDue(offer, periods, ledger, now));
      const stored = (await grantsOfMember(backend.pb, member.id)).filter(
        ({ revokedAt }) => revokedAt === null,
      );
      expect(stored.map(key).sort()).toEqual(ledger.map(key).sort());
    }
  };
  await Promise.all(
    historiesOf(at, which).map((steps, turn) => {
      const place = which === 'chosen' ? RANDOM.length / 2 + turn : turn;
      const member = members[place];
      return member ? play(member, steps, place) : expect.fail('no member');
    }),
  );
  const grants = await backend.rows('guild_handouts', 'guild = {:guild}', { guild: guild.id });
  expect(grants.length).toBeGreaterThan(which === 'chosen' ? 12 : 50);
});
