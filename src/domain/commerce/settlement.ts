import type { Cents } from '../kernel/money.ts';
import { splitByWeight } from '../kernel/split.ts';
import { type DisputeFact, sellerPartOf } from '../payments/payment.ts';
import { isLostMoney, lostMoney, providerIdOf, type RefundFact } from './dispute/lost-money.ts';
import {
  isAwaited,
  isTaxIncluded,
  lineRevocation,
  type OrderLine,
  type OrderState,
  paidOrderState,
} from './order.ts';
import { isOfStore, netOfStore, type SellerPart, sellerParts } from './partner-part.ts';

export type { RefundFact };

type Line = Pick<
  OrderLine,
  | 'id'
  | 'storeId'
  | 'paidCents'
  | 'includedTaxCents'
  | 'commissionCents'
  | 'feeCents'
  | 'netCents'
  | 'partner'
>;

/**
 * One refund's part of one line: what the buyer gets back of the price, the tax on it, and what each seller gives of the
 * price. The operator pays the rest of the price; the tax was held for the tax office.
 */
export interface RefundPart {
  lineId: string;
  buyerCents: Cents;
  taxCents: Cents;
  sellers: SellerPart[];
}

export interface DividedRefund {
  refund: RefundFact;
  parts: RefundPart[];
  /** The tax it contains. */
  taxCents: Cents;
}

/**
 * Divides refunds, oldest first, over the lines of an order. A refund of a line goes to that line with its tax; one of the
 * whole order goes to the rest of each line, by largest remainder. Tax and price of a line are given back in proportion, and
 * so are the parts of sellers and operator; a fully refunded line returns exactly all of them. The same refunds always give
 * the same division.
 */
export function divideRefunds(
  order: { lines: readonly Line[]; taxCents: Cents },
  refunds: readonly RefundFact[],
): DividedRefund[] {
  const taxes = lineTaxes(order);
  const given = order.lines.map(() => ({ gross: 0, tax: 0, seller: 0 }));
  return refunds.map((refund) => {
    const left = order.lines.map((line, at) => line.paidCents + (taxes[at] ?? 0) - (given[at]?.gross ?? 0));
    const own = order.lines.findIndex((line) => line.id === refund.lineId);
    const amounts = spread(refund.amountCents, left, own);
    const parts = order.lines.flatMap((line, at): RefundPart[] => {
      const amount = amounts[at] ?? 0;
      const before = given[at];
      if (amount === 0 || !before) return [];
      const lineTax = taxes[at] ?? 0;
      const gross = before.gross + amount;
      const tax = sellerPartOf(lineTax, gross, line.paidCents + lineTax);
      const seller = sellerPartOf(line.netCents, gross - tax, line.paidCents);
      const taxCents = tax - before.tax;
      const returned = sellerParts(line, before.seller);
      const sellers = sellerParts(line, seller).map((part) => ({
        ...part,
        cents: part.cents - (returned.find(({ isPartner }) => isPartner === part.isPartner)?.cents ?? 0),
      }));
      if (refund.state !== 'failed') given[at] = { gross, tax, seller };
      return [{ lineId: line.id, buyerCents: amount - taxCents, taxCents, sellers }];
    });
    return { refund, parts, taxCents: sum(parts, (part) => part.taxCents) };
  });
}

/**
 * The tax of each line of an order: the tax that its price contained, or its part of the tax that was added, in proportion to
 * what was paid for it, by largest remainder.
 */
export function lineTaxes(order: {
  lines: readonly Pick<Line, 'paidCents' | 'includedTaxCents'>[];
  taxCents: Cents;
}): Cents[] {
  if (isTaxIncluded(order)) return order.lines.map(({ includedTaxCents }) => includedTaxCents);
  const paid = order.lines.map(({ paidCents }) => paidCents);
  // Tax without a price is no case of ours; it must not be lost all the same.
  return splitByWeight(order.taxCents, paid.some((cents) => cents > 0) ? paid : paid.map(() => 1));
}

/**
 * What can still be refunded of a line or, without one, of the whole order, with tax. Refunds under way count as made.
 * @returns `paidCents` and `refundedCents` with tax
 */
export function refundable(
  order: { lines: readonly Line[]; taxCents: Cents },
  lineId: string | null,
  refunds: readonly RefundFact[],
): { paidCents: Cents; refundedCents: Cents } {
  const taxes = lineTaxes(order);
  const isMeant = (id: string) => lineId === null || id === lineId;
  const parts = divideRefunds(order, refunds).flatMap((divided) =>
    divided.refund.state === 'failed' ? [] : divided.parts,
  );
  return {
    paidCents: order.lines.reduce(
      (whole, line, at) => (isMeant(line.id) ? whole + line.paidCents + (taxes[at] ?? 0) : whole),
      0,
    ),
    refundedCents: sum(
      parts.filter((part) => isMeant(part.lineId)),
      (part) => part.buyerCents + part.taxCents,
    ),
  };
}

/** A part of a line's price with the tax on it, which the buyer gets back together. */
export function withLineTax(
  order: { lines: readonly Line[]; taxCents: Cents },
  lineId: string,
  priceCents: Cents,
): Cents {
  const at = order.lines.findIndex(({ id }) => id === lineId);
  return priceCents + sellerPartOf(lineTaxes(order)[at] ?? 0, priceCents, order.lines[at]?.paidCents ?? 0);
}

/** The refund's cents for each line, tax included. Cents beyond what was paid are left out. */
function spread(amount: Cents, left: readonly Cents[], own: number): Cents[] {
  const first = left.map((rest, at) => (at === own ? Math.min(rest, amount) : 0));
  const over = amount - sum(first, (part) => part);
  const rest = left.map((room, at) => room - (first[at] ?? 0));
  const more = splitByWeight(
    Math.min(
      over,
      sum(rest, (part) => part),
    ),
    rest,
  );
  return first.map((part, at) => part + (more[at] ?? 0));
}

/** The target state of a paid order with its lines, shares and refunds. */
export interface Settlement {
  state: OrderState;
  /** Given back by refunds and in lost disputes; `lostCents` is the part of the latter. The same of each line. */
  refundedCents: Cents;
  lostCents: Cents;
  lines: {
    id: string;
    refundedCents: Cents;
    refundedTaxCents: Cents;
    lostCents: Cents;
    revocation: 'refund' | 'dispute' | null;
  }[];
  /**
   * What each seller should have received; frozen while a dispute is open, held while something of it is a pre-order
   * that is not delivered.
   */
  shares: { storeId: string; shareCents: Cents; frozen: boolean; held: boolean }[];
  refunds: DividedRefund[];
}

/** Computes the settlement from the order's lines and the provider's facts, in whatever order they arrived. */
export function settlementOf(
  order: { lines: readonly OrderLine[]; totalCents: Cents; taxCents: Cents },
  facts: { refunds: readonly RefundFact[]; disputes: readonly DisputeFact[] },
): Settlement {
  const refunds = divideRefunds(order, [...facts.refunds, ...facts.disputes.map(lostMoney)]);
  const counted = refunds.filter(({ refund }) => refund.state !== 'failed');
  const parts = counted.flatMap((divided) => divided.parts);
  const lost = counted.filter(({ refund }) => isLostMoney(refund));
  const lostParts = lost.flatMap((divided) => divided.parts);
  const backOf = (lineId: string, cents: (part: RefundPart) => Cents, among = parts) =>
    sum(
      among.filter((part) => part.lineId === lineId),
      cents,
    );
  const refundedCents = sum(parts, (part) => part.buyerCents) + sum(counted, ({ taxCents }) => taxCents);
  const states = facts.disputes.map(({ state }) => state);
  const frozen = states.includes('open');
  const stores = new Set(
    order.lines.flatMap((line) => sellerParts(line, line.netCents).flatMap(({ storeId }) => storeId ?? [])),
  );
  return {
    state: paidOrderState({
      paidCents: order.totalCents + order.taxCents,
      refundedCents,
      disputes: states,
    }),
    refundedCents,
    lostCents: sum(lostParts, (part) => part.buyerCents) + sum(lost, ({ taxCents }) => taxCents),
    lines: order.lines.map((line) => {
      const refunded = backOf(line.id, (part) => part.buyerCents);
      const lostCents = backOf(line.id, (part) => part.buyerCents, lostParts);
      return {
        id: line.id,
        refundedCents: refunded,
        refundedTaxCents: backOf(line.id, (part) => part.taxCents),
        lostCents,
        revocation: lineRevocation({ ...line, refundedCents: refunded, lostCents }, states),
      };
    }),
    shares: [...stores].map((storeId) => ({
      storeId,
      frozen,
      held: order.lines.some(
        (line) =>
          isOfStore(line, storeId) &&
          isAwaited(
            line,
            backOf(line.id, (part) => part.buyerCents),
          ),
      ),
      shareCents: frozen
        ? 0
        : sum(order.lines, (line) => netOfStore(line, storeId)) -
          sum(
            parts.flatMap(({ sellers }) => sellers).filter((part) => part.storeId === storeId),
            ({ cents }) => cents,
          ),
    })),
    refunds,
  };
}

/**
 * One row of the ledger: credit (+) or debit (-) of an account. The rows of one event sum to 0. The account "hall" is the
 * operator.
 */
export interface LedgerRow {
  /** Unique key: the same row is never written twice. */
  entry: string;
  kind: 'sale' | 'fee' | 'refund' | 'refund_failed';
  account: 'buyer' | 'seller' | 'hall' | 'tax' | 'provider';
  lineId: string | null;
  storeId: string | null;
  amountCents: number;
}

/** The ledger rows of a paid order. */
export function saleLedger(order: {
  id: string;
  lines: readonly Line[];
  taxCents: Cents;
  feeCents: Cents | null;
}): LedgerRow[] {
  const ofLine = (line: Line): LedgerRow[] => [
    row('sale', order.id, 'buyer', -line.paidCents, line.id),
    ...sellerParts(line, line.netCents).map((part) => sellerRow('sale', order.id, line.id, part, 1)),
    row('sale', order.id, 'hall', line.commissionCents + line.feeCents, line.id),
  ];
  return [
    ...order.lines.flatMap(ofLine),
    row('sale', order.id, 'buyer', -order.taxCents),
    row('sale', order.id, 'tax', order.taxCents),
    ...feeLedger(order.id, order.feeCents ?? 0),
  ].filter(({ amountCents }) => amountCents !== 0);
}

/** The ledger rows of the provider's fee for an order, which may become known after the sale. */
export function feeLedger(orderId: string, feeCents: Cents): LedgerRow[] {
  return [row('fee', orderId, 'hall', -feeCents), row('fee', orderId, 'provider', feeCents)].filter(
    ({ amountCents }) => amountCents !== 0,
  );
}

/**
 * The rows that are missing for the ledger to match the division of each refund. Existing rows never change: if a refund
 * failed, or is divided differently because an earlier one failed, the difference is a row of its own.
 * @param written the order's ledger so far.
 */
export function refundLedger(refunds: readonly DividedRefund[], written: readonly LedgerRow[]): LedgerRow[] {
  const before = new Map<string, { cents: Cents; count: number }>();
  for (const { entry, kind, amountCents } of written) {
    if (kind !== 'refund' && kind !== 'refund_failed') continue;
    const place = placeOf({ entry });
    const { cents, count } = before.get(place) ?? { cents: 0, count: 0 };
    before.set(place, { cents: cents + amountCents, count: count + 1 });
  }
  return refunds.flatMap(({ refund, parts, taxCents }) => {
    const failed = refund.state === 'failed';
    const now = new Map<string, LedgerRow>();
    const kind = failed ? 'refund_failed' : 'refund';
    const id = providerIdOf(refund);
    const add = (found: LedgerRow) => now.set(placeOf(found), found);
    for (const { lineId, buyerCents, sellers } of failed ? [] : parts) {
      add(row(kind, id, 'buyer', buyerCents, lineId));
      for (const part of sellers) add(sellerRow(kind, id, lineId, part, -1));
      add(row(kind, id, 'hall', sum(sellers, ({ cents }) => cents) - buyerCents, lineId));
    }
    if (!failed) {
      add(row(kind, id, 'buyer', taxCents));
      add(row(kind, id, 'tax', -taxCents));
    }
    // Rows that no longer apply are reversed to 0.
    for (const old of written) {
      if (old.entry.split(':')[1] === id && !now.has(placeOf(old)))
        now.set(placeOf(old), { ...old, kind, amountCents: 0 });
    }
    return [...now].flatMap(([place, found]) => {
      const { cents, count } = before.get(place) ?? { cents: 0, count: 0 };
      const amountCents = found.amountCents - cents;
      if (amountCents === 0) return [];
      const entry = [found.kind, place, ...(count === 0 ? [] : [count + 1])].join(':');
      return [{ ...found, entry, amountCents }];
    });
  });
}

/** A row of an account that belongs to no store. */
function row(
  kind: LedgerRow['kind'],
  of: string,
  account: Exclude<LedgerRow['account'], 'seller'>,
  amountCents: Cents,
  lineId: string | null = null,
): LedgerRow {
  const entry = [kind, of, lineId ?? 'order', account].join(':');
  return { entry, kind, account, lineId, storeId: null, amountCents };
}

/** A row of one of a line's sellers. A partner's has another key, because both are sellers of the same line. */
function sellerRow(
  kind: LedgerRow['kind'],
  of: string,
  lineId: string,
  { storeId, cents, isPartner }: SellerPart,
  sign: 1 | -1,
): LedgerRow {
  const entry = [kind, of, lineId, isPartner ? 'partner' : 'seller'].join(':');
  return { entry, kind, account: 'seller', lineId, storeId, amountCents: sign * cents };
}

/** Refund, line and account of a row (or "partner"), without its kind and number. */
const placeOf = ({ entry }: Pick<LedgerRow, 'entry'>) => entry.split(':').slice(1, 4).join(':');

function sum<T>(entries: readonly T[], cents: (entry: T) => Cents): Cents {
  return entries.reduce((whole, entry) => whole + cents(entry), 0);
}
