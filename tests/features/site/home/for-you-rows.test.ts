import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { rowsForYou, SHOWN_FOR_YOU, wishesToShow } from '../../../../src/features/site/home/for-you-rows.ts';

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

describe('the rows for a person', () => {
  const model = (id: string) => ({ id, name: id, picture: '' });
  const owned = [{ ...model('o'), store: 'A store', grantedAt: NOW }];
  const queue = [model('q')];
  const nothing = { queue: [], owned: [], releases: [], wishes: [] };
  const card = (id: string, onSale = false) => ({ ...wish(id, onSale).card, name: id, mainImage: '' });
  const titles = (content: Partial<Parameters<typeof rowsForYou>[0]>) =>
    rowsForYou({ ...nothing, ...content }, NOW).map(({ title }) => title);

  it('are none where there is nothing: no row is empty', () => {
    expect(titles({})).toEqual([]);
    expect(titles({ owned })).toEqual(['Your library']);
  });

  it('begin with what to print next and with wishes on sale', () => {
    expect(titles({ owned, queue, wishes: [card('a', true)] })).toEqual([
      'Print next',
      'On sale from your wish list',
      'Your library',
    ]);
  });

  it('show wishes on sale alone, with their percent, and others where none is', () => {
    const [row] = rowsForYou({ ...nothing, wishes: [card('a', true), card('b')] }, NOW);
    expect(row?.entries).toMatchObject([{ name: 'a', mark: '−20%' }]);
    expect(titles({ wishes: [card('b')] })).toEqual(['Your wish list']);
  });
});
