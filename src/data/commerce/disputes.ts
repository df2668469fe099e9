import type PocketBase from 'pocketbase';
import type { EvidenceFacts } from '../../domain/commerce/dispute/evidence.ts';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { isDone } from './orders.ts';

const d = tables.disputes.as('d');
const u = tables.users.as('u');
const c = tables.legalConsents.as('c');
const l = tables.orderLines.as('l');
const f = tables.productFiles.as('f');
const g = tables.downloads.as('g');
const o = tables.orders.as('o');

const OF_DISPUTE = {
  id: d.id,
  orderId: d.order,
  stripeId: d.stripeId,
  state: d.state,
  amountCents: d.amountCents,
  reason: d.reason,
  dueAt: d.dueAt,
  answeredAt: d.answeredAt,
  answeredBy: d.answeredBy,
};
const DISPUTE = shape(OF_DISPUTE);

const ACCOUNT = shape({ username: u.username, since: u.created });
const CONSENT = shape({ name: c.name, version: c.version, at: c.at });
const DOWNLOAD = shape({
  name: from({ product: l.productName, part: f.name.or('') }, ({ product, part }) =>
    part === '' ? product : `${product}, ${part}`,
  ),
  firstAt: g.created,
  lastAt: g.lastAt.or(0),
  times: g.times,
  bytes: g.sentBytes,
});
const EARLIER = shape({
  number: from({ id: o.id, placedAt: o.placedAt }, orderNumber),
  paidAt: from({ paidAt: o.paidAt, placedAt: o.placedAt }, ({ paidAt, placedAt }) => paidAt ?? placedAt),
  totalCents: value(sql`o.totalCents + o.taxCents`, number),
  state: o.state,
  lostCents: o.lostCents,
});

/** Disputes of orders: what is answered to them, and what the records say for the order. */

/** A dispute with the provider's id, which only the server needs. */
export type StoredDispute = RowOf<typeof OF_DISPUTE>;

/** The disputes of an order, oldest first. */
export async function disputesOfOrder(pb: PocketBase, orderId: string): Promise<StoredDispute[]> {
  const [found] = await ask(
    pb,
    select(DISPUTE, sql`SELECT ${DISPUTE} FROM disputes d WHERE d.[[order]] = {:orderId} ORDER BY d.rowid`, {
      orderId,
    }),
  );
  return found;
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
    select(ACCOUNT, sql`SELECT ${ACCOUNT} FROM users u WHERE u.id = {:buyer}`, params),
    select(
      CONSENT,
      sql`SELECT ${CONSENT} FROM legal_consents c WHERE c.[[user]] = {:buyer} ORDER BY c.at DESC, c.name LIMIT {:most}`,
      params,
    ),
    select(
      DOWNLOAD,
      sql`SELECT ${DOWNLOAD}
        FROM order_lines l CROSS JOIN entitlements e ON e.source IN ('purchase', 'free', 'gift') AND e.sourceId = l.id
          CROSS JOIN downloads g ON g.[[user]] = e.[[user]] AND g.product = e.product
          LEFT JOIN product_files f ON f.id = g.part
        WHERE l.[[order]] = {:order} ORDER BY g.created, g.id LIMIT {:most}`,
      params,
    ),
    select(
      EARLIER,
      sql`SELECT ${EARLIER} FROM orders o INDEXED BY orders_done
        WHERE o.buyer = {:buyer} AND o.buyer <> '' AND ${isDone(o)} AND o.placedAt < {:placed}
          AND o.totalCents > 0 ORDER BY o.placedAt DESC, o.id DESC LIMIT {:most}`,
      params,
    ),
  );
  return { username: account?.username ?? '', since: account?.since ?? null, terms, downloads, earlier };
}
