import type { Instant } from '../kernel/instant.ts';
import {
  type Cents,
  lessPercent,
  MAXIMUM_PRICE_CENTS,
  MINIMUM_PRICE_CENTS,
  priceText,
} from '../kernel/money.ts';
import {
  type BusinessAccountState,
  type BusinessRefusal,
  businessRefusal,
} from '../payments/business-account.ts';
import type { ProductFacets } from './facets.ts';
import { type OpenPrice, openPriceText } from './price/open-price.ts';
import type { ProductPreOrder } from './price/pre-order.ts';
import type { PrintSettings } from './print/print-settings.ts';
import type { ProductPlain } from './product-fields.ts';
import type { StarCounts } from './rating.ts';

/**
 * The states of a product. Only the operator sets `suspended`; one in review was published by its seller and waits for
 * the marketplace's staff; the seller sets the others.
 */
export const PRODUCT_STATES = [
  'draft',
  'processing',
  'ready',
  'in-review',
  'scheduled',
  'published',
  'unlisted',
  'archived',
  'suspended',
] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** States from which a product can be published. */
export const PUBLISHABLE_STATES: readonly ProductState[] = ['draft', 'ready', 'scheduled', 'unlisted'];

export const LICENCES = { personal: 'Personal', merchant: 'Merchant' } as const;
export type Licence = keyof typeof LICENCES;

/** What buyers may do with these licences, in one line; '' where there is none. */
export function licenceLine(licences: readonly Licence[]): string {
  const [personal, merchant] = [licences.includes('personal'), licences.includes('merchant')];
  if (personal && merchant) return 'Print it for yourself; with the merchant licence, sell your prints too.';
  if (merchant) return 'Print it as often as you like, and sell your prints. The files stay with you.';
  return personal ? 'Print it for yourself, as often as you like. Prints and files are not for sale.' : '';
}

/** What its artist says about generative AI. It is an answer: nobody is taken to have said anything before they did. */
export const AI_DECLARATIONS = {
  none: 'Made without generative AI',
  assisted: 'AI assisted',
  generated: 'AI generated',
} as const;
export type AiDeclaration = keyof typeof AI_DECLARATIONS;

export const FILE_ROLES = {
  unsupported: 'Unsupported',
  presupported: 'Pre-supported',
  slicer_project: 'Slicer project',
  sliced: 'Sliced for a printer',
  document: 'Document',
  other: 'Other',
} as const;
export type FileRole = keyof typeof FILE_ROLES;

/** A time-limited discount. `from` and `to` are the first instant on sale and the first instant after it. */
export interface Discount {
  percent: number;
  from: Instant;
  to: Instant;
}

/** Outer measures of a model in millimetres: x across, y deep, z tall. */
export interface SizeMm {
  x: number;
  y: number;
  z: number;
}

/** A picture in the backend's files: the file name and the alt text. */
export interface Picture {
  file: string;
  alt: string;
}

/** One file a buyer receives. Mesh facts are null if the file is not a mesh. */
export interface ProductFile {
  id: string;
  name: string;
  role: FileRole;
  scale: string | null;
  part: string | null;
  sizeBytes: number;
  sha256: string;
  version: number;
  mesh: MeshFacts | null;
  /** Since when new buyers no longer get it; existing owners can still download it. */
  retiredAt: Instant | null;
}

/** Measurements of a mesh: outer size, enclosed volume in millilitres, triangles, and whether it is closed. */
export interface MeshFacts {
  size: SizeMm;
  volumeMl: number;
  triangles: number;
  watertight: boolean;
  shells: number;
  /** Edges with more than two triangles, which slicers repair; absent where they were not counted. */
  crowdedEdges?: number;
}

/**
 * A model's outline seen from the front: closed rings, each the corners' distances to the right and up in turn, in mm
 * from the lower left corner of the model's box. A ring within another is a hole in it. Empty if unknown.
 */
export type Outline = number[][];

/** An outline has at most this many corners, all its rings together. */
export const OUTLINE_MAX_POINTS = 120;

/** The result of measuring a mesh: its facts and its front outline. */
export interface MeasuredMesh extends MeshFacts {
  outline: Outline;
}

/** The parts of a store that are shown with a product. */
export interface StoreRef {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
}

export interface CategoryRef {
  id: string;
  slug: string;
  name: string;
  parent: { id: string; slug: string; name: string } | null;
}

export interface Product extends ProductPlain {
  id: string;
  store: StoreRef;
  name: string;
  slug: string;
  /** Markdown, as the seller wrote it. */
  description: string;
  priceCents: Cents;
  /** Set explicitly, never inferred from a price of 0. */
  free: boolean;
  /** If buyers choose the price, of which `priceCents` is the least; null for a fixed price. */
  openPrice: OpenPrice | null;
  sale: Discount | null;
  /** While it is sold before it is finished; absent or null for every other product. */
  preOrder?: ProductPreOrder | null;
  category: CategoryRef | null;
  shelves: string[];
  tags: string[];
  facets: ProductFacets;
  size: SizeMm | null;
  outline: Outline;
  volumeMl: number | null;
  licences: Licence[];
  /** The first is the main image. */
  images: Picture[];
  /** The name of its video's file; null without one. */
  video: string | null;
  files: ProductFile[];
  /** How its seller advises to print it. */
  print: PrintSettings;
  mature: boolean;
  /** Null while the artist has not said. */
  ai: AiDeclaration | null;
  /** The seller has switched the 3D preview off. */
  previewOff: boolean;
  /** The 3D preview; null if there is none yet or the seller switched it off. */
  preview: Preview | null;
  state: ProductState;
  publishedAt: Instant | null;
  updatedAt: Instant;
  /** Ratings by owners. */
  stars: StarCounts;
  /** Photos of prints that owners published. */
  printCount: number;
}

/** A light 3D model for viewing; the size in mm is that of the source file. */
export interface Preview {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  hash: string;
  size: SizeMm;
  sizeBytes: number;
}

/**
 * The file that the preview is made from: the first model without supports, else the first model.
 * @param files in the product's order, newer versions first.
 * @returns null if the product has no measured model.
 */
export function previewedFile<File extends Pick<ProductFile, 'role' | 'mesh' | 'retiredAt'>>(
  files: readonly File[],
): File | null {
  const models = files.filter(({ mesh, retiredAt }) => mesh !== null && retiredAt === null);
  return models.find(({ role }) => role === 'unsupported') ?? models[0] ?? null;
}

/** The terms of a product's price from a moment on, until the next terms. */
export interface PriceTerms extends Pick<Product, 'priceCents' | 'free' | 'sale'> {
  since: Instant;
  /** Whether people could buy it. */
  offered: boolean;
}

/** A product card in a listing. */
export interface ProductCard {
  id: string;
  name: string;
  store: Pick<StoreRef, 'id' | 'slug' | 'name'>;
  mainImage: string;
  mainImageAlt: string;
  priceCents: Cents;
  free: boolean;
  openPrice: OpenPrice | null;
  sale: Discount | null;
  /** The newest terms of a price with a sale, oldest first, for the lowest price before it; empty without a sale. */
  terms: readonly PriceTerms[];
  /** The day by which a pre-order arrives; null for what is delivered at once. */
  promisedDay: Instant | null;
  scale: string | null;
  supports: string[];
  /** Height in millimetres. */
  heightMm: number | null;
  mature: boolean;
  /** Ratings by owners. */
  stars: StarCounts;
  ai: AiDeclaration | null;
}

/** The price at an instant: list price, price to pay, and the discount between them. */
export interface PriceNow {
  listCents: Cents;
  payCents: Cents;
  percentOff: number | null;
}

type Priced = Pick<Product, 'priceCents' | 'free' | 'sale'> & Partial<Pick<Product, 'openPrice'>>;

/**
 * The price at `now`; a sale never takes a priced product below the minimum charge. Of an open price it is the least, which
 * has no sale.
 */
export function priceNow(product: Priced, now: Instant): PriceNow {
  if (product.free) return { listCents: 0, payCents: 0, percentOff: null };
  const listCents = product.priceCents;
  const { sale } = product;
  if (!sale || product.openPrice || now < sale.from || now >= sale.to)
    return { listCents, payCents: listCents, percentOff: null };
  const payCents = Math.max(lessPercent(listCents, sale.percent), Math.min(listCents, MINIMUM_PRICE_CENTS));
  return { listCents, payCents, percentOff: sale.percent };
}

/** The price at `now` as a short text: "$5.99", "Free", or "from $3.00" where buyers choose it. */
export function priceLabel(product: Priced, now: Instant): string {
  const { payCents } = priceNow(product, now);
  return product.openPrice ? openPriceText(payCents) : priceText(payCents);
}

export type PriceRefusal =
  | 'price-not-whole-cents'
  | 'price-below-minimum'
  | 'price-above-maximum'
  | 'free-with-price';

/** Why this price is not allowed, or null. Only the minimum of an open price may be 0. */
export function priceRefusal(price: {
  priceCents: unknown;
  free: boolean;
  openPrice?: OpenPrice | null;
}): PriceRefusal | null {
  const { priceCents, free, openPrice = null } = price;
  if (typeof priceCents !== 'number' || !Number.isSafeInteger(priceCents)) return 'price-not-whole-cents';
  if (free) return priceCents === 0 && openPrice === null ? null : 'free-with-price';
  if (openPrice !== null && priceCents === 0) return null;
  if (priceCents < MINIMUM_PRICE_CENTS) return 'price-below-minimum';
  if (priceCents > MAXIMUM_PRICE_CENTS) return 'price-above-maximum';
  return null;
}

export type PublishRefusal =
  | 'name-missing'
  | 'image-missing'
  | 'file-missing'
  | 'free-pre-order'
  | 'pre-order-day'
  | 'licence-missing'
  | 'facets-missing'
  | 'ai-missing'
  | 'suspended'
  | PriceRefusal
  | BusinessRefusal;

/** The number of facets a product needs before it can be published. */
export const FACETS_TO_PUBLISH = 3;

/**
 * Every reason why this product cannot be published; empty if it can.
 * @param account state of the store's business account
 */
export function publishRefusals(
  product: Pick<
    Product,
    'name' | 'images' | 'files' | 'licences' | 'facets' | 'priceCents' | 'free' | 'ai' | 'state'
  > &
    Partial<Pick<Product, 'openPrice' | 'preOrder'>>,
  account: BusinessAccountState,
): PublishRefusal[] {
  const refusals: PublishRefusal[] = [];
  if (product.state === 'suspended') refusals.push('suspended');
  if (product.name.trim() === '') refusals.push('name-missing');
  if (product.images.length === 0) refusals.push('image-missing');
  if (product.preOrder && product.free) refusals.push('free-pre-order');
  if (!product.preOrder && product.files.every(({ retiredAt }) => retiredAt !== null))
    refusals.push('file-missing');
  if (product.licences.length === 0) refusals.push('licence-missing');
  const filled = Object.values(product.facets).filter((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  if (filled.length < FACETS_TO_PUBLISH) refusals.push('facets-missing');
  if (product.ai === null) refusals.push('ai-missing');
  const price = priceRefusal(product);
  if (price) refusals.push(price);
  const business = businessRefusal(account, product);
  if (business) refusals.push(business);
  return refusals;
}

/** Whether the public may see the product. Its store must be visible too (see `storeIsVisible`). */
export function productIsVisible(state: ProductState): boolean {
  return state === 'published' || state === 'unlisted';
}

/** Whether the product appears in lists, search, feeds and the sitemap. */
export function productIsListed(state: ProductState): boolean {
  return state === 'published';
}
