import { readdir, readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PEOPLE, PRODUCTS, STORES } from '../../../../src/dev/world/cast.ts';
import { demoSizeOf } from '../../../../src/dev/world/demo-size.ts';
import { FULL_CATEGORIES } from '../../../../src/dev/world/full/categories.ts';
import { HOBBYISTS, QUIET } from '../../../../src/dev/world/full/crowd.ts';
import { FACES } from '../../../../src/dev/world/full/faces.ts';
import { MORE_TEXTS } from '../../../../src/dev/world/full/more-texts.ts';
import { FULL_PRODUCTS } from '../../../../src/dev/world/full/products.ts';
import { REVIEW_TEXTS } from '../../../../src/dev/world/full/review-texts.ts';
import { demoReviews, REVIEW_COUNT } from '../../../../src/dev/world/full/reviews.ts';
import { demoSales } from '../../../../src/dev/world/full/sales.ts';
import { ARTISTS, FULL_STORES } from '../../../../src/dev/world/full/stores.ts';
import { publishRefusals } from '../../../../src/domain/catalogue/product.ts';
import { usernameRefusal } from '../../../../src/domain/identity/user.ts';

const world = new URL('../../../../src/dev/world/', import.meta.url);
const now = Date.parse('2026-11-20T12:00:00Z');
const LOOKS = ['painted', 'primer', 'detail', 'back'];
/** What everything of the demo world may weigh in the repository. */
const MOST_BYTES = 25_000_000;

function expectUnique(values: string[]): void {
  expect([...new Set(values)]).toEqual(values);
}

describe('the setting DEMO', () => {
  it('is the full world unless it says small, and refuses anything else', () => {
    expect(demoSizeOf({})).toBe('full');
    expect(demoSizeOf({ DEMO: '' })).toBe('full');
    expect(demoSizeOf({ DEMO: 'small' })).toBe('small');
    expect(() => demoSizeOf({ DEMO: 'tiny' })).toThrow('DEMO must be small or full.');
  });
});

describe('the full world', () => {
  it('has people who could have signed up, and nobody twice', () => {
    const people = [...Object.values(PEOPLE), ...Object.values(ARTISTS), ...HOBBYISTS, ...QUIET];
    for (const { username } of people)
      expect([username, usernameRefusal(username)]).toEqual([username, null]);
    expectUnique(people.map(({ username }) => username));
    expectUnique(people.map(({ id }) => id));
    expect(HOBBYISTS).toHaveLength(60);
    expect(Object.keys(FACES).sort()).toEqual(Object.keys(ARTISTS).sort());
  });

  it('has stores of ten artists in all, each with a sign, a banner and models', () => {
    const stores = [...Object.values(STORES), ...Object.values(FULL_STORES)];
    expectUnique(stores.map(({ slug }) => slug));
    expectUnique(stores.map(({ ownerId }) => ownerId));
    expect(stores.filter(({ state }) => state === 'open')).toHaveLength(10);
    for (const { id, logo, banner, about } of Object.values(FULL_STORES)) {
      expect([logo !== null, banner !== null, about.length > 400]).toEqual([true, true, true]);
      expect(FULL_PRODUCTS.some(({ storeId }) => storeId === id)).toBe(true);
    }
  });

  it('has no category without a model', () => {
    for (const { children } of FULL_CATEGORIES)
      for (const { slug } of children)
        expect([slug, [...PRODUCTS, ...FULL_PRODUCTS].some(({ category }) => category === slug)]).toEqual([
          slug,
          true,
        ]);
  });

  it('has names, addresses and models that nothing else has', () => {
    const all = [...PRODUCTS, ...FULL_PRODUCTS];
    expectUnique(all.map(({ name }) => name));
    expectUnique(all.map(({ id }) => id));
    expectUnique(FULL_PRODUCTS.map(({ model }) => model));
  });

  it.each(FULL_PRODUCTS.map((product) => [product.name, product] as const))(
    '%s can be published and has its model and four pictures',
    async (_name, product) => {
      const images = [{ file: 'a.webp', alt: product.alt }];
      const file = { id: '', name: '', role: 'unsupported', scale: null, part: null, version: 1 } as const;
      const files = [{ ...file, retiredAt: null, sizeBytes: 1, sha256: '', mesh: null }];
      expect(publishRefusals({ ...product, images, files, state: 'draft' }, 'active')).toEqual([]);
      expect(product.alt.length).toBeGreaterThan(20);
      for (const look of LOOKS) {
        const picture = await readFile(new URL(`full/pictures/${look}/${product.model}.webp`, world));
        expect(picture.subarray(8, 12).toString()).toBe('WEBP');
      }
      expect((await stat(new URL(`full/models/${product.model}.glb`, world))).size).toBeGreaterThan(50_000);
    },
  );

  it('weighs at most 25 MB with the small one', async () => {
    const files = await readdir(world, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });
});

describe('what people say', () => {
  const reviews = demoReviews(demoSales(now), now);

  it('is always the same', () => {
    expect(demoReviews(demoSales(now), now)).toEqual(reviews);
  });

  it('is 300 reviews, no text twice, with every number of stars', () => {
    expect(reviews).toHaveLength(REVIEW_COUNT);
    expectUnique(reviews.map(({ said }) => said[1]).filter((text) => text !== ''));
    expect([...new Set(reviews.map(({ said }) => said[0]))].sort()).toEqual([1, 2, 3, 4, 5]);
    expectUnique(
      [REVIEW_TEXTS, MORE_TEXTS].flatMap((texts) => Object.values(texts).flat()).map(([, text]) => text),
    );
  });

  it('is said after the model came to its buyer, and never from the future', () => {
    for (const { sale, writtenAt } of reviews) {
      expect(writtenAt).toBeGreaterThan(sale.placedAt);
      expect(writtenAt).toBeLessThan(now);
    }
  });
});
