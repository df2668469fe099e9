import fc from 'fast-check';
import { ENTITLEMENT_SOURCES, type EntitlementSource } from '../../../src/domain/catalogue/entitlement.ts';
import { type LibraryItem, PRINT_STATES } from '../../../src/domain/library/library.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const DAY = 86_400_000;

let made = 0;

/** A library item with the given properties. */
export function anItem(more: Partial<LibraryItem> = {}): LibraryItem {
  made++;
  return {
    id: `product${String(made).padStart(8, '0')}`,
    name: `Product ${made}`,
    store: 'Ashgrove',
    picture: '',
    type: 'figure',
    scale: '32',
    supports: ['presupported'],
    sources: ['purchase'],
    licences: ['personal'],
    grantedAt: NOW - 100 * DAY,
    newestFileAt: NOW - 200 * DAY,
    sizeBytes: 1000,
    downloadedAt: null,
    print: null,
    lists: [],
    archived: false,
    seen: false,
    ...more,
  };
}

const sources = Object.keys(ENTITLEMENT_SOURCES) as EntitlementSource[];
const time = fc.integer({ min: NOW - 90 * DAY, max: NOW });

/** Arbitrary library item: few values per facet, so that items often share them. */
export const someItem: fc.Arbitrary<LibraryItem> = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{15}$/),
  name: fc.oneof(
    fc.stringMatching(/^(Goblin|Wyrm|Élan|Tower)( of (Ash|the 12))?( \d{1,3})?$/),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  ),
  store: fc.constantFrom('Ashgrove', 'Deepdelve', 'Örbital Works', '=HYPERLINK()'),
  picture: fc.constant(''),
  type: fc.constantFrom(null, 'figure', 'terrain'),
  scale: fc.constantFrom(null, '28', '32'),
  supports: fc.subarray(['presupported', 'unsupported']),
  sources: fc.subarray(sources, { minLength: 1 }),
  licences: fc.subarray(['personal', 'merchant'] as const),
  grantedAt: time,
  newestFileAt: fc.option(time),
  sizeBytes: fc.nat(),
  downloadedAt: fc.option(time),
  print: fc.option(fc.constantFrom(...PRINT_STATES)),
  lists: fc.subarray(['list-a', 'list-b', 'list-c']),
  archived: fc.boolean(),
  seen: fc.boolean(),
});

/** Arbitrary library without duplicates. */
export const someItems: fc.Arbitrary<LibraryItem[]> = fc.uniqueArray(someItem, {
  selector: ({ id }) => id,
  maxLength: 40,
});
