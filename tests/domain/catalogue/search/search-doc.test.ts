import { expect, it } from 'vitest';
import { NO_PRINT_SETTINGS } from '../../../../src/domain/catalogue/print/print-settings.ts';
import { PRODUCT_FIELDS } from '../../../../src/domain/catalogue/product-fields.ts';
import {
  type Searchable,
  SHOWN_PRINTS,
  searchDoc,
} from '../../../../src/domain/catalogue/search/search-doc.ts';
import { emptyOf } from '../../../../src/domain/kernel/fields/field-table.ts';

const NOW = Date.UTC(2026, 10, 25);

function searchable(more: Partial<Searchable>): Searchable {
  return {
    ...emptyOf(PRODUCT_FIELDS),
    ...{ id: 'p'.repeat(15), name: 'Golem', description: 'Of stone.', tags: [] },
    ...{ licences: ['personal'], printCount: 0, priceCents: 500, free: false, openPrice: null, sale: null },
    facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
    ...{ ai: 'none', stars: [0, 0, 0, 0, 0], mature: false, publishedAt: NOW, popularity: 0, room: null },
    ...{ store: { slug: 'wren', name: 'Wren' }, category: null },
    ...{ print: NO_PRINT_SETTINGS, printed: [] },
    ...more,
  };
}

it('the prints that people show are searched by material, supports, layers, exposure and printer', () => {
  const fine = { ...NO_PRINT_SETTINGS, layerMm: 0.03, exposureS: 2.5, printer: 'Halot Mage' };
  const coarse = { ...NO_PRINT_SETTINGS, material: 'pla', layerMm: 0.2, supports: 'none' } as const;
  const doc = searchDoc(searchable({ printCount: 3, printed: [fine, coarse, fine] }), NOW);
  expect(doc.multi.prints).toEqual([
    'any',
    ...['layer-to-0.03', 'exposure-2-3'],
    ...['pla', 'none', 'layer-0.1-0.2'],
  ]);
  for (const value of doc.multi.prints) expect(SHOWN_PRINTS).toHaveProperty([value]);
  expect(doc.description.split('\n')).toEqual(['Of stone.', 'Halot Mage']);
  // They are no advice of the seller.
  expect(doc.single).not.toHaveProperty('layer');
});

it('the notes on printing and the printer of a seller are found by their words', () => {
  const print = { ...NO_PRINT_SETTINGS, printer: 'Mars 5', layerMm: 0.05 };
  const doc = searchDoc(searchable({ print, printNotes: 'Tilt it by thirty degrees.' }), NOW);
  expect(doc.description).toBe('Of stone.\nTilt it by thirty degrees.\nMars 5');
  expect([doc.single.layer, doc.multi.prints]).toEqual(['0.03-0.05', []]);
});

it('what buyers can tick can also be typed, and only what costs nothing is "free"', () => {
  const facets: Searchable['facets'] = {
    ...{ type: 'bust', genre: ['sci-fi'], scale: 'free', supports: ['presupported', 'support_free'] },
    ...{ printer: ['resin'], parts: 'single' },
  };
  const { tags } = searchDoc(searchable({ facets }), NOW);
  expect(tags).toEqual(
    expect.arrayContaining([
      'Bust',
      'Sci-fi',
      'Scalefree',
      'Pre-supported',
      'Supportfree',
      'Resin',
      'Single piece',
    ]),
  );
  expect(tags).not.toContain('Free');
  expect(searchDoc(searchable({ facets, free: true }), NOW).tags).toContain('Free');
});
