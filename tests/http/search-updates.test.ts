import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { settingStates } from '../dashboard-states.ts';
import { signedInUser } from './people.ts';
import { request, world } from './request.ts';

/** Search shows a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };

const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));

/** Ids of the products a visitor finds. The address is always the same, so that a stale cached page fails the test. */
async function results(word: string): Promise<string[]> {
  const answer = await request('anonymous', `/search?query=${word}`);
  expect(answer.status).toBe(200);
  const page = await answer.text();
  // A page without results shows other models instead.
  if (page.includes('Nothing found')) return [];
  return [...new Set(Array.from(page.matchAll(/href="\/product\/([a-z0-9]{15})"/g), ([, id = '']) => id))];
}

/** The header's suggestions for the letters typed so far. */
async function suggested(letters: string): Promise<unknown> {
  return (await request('anonymous', `/api/suggestions?query=${letters}`)).json();
}

/** Creates a product. Its `word` is searched for once before, so that the empty page is cached. */
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
  let exists = true;
  const remove = async () => {
    if (exists) await pb.collection('products').delete(id);
    exists = false;
  };
  onTestFinished(remove);
  return { id, remove, update: (change: object) => pb.collection('products').update(id, change) };
}

/** An open store of a new user, deleted after the test. */
async function newStore() {
  const owner = await signedInUser(pb, `keeper-${process.pid}`);
  const { id } = await pb
    .collection('stores')
    .create({ owner: owner.id, slug: `keeper-${process.pid}`, name: 'A keeper', state: 'open' });
  onTestFinished(async () => {
    await pb.collection('stores').delete(id);
    await pb.collection('users').delete(owner.id);
  });
  return { id, update: (change: object) => pb.collection('stores').update(id, change) };
}

describe('search', () => {
  it('finds a product once it is published, and no longer when it is unlisted', async () => {
    const { id, update } = await product('quorvane', 'draft');
    await update({ state: 'published' });
    await expect.poll(() => results('quorvane'), WITHIN).toEqual([id]);
    await update({ state: 'unlisted' });
    await expect.poll(() => results('quorvane'), WITHIN).toEqual([]);
  });

  it('finds a renamed product by its new name only', async () => {
    const { id, update } = await product('zimbelt', 'published');
    await expect.poll(() => results('zimbelt'), WITHIN).toEqual([id]);
    expect(await results('mortwick')).toEqual([]);
    expect(await suggested('mortw')).toEqual([]);
    await update({ name: 'A mortwick of stone' });
    await expect.poll(() => results('mortwick'), WITHIN).toEqual([id]);
    await expect.poll(() => results('zimbelt'), WITHIN).toEqual([]);
    const suggestion = { name: 'A mortwick of stone', href: `/product/${id}` };
    await expect.poll(() => suggested('mortw'), WITHIN).toEqual([suggestion]);
    expect(await suggested('m'), 'one letter').toEqual([]);
  });

  it('shows the new price after a change, and the new name of the store', async () => {
    const store = await newStore();
    const { update } = await product('drabbelin', 'published', store.id);
    const shown = async () => {
      const page = await (await request('anonymous', '/search?query=drabbelin')).text();
      const [, card = ''] = /<article(.*?)<\/article>/s.exec(page) ?? [];
      return ['$9.00', '$4.50', 'A keeper', 'Zorvane'].filter((text) => card.includes(text));
    };
    await expect.poll(shown, WITHIN).toEqual(['$9.00', 'A keeper']);
    await update({ priceCents: 450 });
    await expect.poll(shown, WITHIN).toEqual(['$4.50', 'A keeper']);
    await store.update({ name: 'Zorvane' });
    await expect.poll(shown, WITHIN).toEqual(['$4.50', 'Zorvane']);
  });

  it('shows new models where nothing is found', async () => {
    const page = await (await request('anonymous', '/search?genre=horror&not-genre=fantasy&scale=6')).text();
    expect(page).toContain('Nothing found');
    expect(page).toContain('New models');
  });

  it('does not find a deleted product', async () => {
    const { id, remove } = await product('hexplund', 'published');
    await expect.poll(() => results('hexplund'), WITHIN).toEqual([id]);
    await remove();
    await expect.poll(() => results('hexplund'), WITHIN).toEqual([]);
  });

  it("finds a product by its store's new name, as long as the store is open", async () => {
    const store = await newStore();
    const { id } = await product('fangrule', 'published', store.id);
    await expect.poll(() => results('fangrule'), WITHIN).toEqual([id]);
    expect(await results('ubbledock')).toEqual([]);
    await store.update({ name: 'Ubbledock' });
    await expect.poll(() => results('ubbledock'), WITHIN).toEqual([id]);
    await store.update({ state: 'closed' });
    await expect.poll(() => results('ubbledock'), WITHIN).toEqual([]);
  });
});
