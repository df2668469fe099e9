import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FACETS_TO_PUBLISH,
  type FileRole,
  type MeshFacts,
  PRODUCT_STATES,
  previewedFile,
  priceNow,
  priceRefusal,
  productIsListed,
  productIsVisible,
  publishRefusals,
} from '../../../src/domain/catalogue/product.ts';
import { MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS } from '../../../src/domain/kernel/money.ts';

type ToPublish = Parameters<typeof publishRefusals>[0];

/** A product that can be published. */
const READY: ToPublish = {
  name: 'Ashgrove Golem',
  images: [{ file: 'golem.webp', alt: 'A mossy golem' }],
  files: [
    {
      id: 'filegolem000001',
      name: 'golem.stl',
      role: 'presupported',
      scale: '32',
      part: null,
      sizeBytes: 2_000_000,
      sha256: 'a'.repeat(64),
      version: 1,
      retiredAt: null,
      mesh: null,
    },
  ],
  licences: ['personal'],
  facets: { type: 'figure', genre: ['fantasy'], scale: '32', supports: [], printer: [], parts: null },
  priceCents: 599,
  free: false,
  ai: 'none',
  state: 'ready',
};

const price = fc.integer({ min: MINIMUM_PRICE_CENTS, max: MAXIMUM_PRICE_CENTS });
const percent = fc.integer({ min: 1, max: 100 });
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });

describe('the price now', () => {
  const sale = { percent: 25, from: 1000, to: 2000 };

  it.each([
    [999, 999],
    [1000, 749],
    [1999, 749],
    [2000, 999],
  ])('at %i a product of 999 cents with a sale from 1000 to 2000 costs %i', (now, pays) => {
    expect(priceNow({ priceCents: 999, free: false, sale }, now).payCents).toBe(pays);
  });

  it('includes list price and percentage only during the sale', () => {
    expect(priceNow({ priceCents: 999, free: false, sale }, 1500)).toEqual({
      listCents: 999,
      payCents: 749,
      percentOff: 25,
    });
    expect(priceNow({ priceCents: 999, free: false, sale }, 2000).percentOff).toBeNull();
  });

  it('is 0 for a free product, regardless of its sale', () => {
    expect(priceNow({ priceCents: 999, free: true, sale }, 1500)).toEqual({
      listCents: 0,
      payCents: 0,
      percentOff: null,
    });
  });

  it('is between the minimum charge and the list price', () => {
    fc.assert(
      fc.property(price, percent, instant, instant, instant, (priceCents, off, from, length, now) => {
        const price = priceNow(
          { priceCents, free: false, sale: { percent: off, from, to: from + length } },
          now,
        );
        expect(price.payCents).toBeGreaterThanOrEqual(MINIMUM_PRICE_CENTS);
        expect(price.payCents).toBeLessThanOrEqual(price.listCents);
        expect(price.listCents).toBe(priceCents);
      }),
    );
  });
});

describe('a price', () => {
  it.each([
    [{ priceCents: 0, free: true }, null],
    [{ priceCents: MINIMUM_PRICE_CENTS, free: false }, null],
    [{ priceCents: MAXIMUM_PRICE_CENTS, free: false }, null],
    [{ priceCents: 0, free: false }, 'price-below-minimum'],
    [{ priceCents: MINIMUM_PRICE_CENTS - 1, free: false }, 'price-below-minimum'],
    [{ priceCents: -500, free: false }, 'price-below-minimum'],
    [{ priceCents: MAXIMUM_PRICE_CENTS + 1, free: false }, 'price-above-maximum'],
    [{ priceCents: 599, free: true }, 'free-with-price'],
  ] as const)('%o is answered with %s', (price, refusal) => {
    expect(priceRefusal(price)).toBe(refusal);
  });

  it('is a whole number of cents, not a text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('12,50', '599', '', null, undefined, true, [599], { cents: 599 }),
          fc.double().filter((number) => !Number.isSafeInteger(number)),
        ),
        fc.boolean(),
        (priceCents, free) => {
          expect(priceRefusal({ priceCents, free })).toBe('price-not-whole-cents');
        },
      ),
    );
  });
});

describe('publishing', () => {
  it('is possible for a complete product', () => {
    expect(publishRefusals(READY, 'active')).toEqual([]);
  });

  it.each([
    ['name-missing', { name: '  ' }],
    ['image-missing', { images: [] }],
    ['file-missing', { files: [] }],
    ['licence-missing', { licences: [] }],
    ['suspended', { state: 'suspended' }],
    ['price-below-minimum', { priceCents: 49 }],
    ['free-with-price', { free: true }],
    ['facets-missing', { facets: { ...READY.facets, genre: [] } }],
    // Nobody was asked, and every page said "Made without generative AI" as the word of its artist.
    ['ai-missing', { ai: null }],
  ] as [string, Partial<ToPublish>][])('is refused with %s, and with nothing else', (refusal, change) => {
    expect(publishRefusals({ ...READY, ...change }, 'active')).toEqual([refusal]);
  });

  it('lists everything that is missing', () => {
    const bare: ToPublish = {
      name: '',
      images: [],
      files: [],
      licences: [],
      facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
      priceCents: 0,
      free: false,
      ai: null,
      state: 'draft',
    };
    expect(publishRefusals(bare, 'active')).toHaveLength(7);
  });

  it('requires three facets with a value', () => {
    const filled = fc.record({
      type: fc.constantFrom('figure' as const, null),
      genre: fc.subarray(['fantasy', 'horror'] as const).map((list) => [...list]),
      scale: fc.constantFrom('32' as const, null),
      supports: fc.subarray(['unsupported'] as const).map((list) => [...list]),
      printer: fc.subarray(['resin', 'fdm'] as const).map((list) => [...list]),
      parts: fc.constantFrom('single' as const, null),
    });
    fc.assert(
      fc.property(filled, (facets) => {
        const count = Object.values(facets).filter((value) => value !== null && value.length > 0).length;
        expect(publishRefusals({ ...READY, facets }, 'active').includes('facets-missing')).toBe(
          count < FACETS_TO_PUBLISH,
        );
      }),
    );
  });
});

describe('visibility of a product', () => {
  it.each(PRODUCT_STATES)('in state %s', (state) => {
    expect(productIsVisible(state)).toBe(['published', 'unlisted'].includes(state));
    expect(productIsListed(state)).toBe(state === 'published');
  });
});

describe('the file of the preview', () => {
  const mesh: MeshFacts = {
    size: { x: 1, y: 1, z: 1 },
    volumeMl: 1,
    triangles: 12,
    watertight: true,
    shells: 1,
  };
  const file = (role: FileRole, more: { mesh?: null; retiredAt?: number } = {}) => ({
    role,
    mesh,
    retiredAt: null,
    ...more,
  });

  it('is the first model without supports', () => {
    const files = [
      file('document', { mesh: null }),
      file('presupported'),
      file('unsupported'),
      file('unsupported'),
    ];
    expect(previewedFile(files)).toBe(files[2]);
  });

  it('falls back to another model, but not to a retired one', () => {
    const files = [file('unsupported', { retiredAt: 5 }), file('unsupported', { mesh: null }), file('other')];
    expect(previewedFile(files)).toBe(files[2]);
    expect(previewedFile(files.slice(0, 2))).toBeNull();
  });
});
