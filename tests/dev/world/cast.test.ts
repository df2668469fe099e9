import { describe, expect, it } from 'vitest';
import {
  BACKSTAGE,
  CATEGORIES,
  DEMO_PASSWORD,
  demoProduct,
  PEOPLE,
  PRODUCTS,
  SHOP_WINDOW,
  STORES,
} from '../../../src/dev/world/cast.ts';
import { demoId } from '../../../src/dev/world/ids.ts';
import { printNotesText } from '../../../src/dev/world/print-notes.ts';
import { FACETS, type Facet, isFacetValue } from '../../../src/domain/catalogue/facets.ts';
import { priceNow, publishRefusals } from '../../../src/domain/catalogue/product.ts';
import { storeFrontRefusals } from '../../../src/domain/catalogue/store.ts';
import { PASSWORD_MIN, usernameRefusal } from '../../../src/domain/identity/user.ts';
import { slugOf } from '../../../src/domain/kernel/slug.ts';

const people = Object.values(PEOPLE);
const stores = Object.values(STORES);
const categories = CATEGORIES.flatMap((top) => [top, ...top.children]);

function expectUnique(values: string[]): void {
  expect([...new Set(values)]).toEqual(values);
}

describe('the demo data', () => {
  it('has valid, unique record ids, the same at every start', () => {
    const ids = [
      ...people.map(({ id }) => id),
      ...stores.flatMap(({ id, shelves }) => [id, ...shelves.map((shelf) => shelf.id)]),
      ...categories.map(({ id }) => id),
      ...PRODUCTS.map(({ id }) => id),
    ];
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{15}$/);
    expectUnique(ids);
    // Fixed values: links to demo pages must not break.
    expect(demoId('product', 'mossback-cairn-golem')).toBe(demoProduct('Mossback Cairn-Golem').id);
    expect(demoId('user', 'mira')).toBe('2qlafzsgjvqszh7');
  });

  it('has users who could have signed up', () => {
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(PASSWORD_MIN);
    for (const { username, email, password } of people) {
      expect(usernameRefusal(username)).toBeNull();
      expect(email).toBe(`${username}@guildhall.test`);
      expect(password).toBe(DEMO_PASSWORD);
    }
    expectUnique(people.map(({ username }) => username));
  });

  it('has one store per user, with unique slugs', () => {
    expectUnique(stores.map(({ ownerId }) => ownerId));
    expectUnique(stores.map(({ slug }) => slug));
    for (const { ownerId, about, tagline, state } of stores) {
      expect(people.some(({ id }) => id === ownerId)).toBe(true);
      expect(tagline.length).toBeGreaterThan(10);
      if (state === 'open') expect(about.length).toBeGreaterThan(400);
    }
    expect(stores.filter(({ state }) => state === 'open').map(({ name }) => name)).toEqual([
      'Ashgrove Miniatures',
      'Deepdelve Terrain',
      'Orbital Foundry',
    ]);
  });

  it('has categories on two levels, none of them empty', () => {
    expectUnique(categories.map(({ slug }) => slug));
    for (const top of CATEGORIES) {
      for (const child of top.children) {
        expect(child.children).toEqual([]);
        expect(SHOP_WINDOW.some(({ category }) => category === child.slug)).toBe(true);
      }
    }
  });
});

describe('the demo products', () => {
  it('are 31 published ones, each with its own model', () => {
    expect(SHOP_WINDOW).toHaveLength(31);
    expectUnique(SHOP_WINDOW.map(({ model }) => model));
    expectUnique(PRODUCTS.map(({ name }) => name));
    for (const { state } of SHOP_WINDOW) expect(state).toBe('published');
  });

  it('have one of each hidden state', () => {
    expect(BACKSTAGE.map(({ state }) => state).sort()).toEqual([
      'archived',
      'draft',
      'published',
      'scheduled',
      'unlisted',
    ]);
    const shown = BACKSTAGE.filter(({ state }) => state === 'published');
    expect(shown.map(({ storeId }) => storeId)).toEqual([STORES.blackquill.id]);
  });

  it.each(PRODUCTS.map((product) => [product.name, product] as const))(
    '%s can be published',
    (_name, product) => {
      const images = [{ file: 'a.webp', alt: product.alt }];
      const file = {
        id: '',
        name: '',
        role: 'unsupported',
        scale: null,
        part: null,
        version: 1,
        retiredAt: null,
      } as const;
      const files = [{ ...file, sizeBytes: 1, sha256: '', mesh: null }];
      expect(publishRefusals({ ...product, images, files, state: 'draft' }, 'active')).toEqual([]);
      for (const [facet, chosen] of Object.entries(product.facets) as [Facet, string | string[] | null][]) {
        expect(Array.isArray(chosen)).toBe(FACETS[facet].many);
        for (const value of [chosen ?? []].flat()) expect(isFacetValue(facet, value)).toBe(true);
      }
      expect(product.slug).toBe(slugOf(product.name));
      expect(product.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(categories.some(({ slug }) => slug === product.category)).toBe(true);
      expect(product.alt.length).toBeGreaterThan(20);
      expect(product.tags.length).toBeGreaterThan(0);
    },
  );

  it('have two running sales and one that has ended when the demo data is seeded', () => {
    const day = 86_400_000;
    const now = 1_800_000_000_000;
    const running = PRODUCTS.filter(({ priceCents, free, sale }) => {
      const dated = sale && {
        percent: sale.percent,
        from: now + sale.fromDay * day,
        to: now + sale.toDay * day,
      };
      return priceNow({ priceCents, free, sale: dated }, now).percentOff !== null;
    });
    expect(running.map(({ name }) => name)).toEqual(['Old Fennimore, Sporekeeper', 'Mule-Pattern Strider']);
    expect(PRODUCTS.filter(({ sale }) => sale !== null)).toHaveLength(3);
  });

  it('come with print notes', () => {
    const text = printNotesText(demoProduct('Mossback Cairn-Golem'));
    expect(text).toContain('Mossback Cairn-Golem\n\nScale: 32 mm\nBase: 32 mm\nPrinter: Resin\n');
    expect(text).toContain('Supports: Unsupported, Pre-supported\nLicence: Personal, Merchant\n');
    expect(text).toContain('raised fist');
  });

  it('cannot be looked up by an unknown name', () => {
    expect(() => demoProduct('Mossback Cairn Golem')).toThrow('Mossback Cairn Golem');
  });
});

describe('the demo stores', () => {
  it.each(Object.values(STORES).map((store) => [store.name, store] as const))(
    '%s is valid as a seller’s input',
    (_name, store) => {
      const { name, slug, tagline, about, socials } = store;
      expect(storeFrontRefusals({ name, slug, tagline, about, socials })).toEqual({});
    },
  );
});
