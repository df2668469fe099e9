import { shownOf } from '../../kernel/fields/field-table.ts';
import type { Instant } from '../../kernel/instant.ts';
import type { Cents } from '../../kernel/money.ts';
import { slugOf } from '../../kernel/slug.ts';
import { baseSize, FACET_NAMES } from '../facets.ts';
import type { NeededRoom } from '../print/build-volume.ts';
import {
  EXPOSURE_STEPS,
  LAYER_STEPS,
  MATERIALS,
  type PrintSettings,
  type ScaleStep,
  scaleStepOf,
} from '../print/print-settings.ts';
import { type CategoryRef, type Product, priceNow, type StoreRef } from '../product.ts';
import { type ProductPlain, SEARCHED_PRODUCT_FIELDS } from '../product-fields.ts';
import { ratingScore, ratingSteps } from '../rating.ts';
import { facetWord } from './facet-spellings.ts';

/** Steps of the price facet, by their upper end in cents; the last is open. */
export const PRICE_STEPS: { value: string; label: string; to: Cents }[] = [
  { value: 'free', label: 'Free', to: 0 },
  { value: 'under-3', label: 'Under $3', to: 299 },
  { value: '3-6', label: '$3 to $6', to: 599 },
  { value: '6-10', label: '$6 to $10', to: 999 },
  { value: '10-20', label: '$10 to $20', to: 1999 },
  { value: 'over-20', label: '$20 and more', to: Number.MAX_SAFE_INTEGER },
];

export function priceStep(cents: Cents): string {
  return PRICE_STEPS.find(({ to }) => cents <= to)?.value ?? 'over-20';
}

/** What the search index reads of a product. */
export type Searchable = Pick<
  Product,
  | keyof ProductPlain
  | 'id'
  | 'name'
  | 'description'
  | 'tags'
  | 'licences'
  | 'printCount'
  | 'facets'
  | 'priceCents'
  | 'free'
  | 'openPrice'
  | 'sale'
  | 'ai'
  | 'stars'
  | 'mature'
  | 'publishedAt'
> & {
  store: Pick<StoreRef, 'slug' | 'name'>;
  category: Pick<CategoryRef, 'slug' | 'name'> | null;
  popularity: number;
  print: PrintSettings;
  /** How the prints were printed that people show, without repetitions. */
  printed: readonly PrintSettings[];
  /** What has to fit into a printer; null if no file was measured. */
  room: NeededRoom | null;
};

/** A product as a document of the search index: text, facets by value, and the price at `now`: of an open price the least. */
export function searchDoc(product: Searchable, now: Instant) {
  const { payCents, percentOff } = priceNow(product, now);
  const { type, genre, scale, printer, parts } = product.facets;
  const archetype = slugOf(product.archetype ?? '');
  const base = baseSize(product.baseMm);
  const layer = scaleStepOf(LAYER_STEPS, product.print.layerMm);
  const exposure = scaleStepOf(EXPOSURE_STEPS, product.print.exposureS);
  return {
    id: product.id,
    name: product.name,
    tags: [
      ...product.tags,
      ...(product.archetype ? [product.archetype] : []),
      ...(product.category ? [product.category.name] : []),
      ...facetWords(product, payCents === 0),
    ],
    storeName: product.store.name,
    description: [product.description, ...furtherWords(product)].join('\n'),
    single: {
      ...(type ? { type } : {}),
      ...(scale ? { scale } : {}),
      ...(parts ? { parts } : {}),
      ...(product.category ? { category: product.category.slug } : {}),
      store: product.store.slug,
      price: priceStep(payCents),
      free: payCents === 0 ? 'yes' : 'no',
      sale: percentOff === null ? 'no' : 'yes',
      ...(product.ai ? { ai: product.ai } : {}),
      ...(base ? { base } : {}),
      ...(archetype ? { archetype } : {}),
      ...(layer ? { layer } : {}),
      ...(exposure ? { exposure } : {}),
    },
    multi: {
      genre,
      supports: supportsOf(product),
      printer,
      rating: ratingSteps(product.stars),
      licence: product.licences,
      material: product.print.material === null ? [] : [product.print.material],
      prints: product.printCount > 0 ? ['any', ...new Set(product.printed.flatMap(shownPrint))] : [],
    },
    priceCents: payCents,
    popularity: product.popularity,
    ratingScore: ratingScore(product.stars),
    createdAt: product.publishedAt ?? 0,
    mature: product.mature,
    box: product.room,
  };
}

/** Steps of what prints that people show were printed with: the values of the seller's own have no prefix. */
const ofPrints = (prefix: string, what: string, steps: readonly ScaleStep[]): Record<string, string> =>
  Object.fromEntries(
    steps.map(({ value, label }) => [
      `${prefix}-${value}`,
      `${what}: ${label[0]?.toLowerCase()}${label.slice(1)}`,
    ]),
  );

const OF_EVERY_PRINT = {
  any: 'With photos',
  ...MATERIALS,
  none: 'Printed without supports',
  added: 'Printed with supports added',
  presupported: 'Printed pre-supported',
} as const;

/** What people look for among prints that others show: any, and of what and how they were printed. */
export const SHOWN_PRINTS: Readonly<Record<string, string>> = {
  ...OF_EVERY_PRINT,
  ...ofPrints('layer', 'Layers', LAYER_STEPS),
  ...ofPrints('exposure', 'Exposure', EXPOSURE_STEPS),
};

/** The values of `SHOWN_PRINTS` that are true of one print. */
function shownPrint({ material, supports, layerMm, exposureS }: PrintSettings): string[] {
  const layer = scaleStepOf(LAYER_STEPS, layerMm);
  const exposure = scaleStepOf(EXPOSURE_STEPS, exposureS);
  return [
    ...(material === null ? [] : [material]),
    ...(supports === null ? [] : [supports]),
    ...(layer === null ? [] : [`layer-${layer}`]),
    ...(exposure === null ? [] : [`exposure-${exposure}`]),
  ];
}

/** What is found by words beside the description: plain fields that the search reads, and the printers of the seller and of shown prints. */
function furtherWords(product: Searchable): string[] {
  const plain = shownOf(SEARCHED_PRODUCT_FIELDS, product).map(({ value }) => value);
  const printers = new Set([product.print, ...product.printed].map(({ printer }) => printer));
  return [...plain, ...printers].filter((text) => text !== '');
}

/**
 * The labels of what buyers can tick, as the spellings have them, so that a filter that stays a word finds them, too. "Free" is
 * a word of the price alone.
 */
function facetWords(product: Searchable, isFree: boolean): string[] {
  const facets = { ...product.facets, supports: supportsOf(product) };
  const labels = FACET_NAMES.flatMap((facet) =>
    [facets[facet] ?? []].flat().map((value) => facetWord(facet, value)),
  );
  return [...labels, ...(isFree ? ['Free'] : [])];
}

/** The kinds of support by the files, and those that the print settings name. */
function supportsOf({ facets, print }: Pick<Searchable, 'facets' | 'print'>): string[] {
  const named = { none: 'support_free', presupported: 'presupported', added: null };
  const advised = print.supports === null ? null : named[print.supports];
  return advised === null ? facets.supports : [...new Set([...facets.supports, advised])];
}
