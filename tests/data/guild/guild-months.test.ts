import { afterAll, beforeAll, expect, it } from 'vitest';
import { monthsOfGuild } from '../../../src/data/guild/guild-months.ts';
import {
  addInformationPicture,
  deleteInformationPictures,
  guildPictureIsPublic,
  ownsGuildPicture,
  setGuildPicture,
} from '../../../src/data/guild/guild-pictures.ts';
import { changeGuildState, guildById } from '../../../src/data/guild/guilds.ts';
import { coverMonths, revokePayment, upgradeMonth } from '../../../src/data/guild/membership-periods.ts';
import { asSeller } from '../../../src/data/kernel/actor.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS } from './guild-backend.ts';

let backend: GuildBackend;
const NOW = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  backend = await openGuildBackend();
});
afterAll(() => backend.close());

it('counts members, new and leaving members by month', async () => {
  const guild = await backend.guild();
  const [stays, goes] = await backend.members(guild, 2);
  if (!stays || !goes) throw new Error('two members were wanted');
  const first = paidMonth('2026-09', { tierId: guild.low });
  const second = { ...paidMonth('2026-10', { tierId: guild.low }), joinedAt: first.from };
  await coverMonths(backend.pb, stays, first, TEXTS, NOW);
  await coverMonths(backend.pb, stays, second, TEXTS, NOW);
  await coverMonths(backend.pb, goes, paidMonth('2026-09', { tierId: guild.low }), TEXTS, NOW);
  const raised = await upgradeMonth(
    backend.pb,
    stays,
    { paymentId: 'in_raise', tierId: guild.high, paidCents: 350, at: second.from + 86_400_000 },
    TEXTS,
    NOW,
  );
  expect(raised).toBe('upgraded');
  expect(await monthsOfGuild(backend.pb, guild.id, '2026-09')).toEqual([
    { month: '2026-09', members: 2, joined: 2, went: 1 },
    { month: '2026-10', members: 1, joined: 0, went: 1 },
  ]);
  await revokePayment(backend.pb, second.id, 'refund', TEXTS, NOW);
  expect(await monthsOfGuild(backend.pb, guild.id, '2026-10')).toEqual([]);
  expect(await monthsOfGuild(backend.pb, (await backend.guild()).id, '2026-01')).toEqual([]);
});

it('pictures of a guild are public once it is live, and before that for its seller only', async () => {
  const guild = await backend.guild({ state: 'draft' });
  const [store] = await backend.rows('stores', 'id = {:id}', { id: guild.storeId });
  const owner = String(store?.['owner']);
  const release = await backend.release(guild, '2026-12', { state: 'draft', publishedAt: null });
  const seen = async (collection: 'guilds' | 'guild_tiers' | 'releases', id: string) => [
    await guildPictureIsPublic(backend.pb, collection, id),
    await ownsGuildPicture(backend.pb, owner, collection, id),
    await ownsGuildPicture(backend.pb, 'a'.repeat(15), collection, id),
  ];
  expect(await seen('guilds', guild.id)).toEqual([false, true, false]);
  expect(await seen('guild_tiers', guild.low)).toEqual([false, true, false]);
  await changeGuildState(asSeller(backend.pb, owner), { id: guild.id, state: 'draft' }, 'live', NOW);
  expect(await seen('guilds', guild.id)).toEqual([true, true, false]);
  expect(await seen('guild_tiers', guild.low)).toEqual([true, true, false]);
  expect(await seen('releases', release.id)).toEqual([false, true, false]);
});

it('stores pictures of tiers and information, and deletes unused ones', async () => {
  const guild = await backend.guild();
  const bytes = new Uint8Array(
    await import('sharp').then(({ default: sharp }) =>
      sharp({ create: { width: 4, height: 4, channels: 3, background: '#a75' } })
        .webp()
        .toBuffer(),
    ),
  );
  await setGuildPicture(backend.pb, 'guild_tiers', guild.low, { bytes, alt: 'A twig' });
  const [tier] = await backend.rows('guild_tiers', 'id = {:id}', { id: guild.low });
  expect(tier).toMatchObject({ imageAlt: 'A twig', image: expect.stringMatching(/\.webp$/) });
  await setGuildPicture(backend.pb, 'guild_tiers', guild.low, null);
  expect((await backend.rows('guild_tiers', 'id = {:id}', { id: guild.low }))[0]).toMatchObject({
    image: '',
  });
  const first = await addInformationPicture(backend.pb, { id: guild.id, pictures: [] }, bytes);
  const second = await addInformationPicture(backend.pb, { id: guild.id, pictures: [first ?? ''] }, bytes);
  expect((await guildById(backend.pb, guild.id))?.pictures).toEqual([first, second]);
  await deleteInformationPictures(backend.pb, guild.id, [first ?? '']);
  expect((await guildById(backend.pb, guild.id))?.pictures).toEqual([second]);
});
