import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOfGuild } from '../../src/data/guild-members.ts';
import { tenureOfGuild, writeTenure } from '../../src/data/guild-tenure.ts';
import { tiersOfGuild } from '../../src/data/guild-tiers.ts';
import { coverMonths } from '../../src/data/membership-periods.ts';
import { countReleaseAudience } from '../../src/data/release-audience.ts';
import { releaseOfGuild } from '../../src/data/releases.ts';
import { type GuildHall, openGuildHall, paidMonth, TEXTS } from './guild-hall.ts';

let hall: GuildHall;
const NOW = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  hall = await openGuildHall();
});
afterAll(() => hall.close());

it('writes months from elsewhere for members of one’s own guild only', async () => {
  const [mine, other] = [await hall.guild(), await hall.guild()];
  const [ada, bo] = await hall.members(mine, 2);
  const [stranger] = await hall.members(other, 1);
  if (!ada || !bo || !stranger) throw new Error('three members were wanted');
  const changes = [
    { memberId: ada.id, after: 14 },
    { memberId: stranger.id, after: 99 },
  ];
  expect(await writeTenure(hall.pb, mine.id, changes, NOW)).toBe(1);
  const tenure = new Map((await tenureOfGuild(hall.pb, mine.id)).map((one) => [one.id, one.tenureMonths]));
  expect(tenure).toEqual(new Map([ada, bo].map(({ id }) => [id, id === ada.id ? 14 : 0])));
  expect(await tenureOfGuild(hall.pb, other.id)).toMatchObject([{ tenureMonths: 0 }]);
});

it('finds members by when they joined, and one by his id', async () => {
  const [guild, other] = [await hall.guild(), await hall.guild()];
  const member = await hall.member(guild);
  const asked = { text: '', states: [], tierId: null, after: null, limit: 5 };
  const found = async (guildId: string, more: object) =>
    (await membersOfGuild(hall.pb, guildId, { ...asked, ...more })).members.map(({ id }) => id);
  expect(await found(guild.id, { joinedFrom: Date.now() - 3_600_000 })).toEqual([member.id]);
  expect(await found(guild.id, { joinedFrom: Date.now() + 3_600_000 })).toEqual([]);
  expect(await found(guild.id, { memberId: member.id })).toEqual([member.id]);
  expect(await found(other.id, { memberId: member.id })).toEqual([]);
});

it('counts whom a release is for: who paid for its month, also in a tier that includes its own', async () => {
  const guild = await hall.guild();
  const [low, high] = [await hall.member(guild), await hall.member(guild, guild.high)];
  await hall.member(guild);
  await coverMonths(hall.pb, low, paidMonth('2026-11', { tierId: guild.low }), TEXTS, NOW);
  await coverMonths(hall.pb, high, paidMonth('2026-11', { tierId: guild.high }), TEXTS, NOW);
  const audience = async (tierIds: string[]) => {
    const { id } = await hall.release(guild, '2026-11', { tierIds, state: 'draft', publishedAt: null });
    const release = await releaseOfGuild(hall.pb, guild.id, id);
    if (!release) throw new Error('the release is gone');
    return countReleaseAudience(hall.pb, release, await tiersOfGuild(hall.pb, guild.id));
  };
  expect(await audience([guild.low])).toEqual({ inTiers: 3, now: 2 });
  expect(await audience([guild.high])).toEqual({ inTiers: 1, now: 1 });
  expect(await audience([])).toEqual({ inTiers: 0, now: 0 });
});
