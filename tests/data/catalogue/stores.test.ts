import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplesOfStores } from '../../../src/data/catalogue/product-cards.ts';
import { openStoresAmong, storeNames, storesWithModels } from '../../../src/data/catalogue/stores.ts';
import { publicTiersOf } from '../../../src/data/guild/guild-tiers.ts';
import { liveGuilds } from '../../../src/data/guild/guilds.ts';
import { type GuildBackend, openGuildBackend, type TestGuild } from '../guild/guild-backend.ts';

let backend: GuildBackend;
let guilds: TestGuild[];

beforeAll(async () => {
  backend = await openGuildBackend();
  guilds = [];
  for (const members of [3, 40, 12, 0]) {
    const guild = await backend.guild();
    await backend.pb.collection('guilds').update(guild.id, { members });
    guilds.push(guild);
  }
});
afterAll(() => backend.close());

const setStore = (at: number, fields: object) =>
  backend.pb.collection('stores').update(guilds[at]?.storeId ?? '', fields);
const stores = () => guilds.map(({ storeId }) => storeId);

describe('the list of artists', () => {
  it('pages through every open store with models once, in both orders', async () => {
    for (const [at, followers] of [5, 70, 70, 1].entries()) {
      const openedAt = new Date(Date.UTC(2026, 1, at + 1)).toISOString();
      await setStore(at, { state: 'open', followers, productCount: at + 1, openedAt });
    }
    const [a, b, c, d] = stores();
    for (const [order, expected] of [
      ['popular', [c, b, a, d]],
      ['newest', [d, c, b, a]],
    ] as const) {
      const found: string[] = [];
      for (let page = 1, more = true; more; page++) {
        const list = await storesWithModels(backend.pb, { page, perPage: 3, order });
        found.push(...list.stores.map(({ id }) => id).filter((id) => stores().includes(id)));
        more = list.more;
      }
      expect(found).toEqual(expected);
    }
  });

  it('leaves out empty stores, stores that are not open, and mature ones unless they are asked for', async () => {
    await setStore(0, { productCount: 0 });
    await setStore(1, { state: 'vacation' });
    await setStore(2, { mature: true });
    const ids = async (mature: boolean) =>
      (await storesWithModels(backend.pb, { page: 1, perPage: 30, order: 'popular', mature })).stores
        .map(({ id }) => id)
        .filter((id) => stores().includes(id));
    expect(await ids(false)).toEqual([guilds[3]?.storeId]);
    expect(await ids(true)).toEqual([guilds[2]?.storeId, guilds[3]?.storeId]);
    for (const at of guilds.keys()) await setStore(at, { state: 'open', mature: false, productCount: 3 });
  });

  it('shows chosen stores in the order in which they were chosen, those that it would show', async () => {
    const [a, b, c, d] = stores() as [string, string, string, string];
    const among = async (ids: string[], mature = false) =>
      (await openStoresAmong(backend.pb, ids, mature)).map(({ id }) => id);
    expect([await among([c, a, d, b]), await among([b, d])]).toEqual([
      [c, a, d, b],
      [b, d],
    ]);
    await setStore(0, { state: 'vacation' });
    await setStore(1, { productCount: 0 });
    await setStore(2, { mature: true });
    expect([await among([d, c, b, a]), await among([d, c, b, a], true)]).toEqual([[d], [d, c]]);
    const slugs = (
      await Promise.all([a, b, c, d].map((id) => backend.pb.collection('stores').getOne(id)))
    ).map(({ slug }) => String(slug));
    await setStore(3, { state: 'closed' });
    expect((await storeNames(backend.pb, slugs)).map(({ id }) => id).sort()).toEqual([a, b, c].sort());
    for (const at of guilds.keys()) await setStore(at, { state: 'open', mature: false, productCount: 3 });
  });

  it('shows examples of each store, without drafts and mature models', async () => {
    const [one = '', other = ''] = stores();
    await backend.product(one, { name: 'Shown' });
    await backend.product(one, { name: 'Draft', state: 'draft' });
    await backend.product(one, { name: 'Mature', mature: true });
    const samples = await samplesOfStores(backend.pb, [one, other], 3);
    expect(samples.get(one)?.map(({ name }) => name)).toEqual(['Shown']);
    expect(samples.get(other)).toEqual([]);
    expect((await samplesOfStores(backend.pb, [one], 3, true)).get(one)).toHaveLength(2);
    expect(await samplesOfStores(backend.pb, ["' || id != '"], 3)).toEqual(new Map());
  });
});

describe('the list of guilds', () => {
  it('has those with the most members first, each with its public tiers', async () => {
    const found: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const list = await liveGuilds(backend.pb, { page, perPage: 3 });
      found.push(...list.guilds.map(({ guild }) => guild.id));
      more = list.more;
    }
    expect(found).toEqual([1, 2, 0, 3].map((at) => guilds[at]?.id));
    const tiers = await publicTiersOf(backend.pb, found);
    for (const guild of guilds) expect(tiers.get(guild.id)?.[0]?.id).toBe(guild.low);
    expect(await publicTiersOf(backend.pb, [])).toEqual(new Map());
  });

  it('leaves out guilds that are not live and those of closed stores', async () => {
    await backend.pb.collection('guilds').update(guilds[0]?.id ?? '', { state: 'closing' });
    await setStore(1, { state: 'closed' });
    const { guilds: left } = await liveGuilds(backend.pb, { page: 1, perPage: 30 });
    expect(left.map(({ guild }) => guild.id)).toEqual([guilds[2]?.id, guilds[3]?.id]);
  });
});
