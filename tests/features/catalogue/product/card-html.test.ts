import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import type { ProductCard } from '../../../../src/domain/catalogue/product.ts';
import { productGridHtml } from '../../../../src/features/catalogue/product/card-html.ts';
import { facetsHtml } from '../../../../src/features/catalogue/search/facets-html.ts';

const NOW = Date.UTC(2026, 10, 22);
const card = (changes: Partial<ProductCard> = {}): ProductCard => ({
  id: 'golem0000000000',
  name: 'Golem <b>"of" Tom & O\'Hara</b>',
  store: { id: 'ashgrove0000000', slug: 'ashgrove', name: 'Ash & <i>Grove</i>' },
  mainImage: 'golem.webp',
  mainImageAlt: 'A "golem" <painted>',
  priceCents: 599,
  free: false,
  openPrice: null,
  sale: null,
  terms: [],
  promisedDay: null,
  scale: '32',
  supports: ['presupported'],
  heightMm: 48,
  mature: false,
  stars: [0, 0, 0, 1, 2],
  ai: 'none',
  ...changes,
});

type Element = DefaultTreeAdapterTypes.Element;
function elements(markup: string): Element[] {
  const found: Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parseFragment(markup));
  return found;
}
const valueIn = (element: Element | undefined, name: string) =>
  element?.attrs.find((attr) => attr.name === name)?.value;
const textOf = (node: DefaultTreeAdapterTypes.Node | undefined): string =>
  !node
    ? ''
    : 'value' in node
      ? node.value
      : 'childNodes' in node
        ? node.childNodes.map(textOf).join('')
        : '';
const ofClass = (all: readonly Element[], name: string) =>
  all.find((element) => valueIn(element, 'class')?.split(' ').includes(name));

test('a card shows the names as they are written, and its button carries what the cart needs', () => {
  const all = elements(productGridHtml([card()], { now: NOW, showsMature: false }).text);
  expect(all.some(({ tagName }) => tagName === 'b' || tagName === 'i')).toBe(false);
  expect(textOf(ofClass(all, 'whole'))).toBe(card().name);
  expect(textOf(ofClass(all, 'above'))).toBe(card().store.name);
  expect(
    valueIn(
      all.find(({ tagName }) => tagName === 'img'),
      'alt',
    ),
  ).toBe(card().mainImageAlt);
  const button = all.find(({ tagName }) => tagName === 'button');
  expect(JSON.parse(valueIn(button, 'data-cart-add') ?? '')).toEqual({
    id: card().id,
    name: card().name,
    price: 599,
    mainImage: 'golem.webp',
  });
  expect(textOf(button)).toContain(`Add ${card().name} to cart`);
  expect(textOf(ofClass(all, 'font-display'))).toBe('$5.99');
  expect(textOf(ofClass(all, 'tabular-nums'))).toBe('★ 4.7 of 5 stars, reviews: (3)');
});

test('a card of a pre-order puts its promised day into the cart', () => {
  const promisedDay = Date.UTC(2027, 1, 3);
  const all = elements(productGridHtml([card({ promisedDay })], { now: NOW, showsMature: false }).text);
  const button = all.find(({ tagName }) => tagName === 'button');
  expect(JSON.parse(valueIn(button, 'data-cart-add') ?? '')).toMatchObject({ id: card().id, promisedDay });
});

test('a mature picture is veiled and not described for who does not want to see it', () => {
  const grid = (showsMature: boolean) =>
    elements(productGridHtml([card({ mature: true })], { now: NOW, showsMature }).text);
  const alt = (all: readonly Element[]) =>
    valueIn(
      all.find(({ tagName }) => tagName === 'img'),
      'alt',
    );
  expect(ofClass(grid(false), 'veiled')).toBeDefined();
  expect(alt(grid(false))).toBe('Hidden: marked mature');
  expect(ofClass(grid(true), 'veiled')).toBeUndefined();
  expect(alt(grid(true))).toBe(card().mainImageAlt);
});

test('the first pictures are loaded at once, the later ones when they are near', () => {
  const grid = productGridHtml(
    [1, 2, 3, 4].map((at) => card({ id: `golem00000000${at}` })),
    { now: NOW, showsMature: false, eager: 3 },
  );
  const pictures = elements(grid.text).filter(({ tagName }) => tagName === 'img');
  expect(pictures.map((one) => valueIn(one, 'loading') ?? null)).toEqual([null, null, null, 'lazy']);
  expect(pictures.map((one) => valueIn(one, 'fetchpriority') ?? null)).toEqual(['high', 'high', null, null]);
});

test('a sale shows both prices, and a card without a picture none', () => {
  const sale = { percent: 50, from: NOW - 1, to: NOW + 1 };
  const { text } = productGridHtml([card({ sale, mainImage: '' })], { now: NOW, showsMature: false });
  const all = elements(text);
  expect(all.some(({ tagName }) => tagName === 'img')).toBe(false);
  expect(textOf(ofClass(all, 'badge-sale'))).toBe('50% off');
  expect(textOf(ofClass(all, 'font-display'))).toMatch(/^Now \$\d\.\d\d, was \$5\.99$/);
});

test('a card says that its model is a pre-order, and until when it arrives', () => {
  const words = (promisedDay: number | null) =>
    textOf(elements(productGridHtml([card({ promisedDay })], { now: NOW, showsMature: false }).text)[0]);
  expect(words(Date.UTC(2027, 2, 12))).toMatch(/Pre-order[\s\S]*Arrives by 12 March 2027/);
  expect(words(null)).not.toMatch(/Pre-order|Arrives/);
});

test('a card shows a sale price with the lowest price of the 30 days before', () => {
  const sale = { percent: 50, from: NOW - 1, to: NOW + 1 };
  const before = { free: false, sale: null, offered: true };
  const terms = [
    { ...before, since: NOW - 20 * 86_400_000, priceCents: 499 },
    { ...before, since: NOW - 10 * 86_400_000, priceCents: 599 },
    { ...before, since: NOW - 5 * 86_400_000, priceCents: 599, sale },
  ];
  const price = (more: Partial<ProductCard>) =>
    textOf(
      ofClass(elements(productGridHtml([card(more)], { now: NOW, showsMature: false }).text), 'font-display'),
    );
  expect(price({ sale, terms })).toMatch(/^Now \$\d\.\d\d, was \$5\.99Lowest in 30 days: \$4\.99$/);
  // Before the sale, and where nothing is known of the time before, there is nothing to say.
  expect(price({ terms })).toBe('$5.99');
  expect(price({ sale, terms: [] })).not.toContain('Lowest');
});

test('a wanted facet can be left out by its link, an unwanted one is sent as such, whatever its name holds', () => {
  const all = elements(
    facetsHtml(
      [
        {
          name: 'store',
          label: 'Store',
          find: null,
          rows: [
            { name: 'store', value: 'a"b', text: 'A <b> & Co', count: 3, below: false, choice: 'include' },
            { name: 'store', value: 'c', text: 'C', count: 1, below: true, choice: 'exclude' },
          ],
        },
      ],
      ({ value }) => `/search?not-store=${encodeURIComponent(value)}`,
    ).text,
  );
  const boxes = all.filter(({ tagName }) => tagName === 'input');
  const states = boxes.map((box) => [
    valueIn(box, 'name'),
    valueIn(box, 'value'),
    valueIn(box, 'checked') !== undefined,
  ]);
  expect(states).toEqual([
    ['store', 'a"b', true],
    ['not-store', 'c', true],
  ]);
  expect(textOf(ofClass(all, 'facet'))).toBe('A <b> & Co3');
  expect(textOf(ofClass(all, 'facet-not'))).toBe('Leave out A <b> & Co');
  expect(valueIn(ofClass(all, 'facet-not'), 'href')).toBe('/search?not-store=a%22b');
});

test('a long list has a field that says what is looked for, and a short one has none', () => {
  const group = { name: 'store', label: 'Store', rows: [] } as const;
  const fieldOf = (find: string | null) =>
    elements(facetsHtml([{ ...group, rows: [], find }], () => '').text).find(
      (one) => valueIn(one, 'type') === 'search',
    );
  const field = fieldOf('a"<b>');
  expect(field && [valueIn(field, 'name'), valueIn(field, 'value')]).toEqual(['find-store', 'a"<b>']);
  expect(field && valueIn(field, 'aria-label')).toBe('Find in the list “Store”');
  expect(fieldOf('')).toBeDefined();
  expect(fieldOf(null)).toBeUndefined();
});
