import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import type { SearchRuleDraft } from '../../../src/domain/catalogue/search/search-rule.ts';
import { settingStates } from '../../dashboard-states.ts';
import { callAction, request, world } from '../request.ts';

/** Search shows a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };
const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));

async function product(name: string, more: object = {}) {
  const { id } = await pb.collection('products').create({
    ...{
      store: world.stores.seller,
      name,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      state: 'published',
    },
    ...{ priceCents: 900, licences: ['personal'] },
    ...more,
  });
  onTestFinished(async () => {
    await pb.collection('products').delete(id);
  });
  return id;
}

/** Stores a rule as an operator does; it is removed after the test. */
async function rule(draft: SearchRuleDraft): Promise<void> {
  const saved = await callAction('operator', 'deskSearches.save', { ...draft, replaces: null });
  expect(saved.status).toBe(200);
  onTestFinished(async () => {
    for (const { id } of await pb.collection('search_rules').getFullList())
      await callAction('operator', 'deskSearches.remove', { id });
  });
}

const found = async (query: string) => {
  const page = await (await request('anonymous', `/search?query=${query}`)).text();
  if (page.includes('Nothing found')) return [];
  return [...new Set(Array.from(page.matchAll(/href="\/product\/([a-z0-9]{15})"/g), ([, id = '']) => id))];
};
const suggested = async (
  typed: string,
): Promise<{ name: string; href: string; what?: string; count?: number }[]> =>
  (await request('anonymous', `/api/suggestions?query=${encodeURIComponent(typed)}`)).json();

describe('a rule of an operator', () => {
  it('lets a visitor find what they did not find before, on a page that was cached', async () => {
    const id = await product('Brackwurm of stone');
    await expect.poll(() => found('brackwurm'), WITHIN).toEqual([id]);
    expect(await found('siltnewt')).toEqual([]);
    await rule({ kind: 'same', words: 'siltnewt, brackwurm', target: '' });
    await expect.poll(() => found('siltnewt'), WITHIN).toEqual([id]);
  });

  it('leads a search to another one, to a page, and nowhere once a filter is chosen', async () => {
    await rule({ kind: 'redirect', words: 'quillmoth', target: 'brackwurm' });
    await rule({ kind: 'redirect', words: 'quill fox', target: `${world.url}/search?scale=32` });
    const leads = async (address: string) => {
      const { status, headers } = await request('anonymous', address);
      return [status, headers.get('location')];
    };
    await expect
      .poll(() => leads('/search?query=Quillmoth!'), WITHIN)
      .toEqual([302, '/search?query=brackwurm']);
    expect(await leads('/search?query=quill+fox')).toEqual([302, '/search?scale=32']);
    expect(await leads('/search?query=quillmoth&scale=32')).toEqual([200, null]);
  });

  it('never leads out of the site', async () => {
    const draft = {
      kind: 'redirect',
      words: 'quillmoth',
      target: 'https://elsewhere.example/',
      replaces: null,
    };
    for (const action of ['deskSearches.save', 'deskSearches.preview']) {
      const input = action.endsWith('preview') ? { ...draft, query: '' } : draft;
      expect((await callAction('operator', action, input)).status).toBe(400);
    }
  });
});

describe('suggestions', () => {
  it('name creatures, categories, stores and filters with how many models are there, and models', async () => {
    const { id: category } = await pb
      .collection('categories')
      .create({ slug: 'vexhounds', name: 'Vexhounds' });
    const owner = await pb.collection('stores').getOne(world.stores.seller, { fields: 'slug,name' });
    const more = { category, archetype: 'Vexhound', scale: '32' };
    const ids = [await product('Vexhound Alpha', more), await product('Vexhound Beta', more)];
    onTestFinished(async () => {
      for (const id of ids) await pb.collection('products').update(id, { category: '' });
      await pb.collection('categories').delete(category);
    });
    const shown = async () => (await suggested('vexh')).map(({ name, what, count }) => [name, what, count]);
    await expect
      .poll(async () => (await shown()).toSorted(), WITHIN)
      .toEqual(
        [
          ['Vexhound', 'Creature or object', 2],
          ['Vexhounds', 'Category', 2],
          ['Vexhound Alpha', undefined, undefined],
          ['Vexhound Beta', undefined, undefined],
        ].toSorted(),
      );
    expect((await suggested('vxehoun')).map(({ name }) => name)).toContain('Vexhounds');
    const places = async (typed: string, what: string) =>
      (await suggested(typed)).filter((one) => one.what === what).map(({ name, href }) => [name, href]);
    expect(await places('32', 'Scale')).toEqual([['32 mm', '/search?scale=32']]);
    expect(await places(String(owner['name']).slice(0, 4), 'Store')).toContainEqual([
      owner['name'],
      `/store/${owner['slug']}`,
    ]);
  });

  it('begin with two letters', async () => {
    expect(await suggested('v')).toEqual([]);
    expect((await suggested('32')).length).toBeGreaterThan(0);
  });
});
