import type { BusinessDetails } from '../payments/business-account.ts';

/** Whether a store sells as a trader or as a private person, which its seller declares and buyers can read. */

export const SELLER_STATUSES = {
  trader: 'As a trader',
  private: 'As a private person',
} as const;
export type SellerStatusKind = keyof typeof SELLER_STATUSES;

/** A seller's declaration. A trader's details are public. */
export type SellerStatus =
  | { kind: 'private' }
  | {
      kind: 'trader';
      /** The name of the business or person, as in a register or on an invoice. */
      name: string;
      /** The postal address, in lines. */
      address: string;
      /** An e-mail address or telephone number. */
      contact: string;
      /** The trade register and the number in it; "" where there is none. */
      register: string;
    };

/** Limits in characters. */
export const SELLER_STATUS_LIMITS = { name: 120, address: 400, contact: 200, register: 200 } as const;

/** What each choice means, beside it in the settings. */
export const SELLER_STATUS_HINTS: Record<SellerStatusKind, string> = {
  trader:
    'You sell regularly to earn money, alone or with a company. Buyers can read your name, address and contact on your store’s page.',
  private: 'You sell only now and then, not as a business. Your name and address are not shown.',
};

/** What buyers read about each on the store's page. It describes the situation and promises nothing. */
export const SELLER_STATUS_TEXTS: Record<SellerStatusKind, string> = {
  trader: 'This artist sells as a trader.',
  private:
    'This artist says that they sell as a private person. Consumer law may not apply between you and them. What you buy here you buy from the marketplace, and your rights against it stay as they are.',
};

/** What the badge of a verified store means. */
export const VERIFIED_TEXT = 'Identity checked by the marketplace';

/** Why a new store cannot be opened without it. */
export const SELLER_STATUS_MISSING = 'Say first whether you sell as a trader or as a private person.';

/**
 * What a trader's declaration begins with where nothing is declared yet: what the seller told the payment provider. Their
 * address is not known here, and the one they sign in with is not made public by itself.
 * @param account null where there is none
 */
export function traderFromAccount(
  account: Pick<BusinessDetails, 'legalName' | 'vatId'> | null,
): Omit<Extract<SellerStatus, { kind: 'trader' }>, 'kind'> {
  const vatId = account?.vatId ?? '';
  return {
    name: account?.legalName.slice(0, SELLER_STATUS_LIMITS.name) ?? '',
    address: '',
    contact: '',
    register: vatId === '' ? '' : `VAT ID ${vatId}`,
  };
}

/** Errors by field; empty if the declaration is complete. */
export function sellerStatusRefusals(
  status: SellerStatus,
): Partial<Record<'name' | 'address' | 'contact' | 'register', string>> {
  if (status.kind === 'private') return {};
  const refusals: ReturnType<typeof sellerStatusRefusals> = {};
  const check = (field: keyof typeof refusals, least: number, sentence: string) => {
    const { length } = status[field].trim();
    if (length < least) refusals[field] = sentence;
    else if (length > SELLER_STATUS_LIMITS[field])
      refusals[field] = `Use at most ${SELLER_STATUS_LIMITS[field]} characters.`;
  };
  check('name', 2, 'Enter the name you trade under.');
  check('address', 10, 'Enter the whole postal address.');
  check('contact', 5, 'Enter an e-mail address or a telephone number.');
  check('register', 0, '');
  return refusals;
}
