import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { request, world } from './request.ts';
import { signedInUser } from './people.ts';

/** What is saved should be findable within 2 s, and is on a quiet machine; the limit here is for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
/** Ids of the products on a visitor's page of results. Always the same address, so that a page kept too long shows. */
async function results(word: string): Promise<string[]> {
  const answer = await request('anonymous', `/search?query=${word}`);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  // A page without results shows other models instead.
  if (page.includes('Nothing found')) return [];
  return [...new Set(Array.from(page.matchAll(/href="\/product\/([a-z0-9]{15})"/g), ([, id = '']) => id))];
}

/** What the header suggests for the letters typed so far. */
async function suggested(letters: string): Promise<unknown> {
  return (await request('anonymous', `/api/suggestions?query=${letters}`)).json();
}

/** Puts a product into a store; it was asked for by `word` once before, so that the empty page is kept. */
async function product(word: string, state: 'draft' | 'published', store = world.stores.seller) {
  expect(await results(word)).toEqual([]);
  const { id } = await pb.collection('products').create({
    store,
    name: `A ${word} of stone`,
    slug: word,
    state,
    priceCents: 900,
    licences: ['personal'],
  });
  let isThere = true;
  const remove = async () => {
    if (isThere) await pb.collection('products').delete(id);
    isThere = false;
  };
  onTestFinished(remove);
  return { id, remove, become: (change: object) => pb.collection('products').update(id, change) };
}

/** An open store of somebody new, away again with the test. */
async function newStore() {
  const owner = await signedInUser(pb, `keeper-${process.pid}`);
  const { id } = await pb
    .collection('stores')
    .create({ owner: owner.id, slug: `keeper-${process.pid}`, name: 'A keeper', state: 'open' });
  onTestFinished(async () => {
    await pb.collection('stores').delete(id);
    await pb.collection('users').delete(owner.id);
  });
  return { id, become: (change: object) => pb.collection('stores').update(id, change) };
}

describe('what is saved', () => {
  it('is found once it is published, and no more when it is unlisted', async () => {
    const { id, become } = await product('quorvane', 'draft');
    await become({ state: 'published' });
    await expect.poll(() => results('quorvane'), WITHIN).toEqual([id]);
    await become({ state: 'unlisted' });
    await expect.poll(() => results('quorvane'), WITHIN).toEqual([]);
  });

  it('is found by its new name, and by the old one no more', async () => {
    const { id, become } = await product('zimbelt', 'published');
    await expect.poll(() => results('zimbelt'), WITHIN).toEqual([id]);
    expect(await results('mortwick')).toEqual([]);
    expect(await suggested('mortw')).toEqual([]);
    await become({ name: 'A mortwick of stone' });
    await expect.poll(() => results('mortwick'), WITHIN).toEqual([id]);
    await expect.poll(() => results('zimbelt'), WITHIN).toEqual([]);
    const suggestion = { name: 'A mortwick of stone', href: `/product/${id}` };
    await expect.poll(() => suggested('mortw'), WITHIN).toEqual([suggestion]);
    expect(await suggested('mo'), 'two letters').toEqual([]);
  });

  it('is gone from the results when it is deleted', async () => {
    const { id, remove } = await product('hexplund', 'published');
    await expect.poll(() => results('hexplund'), WITHIN).toEqual([id]);
    await remove();
    await expect.poll(() => results('hexplund'), WITHIN).toEqual([]);
  });

  it("is found by its store's new name, as long as the store is open", async () => {
    const store = await newStore();
    const { id } = await product('fangrule', 'published', store.id);
    await expect.poll(() => results('fangrule'), WITHIN).toEqual([id]);
    expect(await results('ubbledock')).toEqual([]);
    await store.become({ name: 'Ubbledock' });
    await expect.poll(() => results('ubbledock'), WITHIN).toEqual([id]);
    await store.become({ state: 'closed' });
    await expect.poll(() => results('ubbledock'), WITHIN).toEqual([]);
  });
});
