import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRelease } from '../../../src/data/guild/guild-grants.ts';
import {
  coverMonths,
  grantDueMonths,
  grantsOfMember,
  type MemberRef,
  revokePayment,
  upgradeMonth,
} from '../../../src/data/guild/membership-periods.ts';
import { instantMonthsLater } from '../../../src/domain/kernel/month.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS, type TestGuild } from './guild-backend.ts';

/** The statements that grant, one law each; guild-parity.test.ts compares them with the rule in long histories. */

const BEGIN = Date.parse('2026-11-10T00:00:00Z');
const DAY = 86_400_000;
let backend: GuildBackend;
beforeAll(async () => {
  backend = await openGuildBackend();
}, 60_000);
afterAll(() => backend.close());

/** A member who has paid November of a tier, from the 10th on. */
async function payer(guild: TestGuild, tierId = guild.low): Promise<MemberRef & { payment: string }> {
  const member = await backend.member(guild, tierId);
  const paid = paidMonth('2026-11', { tierId });
  await coverMonths(backend.pb, member, paid, TEXTS, BEGIN);
  return { ...member, payment: paid.id };
}
const held = async (member: MemberRef, now: number) => {
  await grantDueMonths(backend.pb, [member], TEXTS, now);
  const grants = await grantsOfMember(backend.pb, member.id);
  return grants.filter(({ revokedAt }) => revokedAt === null).map(({ what }) => what);
};

it('an upgrade that was refunded brings nothing more, and what it brought is gone', async () => {
  const guild = await backend.guild();
  const member = await payer(guild);
  const first = await backend.release(guild, '2026-11', { tierIds: [guild.high] });
  const up = { paymentId: `up_${member.id}`, tierId: guild.high, paidCents: 800, at: BEGIN + DAY };
  expect(await upgradeMonth(backend.pb, member, up, TEXTS, BEGIN + DAY)).toBe('upgraded');
  expect(await held(member, BEGIN + DAY)).toEqual([first.id]);
  await revokePayment(backend.pb, up.paymentId, 'refund', TEXTS, BEGIN + 2 * DAY);
  expect(await held(member, BEGIN + 3 * DAY)).toEqual([]);
  const later = await backend.release(guild, '2026-11', { tierIds: [guild.high] });
  expect(await grantRelease(backend.pb, later, TEXTS, BEGIN + 3 * DAY, -1)).toBe(0);
  // The month itself is paid still.
  const low = await backend.release(guild, '2026-11');
  expect(await grantRelease(backend.pb, low, TEXTS, BEGIN + 3 * DAY, -1)).toBe(1);
  expect(await held(member, BEGIN + 3 * DAY)).toEqual([low.id]);
});

it('a tier includes the ones below it, not the one beside it', async () => {
  const guild = await backend.guild();
  const { id: twin } = await backend.pb.collection('guild_tiers').create({
    ...{ guild: guild.id, name: 'Twin', position: 1, licence: 'personal', includesLower: true },
    ...{ state: 'public', monthlyCents: 1600, benefits: [] },
  });
  const release = await backend.release(guild, '2026-11', { tierIds: [guild.high] });
  const bundle = await backend.bundle(guild, { tierIds: [guild.high] });
  const of = async (tier: string) => (await held(await payer(guild, tier), BEGIN)).sort();
  const all = [release.id, bundle].sort();
  expect([await of(guild.low), await of(twin)]).toEqual([[], []]);
  expect([await of(guild.high), await of(guild.merchant)]).toEqual([all, all]);
});

describe('where everything of the time of a membership is given', () => {
  it.each([
    ['before the month', -1, false],
    ['at its first moment', 0, true],
    ['a moment before it ends', 'end - 1', true],
    ['at its end, which is the next month’s', 'end', false],
  ])('what is published %s: %s, granted: %s', async (_when, at, isGranted) => {
    const guild = await backend.guild({ grantRule: 'all_while_active' });
    const member = await payer(guild);
    const end = instantMonthsLater(BEGIN, 1);
    const publishedAt = typeof at === 'number' ? BEGIN + at : at === 'end' ? end : end - 1;
    // For a month that the member has not paid.
    const release = await backend.release(guild, '2026-09', { publishedAt });
    expect(await held(member, end + DAY)).toEqual(isGranted ? [release.id] : []);
  });
});

it.each([
  ['from this moment on', true, { validFrom: BEGIN }],
  ['from the next moment on', false, { validFrom: BEGIN + 1 }],
  ['until this moment', false, { validTo: BEGIN }],
  ['until the next moment', true, { validTo: BEGIN + 1 }],
  ['and ended at this moment', false, { endedAt: BEGIN }],
  ['and ended at the next moment', true, { endedAt: BEGIN + 1 }],
  ['and started at this moment', true, { startedAt: BEGIN }],
  ['and started at the next moment', false, { startedAt: BEGIN + 1 }],
])('an entry bundle for those who join %s is granted: %s', async (_when, isGranted, changes) => {
  const guild = await backend.guild();
  const dates = Object.entries(changes).map(([field, at]) => [field, new Date(at).toISOString()]);
  const bundle = await backend.bundle(guild, Object.fromEntries(dates));
  expect(await held(await payer(guild), BEGIN)).toEqual(isGranted ? [bundle] : []);
});
