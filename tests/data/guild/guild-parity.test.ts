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
    const offer: GuildOffer = {
      grantRule,
      tiers: [guild.low, guild.high, guild.merchant].map((id, position) => ({
        id,
        position,
        includesLower: true,
        licence: position === 2 ? 'merchant' : 'personal',
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
    for (const [tierIds, minPaidPeriods, endedAt] of [
      [[guild.low], 1, null],
      [[guild.low], 3, null],
      [[guild.high], 0, BEGIN + 60 * DAY],
    ] as const) {
      const ends = endedAt === null ? '' : new Date(endedAt).toISOString();
      const id = await backend.bundle(guild, { tierIds: [...tierIds], minPaidPeriods, endedAt: ends });
      offer.bundles = [...offer.bundles, aBundle({ id, tierIds: [...tierIds], minPaidPeriods, endedAt })];
    }
    for (const [kind, months] of [
      ['streak', 2],
      ['streak', 4],
      ['total', 3],
    ] as const)
      offer.rewards = [...offer.rewards, aReward(kind, months, await backend.reward(guild, kind, months))];
    guilds.push({ guild, offer, members: await backend.members(guild, 14) });
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
/** The same in every run, so that failures can be reproduced. */
const HISTORIES = fc.sample(fc.array(event, { minLength: 3, maxLength: 10 }), {
  numRuns: 28,
  seed: 20261121,
});
const key = ({ kind, what, licence, paymentId }: GuildGrant) => `${kind} ${what} ${licence} ${paymentId}`;

it.each([0, 1])(
  'guild %i: the grants are the due ones after every step of 14 histories',
  async (at) => {
    const world = guilds[at];
    if (!world) throw new Error('no guild');
    const { guild, offer, members } = world;
    const play = async (member: MemberRef, steps: (typeof HISTORIES)[number], place: number) => {
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
    const histories = HISTORIES.slice(at * 14, at * 14 + 14);
    await Promise.all(
      histories.map((steps, place) => {
        const member = members[place];
        return member ? play(member, steps, place) : undefined;
      }),
    );
    const grants = await backend.rows('guild_handouts', 'guild = {:guild}', { guild: guild.id });
    expect(grants.length).toBeGreaterThan(50);
  },
  30_000,
);
