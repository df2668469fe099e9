import { createHash, randomBytes } from 'node:crypto';
import { storedOrder } from '../../../data/commerce/orders.ts';
import { refundedFor, returnFacts } from '../../../data/commerce/refunds.ts';
import { orderOfInvoice, subscriptionsNamed } from '../../../data/commerce/subscription-contracts.ts';
import {
  askWithdrawal,
  confirmWithdrawal,
  deliveryOfOrder,
  markWithdrawn,
  orderByNumber,
  type StoredWithdrawal,
  startWithdrawal,
  unfinishedWithdrawals,
  type WithdrawnContract,
  withdrawalByToken,
} from '../../../data/commerce/withdrawals.ts';
import { newRecordId } from '../../../data/kernel/record-id.ts';
import { waiverOf } from '../../../data/payments/consents.ts';
import { isAwaited, orderNumber } from '../../../domain/commerce/order.ts';
import { refundable } from '../../../domain/commerce/settlement.ts';
import {
  type KeptPart,
  keptOfBundles,
  listPriceWithTax,
  type WithdrawalRefusal,
  withdrawalRefusal,
} from '../../../domain/commerce/withdrawal.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { PaymentsUnavailable } from '../../adapters/stripe/payments.ts';
import type { CommerceContext } from '../../kernel/commerce-context.ts';
import { keyedMutex } from '../../kernel/keyed-mutex.ts';
import { refundOrder } from '../refunds.ts';
import { subscriptionContract, withdrawSubscription } from './subscription-withdrawals.ts';
import { withdrawalLinkMail, withdrawnMail } from './withdrawal-mails.ts';

/** Withdrawing from a contract without an account: what names it and an address, a mailed link, and a button. */

/** How long a link is valid, in ms. */
const LINK_MS = 86_400_000;

/** A part of a contract as somebody who withdraws sees it: what they get back, or why not. */
export interface WithdrawableLine {
  id: string;
  name: string;
  storeName: string;
  /** What is given back, with tax. */
  leftCents: Cents;
  /** What of a payment is kept for what was downloaded; null for an order's line, and where nothing is kept. */
  kept: KeptPart | null;
  refusal: WithdrawalRefusal | null;
}

/** A contract as the link shows it. */
export interface WithdrawableContract {
  kind: 'order' | 'membership' | 'plan';
  /** What it is called, such as "order G-2026-ABCD1234", within a sentence. */
  title: string;
  lines: WithdrawableLine[];
}

export type Withdrawal = WithdrawableContract & { confirmedAt: Instant | null };

/**
 * Mails the link to withdraw to the address of a contract: of an order with this number, of an order or a subscription with
 * an invoice of this number, or of subscriptions to a store of this name. The caller answers before, so that nobody learns
 * which contracts there are.
 */
export async function requestWithdrawal(
  commerce: CommerceContext,
  request: { number: string; email: string },
): Promise<void> {
  const { pb } = commerce;
  // A number may have been copied with the dashes of a page or of a mail program.
  const number = request.number
    .trim()
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .toUpperCase();
  const email = request.email.trim();
  const order = (await orderByNumber(pb, number, email)) ?? (await orderOfInvoice(pb, number, email));
  const found: { contract: WithdrawnContract; email: string; title: string }[] = order
    ? [{ contract: { orderId: order.id }, email: order.email, title: `order ${orderNumber(order)}` }]
    : (await subscriptionsNamed(pb, request.number, email)).map((one) => ({
        contract: { subscriptionId: one.subscriptionId, payerId: one.payerId },
        email: one.email,
        title: subscriptionTitle(one),
      }));
  for (const { contract, title, email: to } of found) {
    const token = randomBytes(24).toString('base64url');
    const id = newRecordId();
    const now = commerce.now();
    const mail = withdrawalLinkMail(commerce, { id, title, email: to, token });
    const withdrawal = { id, contract, tokenHash: hashOf(token), expiresAt: now + LINK_MS };
    if (await askWithdrawal(pb, withdrawal, mail, now)) commerce.mailQueued();
  }
}

const subscriptionTitle = ({ kind, name }: { kind: 'membership' | 'plan'; name: string }) =>
  kind === 'membership' ? `the membership in ${name}` : `the seller plan of ${name}`;

/**
 * What a link shows; null for one that is not valid.
 * @throws PaymentsUnavailable where it is for a subscription and the provider cannot be reached
 */
export async function withdrawalOf(commerce: CommerceContext, token: string): Promise<Withdrawal | null> {
  const found = await withdrawalByToken(commerce.pb, hashOf(token), commerce.now());
  if (!found) return null;
  const { confirmedAt, contract: named } = found;
  if ('orderId' in named) {
    const shown = await shownOrder(
      commerce,
      named.orderId,
      await givenBack(commerce, found.id, named.orderId),
    );
    return shown && { ...shown, confirmedAt };
  }
  const contract = await subscriptionContract(commerce, named);
  return contract && { ...contract.shown, title: subscriptionTitle(contract), confirmedAt };
}

/** The same for a page, which says so where the provider cannot be reached. */
export async function reachableWithdrawal(
  commerce: CommerceContext,
  token: string,
): Promise<Withdrawal | 'unreachable' | null> {
  try {
    return await withdrawalOf(commerce, token);
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return 'unreachable';
  }
}

/** One withdrawal of a contract at a time in this process; between processes the refunds' keys hold. */
const withLock = keyedMutex();

/**
 * Withdraws from the contract of a link: refunds what may be withdrawn from, ends a subscription of which anything is
 * refunded, and confirms by mail what followed. A link works once; pressed again after a failure it goes on.
 * @returns the refunded sum with tax; null for a link that is not valid
 * @throws PaymentsUnavailable if the provider cannot be reached
 */
export async function withdraw(commerce: CommerceContext, token: string): Promise<Cents | null> {
  const read = () => withdrawalByToken(commerce.pb, hashOf(token), commerce.now());
  const found = await read();
  return found && lockedWithdrawal(commerce, found, read);
}

/** Finishes withdrawals that began before a moment and were cut off. */
export async function finishWithdrawals(commerce: CommerceContext, before: Instant): Promise<void> {
  for (const found of await unfinishedWithdrawals(commerce.pb, before, 50))
    await lockedWithdrawal(commerce, found, async () => found).catch(commerce.onError);
}

function lockedWithdrawal(
  commerce: CommerceContext,
  { contract }: StoredWithdrawal,
  read: () => Promise<StoredWithdrawal | null>,
): Promise<Cents | null> {
  return withLock('orderId' in contract ? contract.orderId : contract.subscriptionId, async () => {
    const current = await read();
    if (!current) return null;
    if (current.confirmedAt !== null) return 0;
    return 'orderId' in current.contract
      ? withdrawOrder(commerce, current.id, current.contract.orderId)
      : withdrawFromSubscription(commerce, current, current.contract);
  });
}

async function withdrawOrder(commerce: CommerceContext, id: string, orderId: string): Promise<Cents | null> {
  // Before it is read what was downloaded: from now on nothing of the order is given until this is confirmed.
  await startWithdrawal(commerce.pb, id, commerce.now());
  const stored = await storedOrder(commerce.pb, orderId);
  const given = await givenBack(commerce, id, orderId);
  const shown = stored && (await shownOrder(commerce, orderId, given));
  if (!shown) return null;
  const outcome: WithdrawableLine[] = [];
  // Also of those of whose price a part is kept, so that the refund takes them back.
  await markWithdrawn(
    commerce.pb,
    shown.lines.flatMap((line) => (line.refusal === null ? line.id : [])),
    commerce.now(),
  );
  for (const line of shown.lines) {
    const amountCents = line.kept === null ? null : line.leftCents;
    const wish = { orderId, lineId: line.id, amountCents, hasTax: true, reason: reasonOf(id) };
    const refusal =
      line.refusal ?? (given.has(line.id) ? null : await refundOrder(commerce, { by: 'operator' }, wish));
    outcome.push(line.refusal === null && refusal !== null ? { ...line, refusal: 'nothing-left' } : line);
  }
  return confirmed(commerce, id, { ...shown, lines: outcome, email: stored.order.email }, []);
}

/** The refunds of a withdrawal carry its id: pressed again after a cut, it knows what it gave back before. */
const reasonOf = (withdrawalId: string) => `withdrawal ${withdrawalId}`;
const givenBack = ({ pb }: CommerceContext, withdrawalId: string, orderId: string) =>
  refundedFor(pb, orderId, reasonOf(withdrawalId));

async function withdrawFromSubscription(
  commerce: CommerceContext,
  withdrawal: StoredWithdrawal,
  named: { subscriptionId: string; payerId: string },
): Promise<Cents | null> {
  const shown = await subscriptionContract(commerce, named);
  // From its start on nothing that it brought is given any more, so what was downloaded is read again after that.
  const isRefunded = shown?.shown.lines.some(({ refusal }) => refusal === null) ?? false;
  if (isRefunded) await startWithdrawal(commerce.pb, withdrawal.id, commerce.now());
  const contract = isRefunded ? await subscriptionContract(commerce, named) : shown;
  if (!contract) return null;
  const { lines, sellerMail } = await withdrawSubscription(commerce, withdrawal, contract);
  const said = { ...contract.shown, title: subscriptionTitle(contract), lines, email: contract.email };
  return confirmed(commerce, withdrawal.id, said, sellerMail ? [sellerMail] : []);
}

/** Confirms what was done, by mail and for good. */
async function confirmed(
  commerce: CommerceContext,
  id: string,
  said: WithdrawableContract & { email: string },
  others: Parameters<typeof confirmWithdrawal>[3],
): Promise<Cents> {
  const refundedCents = said.lines.reduce(
    (sum, { refusal, leftCents }) => (refusal === null ? sum + leftCents : sum),
    0,
  );
  const at = commerce.now();
  const own = said.email === '' ? [] : [withdrawnMail(commerce, { ...said, id, refundedCents, at })];
  if (await confirmWithdrawal(commerce.pb, id, refundedCents, [...own, ...others], at)) commerce.mailQueued();
  return refundedCents;
}

/** @param given what this same withdrawal gave back of its lines before it was cut off */
async function shownOrder(
  { pb, now }: CommerceContext,
  orderId: string,
  given: ReadonlyMap<string, Cents>,
): Promise<WithdrawableContract | null> {
  const stored = await storedOrder(pb, orderId);
  if (!stored) return null;
  const { order } = stored;
  const [waiver, refunds, { country, downloadedLines }] = await Promise.all([
    waiverOf(pb, { order: order.id }),
    returnFacts(pb, order.id),
    deliveryOfOrder(pb, order.id),
  ]);
  const contract = { paidAt: order.paidAt ?? order.placedAt, country, isWaived: waiver !== null };
  const lines = order.lines.map((line) => {
    const { paidCents, refundedCents } = refundable(order, line.id, refunds);
    const before = given.get(line.id);
    // As it was before this same withdrawal began.
    const leftCents = paidCents - refundedCents + (before ?? 0);
    const state = { downloaded: downloadedLines.has(line.id), leftCents, awaited: isAwaited(line) };
    const refusal = before === undefined ? withdrawalRefusal(contract, state, now()) : null;
    return { line, paidCents, leftCents, before, refusal };
  });
  const kept = keptOfBundles(
    lines.map(({ line, paidCents, leftCents, refusal }) => ({
      id: line.id,
      bundle: line.releaseTitle === null ? null : `${line.storeId} ${line.releaseTitle}`,
      listCents: listPriceWithTax(line, paidCents),
      paidCents,
      leftCents,
      outcome: refusal === null ? 'returned' : refusal === 'downloaded' ? 'kept' : null,
    })),
  );
  return {
    kind: 'order',
    title: `order ${orderNumber(order)}`,
    lines: lines.map(({ line, leftCents, before, refusal }) => {
      const cents = kept.get(line.id) ?? 0;
      const isAllKept = before === undefined && refusal === null && cents >= leftCents;
      return {
        id: line.id,
        name: line.productName,
        storeName: line.storeName,
        leftCents: before ?? leftCents - cents,
        kept: cents > 0 ? { cents, bundle: line.releaseTitle ?? '' } : null,
        refusal: isAllKept ? 'nothing-left' : refusal,
      };
    }),
  };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
