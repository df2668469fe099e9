import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { changesAfter, latestChange } from '../../../src/data/kernel/changes.ts';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { takeLease } from '../../../src/data/kernel/leases.ts';
import { openSearchAddress } from '../../../src/server/adapters/opensearch/client.ts';
import { openOpenSearch } from '../../../src/server/adapters/opensearch/engine.ts';
import { type OpenedSearch, openOutsideSearch } from '../../../src/server/catalogue/search-feed.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openStandIn, type StandIn } from '../../dev/opensearch/stand-in.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const SOON = { timeout: 45_000 };

let world: TestWorld;
let store: string;
let standIn: StandIn;
const open: OpenedSearch[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  store = await world.store('wren', { name: 'Wren' });
});
afterAll(() => world.close());
beforeEach(async () => {
  standIn = await openStandIn();
});
afterEach(async () => {
  for (const search of open.splice(0)) await search.close();
  await standIn.close();
  for (const { id } of await world.pb.collection('products').getFullList())
    await world.pb.collection('products').delete(id);
});

const product = (name: string): Promise<string> =>
  world.row('products', {
    ...{ store, name, slug: name.toLowerCase().replaceAll(' ', '-'), tags: ['stone'], priceCents: 1000 },
    ...{ state: 'published', publishedAt: dateOf(Date.now()) },
  });

/** A process of the site: with its own client and leases of its own. */
function site(onError: (reason: unknown) => void = (reason) => expect.fail(String(reason))): OpenedSearch {
  const pb = serviceClient({ url: world.url, ...world.service });
  const address = openSearchAddress(standIn.url);
  if (!address) throw new Error('no address');
  // A lease of 600 ms, so that a killed feeder keeps nobody waiting for long.
  const leases = openLeases(pb, 600);
  const engine = openOpenSearch(address, onError);
  const search = openOutsideSearch({ pb, engine, leases, page: 3, askEveryMs: 20, onError });
  open.push(search);
  return search;
}
const found = async (search: OpenedSearch, text: string) =>
  (await search.search({ text, sort: 'newest', offset: 0, limit: 50, mature: true }))?.ids.toSorted() ?? null;
const writes = () => standIn.requests.filter((request) => request === 'POST /_bulk').length;

it('one of several sites builds the index, and all of them search it', async () => {
  const ids = [
    await product('Gorgon'),
    await product('Golem'),
    await product('Griffin'),
    await product('Lamia'),
  ];
  const sites = [site(), site(), site()];
  for (const one of sites) await expect.poll(() => found(one, 'stone'), SOON).toEqual(ids.toSorted());
  expect(standIn.requests.filter((request) => /^PUT \/models-(?!position)/.test(request))).toHaveLength(1);
});

it('only the feeder writes what the feed tells all of them', async () => {
  await product('Gorgon');
  const sites = [site(), site(), site()];
  await expect.poll(() => found(sites[0] as OpenedSearch, 'gorgon'), SOON).toHaveLength(1);
  const [seq, before] = [await latestChange(world.pb), writes()];
  const lamia = await product('Lamia');
  const changes = await changesAfter(world.pb, seq, 100);
  for (const one of sites) await one.follow(changes);
  for (const one of sites) expect(await found(one, 'lamia')).toEqual([lamia]);
  expect(writes()).toBe(before + 1);
});

it('a feeder that is killed while it writes loses nothing and doubles nothing: another one goes on', async () => {
  const kept = [await product('Gorgon'), await product('Golem')];
  const first = site(() => undefined);
  await expect.poll(() => found(first, 'stone'), SOON).toEqual(kept.toSorted());
  const seq = await latestChange(world.pb);
  const added: string[] = [];
  for (let at = 0; at < 8; at++) added.push(await product(`Statue ${at}`));
  await world.pb.collection('products').delete(kept[0] as string);
  await world.pb.collection('products').update(kept[1] as string, { name: 'Colossus' });
  // It ends after its first part, which holds three of these products: the position was not written.
  const before = writes();
  const following = first.follow(await changesAfter(world.pb, seq, 100)).catch(() => undefined);
  await expect.poll(writes, SOON).toBeGreaterThan(before);
  standIn.failNext(0, 1_000);
  await following;
  await first.close();
  open.pop();
  standIn.failNext(0, 0);
  // A killed process gives no lease back.
  const lease = { name: 'search feeder', holder: 'k'.repeat(15) };
  expect(await takeLease(world.pb, lease, 600)).toBe(true);
  const second = site();
  await expect.poll(() => found(second, 'stone'), SOON).toEqual([kept[1] as string, ...added].toSorted());
  await expect.poll(() => found(second, 'colossus'), SOON).toEqual([kept[1]]);
  expect(await found(second, 'golem')).toEqual([]);
  const { total } = (await second.search({ sort: 'newest', offset: 0, limit: 1, mature: true })) ?? {};
  expect(total).toBe(9);
});

it('answers nothing while the engine is away, and by itself again when it is back', async () => {
  const id = await product('Gorgon');
  const said: unknown[] = [];
  const search = site((reason) => said.push(String(reason)));
  await expect.poll(() => found(search, 'gorgon'), SOON).toEqual([id]);
  standIn.failNext(503, 1_000);
  expect(await found(search, 'gorgon')).toBeNull();
  expect(await search.suggest('gor', 5)).toBeNull();
  // Nor does the change feed stand still.
  const seq = await latestChange(world.pb);
  const lamia = await product('Lamia');
  await search.follow(await changesAfter(world.pb, seq, 100));
  standIn.failNext(503, 0);
  expect(await found(search, 'gorgon')).toEqual([id]);
  const later = await latestChange(world.pb);
  await product('Griffin');
  await search.follow(await changesAfter(world.pb, later, 100));
  expect(await found(search, 'lamia')).toEqual([lamia]);
  expect(said).toEqual([expect.stringContaining('OpenSearch answered 503')]);
});
