import type { OpenPrice } from '../../domain/catalogue/price/open-price.ts';
import type { ProductPreOrder } from '../../domain/catalogue/price/pre-order.ts';
import type { PrintSettings } from '../../domain/catalogue/print/print-settings.ts';
import {
  type CategoryRef,
  OUTLINE_MAX_POINTS,
  type Outline,
  type Preview,
  type Product,
  type ProductFile,
  type Sale,
  type SizeMm,
  type StoreRef,
} from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import type { StarCounts } from '../../domain/catalogue/rating.ts';
import { dateOf, instantOf, orAbsent, textsOf } from '../kernel/fields.ts';
import type {
  CategoriesRecord,
  PreOrdersRecord,
  PreviewsRecord,
  ProductFilesRecord,
  ProductsRecord,
  StoresRecord,
} from '../kernel/records.ts';

/** Maps product records to domain types and back. */

type CategoryExpanded = CategoriesRecord & { expand?: { parent?: CategoriesRecord } };
export type ProductExpanded = ProductsRecord & {
  expand?: {
    store?: StoresRecord;
    category?: CategoryExpanded;
    previews_via_product?: PreviewsRecord[];
    pre_orders_via_product?: PreOrderFields | PreOrderFields[];
  };
};

type CategoryFields = Pick<CategoriesRecord, 'id' | 'slug' | 'name'>;
type StoreFields = Pick<StoresRecord, 'id' | 'slug' | 'name' | 'logo' | 'mature'>;
type PreviewFields = Pick<PreviewsRecord, 'state' | 'sha256' | 'sizeBytes' | 'sizeX' | 'sizeY' | 'sizeZ'>;
/** What of a product's record, and of what it refers to, makes a product. */
export type ProductFields = Pick<
  ProductsRecord,
  | (
      | 'id'
      | 'name'
      | 'slug'
      | 'description'
      | 'priceCents'
      | 'free'
      | 'openPrice'
      | 'suggestedCents'
      | 'salePercent'
      | 'saleFrom'
      | 'saleTo'
    )
  | (
      | 'shelves'
      | 'tags'
      | 'type'
      | 'genre'
      | 'scale'
      | 'supports'
      | 'printer'
      | 'parts'
      | 'archetype'
      | 'baseMm'
    )
  | (
      | 'sizeX'
      | 'sizeY'
      | 'sizeZ'
      | 'outline'
      | 'volumeMl'
      | 'licences'
      | 'images'
      | 'imageAlts'
      | 'video'
      | 'printNotes'
    )
  | ('printLayerMm' | 'printExposureS' | 'printSupports' | 'printMaterial' | 'printPrinter')
  | ('mature' | 'ai' | 'previewOff' | 'state' | 'publishedAt' | 'updated' | 'printCount')
  | ('stars1' | 'stars2' | 'stars3' | 'stars4' | 'stars5')
> & {
  expand?: {
    store?: StoreFields;
    category?: CategoryFields & { expand?: { parent?: CategoryFields } };
    previews_via_product?: PreviewFields[];
    pre_orders_via_product?: PreOrderFields | PreOrderFields[];
  };
};

/** A product for search, sitemap and feeds: without files, outline and preview. */
export type ListedProduct = Omit<Product, 'files' | 'outline' | 'preview'> & { popularity: number };

export function listedOf(record: ProductExpanded): ListedProduct[] {
  const product = productOf(record, []);
  if (!product) return [];
  return [
    {
      id: product.id,
      store: product.store,
      name: product.name,
      slug: product.slug,
      description: product.description,
      priceCents: product.priceCents,
      free: product.free,
      openPrice: product.openPrice,
      sale: product.sale,
      category: product.category,
      shelves: product.shelves,
      tags: product.tags,
      facets: product.facets,
      archetype: product.archetype,
      baseMm: product.baseMm,
      size: product.size,
      volumeMl: product.volumeMl,
      licences: product.licences,
      images: product.images,
      video: product.video,
      printNotes: product.printNotes,
      print: product.print,
      mature: product.mature,
      ai: product.ai,
      previewOff: product.previewOff,
      state: product.state,
      publishedAt: product.publishedAt,
      updatedAt: product.updatedAt,
      stars: product.stars,
      printCount: product.printCount,
      popularity: record.popularity,
    },
  ];
}

export function productOf(record: ProductFields, files: ProductFile[]): Product | null {
  const { store, category } = record.expand ?? {};
  if (!store) return null;
  const alts = textsOf(record.imageAlts);
  return {
    id: record.id,
    store: storeRefOf(store),
    name: record.name,
    slug: record.slug,
    description: record.description,
    priceCents: record.priceCents,
    free: record.free,
    openPrice: openPriceOf(record),
    sale: saleOf(record),
    preOrder: openPreOrder(record),
    category: category ? categoryRefOf(category) : null,
    shelves: record.shelves,
    tags: textsOf(record.tags),
    facets: {
      type: orAbsent(record.type),
      genre: record.genre,
      scale: orAbsent(record.scale),
      supports: record.supports,
      printer: record.printer,
      parts: orAbsent(record.parts),
    },
    archetype: orAbsent(record.archetype),
    baseMm: orAbsent(record.baseMm),
    size: sizeOf(record),
    outline: outlineFrom(record.outline),
    volumeMl: orAbsent(record.volumeMl),
    licences: record.licences,
    images: record.images.map((file, index) => ({ file, alt: alts[index] ?? record.name })),
    video: orAbsent(record.video),
    files,
    printNotes: record.printNotes,
    print: printOf(record),
    mature: record.mature || store.mature,
    ai: orAbsent(record.ai),
    previewOff: record.previewOff,
    preview: previewOf(record),
    state: record.state === '' ? 'draft' : record.state,
    publishedAt: instantOf(record.publishedAt),
    updatedAt: instantOf(record.updated) ?? 0,
    stars: starCountsOf(record),
    printCount: record.printCount,
  };
}

/** What of a product's pre-order is read with it. */
type PreOrderFields = Pick<PreOrdersRecord, 'state' | 'promisedDay' | 'movedFrom'>;

/** The pre-order of a product while it is open. */
function openPreOrder(record: ProductFields): ProductPreOrder | null {
  // A row that is unique comes as itself, others as a list.
  const [found] = [record.expand?.pre_orders_via_product ?? []].flat();
  if (found?.state !== 'open') return null;
  return { promisedDay: instantOf(found.promisedDay) ?? 0, movedFrom: instantOf(found.movedFrom) };
}

/** The preview by its hash; its storage key is not exposed. */
function previewOf(record: ProductFields): Preview | null {
  const preview = record.expand?.previews_via_product?.[0];
  const size = preview && sizeOf(preview);
  if (!size || preview.state !== 'ready' || record.previewOff) return null;
  return { hash: preview.sha256, size, sizeBytes: preview.sizeBytes };
}

/** The record fields of a partial product text. */
export function fieldsOfText(text: Partial<ProductText>) {
  const { categoryId, facets, sale, openPrice, archetype, baseMm, print, ai, ...plain } = text;
  // A model that becomes free has no price to choose any more.
  const open = text.free ? null : openPrice;
  return {
    ...plain,
    ...(categoryId === undefined ? {} : { category: categoryId ?? '' }),
    ...(archetype === undefined ? {} : { archetype: archetype ?? '' }),
    ...(ai === undefined ? {} : { ai: ai ?? ('' as const) }),
    ...(baseMm === undefined ? {} : { baseMm: baseMm ?? 0 }),
    ...(facets === undefined
      ? {}
      : { ...facets, scale: facets.scale ?? '', type: facets.type ?? '', parts: facets.parts ?? '' }),
    ...(print === undefined
      ? {}
      : {
          printLayerMm: print.layerMm ?? 0,
          printExposureS: print.exposureS ?? 0,
          printSupports: print.supports ?? ('' as const),
          printMaterial: print.material ?? ('' as const),
          printPrinter: print.printer,
        }),
    ...(open === undefined ? {} : { openPrice: open !== null, suggestedCents: open?.suggestedCents ?? 0 }),
    ...(sale === undefined
      ? {}
      : {
          salePercent: sale?.percent ?? 0,
          saleFrom: dateOf(sale?.from ?? null),
          saleTo: dateOf(sale?.to ?? null),
        }),
  };
}

/** How the seller advises to print a product. */
export function printOf(
  record: Pick<
    ProductsRecord,
    'printLayerMm' | 'printExposureS' | 'printSupports' | 'printMaterial' | 'printPrinter'
  >,
): PrintSettings {
  return {
    layerMm: orAbsent(record.printLayerMm),
    exposureS: orAbsent(record.printExposureS),
    supports: orAbsent(record.printSupports),
    material: orAbsent(record.printMaterial),
    printer: record.printPrinter,
  };
}

/** @param record from a record, or from a row, where a boolean is 0 or 1. */
export function openPriceOf(record: {
  openPrice: boolean | number;
  suggestedCents: number;
}): OpenPrice | null {
  return record.openPrice ? { suggestedCents: orAbsent(record.suggestedCents) } : null;
}

export function saleOf(record: Pick<ProductsRecord, 'salePercent' | 'saleFrom' | 'saleTo'>): Sale | null {
  const from = instantOf(record.saleFrom);
  const to = instantOf(record.saleTo);
  return record.salePercent > 0 && from !== null && to !== null
    ? { percent: record.salePercent, from, to }
    : null;
}

function sizeOf(record: { sizeX: number; sizeY: number; sizeZ: number }): SizeMm | null {
  const { sizeX: x, sizeY: y, sizeZ: z } = record;
  return x > 0 && y > 0 && z > 0 ? { x, y, z } : null;
}

export function fileOf(
  record: Omit<ProductFilesRecord, 'product' | 'position' | 'storageKey' | 'crc32' | 'created' | 'updated'>,
): ProductFile {
  const size = sizeOf(record);
  return {
    id: record.id,
    name: record.name,
    role: record.role === '' ? 'other' : record.role,
    scale: orAbsent(record.scale),
    part: orAbsent(record.part),
    sizeBytes: record.sizeBytes,
    sha256: record.sha256,
    version: record.version,
    mesh: size && {
      size,
      volumeMl: record.volumeMl,
      triangles: record.triangles,
      watertight: record.watertight,
      shells: record.shells,
      crowdedEdges: record.crowdedEdges,
    },
    retiredAt: instantOf(record.retiredAt),
  };
}

function storeRefOf(record: StoreFields): StoreRef {
  return { id: record.id, slug: record.slug, name: record.name, logo: orAbsent(record.logo) };
}

function categoryRefOf(record: CategoryFields & { expand?: { parent?: CategoryFields } }): CategoryRef {
  const parent = record.expand?.parent;
  return {
    id: record.id,
    slug: record.slug,
    name: record.name,
    parent: parent ? { id: parent.id, slug: parent.slug, name: parent.name } : null,
  };
}

/** The stars of a product's or store's record. */
export function starCountsOf(
  record: Record<'stars1' | 'stars2' | 'stars3' | 'stars4' | 'stars5', number>,
): StarCounts {
  return [record.stars1, record.stars2, record.stars3, record.stars4, record.stars5];
}

/** Parses a stored outline; empty if it is malformed or has too many points. */
export function outlineFrom(json: unknown): Outline {
  if (!Array.isArray(json) || !json.every(isRing)) return [];
  const numbers = json.reduce((sum, ring) => sum + ring.length, 0);
  return numbers <= OUTLINE_MAX_POINTS * 2 ? json : [];
}

function isRing(json: unknown): json is number[] {
  return (
    Array.isArray(json) &&
    json.length >= 6 &&
    json.length % 2 === 0 &&
    json.every((value) => Number.isFinite(value) && value >= 0)
  );
}
