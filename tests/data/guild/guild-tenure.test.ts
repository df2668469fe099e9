import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOfGuild } from '../../../src/data/guild/guild-members.ts';
import {
  forgetExpectedMembers,
  tenureImportsOfGuild,
  tenureOfGuild,
  undoTenure,
  writeTenure,
} from '../../../src/data/guild/guild-tenure.ts';
import { tiersOfGuild } from '../../../src/data/guild/guild-tiers.ts';
import { coverMonths } from '../../../src/data/guild/membership-periods.ts';
import { countReleaseAudience } from '../../../src/data/guild/release-audience.ts';
import { releaseOfGuild } from '../../../src/data/guild/releases.ts';
import { TENURE_UNDO_WITHIN_MS } from '../../../src/domain/guild/tenure-import.ts';
import { worldOf } from '../../dev/world/world.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS } from './guild-backend.ts';

let backend: GuildBackend;
const NOW = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  backend = await openGuildBackend();
});
afterAll(() => backend.close());

it('imports tenure for members of the own guild only', async () => {
  const [mine, other] = [await backend.guild(), await backend.guild()];
  const [ada, bo] = await backend.members(mine, 2);
  const [stranger] = await backend.members(other, 1);
  if (!ada || !bo || !stranger) throw new Error('three members were wanted');
  const changes = [
    { memberId: ada.id, email: 'ada@guildhall.test', before: 0, after: 14, tier: '' },
    { memberId: stranger.id, email: 'stranger@guildhall.test', before: 0, after: 99, tier: '' },
  ];
  const list = { fileName: 'members.csv', changes, expected: [] };
  expect(await writeTenure(backend.pb, mine.id, list, NOW)).toEqual({ changed: 1, expected: 0 });
  const tenure = new Map((await tenureOfGuild(backend.pb, mine.id)).map((one) => [one.id, one.tenureMonths]));
  expect(tenure).toEqual(new Map([ada, bo].map(({ id }) => [id, id === ada.id ? 14 : 0])));
  expect(await tenureOfGuild(backend.pb, other.id)).toMatchObject([{ tenureMonths: 0 }]);
});

it('finds members by join date and by id', async () => {
  const [guild, other] = [await backend.guild(), await backend.guild()];
  const member = await backend.member(guild);
  const query = { text: '', states: [], tierId: null, after: null, limit: 5 };
  const found = async (guildId: string, more: object) =>
    (await membersOfGuild(backend.pb, guildId, { ...query, ...more })).members.map(({ id }) => id);
  expect(await found(guild.id, { joinedFrom: Date.now() - 3_600_000 })).toEqual([member.id]);
  expect(await found(guild.id, { joinedFrom: Date.now() + 3_600_000 })).toEqual([]);
  expect(await found(guild.id, { memberId: member.id })).toEqual([member.id]);
  expect(await found(other.id, { memberId: member.id })).toEqual([]);
});

it('counts the audience of a release: members who paid for its month, also in including tiers', async () => {
  const guild = await backend.guild();
  const [low, high] = [await backend.member(guild), await backend.member(guild, guild.high)];
  await backend.member(guild);
  await coverMonths(backend.pb, low, paidMonth('2026-11', { tierId: guild.low }), TEXTS, NOW);
  await coverMonths(backend.pb, high, paidMonth('2026-11', { tierId: guild.high }), TEXTS, NOW);
  const audience = async (tierIds: string[]) => {
    const { id } = await backend.release(guild, '2026-11', { tierIds, state: 'draft', publishedAt: null });
    const release = await releaseOfGuild(backend.pb, guild.id, id);
    if (!release) throw new Error('the release is gone');
    return countReleaseAudience(backend.pb, release, await tiersOfGuild(backend.pb, guild.id));
  };
  expect(await audience([guild.low])).toEqual({ inTiers: 3, now: 2 });
  expect(await audience([guild.high])).toEqual({ inTiers: 1, now: 1 });
  expect(await audience([])).toEqual({ inTiers: 0, now: 0 });
});

/** Somebody who joins a guild with an address of their own. */
async function join(guild: { id: string; low: string }, email: string, verified = true): Promise<string> {
  const name = `j${Math.random().toString(36).slice(2, 12)}`;
  const user = await worldOf(backend).person(name, { email, verified });
  const member = await backend.pb.collection('guild_members').create({
    guild: guild.id,
    user: user.id,
    tier: guild.low,
    state: 'active',
    billing: 'monthly',
    since: new Date(NOW),
    joinedAt: new Date(NOW),
  });
  return member.id;
}
const expecting = (email: string, months: number, tier = '') => ({
  fileName: 'patrons.csv',
  changes: [],
  expected: [{ email, months, tier }],
});
const memberRow = async (id: string) => {
  const { tenureMonths, note } = await backend.pb.collection('guild_members').getOne(id);
  return { tenureMonths, note };
};

it('gives people who join later the months of the list, once their address is confirmed', async () => {
  const [guild, other] = [await backend.guild(), await backend.guild()];
  const { pb } = backend;
  await writeTenure(pb, guild.id, expecting('late@guildhall.test', 26, 'Adventurer'), NOW);
  await writeTenure(pb, guild.id, expecting('claimed@guildhall.test', 40), NOW);
  expect(await memberRow(await join(guild, 'Late@guildhall.test'))).toEqual({
    tenureMonths: 26,
    note: 'Tier elsewhere: Adventurer',
  });
  expect(await memberRow(await join(guild, 'claimed@guildhall.test', false))).toMatchObject({
    tenureMonths: 0,
  });
  expect(await memberRow(await join(other, 'late2@guildhall.test'))).toEqual({ tenureMonths: 0, note: '' });
  const imports = await tenureImportsOfGuild(pb, guild.id, 10, NOW);
  expect(imports.map(({ expected, joined }) => [expected, joined]).toSorted()).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

it('all imports of a day can be found and undone, and the newest ones of before are listed', async () => {
  const { pb } = backend;
  const guild = await backend.guild();
  for (let at = 0; at < 4; at++)
    await writeTenure(pb, guild.id, expecting(`list${at}@guildhall.test`, 5), NOW - at * 1000);
  const yesterday = NOW - TENURE_UNDO_WITHIN_MS;
  await writeTenure(pb, guild.id, expecting('old@guildhall.test', 5), yesterday);
  expect(await tenureImportsOfGuild(pb, guild.id, 2, NOW)).toHaveLength(4);
  expect(await tenureImportsOfGuild(pb, guild.id, 10, NOW)).toHaveLength(5);
  expect(await tenureImportsOfGuild(pb, guild.id, 2, NOW + TENURE_UNDO_WITHIN_MS)).toHaveLength(2);
});

it('takes an import back: months and notes from before, unless they were changed since', async () => {
  const guild = await backend.guild();
  const { pb } = backend;
  const [ada, bo] = [await join(guild, 'ada@guildhall.test'), await join(guild, 'bo@guildhall.test')];
  const change = (memberId: string) => ({ memberId, email: '', before: 0, after: 9, tier: 'Gold' });
  await writeTenure(
    pb,
    guild.id,
    {
      fileName: 'a.csv',
      changes: [change(ada), change(bo)],
      expected: expecting('cy@guildhall.test', 5).expected,
    },
    NOW,
  );
  const cy = await join(guild, 'cy@guildhall.test');
  expect(await memberRow(cy)).toMatchObject({ tenureMonths: 5 });
  await pb.collection('guild_members').update(bo, { tenureMonths: 12, note: 'Paints well' });
  const [{ id } = { id: '' }] = await tenureImportsOfGuild(pb, guild.id, 1, NOW);
  expect(await undoTenure(pb, (await backend.guild()).id, id, NOW + 1000)).toBe('unknown');
  expect(await undoTenure(pb, guild.id, id, NOW + 1000)).toBeNull();
  expect(await memberRow(ada)).toEqual({ tenureMonths: 0, note: '' });
  expect(await memberRow(bo)).toEqual({ tenureMonths: 12, note: 'Paints well' });
  expect(await memberRow(cy)).toEqual({ tenureMonths: 0, note: '' });
  expect(await undoTenure(pb, guild.id, id, NOW + 2000)).toBe('unknown');
});

it('forgets the addresses of people who did not join within a year', async () => {
  const guild = await backend.guild();
  const { pb } = backend;
  await writeTenure(pb, guild.id, expecting('never@guildhall.test', 3), NOW);
  const waiting = () => backend.rows('expected_members', 'guild = {:guild}', { guild: guild.id });
  await forgetExpectedMembers(pb, NOW + 365 * 86_400_000);
  expect(await waiting()).toHaveLength(1);
  await forgetExpectedMembers(pb, NOW + 367 * 86_400_000);
  expect(await waiting()).toHaveLength(0);
});
