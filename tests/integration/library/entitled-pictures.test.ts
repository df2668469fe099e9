import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '../../../src/paths.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** Pictures of products that left the shop stay visible to their owners, and only to them. */

let world: TestWorld;
let front: TestFront;
let product = '';
let picture = '';
let store = '';
let logo = '';
const cookies = new Map<string, string>();

beforeAll(async () => {
  world = await openTestWorld();
  const { pb } = world;
  const ids = new Map<string, string>();
  for (const name of ['artist', 'owner', 'refunded', 'stranger', 'helper', 'asked']) {
    const { id, cookie } = await world.signedIn(name);
    ids.set(name, id);
    cookies.set(name, cookie);
  }
  store = await world.store('lair', { owner: ids.get('artist') ?? '' });
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#5a5' } })
    .webp()
    .toBuffer();
  product = await world.product(store, { state: 'archived' });
  const images = [new File([new Uint8Array(bytes)], 'dragon.webp', { type: 'image/webp' })];
  const made = await pb.collection('products').update(product, { images });
  picture = (made['images'] as string[])[0] ?? '';
  const sign = new File([new Uint8Array(bytes)], 'logo.webp', { type: 'image/webp' });
  logo = String((await pb.collection('stores').update(store, { logo: sign }))['logo']);
  const staff = pb.collection('store_staff');
  await staff.create({
    store,
    user: ids.get('helper'),
    roles: ['support'],
    agreedAt: new Date().toISOString(),
  });
  await staff.create({ store, user: ids.get('asked'), roles: ['support'], agreedAt: '' });
  await world.own(ids.get('owner') ?? '', product);
  const returned = { revokedAt: new Date().toISOString(), revocation: 'refund' };
  await world.own(ids.get('refunded') ?? '', product, returned);
  front = await openTestFront(world);
});
afterAll(async () => {
  await front.close();
  await world.close();
});

async function seenBy(
  name: string | null,
  address = paths.picture('products', product, picture, 320),
): Promise<[status: number, cache: string | null]> {
  const cookie = name === null ? undefined : cookies.get(name);
  const answer = await fetch(front.url + address, {
    headers: cookie === undefined ? {} : { cookie },
  });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('cache-control')];
}

it.each(['owner', 'artist'])(
  'of an archived product are visible to its %s, without caching',
  async (name) => {
    expect(await seenBy(name)).toEqual([200, expect.stringMatching(/^private, /)]);
  },
);

it.each(['stranger', 'refunded', null])('of an archived product are not found by %s', async (name) => {
  expect(await seenBy(name)).toEqual([404, 'no-store']);
});

it('are not found with a forged session', async () => {
  cookies.set(
    'forger',
    (cookies.get('owner') ?? '').replace(/%22token%22%3A%22[^%]+/, '%22token%22%3A%22a.b.c'),
  );
  expect((await seenBy('forger'))[0]).toBe(404);
});

it('of a republished product are public and cacheable', async () => {
  await world.pb.collection('products').update(product, { state: 'published' });
  await front.app.settled();
  onTestFinished(async () => {
    await world.pb.collection('products').update(product, { state: 'archived' });
    await front.app.settled();
  });
  expect(await seenBy(null)).toEqual([200, expect.stringMatching(/^public, /)]);
});

describe.each(['draft', 'closed', 'suspended'])('the logo of a %s store', (state) => {
  beforeAll(async () => {
    await world.pb.collection('stores').update(store, { state });
    await front.app.settled();
  });
  afterAll(async () => {
    await world.pb.collection('stores').update(store, { state: 'open' });
    await front.app.settled();
  });

  it.each(['artist', 'helper'])('is seen by its %s, without caching', async (name) => {
    expect(await seenBy(name, paths.picture('stores', store, logo, 160))).toEqual([
      200,
      expect.stringMatching(/^private, /),
    ]);
  });

  it.each(['stranger', 'asked', null])('is not found by %s', async (name) => {
    expect(await seenBy(name, paths.picture('stores', store, logo, 160))).toEqual([404, 'no-store']);
  });
});
