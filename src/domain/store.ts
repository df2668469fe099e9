import type { Picture } from './product.ts';

export const STORE_STATES = ['draft', 'open', 'vacation', 'suspended', 'closed'] as const;
export type StoreState = (typeof STORE_STATES)[number];

/** Where else a seller can be met. */
export const SOCIALS = { website: 'Website', youtube: 'YouTube', x: 'X', instagram: 'Instagram' } as const;
export type Social = keyof typeof SOCIALS;

export interface Store {
  id: string;
  ownerId: string;
  slug: string;
  name: string;
  tagline: string;
  /** Markdown, as the seller wrote it. */
  about: string;
  logo: string | null;
  banner: Picture | null;
  socials: Partial<Record<Social, string>>;
  state: StoreState;
  productCount: number;
  openedAt: number | null;
}

/** A seller's own shelf, shown at /store/{id}/categories. */
export interface Shelf {
  id: string;
  slug: string;
  name: string;
  productCount: number;
}

/** A platform category; two levels deep. */
export interface Category {
  id: string;
  slug: string;
  name: string;
  description: string;
  children: Category[];
}

/** Whether the public may see the store and its products. A store on vacation stays readable. */
export function storeIsVisible(state: StoreState): boolean {
  return state === 'open' || state === 'vacation';
}

/** Whether the store takes orders now. */
export function storeSells(state: StoreState): boolean {
  return state === 'open';
}
