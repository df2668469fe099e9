import { createHash } from 'node:crypto';
import { type StoredOrder, storedOrder } from '../../data/commerce/orders.ts';
import { debtsOfStore, payDebt, recordDebt } from '../../data/commerce/seller-debts.ts';
import {
  beginTransfer,
  endTransfer,
  failTransfer,
  ledgerOfOrder,
  markSettled,
  type SellerShare,
  type SellerTransfer,
  sharesOfOrder,
  transfersOf,
  writeSettlement,
} from '../../data/commerce/settlements.ts';
import { payableAccounts } from '../../data/payments/business-accounts.ts';
import { offsetDebts } from '../../domain/commerce/debt.ts';
import { refundLedger, settlementOf } from '../../domain/commerce/settlement.ts';
import type { CheckoutSnapshot } from '../adapters/stripe/payments.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import { settlementMails } from './order-notifications.ts';

const TRIES = 5;

/**
 * Makes a paid order equal to what the payment provider says now: refunds, disputes, access, shares, ledger; then sends
 * the sellers what they are due or calls back what they are not. Any number of times, in any order, at once: the same
 * facts give the same state.
 */
export function settle(commerce: CommerceContext, orderId: string): Promise<void> {
  return withLock(orderId, () => settleOnce(commerce, orderId));
}

/** Two settlements of one order in this process would only get in each other's way. */
const withLock = keyedMutex();

async function settleOnce(commerce: CommerceContext, orderId: string): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    // Read before the provider is asked: where somebody wrote meanwhile, his news may be newer.
    const file = await storedOrder(commerce.pb, orderId);
    if (!file || file.order.state === 'pending' || file.order.state === 'expired') return;
    const truth = file.sessionId === null ? null : await commerce.payments.checkout(file.sessionId);
    if (truth && !(await writeTruth(commerce, file, truth))) continue;
    const shares = await sharesOfOrder(commerce.pb, orderId);
    let open = false;
    for (const share of shares) open = (await moveShare(commerce, file, share)) || open;
    if (!open) await markSettled(commerce.pb, orderId, commerce.now());
    return;
  }
  throw new Error(`order ${orderId} changes faster than it can be settled`);
}

/** False where the order changed meanwhile. Facts that are written already are not written again. */
async function writeTruth(
  commerce: CommerceContext,
  file: StoredOrder,
  truth: CheckoutSnapshot,
): Promise<boolean> {
  const { refunds, disputes } = truth;
  const hash = createHash('sha256')
    .update(JSON.stringify([refunds, disputes]))
    .digest('hex');
  if (hash === file.facts || (file.facts === '' && refunds.length === 0 && disputes.length === 0))
    return true;
  const settlement = settlementOf(
    { ...file.order, lines: file.lines },
    { refunds, disputes: disputes.map(({ state }) => state) },
  );
  const ledger = refundLedger(settlement.refunds, await ledgerOfOrder(commerce.pb, file.order.id));
  const news = await settlementMails(commerce, file, truth);
  const written = await writeSettlement(
    commerce.pb,
    file,
    settlement,
    { refunds, disputes, hash },
    ledger,
    (steps) => news(steps),
    commerce.now(),
  );
  if (written) commerce.mailQueued();
  return written;
}

/** Brings what a store was sent to what it should hold. True where something is left to do later. */
async function moveShare(commerce: CommerceContext, file: StoredOrder, share: SellerShare): Promise<boolean> {
  const moved = await transfersOf(commerce.pb, share.orderId, share.storeId);
  const cutShort = moved.find(({ state }) => state === 'sending');
  if (cutShort) {
    await send(commerce, file, share, cutShort);
    return true;
  }
  const missing = share.shareCents - share.sentCents;
  if (missing === 0 || share.state === 'debt') return false;
  if (missing > 0) {
    const paid = await payDebts(commerce, share, missing);
    if (paid !== 'none') return paid === 'paid' ? moveAgain(commerce, file, share) : true;
  }
  const accountId = (await payableAccounts(commerce.pb, [share.storeId])).get(share.storeId) ?? null;
  // Owed until the seller's account can be paid; the reconciler comes back then.
  if (missing > 0 && (accountId === null || file.chargeId === null)) return false;
  const turn = moved.length;
  const next =
    missing > 0
      ? { turn, kind: 'transfer' as const, amountCents: missing, of: '' }
      : reversalOf(moved, -missing, turn);
  if (!next) {
    // What paid a debt cannot be called back from the provider: it is a debt again.
    await recordDebt(commerce.pb, share, commerce.now());
    return false;
  }
  if (!(await beginTransfer(commerce.pb, share, next))) return true;
  await send(commerce, file, share, { ...next, state: 'sending', stripeId: '' });
  const after = await shareNow(commerce, share);
  // A reversal takes from one transfer at a time; what is left is called back from the one before.
  if (after && after.sentCents !== share.sentCents && after.sentCents > after.shareCents) {
    return moveShare(commerce, file, after);
  }
  return after !== undefined && after.state === 'owed';
}

async function shareNow(commerce: CommerceContext, share: SellerShare): Promise<SellerShare | undefined> {
  const shares = await sharesOfOrder(commerce.pb, share.orderId);
  return shares.find(({ storeId }) => storeId === share.storeId);
}

async function moveAgain(commerce: CommerceContext, file: StoredOrder, share: SellerShare): Promise<boolean> {
  const after = await shareNow(commerce, share);
  return after ? moveShare(commerce, file, after) : false;
}

/** Before a share is sent it pays what its store owes the hall. `busy` where another process moves the same money. */
async function payDebts(
  commerce: CommerceContext,
  share: SellerShare,
  missing: number,
): Promise<'none' | 'paid' | 'busy'> {
  const debts = (await debtsOfStore(commerce.pb, share.storeId)).filter(
    ({ orderId }) => orderId !== share.orderId,
  );
  const parts = offsetDebts(missing, debts);
  for (const part of parts) {
    if (!(await payDebt(commerce.pb, share, part, commerce.now()))) return 'busy';
  }
  return parts.length > 0 ? 'paid' : 'none';
}

/**
 * Whether a payment has room for one more transfer to a store. It has none where an earlier one was never called back but
 * paid by another order: the rest then comes out of the hall's own account.
 */
function hasRoom(
  file: StoredOrder,
  storeId: string,
  moved: readonly SellerTransfer[],
  cents: number,
): boolean {
  const held = moved
    .filter(({ state }) => state === 'done')
    .reduce(
      (sum, { kind, amountCents }) =>
        sum + (kind === 'transfer' ? amountCents : kind === 'reversal' ? -amountCents : 0),
      0,
    );
  const own = file.lines
    .filter((line) => line.storeId === storeId)
    .reduce((sum, { netCents }) => sum + netCents, 0);
  return held + cents <= own;
}

/** Calls back from the newest transfer that still holds something. */
function reversalOf(
  moved: readonly SellerTransfer[],
  wanted: number,
  turn: number,
): Pick<SellerTransfer, 'turn' | 'kind' | 'amountCents' | 'of'> | null {
  const done = moved.filter(({ state }) => state === 'done');
  for (const transfer of done.filter(({ kind }) => kind === 'transfer').reverse()) {
    const back = done
      .filter(({ kind, of }) => kind === 'reversal' && of === transfer.stripeId)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const amountCents = Math.min(wanted, transfer.amountCents - back);
    if (amountCents > 0) return { turn, kind: 'reversal', amountCents, of: transfer.stripeId };
  }
  return null;
}

/** Asks the provider for a movement that is written down; its key makes it happen once however often it is asked for. */
async function send(
  commerce: CommerceContext,
  file: StoredOrder,
  share: SellerShare,
  transfer: SellerTransfer,
): Promise<void> {
  const { pb, payments } = commerce;
  const key = `${share.orderId}:${share.storeId}:${transfer.turn}`;
  try {
    if (transfer.kind === 'transfer') {
      const accountId = (await payableAccounts(pb, [share.storeId])).get(share.storeId);
      if (accountId === undefined || file.chargeId === null) {
        // The account was closed while this was under way. The turn is given up; the share stays owed.
        await failTransfer(pb, share, transfer, commerce.now());
        return;
      }
      const { amountCents } = transfer;
      const moved = await transfersOf(pb, share.orderId, share.storeId);
      const sent = await payments.transfer({
        accountId,
        amountCents,
        chargeId: hasRoom(file, share.storeId, moved, amountCents) ? file.chargeId : null,
        orderId: share.orderId,
        key,
      });
      await endTransfer(pb, share, transfer, sent.id, commerce.now());
    } else if (transfer.kind === 'reversal') {
      const { amountCents, of } = transfer;
      const reversed = await payments.reverse({ transferId: of, amountCents, key });
      await endTransfer(pb, share, transfer, reversed.id, commerce.now());
    }
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    if (!reason.temporary) await failTransfer(pb, share, transfer, commerce.now());
    commerce.onError(reason);
  }
}
