import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOfGuild } from '../../../src/data/guild/guild-members.ts';
import { tenureOfGuild, writeTenure } from '../../../src/data/guild/guild-tenure.ts';
import { tiersOfGuild } from '../../../src/data/guild/guild-tiers.ts';
import { coverMonths } from '../../../src/data/guild/membership-periods.ts';
import { countReleaseAudience } from '../../../src/data/guild/release-audience.ts';
import { releaseOfGuild } from '../../../src/data/guild/releases.ts';
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
    { memberId: ada.id, after: 14 },
    { memberId: stranger.id, after: 99 },
  ];
  expect(await writeTenure(backend.pb, mine.id, changes, NOW)).toBe(1);
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
