import { expect, it } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { showpieces } from '../../../../src/features/site/frame/showpieces.ts';

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
  sale: null,
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
