import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { heroCards, showpieces, storesToMeet } from '../../../../src/features/site/home/showpieces.ts';

const card = (
  id: string,
  store: string,
  priceCents: number,
  changes: Partial<ProductCard> = {},
): ProductCard => ({
  id,
  name: id,
  store: { id: store, slug: store, name: store },
  mainImage: 'a.webp',
  mainImageAlt: '',
  priceCents,
  free: priceCents === 0,
  openPrice: null,
  sale: null,
  terms: [],
  promisedDay: null,
  scale: null,
  supports: [],
  heightMm: null,
  mature: false,
  stars: [0, 0, 0, 0, 0],
  ai: 'none',
  ...changes,
});
const ids = (cards: ProductCard[]) => cards.map(({ id }) => id);

it('shows the best of each store first', () => {
  const cards = [card('a', 'x', 900), card('b', 'x', 800), card('c', 'y', 100), card('d', 'z', 500)];
  expect(ids(showpieces(cards, 3))).toEqual(['a', 'd', 'c']);
  expect(ids(showpieces(cards, 4))).toEqual(['a', 'd', 'c', 'b']);
});

it('fills up from the same store if there is only one', () => {
  expect(ids(showpieces([card('a', 'x', 1), card('b', 'x', 2)], 3))).toEqual(['b', 'a']);
});

it('leaves out mature models and models without a picture', () => {
  const cards = [
    card('a', 'x', 9, { mature: true }),
    card('b', 'y', 8, { mainImage: '' }),
    card('c', 'z', 1),
  ];
  expect(ids(showpieces(cards, 3))).toEqual(['c']);
});

describe('the stores of the home page', () => {
  const store = (name: string, productCount: number, dressed = true) => ({
    id: name,
    name,
    productCount,
    logo: dressed ? 'logo.webp' : null,
    banner: dressed ? { file: 'banner.webp', alt: '' } : null,
    tagline: dressed ? 'Come in' : '',
  });
  const names = (stores: ReturnType<typeof store>[], count = 3) =>
    storesToMeet(stores, count).map(({ name }) => name);

  it('begin with those that have plenty, not with an empty new one', () => {
    expect(names([store('empty', 0), store('a', 9), store('b', 5), store('c', 7)])).toEqual(['a', 'c', 'b']);
  });

  it('a store with nothing but one model comes last', () => {
    expect(names([store('bare', 1, false), store('a', 1), store('b', 3), store('c', 2)])).toEqual([
      'b',
      'c',
      'a',
    ]);
  });

  it('those that an operator features stand first, in their order, and nobody twice', () => {
    const [one, two, three, four] = [store('one', 1), store('two', 2), store('three', 3), store('four', 4)];
    const shown = storesToMeet([one, two, three, four], 3, [two, one]).map(({ name }) => name);
    expect(shown).toEqual(['two', 'one', 'four']);
    expect(storesToMeet([], 3, [one, two, three, four])).toHaveLength(4);
  });

  it('the newest comes first among those with plenty', () => {
    expect(names([store('new', 12), store('old', 400)])).toEqual(['new', 'old']);
  });
});

it('an operator’s choice stands at the top, without what cannot be shown, and the rest is filled up', () => {
  const newest = [card('a', 'x', 9), card('b', 'y', 8), card('c', 'z', 1)];
  const chosen = [
    card('c', 'z', 1),
    card('m', 'z', 1, { mature: true }),
    card('p', 'z', 1, { mainImage: '' }),
  ];
  expect(ids(heroCards(chosen, newest, { count: 3, mature: false }))).toEqual(['c', 'a', 'b']);
  expect(ids(heroCards(chosen, newest, { count: 3, mature: true }))).toEqual(['c', 'm', 'a']);
  expect(ids(heroCards([], newest, { count: 3, mature: false }))).toEqual(['a', 'b', 'c']);
});
