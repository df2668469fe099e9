import type { FacetValue, ProductFacets } from '../../domain/catalogue/facets.ts';
import type { OpenPrice } from '../../domain/catalogue/price/open-price.ts';
import type { PrintSettings } from '../../domain/catalogue/print/print-settings.ts';
import type { AiDeclaration, Licence } from '../../domain/catalogue/product.ts';
import { slugOf } from '../../domain/kernel/slug.ts';
import { demoId } from './ids.ts';
import { type DemoStore, STORES, type StoreName } from './stores.ts';

/** Pictures beside the painted and the primed one: folders in pictures/. */
export type DemoView = 'back' | 'detail';

/** A product of the demo world, before it has pictures, files and measures. */
export interface DemoProduct {
  id: string;
  slug: string;
  name: string;
  storeId: string;
  /** Model in models/, and its two pictures in pictures/. */
  model: string;
  /** Where models/ and pictures/ are: `full/` for what only the full world has, or "". */
  folder: '' | 'full/';
  /** Further pictures than the painted and the primed one. */
  views: DemoView[];
  /** Slug of the platform category. */
  category: string;
  shelfIds: string[];
  description: string;
  /** What the painted picture shows; the second one shows the same in primer grey. */
  alt: string;
  priceCents: number;
  free: boolean;
  /** Percent off, and the days before (negative) or after seeding between which it holds. */
  sale: { percent: number; fromDay: number; toDay: number } | null;
  /** Null unless buyers choose the price, from `priceCents` on. */
  openPrice: OpenPrice | null;
  /** In how many days after seeding it is promised, or null for one that is finished. */
  arrivesInDays: number | null;
  facets: ProductFacets;
  archetype: string;
  baseMm: number | null;
  tags: string[];
  licences: Licence[];
  printNotes: string;
  print: PrintSettings;
  ai: AiDeclaration;
  state: 'published' | 'draft' | 'scheduled' | 'unlisted' | 'archived';
  /** Days before seeding at which it was published; negative for one that is still to come. */
  daysAgo: number;
}

/** What is written about a product of the demo world; the rest follows from it. */
export interface WrittenProduct {
  model: string;
  name: string;
  category: string;
  shelves: string[];
  description: string;
  alt: string;
  /** Whole cents; 0 makes it free. */
  price: number;
  sale?: DemoProduct['sale'];
  /** Cents that are suggested to buyers, who choose what they pay from `price` on. */
  suggested?: number;
  arrivesInDays?: number;
  type: FacetValue<'type'>;
  genre?: FacetValue<'genre'>[];
  archetype: string;
  scale?: FacetValue<'scale'>;
  /** "none" prints as it is; the others come with a pre-supported file beside the plain one. */
  supports: 'none' | 'light' | 'recommended';
  printer?: FacetValue<'printer'>[];
  parts?: FacetValue<'parts'>;
  base?: number;
  tags: string[];
  licences?: Licence[];
  notes: string;
  ai?: AiDeclaration;
  state?: DemoProduct['state'];
  daysAgo: number;
}

/** How the demo sellers print: resin in fine layers, filament in coarse ones. */
function printOf({ supports, printer = ['resin'] }: WrittenProduct): PrintSettings {
  const advised = supports === 'none' ? ('none' as const) : ('presupported' as const);
  return printer.includes('resin')
    ? { layerMm: 0.05, exposureS: 2.5, supports: advised, material: 'resin', printer: '' }
    : { layerMm: 0.12, exposureS: null, supports: advised, material: 'pla', printer: '' };
}

/** Products of one store. Unless said otherwise: fantasy, 32 mm, one piece, for resin, personal licence, published. */
export function productsOf(storeName: StoreName, all: WrittenProduct[]): DemoProduct[] {
  return productsIn(STORES[storeName], all, { folder: '', views: [] });
}

/** Products of a store, with pictures and models from `folder`. */
export function productsIn(
  store: DemoStore,
  all: WrittenProduct[],
  { folder, views }: Pick<DemoProduct, 'folder' | 'views'>,
): DemoProduct[] {
  return all.map((given) => ({
    id: demoId('product', slugOf(given.name)),
    slug: slugOf(given.name),
    name: given.name,
    storeId: store.id,
    model: given.model,
    folder,
    views,
    category: given.category,
    shelfIds: given.shelves.map((name) => {
      const shelf = store.shelves.find((candidate) => candidate.name === name);
      if (!shelf) throw new Error(`${store.name} has no shelf "${name}"`);
      return shelf.id;
    }),
    description: given.description,
    alt: given.alt,
    priceCents: given.price,
    free: given.price === 0,
    sale: given.sale ?? null,
    openPrice: given.suggested === undefined ? null : { suggestedCents: given.suggested },
    arrivesInDays: given.arrivesInDays ?? null,
    facets: {
      type: given.type,
      genre: given.genre ?? ['fantasy'],
      scale: given.scale ?? '32',
      supports: given.supports === 'none' ? ['support_free'] : ['unsupported', 'presupported'],
      printer: given.printer ?? ['resin'],
      parts: given.parts ?? 'single',
    },
    archetype: given.archetype,
    baseMm: given.base ?? null,
    tags: given.tags,
    licences: given.licences ?? ['personal'],
    printNotes: given.notes,
    print: printOf(given),
    ai: given.ai ?? 'none',
    state: given.state ?? 'published',
    daysAgo: given.daysAgo,
  }));
}
