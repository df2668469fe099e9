import type { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRecordId } from '../../src/data/kernel/record-id.ts';
import type { Step } from '../../src/pocketbase/hooks/transaction.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let store: string;

beforeAll(async () => {
  backend = await openTestBackend();
  const password = 'a password of the tests';
  const owner = await backend.pb.collection('users').create({
    ...{ email: 'mira@guildhall.test', username: 'mira', password, passwordConfirm: password },
  });
  store = (
    await backend.pb
      .collection('stores')
      .create({ owner: owner.id, slug: 'mira', name: 'Mira', state: 'open' })
  ).id;
});
afterAll(() => backend.close());

/** The status of a batch and, if it was refused, the code. */
const sent = (...steps: Step[]): Promise<[number, string]> =>
  backend.pb.send('/internal/tx', { method: 'POST', body: { steps } }).then(
    () => [200, ''],
    ({ status, response }: ClientResponseError) => [status, String(response['code'])],
  );

describe('a guard', () => {
  it('lets nothing through that changes more rows than it expects, or fewer', async () => {
    const slugs = ['more-one', 'more-two'];
    for (const slug of slugs)
      await backend.pb.collection('shelves').create({ store, slug, name: slug, productCount: 0 });
    const rename = (slug: string, expected: number) =>
      sent({
        exec: "UPDATE shelves SET name = 'renamed' WHERE slug LIKE {:slug}",
        params: { slug },
        expect: expected,
        else: 'another number',
      });
    const names = async () =>
      (await backend.pb.collection('shelves').getFullList({ sort: 'slug' })).map((row) => row['name']);
    const REFUSED = [409, 'another number'];
    for (const [slug, expected] of [
      ['more-%', 1],
      ['more-%', 0],
      ['more-%', 3],
      ['absent-%', 1],
    ] as const)
      expect(await rename(slug, expected), `${slug} ${expected}`).toEqual(REFUSED);
    expect(await names()).toEqual(slugs);
    expect(await rename('absent-%', 0)).toEqual([200, '']);
    expect(await rename('more-%', 2)).toEqual([200, '']);
    expect(await names()).toEqual(['renamed', 'renamed']);
  });
});

describe('a key that is taken', () => {
  const again = { slug: 'taken', name: 'Again' };
  it.each<[string, Step]>([
    ['a new record', { create: 'categories', data: again }],
    ['a changed record', { update: 'categories', id: 'another00000001', data: again }],
    ['plain SQL', { exec: "UPDATE categories SET slug = 'taken' WHERE id = 'another00000001'" }],
  ])('makes a conflict of %s', async (_, step) => {
    // There already in the second row of the table.
    await sent({ create: 'categories', data: { slug: 'taken', name: 'First' } });
    await sent({ create: 'categories', data: { id: 'another00000001', slug: 'another', name: 'Second' } });
    expect(await sent(step)).toEqual([409, 'conflict']);
  });
});

describe('a price', () => {
  const id = newRecordId();
  const product = { store, name: 'Golem', slug: 'golem', state: 'draft' };
  const price = async () => (await backend.pb.collection('products').getOne(id))['priceCents'];
  beforeAll(async () => {
    const data = { ...product, store, id, priceCents: 500 };
    expect(await sent({ create: 'products', data })).toEqual([200, '']);
  });

  it.each([
    { priceCents: '12,50' },
    { priceCents: '500' },
    { priceCents: null },
    { priceCents: 12.5 },
    { priceCents: -1 },
    { priceCents: true },
    { suggestedCents: '1' },
    { 'priceCents+': 1 },
    { 'priceCents-': 1 },
    { '+priceCents': 1 },
  ])('is a whole number of cents, of a new product and of a changed one: not %j', async (data) => {
    const made = { ...product, store, slug: 'another', priceCents: 1, ...data };
    expect(await sent({ create: 'products', data: made })).toEqual([400, 'step']);
    expect(await sent({ update: 'products', id, data })).toEqual([400, 'step']);
    expect(await price()).toBe(500);
  });

  it('changes to a whole number of cents', async () => {
    expect(await sent({ update: 'products', id, data: { priceCents: 700 } })).toEqual([200, '']);
    expect(await price()).toBe(700);
    expect(await sent({ update: 'products', id, data: { priceCents: 500 } })).toEqual([200, '']);
  });
});
