import { withdrawalRefusal } from '../commerce/withdrawal.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * Delivery of a file: the first byte of it, or a link to it, is given to a person. It is written down before it happens. Where
 * the buyer may still withdraw from the contract, it waits until they ask for it and know that they lose that right then.
 * Source: directive 2011/83/EU Art. 14 (4) (b) and 16 (m).
 */

/** What brought a product to a person and was paid: an order, or a membership by the joining that began it. */
export interface DeliveryContract {
  kind: 'order' | 'joining';
  /** The id of the order or of the joining. */
  id: string;
  /** What it is called within a sentence, such as "order G-2026-ABCD1234". */
  title: string;
  paidAt: Instant;
  /** Of the payment; "" where it is not known: then the buyer has the right. */
  country: string;
  isWaived: boolean;
  /** The version of the sentence that is asked for: see `WAIVER_TEXTS`. */
  wording: string;
  /** What is not given back of what was paid for the product. */
  leftCents: Cents;
}

/** How somebody owns a product: the contracts that brought it, and whether it also came in another way. */
export interface DeliverySources {
  contracts: readonly DeliveryContract[];
  /** Whether it also came in a way from which nobody withdraws: as a gift, free, from an access group. */
  isOwnedOtherwise: boolean;
}

/**
 * The contracts whose waiver is asked for before the product is delivered; none where one of its sources needs no waiver.
 * Asked are those from which the buyer could withdraw now.
 */
export function contractsToWaive(
  { contracts, isOwnedOtherwise }: DeliverySources,
  now: Instant,
): DeliveryContract[] {
  const open = contracts.filter(
    (contract) =>
      withdrawalRefusal(contract, { downloaded: false, leftCents: contract.leftCents }, now) === null,
  );
  return isOwnedOtherwise || open.length < contracts.length ? [] : open;
}

/** Why a file is not given: it is being refunded, or its buyer was not asked for the waiver. */
export type DeliveryRefusal = 'refunded' | 'waiver';

export const DELIVERY_REFUSAL_TEXTS: Record<DeliveryRefusal, string> = {
  refunded: 'This model is being refunded, so it cannot be downloaded.',
  waiver:
    'You can still withdraw from the purchase of this model. Open it in your library and agree that the download ends that right.',
};

/** The address of a download that led to the question for the waiver; null for every other address. */
export function downloadAskedFor(address: string | null): string | null {
  return address !== null && /^\/download\/[\w\-/?=&]*$/.test(address) ? address : null;
}
