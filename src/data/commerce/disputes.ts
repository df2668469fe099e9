import type PocketBase from 'pocketbase';
import type { EvidenceFacts } from '../../domain/commerce/dispute/evidence.ts';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Dispute } from '../../domain/payments/dispute.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { DisputesRecord, OrdersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Disputes of orders: what is answered to them, and what the records say for the order. */

/** A dispute with the provider's id, which only the server needs. */
export type StoredDispute = Dispute & { orderId: string; stripeId: string };

/** The disputes of an order, oldest first. */
export async function disputesOfOrder(pb: PocketBase, orderId: string): Promise<StoredDispute[]> {
  const records = await pb.collection('disputes').getFullList<DisputesRecord>({
    filter: pb.filter('order = {:orderId}', { orderId }),
    sort: '@rowid',
  });
  return records.map((record) => ({
    id: record.id,
    orderId: record.order,
    stripeId: record.stripeId,
    state: record.state === '' ? 'open' : record.state,
    amountCents: record.amountCents,
    reason: record.reason,
    dueAt: instantOf(record.dueAt),
    answeredAt: instantOf(record.answeredAt),
    answeredBy: record.answeredBy,
  }));
}

/** Keeps the evidence before it is handed in. False if some was handed in, or the dispute is decided. */
export async function keepEvidence(
  pb: PocketBase,
  disputeId: string,
  evidence: object,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE disputes SET evidence = {:evidence}, updated = {:now}
      WHERE id = {:id} AND state = 'open' AND answeredAt = ''`,
    { id: disputeId, evidence: JSON.stringify(evidence), now: dateOf(at) },
    { expect: 1, else: 'answered' },
  );
  return (await refusalOf(steps, ['answered'])) === null;
}

/** Notes that the provider took the evidence, and who handed it in. */
export async function noteAnswer(
  pb: PocketBase,
  staff: Actor,
  dispute: Pick<StoredDispute, 'id' | 'orderId'>,
  at: Instant,
): Promise<void> {
  const steps = deskTransaction(pb, staff).exec(
    sql`UPDATE disputes SET answeredAt = iif(answeredAt = '', {:now}, answeredAt), answeredBy = {:name}, updated = {:now}
      WHERE id = {:id}`,
    { id: dispute.id, name: staff.name, now: dateOf(at) },
  );
  const deed = { deed: 'dispute.answer', collection: 'orders', record: dispute.orderId, detail: '' } as const;
  await withDeed(steps, deed, at).run();
}

/** The most earlier orders, and downloads, that evidence names. */
const NAMED_MOST = 100;

type FileRow = { name: string; part: string; times: number; firstAt: string; lastAt: string; bytes: number };
type EarlierRow = Pick<OrdersRecord, 'id' | 'placedAt' | 'paidAt' | 'state' | 'lostCents'> & {
  cents: number;
};

/** What the records say of an order's buyer: their account, what they agreed to, downloaded, and bought before. */
export async function buyerRecords(
  pb: PocketBase,
  order: { id: string; buyerId: string; placedAt: Instant },
): Promise<
  Pick<EvidenceFacts, 'terms' | 'downloads' | 'earlier'> & { username: string; since: Instant | null }
> {
  const params = { order: order.id, buyer: order.buyerId, placed: dateOf(order.placedAt), most: NAMED_MOST };
  const [[account], terms, downloads, earlier] = await ask(
    pb,
    query<{ username: string; created: string }>(
      sql`SELECT username, created FROM users WHERE id = {:buyer}`,
      params,
      ['username', 'created'],
    ),
    query<{ name: string; version: number; at: string }>(
      sql`SELECT name, version, at FROM legal_consents WHERE [[user]] = {:buyer} ORDER BY at DESC, name LIMIT {:most}`,
      params,
      ['name', 'version', 'at'],
    ),
    query<FileRow>(
      sql`SELECT l.productName AS name, coalesce(f.name, '') AS part, d.times AS times, d.created AS firstAt,
          d.lastAt AS lastAt, d.sentBytes AS bytes
        FROM order_lines l CROSS JOIN entitlements e ON e.source IN ('purchase', 'free', 'gift') AND e.sourceId = l.id
          CROSS JOIN downloads d ON d.[[user]] = e.[[user]] AND d.product = e.product
          LEFT JOIN product_files f ON f.id = d.part
        WHERE l.[[order]] = {:order} ORDER BY d.created, d.id LIMIT {:most}`,
      params,
      ['name', 'part', 'times', 'firstAt', 'lastAt', 'bytes'],
    ),
    query<EarlierRow>(
      sql`SELECT o.id AS id, o.placedAt AS placedAt, o.paidAt AS paidAt, o.state AS state, o.lostCents AS lostCents,
          o.totalCents + o.taxCents AS cents FROM orders o INDEXED BY orders_done
        WHERE o.buyer = {:buyer} AND o.buyer <> '' AND o.state NOT IN ('pending', 'expired') AND o.placedAt < {:placed}
          AND o.totalCents > 0 ORDER BY o.placedAt DESC, o.id DESC LIMIT {:most}`,
      params,
      ['id', 'placedAt', 'paidAt', 'state', 'lostCents', 'cents'],
    ),
  );
  return {
    username: account?.username ?? '',
    since: instantOf(account?.created ?? ''),
    terms: terms.map(({ name, version, at }) => ({ name, version, at: instantOf(at) ?? 0 })),
    downloads: downloads.map(({ name, part, times, firstAt, lastAt, bytes }) => ({
      name: part === '' ? name : `${name}, ${part}`,
      firstAt: instantOf(firstAt) ?? 0,
      lastAt: instantOf(lastAt) ?? 0,
      ...{ times, bytes },
    })),
    earlier: earlier.map(({ id, placedAt, paidAt, state, lostCents, cents }) => ({
      number: orderNumber({ id, placedAt: instantOf(placedAt) ?? 0 }),
      paidAt: instantOf(paidAt) ?? instantOf(placedAt) ?? 0,
      totalCents: cents,
      state: state === '' ? 'paid' : state,
      lostCents,
    })),
  };
}
