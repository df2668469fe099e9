import { expect, it } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { SHOWN_FOR_YOU, wishesToShow } from '../../../../src/features/site/home/for-you-rows.ts';

const NOW = 1_800_000_000_000;
const wish = (id: string, onSale = false) => ({
  card: {
    id,
    priceCents: 500,
    free: false,
    sale: onSale ? { percent: 20, from: NOW - 1, to: NOW + 1 } : null,
  } as ProductCard,
});
const ids = (...args: Parameters<typeof wishesToShow>) => wishesToShow(...args).map(({ id }) => id);

it('wishes on sale come first, then the newest', () => {
  expect(ids([wish('a'), wish('b', true), wish('c'), wish('d', true)], [], NOW)).toEqual([
    'b',
    'd',
    'a',
    'c',
  ]);
  expect(ids([wish('a'), wish('b', true)], [], NOW + 1)).toEqual(['a', 'b']);
});

it('withdrawn models and those the visitor owns are no longer wished for', () => {
  expect(ids([{ card: null }, wish('a', true), wish('b')], ['a'], NOW)).toEqual(['b']);
});

it('no more are shown than have room', () => {
  expect(
    ids(
      'abcdefgh'.split('').map((id) => wish(id)),
      [],
      NOW,
    ),
  ).toHaveLength(SHOWN_FOR_YOU);
});
