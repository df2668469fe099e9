import type { Cents } from '../kernel/money.ts';
import { sellerPartOf } from '../payments/payment.ts';

/**
 * Two artists of one product: the partner's part of each sold line. It is agreed in percent of what the sellers get, frozen
 * with the order, and whatever of the line is given back is taken from both in the same proportion.
 */

/** The partner's part of a sold line. */
export interface LinePartner {
  /** Of the part itself, by which the partner knows the sale; absent where the order is not placed yet. */
  id?: string;
  /** Null once their store is deleted. */
  storeId: string | null;
  percent: number;
  /** Of the line's net; the rest is the part of the store that sold it. */
  netCents: Cents;
}

/** A line with both parts: `netCents` is what both sellers get together. */
interface PartedLine {
  storeId: string | null;
  netCents: Cents;
  partner?: LinePartner | null;
}

/** What a partner gets of a net, rounded down: the odd cent goes to the store that sells. @param percent 0 to 100 */
export function partnerNet(netCents: Cents, percent: number): Cents {
  return Math.floor((netCents * percent) / 100);
}

/**
 * The partner's part of an amount of a line, by how its net is divided, rounded down. It never falls as the amount grows,
 * and is exactly their net for the whole net.
 */
export function partnerPart({ netCents, partner }: PartedLine, cents: Cents): Cents {
  if (!partner || netCents === 0) return 0;
  return Number((BigInt(cents) * BigInt(partner.netCents)) / BigInt(netCents));
}

/** One seller's part of an amount. */
export interface SellerPart {
  storeId: string | null;
  cents: Cents;
  isPartner: boolean;
}

/** An amount of what the sellers get for a line, divided between them. A partner without a part is left out. */
export function sellerParts(line: PartedLine, cents: Cents): SellerPart[] {
  const partnerCents = partnerPart(line, cents);
  const own = { storeId: line.storeId, cents: cents - partnerCents, isPartner: false };
  if (!line.partner || partnerCents === 0) return [own];
  return [own, { storeId: line.partner.storeId, cents: partnerCents, isPartner: true }];
}

/** What a store gets for a line, as the one that sells it or as its partner, before refunds. */
export function netOfStore(line: PartedLine, storeId: string): Cents {
  return sellerParts(line, line.netCents)
    .filter((part) => part.storeId === storeId)
    .reduce((sum, { cents }) => sum + cents, 0);
}

/** What is left of a store's part of a line after refunds. */
export function leftOfStore(
  line: PartedLine & { paidCents: Cents; refundedCents: Cents },
  storeId: string,
): Cents {
  const back = sellerPartOf(line.netCents, Math.min(line.refundedCents, line.paidCents), line.paidCents);
  return sellerParts(line, back)
    .filter((part) => part.storeId === storeId)
    .reduce((left, { cents }) => left - cents, netOfStore(line, storeId));
}

/** Whether a store sells this line or has a part of it. */
export function isOfStore(line: PartedLine, storeId: string): boolean {
  return line.storeId === storeId || (line.partner?.storeId === storeId && line.partner.netCents > 0);
}
