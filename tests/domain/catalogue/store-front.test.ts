import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  STORE_STATES,
  socialRefusal,
  storeFrontRefusals,
  storeStateRefusal,
} from '../../../src/domain/catalogue/store.ts';
import { slugOf, slugRefusal } from '../../../src/domain/kernel/slug.ts';

describe('the slug of a store', () => {
  it.each([
    ['Ashgrove Miniatures', 'ashgrove-miniatures'],
    ["Gnash, the Patient's Chest", 'gnash-the-patients-chest'],
    ['Über  Größe 32mm', 'uber-gro-e-32mm'],
    ['--', ''],
    ['龍の像', ''],
  ])('of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('made from a name is valid or too short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const slug = slugOf(name);
        if (slug.length >= 2) expect([null, 'slug-like-id']).toContain(slugRefusal(slug));
      }),
    );
  });

  it.each([
    ['a', 'slug-length'],
    ['x'.repeat(61), 'slug-length'],
    ['Mira', 'slug-form'],
    ['a--b', 'slug-form'],
    ['-ab', 'slug-form'],
    ['a/b', 'slug-form'],
    ['abcdefghij12345', 'slug-like-id'],
    ['abcdefghij-1234', null],
  ])('%j: %s', (slug, refusal) => expect(slugRefusal(slug)).toBe(refusal));
});

describe('social links', () => {
  it.each([
    ['youtube', 'https://www.youtube.com/@ashgrove', true],
    ['youtube', 'https://youtube.com.evil.example/a', false],
    ['x', 'https://x.com/ashgrove', true],
    ['x', 'https://ex.com/ashgrove', false],
    ['instagram', 'https://instagram.com', true],
    ['website', 'http://ashgrove.example', false],
    ['website', 'javascript:alert(1)', false],
    ['website', 'https://ashgrove.example/a b', false],
    ['website', 'https://ashgrove.example/shop?a=1', true],
    ['website', '', true],
  ] as const)('%s at %j: %s', (kind, address, fine) =>
    expect(socialRefusal(kind, address) === null).toBe(fine),
  );
});

describe('a store', () => {
  it('has an error for each invalid field', () => {
    expect(
      Object.keys(
        storeFrontRefusals({
          name: 'A',
          slug: 'B',
          tagline: 'x'.repeat(161),
          socials: { x: 'x.com/a' },
          featured: ['a', 'a'],
        }),
      ).sort(),
    ).toEqual(['featured', 'name', 'slug', 'tagline', 'x']);
  });

  it('cannot be changed by its seller while suspended, and never to suspended', () => {
    for (const state of STORE_STATES) {
      expect(storeStateRefusal({ state: 'suspended', sellerStatus: null }, state)).toBe('suspended');
      expect(storeStateRefusal({ state, sellerStatus: null }, 'suspended')).not.toBeNull();
      expect(storeStateRefusal({ state, sellerStatus: null }, state)).not.toBeNull();
    }
  });

  it('says whether a trader sells before it opens for the first time', () => {
    const seller = { kind: 'private' } as const;
    expect(storeStateRefusal({ state: 'draft', sellerStatus: null }, 'open')).toBe('status-missing');
    expect(storeStateRefusal({ state: 'draft', sellerStatus: seller }, 'open')).toBeNull();
    // Stores from before the question keep working; their sellers are asked in the overview.
    expect(storeStateRefusal({ state: 'closed', sellerStatus: null }, 'open')).toBeNull();
  });
});
