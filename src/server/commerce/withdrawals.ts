import { createHash, randomBytes } from 'node:crypto';
import { type StoredOrder, storedOrder } from '../../data/commerce/orders.ts';
import { refundFacts } from '../../data/commerce/refunds.ts';
import {
  askWithdrawal,
  confirmWithdrawal,
  deliveryOfOrder,
  orderByNumber,
  type StoredWithdrawal,
  withdrawalByToken,
} from '../../data/commerce/withdrawals.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { waiverOf } from '../../data/payments/consents.ts';
import { orderNumber } from '../../domain/commerce/order.ts';
import { refundable } from '../../domain/commerce/settlement.ts';
import { type WithdrawalRefusal, withdrawalRefusal } from '../../domain/commerce/withdrawal.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import { refundOrder } from './refunds.ts';
import { withdrawalLinkMail, withdrawnMail } from './withdrawal-mails.ts';

/** Withdrawing from a contract without an account: an order's number and address, a mailed link, and a button. */

/** How long a link is valid, in ms. */
const LINK_MS = 86_400_000;

/** A line as somebody who withdraws sees it: what they get back, or why not. */
export interface WithdrawableLine {
  id: string;
  name: string;
  storeName: string;
  /** With tax. */
  leftCents: Cents;
  refusal: WithdrawalRefusal | null;
}

/** An order as the link shows it. */
export interface Withdrawal {
  number: string;
  lines: WithdrawableLine[];
  confirmedAt: Instant | null;
}

/**
 * Mails the link to withdraw to the address of an order, if there is one with this number and address. The caller answers
 * before, so that nobody learns which orders there are.
 */
export async function requestWithdrawal(
  commerce: CommerceContext,
  request: { number: string; email: string },
): Promise<void> {
  const number = request.number.trim().toUpperCase();
  const order = await orderByNumber(commerce.pb, number, request.email.trim());
  if (!order) return;
  const token = randomBytes(24).toString('base64url');
  const withdrawal = { id: newRecordId(), orderId: order.id, tokenHash: hashOf(token) };
  const now = commerce.now();
  const mail = withdrawalLinkMail(commerce, { ...withdrawal, number, email: order.email, token });
  if (await askWithdrawal(commerce.pb, { ...withdrawal, expiresAt: now + LINK_MS }, mail, now))
    commerce.mailQueued();
}

/** What a link shows; null for one that is not valid. */
export async function withdrawalOf(commerce: CommerceContext, token: string): Promise<Withdrawal | null> {
  const found = await withdrawalByToken(commerce.pb, hashOf(token), commerce.now());
  const stored = found && (await storedOrder(commerce.pb, found.orderId));
  return stored && { ...(await shown(commerce, stored)), confirmedAt: found.confirmedAt };
}

/** One withdrawal of an order at a time in this process; between processes the refunds' keys hold. */
const withLock = keyedMutex();

/**
 * Withdraws from the contract of a link: refunds what may be withdrawn from, and confirms by mail what followed. A link works
 * once; pressed again after a failure it goes on.
 * @returns the refunded sum with tax; null for a link that is not valid
 * @throws PaymentsUnavailable if the provider cannot be reached
 */
export async function withdraw(commerce: CommerceContext, token: string): Promise<Cents | null> {
  const found = await withdrawalByToken(commerce.pb, hashOf(token), commerce.now());
  if (!found) return null;
  return withLock(found.orderId, () => withdrawOnce(commerce, found, token));
}

async function withdrawOnce(
  commerce: CommerceContext,
  { id, orderId }: StoredWithdrawal,
  token: string,
): Promise<Cents | null> {
  const current = await withdrawalByToken(commerce.pb, hashOf(token), commerce.now());
  const stored = await storedOrder(commerce.pb, orderId);
  if (!stored || !current) return null;
  if (current.confirmedAt !== null) return 0;
  const { number, lines } = await shown(commerce, stored);
  let refundedCents = 0;
  const outcome: WithdrawableLine[] = [];
  for (const line of lines) {
    const wish = { orderId, lineId: line.id, amountCents: null, reason: 'withdrawal' };
    const refusal = line.refusal ?? (await refundOrder(commerce, { by: 'operator' }, wish));
    if (refusal === null) refundedCents += line.leftCents;
    outcome.push(line.refusal === null && refusal !== null ? { ...line, refusal: 'nothing-left' } : line);
  }
  const mail = withdrawnMail(commerce, {
    id,
    number,
    email: stored.order.email,
    lines: outcome,
    refundedCents,
    at: commerce.now(),
  });
  if (await confirmWithdrawal(commerce.pb, id, refundedCents, mail, commerce.now())) commerce.mailQueued();
  return refundedCents;
}

async function shown(
  { pb, now }: CommerceContext,
  { order }: StoredOrder,
): Promise<Pick<Withdrawal, 'number' | 'lines'>> {
  const [waiver, refunds, { country, downloadedLines }] = await Promise.all([
    waiverOf(pb, { order: order.id }),
    refundFacts(pb, order.id),
    deliveryOfOrder(pb, order.id),
  ]);
  const contract = { paidAt: order.paidAt ?? order.placedAt, country, isWaived: waiver !== null };
  return {
    number: orderNumber(order),
    lines: order.lines.map((line) => {
      const { paidCents, refundedCents } = refundable(order, line.id, refunds);
      const leftCents = paidCents - refundedCents;
      const state = { downloaded: downloadedLines.has(line.id), leftCents };
      return {
        id: line.id,
        name: line.productName,
        storeName: line.storeName,
        leftCents,
        refusal: withdrawalRefusal(contract, state, now()),
      };
    }),
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
