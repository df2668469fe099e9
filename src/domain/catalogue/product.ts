import type { Instant } from '../kernel/instant.ts';
import { type Cents, lessPercent, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import {
  type BusinessAccountState,
  type BusinessRefusal,
  businessRefusal,
} from '../payments/business-account.ts';
import type { ProductFacets } from './facets.ts';
import type { StarCounts } from './rating.ts';

/** Where a product stands. `suspended` is the operator's word, everything else the seller's. */
export const PRODUCT_STATES = [
  'draft',
  'processing',
  'ready',
  'scheduled',
  'published',
  'unlisted',
  'archived',
  'suspended',
] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** From these a product may go into the shop window. A published one is there already; an archived one is put away for good. */
export const PUBLISHABLE_STATES: readonly ProductState[] = ['draft', 'ready', 'scheduled', 'unlisted'];

/** One of a seller's own products where several are chosen from, whatever its state. */
export interface ProductChoice {
  id: string;
  name: string;
  /** Its main image where the public may see it, else "". */
  mainImage: string;
  published: boolean;
  /** On how many shelves it stands. */
  shelfCount: number;
}

export const LICENCES = { personal: 'Personal', merchant: 'Merchant' } as const;
export type Licence = keyof typeof LICENCES;

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
export interface Sale {
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

/** A picture in the backend's files: the file's name and what it shows, for those who cannot see it. */
export interface Picture {
  file: string;
  alt: string;
}

/** One file a buyer receives. Sizes in bytes; the mesh facts are null where the file is no mesh. */
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
  /** Since when the product no longer comes with it; whoever owns the product may fetch it all the same. */
  retiredAt: Instant | null;
}

/** What was measured on a mesh: outer size, enclosed volume in millilitres, triangles, and whether it is closed. */
export interface MeshFacts {
  size: SizeMm;
  volumeMl: number;
  triangles: number;
  watertight: boolean;
  shells: number;
}

/**
 * A model's outline seen from the front: closed rings, each the corners' distances to the right and up in turn, in mm
 * from the lower left corner of the model's box. A ring within another is a hole in it. Empty where nothing is known.
 */
export type Outline = number[][];

/** An outline has at most this many corners, all its rings together. */
export const OUTLINE_MAX_POINTS = 120;

/** What measuring a mesh finds: its facts, and what it looks like from the front. */
export interface MeasuredMesh extends MeshFacts {
  outline: Outline;
}

/** As much of a store as stands beside a product. */
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

export interface Product {
  id: string;
  store: StoreRef;
  name: string;
  slug: string;
  /** Markdown, as the seller wrote it. */
  description: string;
  priceCents: Cents;
  /** Free is a decision of its own, never inferred from a price of 0. */
  free: boolean;
  sale: Sale | null;
  category: CategoryRef | null;
  shelves: string[];
  tags: string[];
  facets: ProductFacets;
  /** Generic creature or object word, such as "construct" or "tower". */
  archetype: string | null;
  baseMm: number | null;
  size: SizeMm | null;
  outline: Outline;
  volumeMl: number | null;
  licences: Licence[];
  /** The first is the main image. */
  images: Picture[];
  files: ProductFile[];
  printNotes: string;
  mature: boolean;
  ai: AiDeclaration;
  /** The seller wants no 3D preview shown. */
  previewOff: boolean;
  /** What is shown in 3D; null where there is nothing yet, or the seller switched it off. */
  preview: Preview | null;
  state: ProductState;
  publishedAt: Instant | null;
  updatedAt: Instant;
  /** What its owners give it. */
  stars: StarCounts;
  /** Photos of prints that owners show. */
  printCount: number;
}

/** A light 3D model of a product for looking at; the size in mm is that of the file it was made of. */
export interface Preview {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  hash: string;
  size: SizeMm;
  sizeBytes: number;
}

/**
 * The file a preview shows: the first model without supports, else the first model there is.
 * @param files in the product's order, newer versions first.
 * @returns null where the product has no measured model.
 */
export function previewedFile<File extends Pick<ProductFile, 'role' | 'mesh' | 'retiredAt'>>(
  files: readonly File[],
): File | null {
  const models = files.filter(({ mesh, retiredAt }) => mesh !== null && retiredAt === null);
  return models.find(({ role }) => role === 'unsupported') ?? models[0] ?? null;
}

/** What a card in a listing shows. */
export interface ProductCard {
  id: string;
  name: string;
  store: Pick<StoreRef, 'id' | 'slug' | 'name'>;
  mainImage: string;
  mainImageAlt: string;
  priceCents: Cents;
  free: boolean;
  sale: Sale | null;
  scale: string | null;
  supports: string[];
  /** Height in millimetres. */
  heightMm: number | null;
  mature: boolean;
  /** What its owners give it. */
  stars: StarCounts;
  ai: AiDeclaration;
}

/** What a product costs at an instant: the list price, what is to be paid, and the discount that made the difference. */
export interface PriceNow {
  listCents: Cents;
  payCents: Cents;
  percentOff: number | null;
}

type Priced = Pick<Product, 'priceCents' | 'free' | 'sale'>;

/** The price at `now`; a running sale never takes a priced product below the minimum charge. */
export function priceNow(product: Priced, now: Instant): PriceNow {
  if (product.free) return { listCents: 0, payCents: 0, percentOff: null };
  const listCents = product.priceCents;
  const { sale } = product;
  if (!sale || now < sale.from || now >= sale.to) return { listCents, payCents: listCents, percentOff: null };
  const payCents = Math.max(lessPercent(listCents, sale.percent), Math.min(listCents, MINIMUM_PRICE_CENTS));
  return { listCents, payCents, percentOff: sale.percent };
}

export type PriceRefusal =
  | 'price-not-whole-cents'
  | 'price-below-minimum'
  | 'price-above-maximum'
  | 'free-with-price';

/** Why this price cannot be asked, or null. */
export function priceRefusal(price: { priceCents: unknown; free: boolean }): PriceRefusal | null {
  const { priceCents, free } = price;
  if (typeof priceCents !== 'number' || !Number.isSafeInteger(priceCents)) return 'price-not-whole-cents';
  if (free) return priceCents === 0 ? null : 'free-with-price';
  if (priceCents < MINIMUM_PRICE_CENTS) return 'price-below-minimum';
  if (priceCents > MAXIMUM_PRICE_CENTS) return 'price-above-maximum';
  return null;
}

export type PublishRefusal =
  | 'name-missing'
  | 'image-missing'
  | 'file-missing'
  | 'licence-missing'
  | 'facets-missing'
  | 'suspended'
  | PriceRefusal
  | BusinessRefusal;

/** Facets a product must carry before it may be published. */
export const FACETS_TO_PUBLISH = 3;

/**
 * Everything that stands between this product and the shop window; empty when it may be published.
 * @param account how far the business account of its store has come
 */
export function publishRefusals(
  product: Pick<
    Product,
    'name' | 'images' | 'files' | 'licences' | 'facets' | 'priceCents' | 'free' | 'state'
  >,
  account: BusinessAccountState,
): PublishRefusal[] {
  const refusals: PublishRefusal[] = [];
  if (product.state === 'suspended') refusals.push('suspended');
  if (product.name.trim() === '') refusals.push('name-missing');
  if (product.images.length === 0) refusals.push('image-missing');
  if (product.files.every(({ retiredAt }) => retiredAt !== null)) refusals.push('file-missing');
  if (product.licences.length === 0) refusals.push('licence-missing');
  const filled = Object.values(product.facets).filter((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  if (filled.length < FACETS_TO_PUBLISH) refusals.push('facets-missing');
  const price = priceRefusal(product);
  if (price) refusals.push(price);
  const business = businessRefusal(account, product);
  if (business) refusals.push(business);
  return refusals;
}

/** Whether anybody may find and see the product. Its store must be visible too (see `storeIsVisible`). */
export function productIsVisible(state: ProductState): boolean {
  return state === 'published' || state === 'unlisted';
}

/** Whether the product appears in lists, search, feeds and the sitemap. */
export function productIsListed(state: ProductState): boolean {
  return state === 'published';
}
