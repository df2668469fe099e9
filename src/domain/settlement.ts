import type { Cents } from './money.ts';
import {
  type DisputeState,
  lineRevocation,
  type OrderLine,
  type OrderState,
  paidOrderState,
} from './order.ts';
import { splitByWeight } from './split.ts';

/** A refund as the payment provider tells it. `lineId` is null where it was made for the order as a whole. */
export interface RefundFact {
  id: string;
  lineId: string | null;
  amountCents: Cents;
  /** A failed refund gave nothing back; a pending one is on its way and counts. */
  state: 'pending' | 'done' | 'failed';
}

type Line = Pick<OrderLine, 'id' | 'storeId' | 'paidCents' | 'commissionCents' | 'feeCents' | 'netCents'>;

/** One refund's part of one line: what the buyer got back, and who gave it. The hall gives what the seller does not. */
export interface RefundPart {
  lineId: string;
  storeId: string | null;
  buyerCents: Cents;
  sellerCents: Cents;
}

export interface DividedRefund {
  refund: RefundFact;
  parts: RefundPart[];
  /** What of it was tax. */
  taxCents: Cents;
}

/**
 * Divides refunds, oldest first, over the lines of an order. One for a line goes to that line, one for the whole order
 * to what is left of each line and of the tax, by largest remainder. Seller and hall give back in proportion to what
 * each received; a line refunded whole gives back exactly both. The same refunds always give the same division.
 */
export function divideRefunds(
  order: { lines: readonly Line[]; taxCents: Cents },
  refunds: readonly RefundFact[],
): DividedRefund[] {
  const given = new Map(order.lines.map((line) => [line.id, { buyer: 0, seller: 0 }]));
  let taxGiven = 0;
  return refunds.map((refund) => {
    const left = order.lines.map((line) => line.paidCents - (given.get(line.id)?.buyer ?? 0));
    const taxLeft = order.taxCents - taxGiven;
    const own = order.lines.findIndex((line) => line.id === refund.lineId);
    const amounts = spread(refund.amountCents, left, taxLeft, own);
    const taxCents = amounts.pop() ?? 0;
    const parts = order.lines.flatMap((line, at): RefundPart[] => {
      const buyerCents = amounts[at] ?? 0;
      if (buyerCents === 0) return [];
      const before = given.get(line.id) ?? { buyer: 0, seller: 0 };
      const sellerCents = shareOf(line.netCents, before.buyer + buyerCents, line.paidCents) - before.seller;
      return [{ lineId: line.id, storeId: line.storeId, buyerCents, sellerCents }];
    });
    if (refund.state !== 'failed') {
      taxGiven += taxCents;
      for (const { lineId, buyerCents, sellerCents } of parts) {
        const before = given.get(lineId) ?? { buyer: 0, seller: 0 };
        given.set(lineId, { buyer: before.buyer + buyerCents, seller: before.seller + sellerCents });
      }
    }
    return { refund, parts, taxCents };
  });
}

/** The refund's cents for each line and, last, for tax. What fits nowhere (more than was paid) is left out. */
function spread(amount: Cents, left: readonly Cents[], taxLeft: Cents, own: number): Cents[] {
  const all = [...left, taxLeft];
  const first = all.map((rest, at) => (at === own ? Math.min(rest, amount) : 0));
  const over = amount - first.reduce((sum, part) => sum + part, 0);
  const rest = all.map((room, at) => room - (first[at] ?? 0));
  const room = rest.reduce((sum, part) => sum + part, 0);
  const more = splitByWeight(Math.min(over, room), rest);
  return first.map((part, at) => part + (more[at] ?? 0));
}

/** `net` in the proportion refunded : paid, rounded half up; never falls as `refunded` grows, and is `net` at the end. */
function shareOf(net: Cents, refunded: Cents, paid: Cents): Cents {
  if (paid === 0) return 0;
  return Number((2n * BigInt(net) * BigInt(refunded) + BigInt(paid)) / (2n * BigInt(paid)));
}

/** How a paid order and everything that hangs on it should be, given what is known about its money now. */
export interface Settlement {
  state: OrderState;
  refundedCents: Cents;
  lines: { id: string; refundedCents: Cents; revocation: 'refund' | 'dispute' | null }[];
  /** What each seller should hold of this order now; all of it waits while a dispute is open or lost. */
  shares: { storeId: string; shareCents: Cents; frozen: boolean }[];
  refunds: DividedRefund[];
}

/** Computes the settlement from the order's lines and the provider's facts; their order of arrival plays no part. */
export function settlementOf(
  order: { lines: readonly OrderLine[]; totalCents: Cents; taxCents: Cents },
  facts: { refunds: readonly RefundFact[]; disputes: readonly DisputeState[] },
): Settlement {
  const refunds = divideRefunds(order, facts.refunds);
  const counted = refunds.filter(({ refund }) => refund.state !== 'failed');
  const parts = counted.flatMap((divided) => divided.parts);
  const backOf = (lineId: string) =>
    sum(
      parts.filter((part) => part.lineId === lineId),
      (part) => part.buyerCents,
    );
  const refundedCents = sum(parts, (part) => part.buyerCents) + sum(counted, ({ taxCents }) => taxCents);
  const frozen = facts.disputes.some((state) => state !== 'won');
  const stores = [...new Set(order.lines.flatMap((line) => line.storeId ?? []))];
  return {
    state: paidOrderState({
      paidCents: order.totalCents + order.taxCents,
      refundedCents,
      disputes: facts.disputes,
    }),
    refundedCents,
    lines: order.lines.map((line) => {
      const refunded = backOf(line.id);
      return {
        id: line.id,
        refundedCents: refunded,
        revocation: lineRevocation({ paidCents: line.paidCents, refundedCents: refunded }, facts.disputes),
      };
    }),
    shares: stores.map((storeId) => ({
      storeId,
      frozen,
      shareCents: frozen
        ? 0
        : sum(
            order.lines.filter((line) => line.storeId === storeId),
            (line) => line.netCents,
          ) -
          sum(
            parts.filter((part) => part.storeId === storeId),
            (part) => part.sellerCents,
          ),
    })),
    refunds,
  };
}

/** One row of the ledger: what an account gained (+) or lost (-). The rows of one event sum to 0. */
export interface LedgerRow {
  /** Says what it is once and for all; the same row is never written twice. */
  entry: string;
  kind: 'sale' | 'fee' | 'refund' | 'refund_failed';
  account: 'buyer' | 'seller' | 'hall' | 'tax' | 'provider';
  lineId: string | null;
  storeId: string | null;
  amountCents: number;
}

/** The ledger of an order that was paid, with everything given back since. */
export function ledgerOf(
  order: { id: string; lines: readonly Line[]; taxCents: Cents; feeCents: Cents },
  refunds: readonly DividedRefund[],
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  const add = (
    kind: LedgerRow['kind'],
    of: string,
    account: LedgerRow['account'],
    amountCents: number,
    line: Pick<Line, 'id' | 'storeId'> | null = null,
  ) => {
    if (amountCents === 0) return;
    const entry = [kind, of, line?.id ?? 'order', account].join(':');
    const storeId = account === 'seller' ? (line?.storeId ?? null) : null;
    rows.push({ entry, kind, account, lineId: line?.id ?? null, storeId, amountCents });
  };
  for (const line of order.lines) {
    add('sale', order.id, 'buyer', -line.paidCents, line);
    add('sale', order.id, 'seller', line.netCents, line);
    add('sale', order.id, 'hall', line.commissionCents + line.feeCents, line);
  }
  add('sale', order.id, 'buyer', -order.taxCents);
  add('sale', order.id, 'tax', order.taxCents);
  add('fee', order.id, 'hall', -order.feeCents);
  add('fee', order.id, 'provider', order.feeCents);
  for (const { refund, parts, taxCents } of refunds) {
    const turns = refund.state === 'failed' ? (['refund', 'refund_failed'] as const) : (['refund'] as const);
    for (const kind of turns) {
      const sign = kind === 'refund' ? 1 : -1;
      for (const { lineId, storeId, buyerCents, sellerCents } of parts) {
        const line = { id: lineId, storeId };
        add(kind, refund.id, 'buyer', sign * buyerCents, line);
        add(kind, refund.id, 'seller', -sign * sellerCents, line);
        add(kind, refund.id, 'hall', -sign * (buyerCents - sellerCents), line);
      }
      add(kind, refund.id, 'buyer', sign * taxCents);
      add(kind, refund.id, 'tax', -sign * taxCents);
    }
  }
  return rows;
}

function sum<T>(entries: readonly T[], cents: (entry: T) => Cents): Cents {
  return entries.reduce((whole, entry) => whole + cents(entry), 0);
}
