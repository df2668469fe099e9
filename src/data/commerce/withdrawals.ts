import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';
import { isDone } from './orders.ts';

/** What somebody withdraws from: an order, or a subscription and the account that pays for it. */
export type WithdrawnContract = { orderId: string } | { subscriptionId: string; payerId: string };

const w = tables.withdrawals.as('w');
const o = tables.orders.as('o');
const l = tables.orderLines.as('l');

const OF_WITHDRAWAL = {
  id: w.id,
  contract: from(
    { orderId: w.order, subscriptionId: w.subscription, payerId: w.payer },
    ({ orderId, subscriptionId, payerId }): WithdrawnContract =>
      orderId === '' ? { subscriptionId, payerId } : { orderId },
  ),
  expiresAt: w.expiresAt,
  /** When money of a subscription began to be given back; null before. */
  startedAt: w.startedAt,
  confirmedAt: w.confirmedAt,
};
const WITHDRAWAL = shape(OF_WITHDRAWAL);

/** A withdrawal that was asked for; confirmed once its link was used. */
export type StoredWithdrawal = RowOf<typeof OF_WITHDRAWAL>;

const NAMED_ORDER = shape({ id: o.id, email: o.email, placedAt: o.placedAt });
const COUNTRY = shape({ country: o.country });
const LINE_ID = shape({ id: l.id });

/** The paid order with this number whose receipt went to this address; null where there is none. */
export async function orderByNumber(
  pb: PocketBase,
  number: string,
  email: string,
): Promise<{ id: string; email: string; placedAt: Instant } | null> {
  const [, prefix = ''] = /^G-\d{4}-([A-Z0-9]{8})$/.exec(number) ?? [];
  if (prefix === '') return null;
  const first = prefix.toLowerCase();
  const [orders] = await ask(
    pb,
    select(
      NAMED_ORDER,
      sql`SELECT ${NAMED_ORDER} FROM orders o WHERE o.id >= {:from} AND o.id < {:to}
        AND ${isDone(o)} AND lower(o.email) = lower({:email}) LIMIT 5`,
      { from: first, to: `${first}~`, email },
    ),
  );
  return orders.find((order) => orderNumber(order) === number) ?? null;
}

/** Links for one contract within a day. */
const LINKS_A_DAY = 3;
const DAY_MS = 86_400_000;

/** Stores a withdrawal with the mail of its link. False where its contract had too many of them lately. */
export async function askWithdrawal(
  pb: PocketBase,
  withdrawal: { id: string; contract: WithdrawnContract; tokenHash: string; expiresAt: Instant },
  mail: Mail,
  now: Instant,
): Promise<boolean> {
  const { contract } = withdrawal;
  const columns =
    'orderId' in contract ? { ...contract, subscriptionId: '', payerId: '' } : { ...contract, orderId: '' };
  const steps = transaction(pb).exec(
    sql`INSERT INTO withdrawals (id, [[order]], subscription, payer, tokenHash, expiresAt, startedAt, confirmedAt, refundedCents,
        created, updated)
      SELECT {:id}, {:orderId}, {:subscriptionId}, {:payerId}, {:hash}, {:expires}, '', '', 0, {:now}, {:now}
      WHERE (SELECT count(*) FROM withdrawals WHERE [[order]] = {:orderId} AND [[order]] <> '' AND created > {:since})
        + (SELECT count(*) FROM withdrawals WHERE subscription = {:subscriptionId} AND subscription <> ''
          AND created > {:since}) < {:most}`,
    {
      id: withdrawal.id,
      ...columns,
      hash: withdrawal.tokenHash,
      expires: dateOf(withdrawal.expiresAt),
      now: dateOf(now),
      since: dateOf(now - DAY_MS),
      most: LINKS_A_DAY,
    },
    { expect: 1, else: 'too-many' },
  );
  withMail(steps, mail, now);
  return (await refusalOf(steps, ['too-many'])) === null;
}

/** The withdrawal of a link that is still valid or was used; null for any other. */
export async function withdrawalByToken(
  pb: PocketBase,
  tokenHash: string,
  now: Instant,
): Promise<StoredWithdrawal | null> {
  const found = await first(
    pb,
    select(WITHDRAWAL, sql`SELECT ${WITHDRAWAL} FROM withdrawals w WHERE w.tokenHash = {:tokenHash}`, {
      tokenHash,
    }),
  );
  if (!found || (found.confirmedAt === null && now > found.expiresAt)) return null;
  return found;
}

/** Records that money of a withdrawal is about to be given back. */
export async function startWithdrawal(pb: PocketBase, withdrawalId: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE withdrawals SET startedAt = {:now}, updated = {:now} WHERE id = {:id} AND startedAt = ''`,
      { id: withdrawalId, now: dateOf(now) },
    )
    .run();
}

/** Marks lines of an order as withdrawn from: a refund of any part of one takes its product back. */
export async function markWithdrawn(pb: PocketBase, lineIds: readonly string[], now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE order_lines SET isWithdrawn = TRUE, updated = {:now}
        WHERE id IN (SELECT value FROM json_each({:lines})) AND isWithdrawn = FALSE`,
      { lines: JSON.stringify(lineIds), now: dateOf(now) },
    )
    .run();
}

/** Withdrawals that were started before a moment and are not confirmed, oldest first. */
export async function unfinishedWithdrawals(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<StoredWithdrawal[]> {
  const [unfinished] = await ask(
    pb,
    select(
      WITHDRAWAL,
      sql`SELECT ${WITHDRAWAL} FROM withdrawals w
        WHERE w.startedAt <> '' AND w.confirmedAt = '' AND w.startedAt > '' AND w.startedAt < {:before} ORDER BY w.startedAt LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return unfinished;
}

/** Marks a withdrawal as confirmed and queues the mails that say what followed. False if it was confirmed before. */
export async function confirmWithdrawal(
  pb: PocketBase,
  withdrawalId: string,
  refundedCents: Cents,
  mails: readonly Mail[],
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE withdrawals SET confirmedAt = {:now}, refundedCents = {:refunded}, updated = {:now}
      WHERE id = {:id} AND confirmedAt = ''`,
    { id: withdrawalId, refunded: refundedCents, now: dateOf(now) },
    { expect: 1, else: 'confirmed' },
  );
  for (const mail of mails) withMail(steps, mail, now);
  return (await refusalOf(steps, ['confirmed'])) === null;
}

/** The country of an order's payment, "" where it is not known, and its lines of which something was downloaded or redeemed. */
export async function deliveryOfOrder(
  pb: PocketBase,
  orderId: string,
): Promise<{ country: string; downloadedLines: Set<string> }> {
  const [[order], lines] = await ask(
    pb,
    select(COUNTRY, sql`SELECT ${COUNTRY} FROM orders o WHERE o.id = {:order}`, { order: orderId }),
    select(
      LINE_ID,
      sql`SELECT DISTINCT ${LINE_ID} FROM order_lines l
        CROSS JOIN entitlements e ON e.source IN ('purchase', 'free', 'gift') AND e.sourceId = l.id
        CROSS JOIN downloads d ON d.[[user]] = e.[[user]] AND d.product = e.product
        WHERE l.[[order]] = {:order}
        UNION SELECT l.id FROM membership_gifts m CROSS JOIN order_lines l ON l.[[order]] = m.[[order]]
        WHERE m.[[order]] = {:order} AND m.claimedAt <> ''`,
      { order: orderId },
    ),
  );
  return { country: order?.country ?? '', downloadedLines: new Set(lines.map(({ id }) => id)) };
}
