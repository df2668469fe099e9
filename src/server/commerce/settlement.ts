import { createHash } from 'node:crypto';
import { type StoredOrder, storedOrder } from '../../data/commerce/orders.ts';
import { debtsOfStore, payDebt, recordDebt } from '../../data/commerce/seller-debts.ts';
import {
  beginTransfer,
  endTransfer,
  failTransfer,
  type SellerTransfer,
  transfersOf,
} from '../../data/commerce/seller-transfers.ts';
import { ledgerOfOrder, markSettled, writeFee, writeSettlement } from '../../data/commerce/settlements.ts';
import { type SellerShare, sharesOfOrder } from '../../data/commerce/shares.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { payableAccounts } from '../../data/payments/business-accounts.ts';
import { invoicesOfOrders, withInvoice } from '../../data/payments/tax-invoices.ts';
import { offsetDebts } from '../../domain/commerce/debt.ts';
import { lostMoney } from '../../domain/commerce/dispute/lost-money.ts';
import { documentsOfRefunds } from '../../domain/commerce/order-invoice.ts';
import { netOfStore } from '../../domain/commerce/partner-part.ts';
import { divideRefunds, feeLedger, refundLedger, settlementOf } from '../../domain/commerce/settlement.ts';
import type { NewTaxInvoice } from '../../domain/payments/tax-invoice.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import { settleMembershipGift } from './membership-gifts.ts';
import { settlementMails } from './order-notifications.ts';

const ATTEMPTS = 5;

/**
 * Syncs a paid order with the payment provider: refunds, disputes, access, shares, ledger. Then transfers the sellers'
 * shares or reverses what they were overpaid. Idempotent and safe to call concurrently: the same facts give the same
 * state.
 */
export function settle(commerce: CommerceContext, orderId: string): Promise<void> {
  return withLock(orderId, () => settleOnce(commerce, orderId));
}

/** One settlement per order at a time in this process. */
const withLock = keyedMutex();

async function settleOnce(commerce: CommerceContext, orderId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Read before the request to the provider: a concurrent write in between may have newer facts.
    const stored = await storedOrder(commerce.pb, orderId);
    if (!stored || stored.order.state === 'pending' || stored.order.state === 'expired') return;
    const checkout = stored.sessionId === null ? null : await commerce.payments.checkout(stored.sessionId);
    const facts = checkout ? await writeFacts(commerce, stored, checkout) : stored.facts;
    if (facts === null) continue;
    await settleMembershipGift(commerce, stored.order);
    const shares = await sharesOfOrder(commerce.pb, orderId);
    let open = false;
    for (const share of shares) open = (await moveShare(commerce, stored, share)) || open;
    if (!open) await markSettled(commerce.pb, orderId, facts, commerce.now());
    return;
  }
  throw new Error(`order ${orderId} changed during each of ${ATTEMPTS} attempts to settle it`);
}

/** Writes the provider's facts unless they are stored already. Their hash as it is stored; null if the order changed meanwhile. */
async function writeFacts(
  commerce: CommerceContext,
  stored: StoredOrder,
  checkout: CheckoutSnapshot,
): Promise<string | null> {
  const { refunds, disputes, feeCents } = checkout;
  const { order } = stored;
  if (order.feeCents === null && feeCents !== null)
    await writeFee(commerce.pb, order.id, feeCents, feeLedger(order.id, feeCents), commerce.now());
  const hash = createHash('sha256')
    .update(JSON.stringify([refunds, disputes]))
    .digest('hex');
  if (hash === stored.facts || (stored.facts === '' && refunds.length === 0 && disputes.length === 0))
    return stored.facts;
  const settlement = settlementOf({ ...stored.order, lines: stored.lines }, { refunds, disputes });
  const ledger = refundLedger(settlement.refunds, await ledgerOfOrder(commerce.pb, stored.order.id));
  const now = commerce.now();
  const documents = await creditNotes(commerce, stored, { refunds, disputes });
  const news = await settlementMails(commerce, stored, checkout, documents);
  const written = await writeSettlement(
    commerce.pb,
    stored,
    settlement,
    { refunds, disputes, hash },
    ledger,
    (steps) => {
      for (const document of documents) withInvoice(steps, { orderId: order.id }, document, now);
      return news(steps);
    },
    now,
  );
  if (!written) return null;
  commerce.mailQueued();
  return hash;
}

/** Credit notes that refunds and lost disputes still need. Orders from before there were invoices have none. */
async function creditNotes(
  { pb }: CommerceContext,
  { order, lines }: StoredOrder,
  { refunds, disputes }: Pick<CheckoutSnapshot, 'refunds' | 'disputes'>,
): Promise<(NewTaxInvoice & { id: string })[]> {
  const [sale, ...issued] = await invoicesOfOrders(pb, [order.id]);
  const returned = divideRefunds({ ...order, lines }, [...refunds, ...disputes.map(lostMoney)]);
  const documents = sale ? documentsOfRefunds(order, returned, sale, issued) : [];
  return documents.map((document) => ({ ...document, id: newRecordId() }));
}

/** Transfers or reverses money until the store has received its share. True if something is left for a later run. */
async function moveShare(
  commerce: CommerceContext,
  stored: StoredOrder,
  share: SellerShare,
): Promise<boolean> {
  const transfers = await transfersOf(commerce.pb, share.orderId, share.storeId);
  const unfinished = transfers.find(({ state }) => state === 'sending');
  if (unfinished) {
    await send(commerce, stored, share, unfinished, true);
    return true;
  }
  const missing = share.shareCents - share.sentCents;
  if (missing === 0 || share.state === 'debt' || (missing > 0 && share.state === 'held')) return false;
  if (missing > 0) {
    const paid = await payDebts(commerce, share, missing);
    if (paid !== 'none') return paid === 'paid' ? moveAgain(commerce, stored, share) : true;
  }
  const accountId = (await payableAccounts(commerce.pb, [share.storeId])).get(share.storeId) ?? null;
  // Owed until the seller's account can be paid; the reconciler then retries.
  if (missing > 0 && (accountId === null || stored.chargeId === null)) return false;
  const turn = transfers.length;
  const next =
    missing > 0
      ? { turn, kind: 'transfer' as const, amountCents: missing, of: '' }
      : reversalOf(transfers, -missing, turn);
  if (!next) {
    // What paid a debt cannot be reversed at the provider: it becomes a debt again.
    await recordDebt(commerce.pb, share, commerce.now());
    return false;
  }
  if (!(await beginTransfer(commerce.pb, share, next))) return true;
  await send(commerce, stored, share, { ...next, state: 'sending', stripeId: '' }, false);
  const after = await shareNow(commerce, share);
  // A reversal takes from one transfer at a time; the rest is reversed from the one before it.
  if (after && after.sentCents !== share.sentCents && after.sentCents > after.shareCents) {
    return moveShare(commerce, stored, after);
  }
  return after !== undefined && after.state === 'owed';
}

async function shareNow(commerce: CommerceContext, share: SellerShare): Promise<SellerShare | undefined> {
  const shares = await sharesOfOrder(commerce.pb, share.orderId);
  return shares.find(({ storeId }) => storeId === share.storeId);
}

async function moveAgain(
  commerce: CommerceContext,
  stored: StoredOrder,
  share: SellerShare,
): Promise<boolean> {
  const after = await shareNow(commerce, share);
  return after ? moveShare(commerce, stored, after) : false;
}

/** Offsets a share against its store's debts before it is sent. `busy` if another process moves the same money. */
async function payDebts(
  commerce: CommerceContext,
  share: SellerShare,
  missing: number,
): Promise<'none' | 'paid' | 'busy'> {
  const debts = (await debtsOfStore(commerce.pb, share.storeId)).filter(({ id }) => id !== share.orderId);
  const parts = offsetDebts(missing, debts);
  for (const part of parts) {
    if (!(await payDebt(commerce.pb, share, part, commerce.now()))) return 'busy';
  }
  return parts.length > 0 ? 'paid' : 'none';
}

/**
 * Whether a payment has room for one more transfer to a store. It has none if an earlier transfer was never reversed but
 * offset against another order: the rest then comes from the operator's own balance.
 */
function hasLayer(
  stored: StoredOrder,
  storeId: string,
  transfers: readonly SellerTransfer[],
  cents: number,
): boolean {
  const sent = transfers
    .filter(({ state }) => state === 'done')
    .reduce(
      (sum, { kind, amountCents }) =>
        sum + (kind === 'transfer' ? amountCents : kind === 'reversal' ? -amountCents : 0),
      0,
    );
  const net = stored.lines.reduce((sum, line) => sum + netOfStore(line, storeId), 0);
  return sent + cents <= net;
}

/** The reversal of the newest transfer that is not fully reversed, or null. */
function reversalOf(
  transfers: readonly SellerTransfer[],
  wanted: number,
  turn: number,
): Pick<SellerTransfer, 'turn' | 'kind' | 'amountCents' | 'of'> | null {
  const done = transfers.filter(({ state }) => state === 'done');
  for (const transfer of done.filter(({ kind }) => kind === 'transfer').reverse()) {
    const back = done
      .filter(({ kind, of }) => kind === 'reversal' && of === transfer.stripeId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const amountCents = Math.min(wanted, transfer.amountCents - back);
    if (amountCents > 0) return { turn, kind: 'reversal', amountCents, of: transfer.stripeId };
  }
  return null;
}

/**
 * Requests a recorded movement at the provider. Its idempotency key makes retries safe for a day.
 * @param isResumed whether it was requested before: the provider may have made it, and its key may have expired.
 */
async function send(
  commerce: CommerceContext,
  stored: StoredOrder,
  share: SellerShare,
  transfer: SellerTransfer,
  isResumed: boolean,
): Promise<void> {
  const { pb, payments } = commerce;
  const key = `${share.orderId}:${share.storeId}:${transfer.turn}`;
  try {
    if (transfer.kind === 'transfer') {
      const accountId = (await payableAccounts(pb, [share.storeId], true)).get(share.storeId);
      if (accountId === undefined || stored.chargeId === null) {
        // The account was closed meanwhile. The movement fails; the share stays owed.
        await failTransfer(pb, share, transfer, commerce.now());
        return;
      }
      const { amountCents } = transfer;
      const transfers = await transfersOf(pb, share.orderId, share.storeId);
      const sent = await payments.transfer({
        accountId,
        amountCents,
        chargeId: hasLayer(stored, share.storeId, transfers, amountCents) ? stored.chargeId : null,
        orderId: share.orderId,
        key,
        isResumed,
      });
      await endTransfer(pb, share, transfer, sent.id, commerce.now());
    } else if (transfer.kind === 'reversal') {
      const { amountCents, of } = transfer;
      const reversed = await payments.reverse({ transferId: of, amountCents, key, isResumed });
      await endTransfer(pb, share, transfer, reversed.id, commerce.now());
    }
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    if (!reason.temporary) await failTransfer(pb, share, transfer, commerce.now());
    commerce.onError(reason);
  }
}
