import { SaxesParser } from 'saxes';
import { expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { settingStates } from '../dashboard-states.ts';
import { HOSTILE, HOSTILE_NAME } from '../hostile-texts.ts';
import { signedInUser } from './people.ts';
import { request, world } from './request.ts';

/** Feeds show a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };
const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));

async function product(state: 'draft' | 'published', name: string, store = world.stores.seller) {
  const { id } = await pb.collection('products').create({
    store,
    name,
    slug: 'fed',
    state,
    publishedAt: new Date(),
    description: name,
    priceCents: 900,
    licences: ['personal'],
  });
  onTestFinished(async () => {
    await pb.collection('products').delete(id);
  });
  return { id, update: (change: object) => pb.collection('products').update(id, change) };
}

/** Titles of the items in a feed, as a visitor gets it. @throws if it is not well-formed XML. */
async function titles(path: string): Promise<string[]> {
  const answer = await request('anonymous', path);
  expect(answer.status).toBe(200);
  if (path.endsWith('json'))
    return ((await answer.json()) as { items: { title: string }[] }).items.map(({ title }) => title);
  const found: string[] = [];
  let current = '';
  const parser = new SaxesParser();
  parser.on('error', (problem) => {
    throw problem;
  });
  parser.on('opentag', () => {
    current = '';
  });
  parser.on('text', (text) => {
    current += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'title') found.push(current);
  });
  parser.write(await answer.text()).close();
  return found.slice(1);
}

const FEEDS = [
  paths.newFeed('xml'),
  paths.newFeed('json'),
  paths.storeFeed('seller', 'xml'),
  paths.storeFeed('seller', 'json'),
];

it('every feed lists a product while it is published, whatever its name', async () => {
  const { update } = await product('draft', HOSTILE_NAME);
  for (const feed of FEEDS) expect(await titles(feed)).not.toContain(HOSTILE_NAME);
  await update({ state: 'published' });
  for (const feed of FEEDS) await expect.poll(() => titles(feed), WITHIN).toContain(HOSTILE_NAME);
  await update({ state: 'unlisted' });
  for (const feed of FEEDS) await expect.poll(() => titles(feed), WITHIN).not.toContain(HOSTILE_NAME);
});

it('a description of thousands of quotes breaks neither its page, nor the store, nor a feed', async () => {
  const name = `Poisoned ${process.pid}`;
  const { id, update } = await product('published', name);
  await update({ description: HOSTILE['quotes within quotes'] });
  for (const feed of FEEDS) await expect.poll(() => titles(feed), WITHIN).toContain(name);
  for (const page of [paths.product(id), paths.store('seller')])
    expect((await request('anonymous', page)).status).toBe(200);
});

it('a suspended store appears in no feed', async () => {
  // A store of its own: other test files need the seller's store open.
  const owner = await signedInUser(pb, `feeder-${process.pid}`);
  const slug = `feeder-${process.pid}`;
  const store = await pb
    .collection('stores')
    .create({ owner: owner.id, slug, name: 'A feeder', state: 'open' });
  onTestFinished(async () => {
    await pb.collection('stores').delete(store.id);
    await pb.collection('users').delete(owner.id);
  });
  await product('published', 'A fed golem', store.id);
  const feeds = [paths.newFeed('xml'), paths.newFeed('json'), paths.storeFeed(slug, 'xml')];
  for (const feed of feeds) await expect.poll(() => titles(feed), WITHIN).toContain('A fed golem');
  await pb.collection('stores').update(store.id, { state: 'suspended' });
  await expect.poll(() => titles(paths.newFeed('xml')), WITHIN).not.toContain('A fed golem');
  const status = async () => (await request('anonymous', paths.storeFeed(slug, 'xml'))).status;
  await expect.poll(status, WITHIN).toBe(404);
});

it('a feed answers 304 to a reader with the current ETag, and pages link to it', async () => {
  const first = await request('anonymous', paths.newFeed('xml'));
  await first.text();
  expect(first.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(first.headers.get('last-modified')).toMatch(/GMT$/);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  const again = await request('anonymous', paths.newFeed('xml'), { headers });
  expect(again.status).toBe(304);
  const home = await (await request('anonymous', paths.home())).text();
  expect(home).toContain(
    `type="application/rss+xml" title="New at Guildhall" href="${paths.newFeed('xml')}"`,
  );
  const store = await (await request('anonymous', paths.store('seller'))).text();
  expect(store).toContain(`href="${paths.storeFeed('seller', 'json')}"`);
});

it('a site at another port than the default names its own address in its sitemap', async () => {
  const textOf = async (path: string) => (await request('anonymous', path)).text();
  const places = async (path: string) =>
    [...(await textOf(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => new URL(place ?? ''));
  const files = await places(paths.sitemap());
  const pages = (await Promise.all(files.map(({ pathname }) => places(pathname)))).flat();
  expect(pages.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining([paths.home(), paths.terms(), paths.join(), paths.store('seller')]),
  );
  const here = new URL(world.url).origin;
  expect([...new Set([...files, ...pages].map(({ origin }) => origin))]).toEqual([here]);
  expect(await textOf('/robots.txt')).toContain(`Sitemap: ${here}${paths.sitemap()}`);
});
