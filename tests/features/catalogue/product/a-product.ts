import { NO_PRINT_SETTINGS } from '../../../../src/domain/catalogue/print/print-settings.ts';
import type { Product } from '../../../../src/domain/catalogue/product.ts';
import { PRODUCT_FIELDS } from '../../../../src/domain/catalogue/product-fields.ts';
import { emptyOf } from '../../../../src/domain/kernel/fields/field-table.ts';

/** A complete product; tests override what they need. */
export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    id: 'golem0000000000',
    store: { id: 'ashgrove0000000', slug: 'ashgrove-miniatures', name: 'Ashgrove Miniatures', logo: null },
    name: 'Mossback Cairn-Golem',
    slug: 'mossback-cairn-golem',
    description: 'A walking cairn.\n\nIt reads as **large**.',
    priceCents: 599,
    free: false,
    openPrice: null,
    sale: null,
    category: { id: 'figures00000000', slug: 'figures', name: 'Figures', parent: null },
    shelves: [],
    tags: ['golem'],
    facets: {
      type: 'figure',
      genre: ['fantasy'],
      scale: '32',
      supports: ['presupported', 'unsupported'],
      printer: ['resin'],
      parts: 'single',
    },
    ...emptyOf(PRODUCT_FIELDS),
    archetype: 'construct',
    baseMm: 32,
    size: { x: 37.1, y: 32, z: 47.7 },
    outline: [],
    volumeMl: 9.06,
    licences: ['personal'],
    images: [
      { file: 'golem.webp', alt: 'Golem, painted' },
      { file: 'golem-primer.webp', alt: 'Golem, in primer' },
    ],
    video: null,
    files: [
      {
        id: 'file00000000001',
        name: 'golem.stl',
        role: 'unsupported',
        scale: '32',
        part: null,
        sizeBytes: 1_952_684,
        sha256: '',
        version: 1,
        retiredAt: null,
        mesh: {
          size: { x: 37.1, y: 32, z: 47.7 },
          volumeMl: 9.06,
          triangles: 39_052,
          watertight: true,
          shells: 1,
        },
      },
    ],
    print: NO_PRINT_SETTINGS,
    mature: false,
    ai: 'none',
    previewOff: false,
    preview: null,
    state: 'published',
    publishedAt: 0,
    updatedAt: 0,
    stars: [0, 0, 0, 0, 0],
    printCount: 0,
    ...changes,
  };
}
