import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guildById } from '../../../src/data/guild/guilds.ts';
import { instantMonthsLater, monthOf, monthStart } from '../../../src/domain/kernel/month.ts';
import { guildPage } from '../../../src/features/guild/guild/guild-page.ts';
import { type GuildBackend, openGuildBackend, type TestGuild } from '../../data/guild/guild-backend.ts';

let backend: GuildBackend;
beforeAll(async () => {
  backend = await openGuildBackend();
});
afterAll(() => backend.close());

const NOW = Date.UTC(2026, 10, 15, 12);
const DAY_MS = 86_400_000;
const month = (ahead: number) => monthOf(instantMonthsLater(NOW, ahead));
const pageOf = async ({ id }: TestGuild, options?: { draft: boolean }) => {
  const stored = await guildById(backend.pb, id);
  if (!stored) throw new Error('no guild');
  return guildPage(backend.pb, stored, NOW, options);
};
const ids = (teasers: readonly { release: { id: string } }[]) => teasers.map(({ release }) => release.id);
const sold = { state: 'published', priceCents: 500 };

describe('the page of a guild', () => {
  it('shows what comes with the next first, what is out this month, and what was before with the newest first', async () => {
    const guild = await backend.guild();
    const release = async (ahead: number, more: object = {}) =>
      (await backend.release(guild, month(ahead), more)).id;
    const coming = { state: 'scheduled', publishedAt: null };
    const last = await release(2, { ...coming, publishAt: NOW + 60 * DAY_MS });
    const next = await release(1, { ...coming, publishAt: NOW + 20 * DAY_MS });
    const current = await release(0);
    const earlier = await release(-2);
    const before = await release(-1);
    await release(0, { state: 'draft', publishedAt: null });
    const page = await pageOf(guild);
    expect([ids(page.coming), ids(page.current), ids(page.past)]).toEqual([
      [next, last],
      [current],
      [before, earlier],
    ]);
  });

  it('lists twelve months of the past, and counts the others', async () => {
    const guild = await backend.guild();
    for (let ahead = -14; ahead < 0; ahead++) await backend.release(guild, month(ahead), { productIds: [] });
    const page = await pageOf(guild);
    expect([page.past.length, page.pastCount, page.past[0]?.release.month]).toEqual([12, 14, month(-1)]);
  });

  it('shows tiers that are open or full to visitors, drafts only to their seller, and hidden ones to nobody', async () => {
    const guild = await backend.guild();
    const tier = (id: string, state: string) => backend.pb.collection('guild_tiers').update(id, { state });
    await tier(guild.low, 'draft');
    await tier(guild.high, 'sold_out');
    await tier(guild.merchant, 'hidden');
    const shown = async (draft: boolean) => (await pageOf(guild, { draft })).tiers.map(({ id }) => id);
    expect(await shown(false)).toEqual([guild.high]);
    expect(await shown(true)).toEqual([guild.low, guild.high]);
    // What a tier includes is worked out from all of them.
    expect((await pageOf(guild)).ladder).toHaveLength(3);
  });

  it('offers a whole release only where every model is sold and together they cost less', async () => {
    const guild = await backend.guild();
    const model = (more: object) => backend.product(guild.storeId, { ...sold, ...more });
    const release = async (backCents: number, productIds: string[]) => {
      const { id } = await backend.release(guild, month(-1), { productIds });
      await backend.pb.collection('releases').update(id, { backCents });
      return id;
    };
    const cheaper = await release(900, [await model({}), await model({})]);
    const dearer = await release(1000, [await model({}), await model({})]);
    const partly = await release(100, [await model({}), await model({ state: 'draft' })]);
    const whole = new Map(
      (await pageOf(guild)).past.map((teaser) => [teaser.release.id, teaser.whole?.length]),
    );
    expect(whole.get(cheaper)).toBe(2);
    expect([whole.get(dearer), whole.get(partly)]).toEqual([undefined, undefined]);
  });

  it('shows each model once: in a showcase, or with the newest release that has it', async () => {
    const guild = await backend.guild();
    const [a, b] = [await backend.product(guild.storeId, sold), await backend.product(guild.storeId, sold)];
    await backend.release(guild, month(0), { productIds: [a, b], publishedAt: monthStart(month(0)) });
    await backend.release(guild, month(-1), { productIds: [b] });
    const fresh = async () => {
      const page = await pageOf(guild);
      return [...page.current, ...page.past].map((teaser) => teaser.fresh.map(({ id }) => id));
    };
    expect(await fresh()).toEqual([[a, b], []]);
    const showcase = [{ kind: 'showcase', heading: 'Made for you', productIds: [a] }];
    await backend.pb.collection('guilds').update(guild.id, { informationShown: showcase });
    expect(await fresh()).toEqual([[b], []]);
    expect([...((await pageOf(guild)).showcases.get(0) ?? [])].map(({ id }) => id)).toEqual([a]);
  });

  it('shows no model of another store', async () => {
    const guild = await backend.guild();
    const own = await backend.product(guild.storeId, sold);
    const foreign = await backend.product(await backend.store(), sold);
    await backend.release(guild, month(0), { productIds: [own, foreign], publishedAt: monthStart(month(0)) });
    const page = await pageOf(guild);
    expect([...page.cards.keys()]).toEqual([own]);
    expect(page.current[0]?.cards.map(({ id }) => id)).toEqual([own]);
  });
});
