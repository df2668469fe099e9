import { describe, expect, it } from 'vitest';
import { FACETS } from '../../../src/domain/catalogue/facets.ts';
import { PRODUCT_STATES } from '../../../src/domain/catalogue/product.ts';
import {
  areDistinctMembers,
  facetsFromFiles,
  PRODUCT_LIMITS,
  PRODUCT_VERBS,
  pictureAddRefusal,
  productTextRefusals,
  stateAfter,
  stateChangeRefusal,
  tagsFrom,
} from '../../../src/domain/catalogue/product-editing.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60 * 1000;
const EMPTY = { type: null, genre: [], scale: null, supports: [], printer: [], parts: null } as const;

describe('tags', () => {
  it('are lower case, trimmed and unique', () =>
    expect(tagsFrom(' Orc, orc ,War  Boss,, ')).toEqual(['orc', 'war boss']));
});

describe('product text', () => {
  it.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ description: 'x'.repeat(20_001) }, 'description'],
    [{ priceCents: 49, free: false }, 'priceCents'],
    [{ priceCents: 1_000_001, free: false }, 'priceCents'],
    [{ priceCents: 500, free: true }, 'priceCents'],
    [{ baseMm: 0 }, 'baseMm'],
    [{ baseMm: Number.NaN }, 'baseMm'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    [{ tags: ['x'.repeat(41)] }, 'tags'],
    [{ sale: { percent: 4, from: 0, to: 1 } }, 'salePercent'],
    [{ sale: { percent: 20, from: 5, to: 5 } }, 'saleTo'],
  ])('%j is refused at %s', (text, field) => expect(Object.keys(productTextRefusals(text))).toEqual([field]));

  it('may lack a price in a draft', () =>
    expect(productTextRefusals({ name: 'A', priceCents: 0, free: false, baseMm: null })).toEqual({}));
});

describe('changes of state', () => {
  it('are impossible while the product is suspended', () => {
    for (const verb of PRODUCT_VERBS)
      expect(stateChangeRefusal('suspended', verb, NOW, NOW + DAY)).toBe('suspended');
  });

  it.each([
    [null, 'not-in-future'],
    [NOW, 'not-in-future'],
    [NOW - 1, 'not-in-future'],
    [Number.NaN, 'not-in-future'],
    [NOW + 400 * DAY, 'too-far'],
    [NOW + 1, null],
  ])('announced for %s: %s', (at, refusal) =>
    expect(stateChangeRefusal('draft', 'schedule', NOW, at)).toBe(refusal),
  );

  it('never end in the same state or in suspension', () => {
    for (const state of PRODUCT_STATES)
      for (const verb of PRODUCT_VERBS) {
        if (stateChangeRefusal(state, verb, NOW, NOW + DAY) !== null) continue;
        expect(stateAfter(verb)).not.toBe('suspended');
        if (verb !== 'schedule') expect(stateAfter(verb)).not.toBe(state);
      }
  });

  it('restore archived products to ready, never to published', () => {
    expect(
      PRODUCT_VERBS.filter((verb) => stateChangeRefusal('archived', verb, NOW, NOW + DAY) === null),
    ).toEqual(['restore']);
  });
});

describe('pictures and files of a product', () => {
  it('are limited in number', () => {
    expect(pictureAddRefusal(PRODUCT_LIMITS.images - 1)).toBeNull();
    expect(pictureAddRefusal(PRODUCT_LIMITS.images)).toContain('at most 12 pictures');
  });

  it('are chosen from the existing ones, each once', () => {
    expect(areDistinctMembers(['b', 'a'], ['a', 'b', 'c'])).toBe(true);
    expect(areDistinctMembers(['a', 'a'], ['a', 'b'])).toBe(false);
    expect(areDistinctMembers(['d'], ['a', 'b'])).toBe(false);
  });
});

describe('facets from files', () => {
  const file = (role: 'unsupported' | 'presupported', scale: string | null, isMesh = true) => ({
    role,
    scale,
    part: null,
    mesh: isMesh ? ({} as never) : null,
  });

  it('fill empty facets', () =>
    expect(
      facetsFromFiles({ ...EMPTY, genre: [], supports: [], printer: [] }, [
        file('unsupported', '32'),
        file('presupported', '32'),
      ]),
    ).toMatchObject({ supports: ['unsupported', 'presupported'], scale: '32', parts: 'single' }));

  it('do not replace the seller’s choices', () =>
    expect(
      facetsFromFiles(
        { ...EMPTY, genre: [], printer: [], supports: ['support_free'], scale: '75', parts: 'multipart' },
        [file('unsupported', '32')],
      ),
    ).toMatchObject({ supports: ['support_free'], scale: '75', parts: 'multipart' }));

  it('ignore several scales and unknown ones', () => {
    const open = { ...EMPTY, genre: [], supports: [], printer: [] };
    expect(facetsFromFiles(open, [file('unsupported', '32'), file('unsupported', '75')]).scale).toBeNull();
    expect(facetsFromFiles(open, [file('unsupported', '33')]).scale).toBeNull();
    expect(Object.keys(FACETS.scale.values)).toContain('32');
  });
});
