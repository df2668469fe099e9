/**
 * A partner of a product: a second store whose artist made it too. It is named beside its own on the product's page and gets
 * the agreed part of what the sellers get for each sale. They are asked first.
 */
export const PARTNER_STATES = ['asked', 'agreed'] as const;
export type PartnerState = (typeof PARTNER_STATES)[number];

/** The most that a partner can get, in percent; 0 is a partner who is named only. */
export const PARTNER_PERCENT_MAX = 90;

/** How many rows a store has: those who have not answered yet, and all that it asked for or agreed to. */
export const PARTNER_LIMITS = { waiting: 20, ofStore: 200, address: 200 } as const;

/** A store as a partner sees it. */
export interface PartnerStore {
  id: string;
  slug: string;
  name: string;
}

/** One product with its partner, as one of the two stores sees it. */
export interface ProductPartner {
  id: string;
  state: PartnerState;
  /** The partner's part of what the sellers get for each sale. */
  percent: number;
  product: { id: string; name: string; published: boolean };
  /** The store on the other side. */
  other: PartnerStore;
}

/** The last part of a store's typed address, in small letters; "" where there is none. */
export function storeInAddress(typed: string): string {
  const [path = ''] = typed.trim().split(/[?#]/);
  return (path.split('/').filter(Boolean).at(-1) ?? '').toLowerCase();
}

export interface PartnerDraft {
  productId: string;
  address: string;
  percent: number;
}

/** Errors by field. */
export function partnerRefusals({
  productId,
  address,
  percent,
}: PartnerDraft): Partial<Record<keyof PartnerDraft, string>> {
  const refusals: ReturnType<typeof partnerRefusals> = {};
  if (productId === '') refusals.productId = 'Choose a model.';
  if (address.length > PARTNER_LIMITS.address)
    refusals.address = `Use at most ${PARTNER_LIMITS.address} characters.`;
  else if (storeInAddress(address) === '') refusals.address = 'Enter the address of their store.';
  if (!Number.isInteger(percent) || percent < 0 || percent > PARTNER_PERCENT_MAX)
    refusals.percent = `Enter a whole number from 0 to ${PARTNER_PERCENT_MAX}.`;
  return refusals;
}

export type PartnerRefusal = 'gone' | 'no-store' | 'own-store' | 'taken' | 'waiting' | 'too-many';

export const PARTNER_REFUSAL_TEXTS: Record<PartnerRefusal, string> = {
  gone: 'This has changed meanwhile. Reload the page.',
  'no-store': 'There is no open store at this address. Copy it from the page of their store.',
  'own-store': 'This is your own store. Enter the address of the other artist’s.',
  taken: 'This model has a partner already. End that first.',
  waiting: `${PARTNER_LIMITS.waiting} artists have not answered you yet. Wait for them, or take a request back.`,
  'too-many': `A store has at most ${PARTNER_LIMITS.ofStore} models with a partner. End one first.`,
};

/** What a partner gets, in one sentence for both sides. @param toThem whether it is said to the partner */
export function partnerPartText(percent: number, toThem: boolean): string {
  const they = toThem ? 'You' : 'They';
  return percent === 0
    ? `${they} are named and not paid for it.`
    : `${they} get ${percent}% of what a sale earns after commission.`;
}

/** Why a store cannot ask another for one of its products, or null. @param given what the store has asked for so far. */
export function askPartnerRefusal(
  { productId, storeId, other }: { productId: string; storeId: string; other: PartnerStore | null },
  given: readonly Pick<ProductPartner, 'state' | 'product'>[],
): PartnerRefusal | null {
  if (other === null) return 'no-store';
  if (other.id === storeId) return 'own-store';
  if (given.some(({ product }) => product.id === productId)) return 'taken';
  if (given.filter(({ state }) => state === 'asked').length >= PARTNER_LIMITS.waiting) return 'waiting';
  return given.length >= PARTNER_LIMITS.ofStore ? 'too-many' : null;
}
