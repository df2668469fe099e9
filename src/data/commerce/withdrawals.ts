import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { WithdrawalsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

/** A withdrawal that was asked for; confirmed once its link was used. */
export interface StoredWithdrawal {
  id: string;
  orderId: string;
  expiresAt: Instant;
  confirmedAt: Instant | null;
}

/** The paid order with this number whose receipt went to this address; null where there is none. */
export async function orderByNumber(
  pb: PocketBase,
  number: string,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const [, prefix = ''] = /^G-\d{4}-([A-Z0-9]{8})$/.exec(number) ?? [];
  if (prefix === '') return null;
  const from = prefix.toLowerCase();
  const [orders] = await ask(
    pb,
    query<{ id: string; email: string; placedAt: string }>(
      sql`SELECT id, email, placedAt FROM orders WHERE id >= {:from} AND id < {:to}
        AND state NOT IN ('pending', 'expired') AND lower(email) = lower({:email}) LIMIT 5`,
      { from, to: `${from}~`, email },
      ['id', 'email', 'placedAt'],
    ),
  );
  const found = orders.find(
    ({ id, placedAt }) => orderNumber({ id, placedAt: instantOf(placedAt) ?? 0 }) === number,
  );
  return found ? { id: found.id, email: found.email } : null;
}

/** Links for one order within a day. */
const LINKS_A_DAY = 3;
const DAY_MS = 86_400_000;

/** Stores a withdrawal with the mail of its link. False where the order had too many of them lately. */
export async function askWithdrawal(
  pb: PocketBase,
  withdrawal: { id: string; orderId: string; tokenHash: string; expiresAt: Instant },
  mail: Mail,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO withdrawals (id, [[order]], tokenHash, expiresAt, confirmedAt, refundedCents, created, updated)
      SELECT {:id}, {:order}, {:hash}, {:expires}, '', 0, {:now}, {:now}
      WHERE (SELECT count(*) FROM withdrawals WHERE [[order]] = {:order} AND created > {:since}) < {:most}`,
    {
      id: withdrawal.id,
      order: withdrawal.orderId,
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
  const record = await orNull(
    pb
      .collection('withdrawals')
      .getFirstListItem<WithdrawalsRecord>(pb.filter('tokenHash = {:tokenHash}', { tokenHash })),
  );
  if (!record) return null;
  const expiresAt = instantOf(record.expiresAt) ?? 0;
  const confirmedAt = instantOf(record.confirmedAt);
  if (confirmedAt === null && now > expiresAt) return null;
  return { id: record.id, orderId: record.order, expiresAt, confirmedAt };
}

/** Marks a withdrawal as confirmed and queues the mail that says what followed. False if it was confirmed before. */
export async function confirmWithdrawal(
  pb: PocketBase,
  withdrawalId: string,
  refundedCents: Cents,
  mail: Mail,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE withdrawals SET confirmedAt = {:now}, refundedCents = {:refunded}, updated = {:now}
      WHERE id = {:id} AND confirmedAt = ''`,
    { id: withdrawalId, refunded: refundedCents, now: dateOf(now) },
    { expect: 1, else: 'confirmed' },
  );
  withMail(steps, mail, now);
  return (await refusalOf(steps, ['confirmed'])) === null;
}

/** The country of an order's payment, "" where it is not known, and its lines of which something was downloaded or redeemed. */
export async function deliveryOfOrder(
  pb: PocketBase,
  orderId: string,
): Promise<{ country: string; downloadedLines: Set<string> }> {
  const [[order], lines] = await ask(
    pb,
    query<{ country: string }>(sql`SELECT country FROM orders WHERE id = {:order}`, { order: orderId }, [
      'country',
    ]),
    query<{ id: string }>(
      sql`SELECT DISTINCT l.id FROM order_lines l
        CROSS JOIN entitlements e ON e.source IN ('purchase', 'free', 'gift') AND e.sourceId = l.id
        CROSS JOIN downloads d ON d.[[user]] = e.[[user]] AND d.product = e.product
        WHERE l.[[order]] = {:order}
        UNION SELECT l.id FROM membership_gifts m CROSS JOIN order_lines l ON l.[[order]] = m.[[order]]
        WHERE m.[[order]] = {:order} AND m.claimedAt <> ''`,
      { order: orderId },
      ['id'],
    ),
  );
  return { country: order?.country ?? '', downloadedLines: new Set(lines.map(({ id }) => id)) };
}
