import type PocketBase from 'pocketbase';
import { type PreOrder, promiseEndsAt } from '../../domain/catalogue/price/pre-order.ts';
import type { LinePreOrder } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';
import { hasLeft } from './refunds.ts';

/** Pre-orders: what sellers promise, and what of it was sold. A promise ends once, whoever is first. */

/** Whether a line `l` was paid, is not refunded, and waits for a pre-order that is not delivered. */
export const IS_AWAITED = sql`(l.preOrder > '' AND l.paidCents > l.refundedCents AND NOT EXISTS
  (SELECT 1 FROM pre_orders w WHERE w.id = l.preOrder AND w.state = 'delivered'))`;

const w = tables.preOrders.as('w');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const l = tables.orderLines.as('l');
const o = tables.orders.as('o');

/** What its buyers are told of a pre-order. */
const PROMISE = { state: w.state, promisedDay: w.promisedDay, movedFrom: w.movedFrom };
const OF_PRE_ORDER = { id: w.id, productId: w.product, storeId: w.store, ...PROMISE };
const PRE_ORDER = shape(OF_PRE_ORDER);
const OF_DUE = { ...OF_PRE_ORDER, workAt: value(sql`w.workAt`, text), productName: p.name, owner: s.owner };
const DUE = shape(OF_DUE);
const PROMISED_DAY = shape({ productId: w.product, promisedDay: w.promisedDay });
const OF_LINES = shape({ id: w.id, preOrder: PROMISE });
const OF_LINE = { id: l.id, orderId: l.order };
const LINE = shape(OF_LINE);

/** The pre-order of a product, also one that is over; null where it never was one. */
export async function preOrderOf(pb: PocketBase, productId: string): Promise<PreOrder | null> {
  if (!isRecordId(productId)) return null;
  return first(
    pb,
    select(PRE_ORDER, sql`SELECT ${PRE_ORDER} FROM pre_orders w WHERE w.product = {:productId}`, {
      productId,
    }),
  );
}

/** Which of these products are pre-orders that are not delivered, with the promised day. */
export async function undeliveredPreOrders(
  pb: PocketBase,
  productIds: readonly string[],
): Promise<Map<string, Instant>> {
  const [rows] = await ask(
    pb,
    select(
      PROMISED_DAY,
      sql`SELECT ${PROMISED_DAY} FROM pre_orders w WHERE w.state = 'open'
        AND w.product IN (SELECT value FROM json_each({:productIds}))`,
      { productIds },
    ),
  );
  return new Map(rows.map(({ productId, promisedDay }) => [productId, promisedDay]));
}

/** The pre-orders with these ids, by id. */
export async function preOrdersOf(
  pb: PocketBase,
  ids: readonly string[],
): Promise<Map<string, LinePreOrder>> {
  if (ids.length === 0) return new Map();
  const [rows] = await ask(
    pb,
    select(
      OF_LINES,
      sql`SELECT ${OF_LINES} FROM pre_orders w WHERE w.id IN (SELECT value FROM json_each({:ids}))`,
      { ids },
    ),
  );
  return new Map(rows.map(({ id, preOrder }) => [id, preOrder]));
}

/** Promises a product that was never published for a day, or changes that day. False if it was published meanwhile. */
export async function savePreOrder(
  pb: PocketBase,
  product: { id: string; storeId: string },
  promisedDay: Instant,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO pre_orders (id, product, store, state, promisedDay, movedFrom, workAt, created, updated)
      SELECT {:id}, p.id, p.store, 'open', {:day}, '', {:workAt}, {:now}, {:now}
      FROM products p WHERE p.id = {:productId} AND p.store = {:storeId} AND p.publishedAt = '' AND p.free = FALSE
      ON CONFLICT (product) DO UPDATE SET promisedDay = {:day}, workAt = {:workAt}, updated = {:now}`,
    {
      id: newRecordId(),
      productId: product.id,
      storeId: product.storeId,
      day: dateOf(promisedDay),
      workAt: dateOf(promiseEndsAt(promisedDay)),
      now: dateOf(now),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** Takes back the promise of a product that was never published. False if it was published meanwhile, or has none. */
export async function removePreOrder(pb: PocketBase, productId: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM pre_orders WHERE product = {:productId} AND state = 'open'
      AND EXISTS (SELECT 1 FROM products p WHERE p.id = {:productId} AND p.publishedAt = '')`,
    { productId },
    { expect: 1, else: 'changed-meanwhile' },
  );
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** Moves the day of an open pre-order, once, with a notice to everybody who has it. False if it changed meanwhile. */
export async function movePreOrder(
  pb: PocketBase,
  { id, promisedDay: before }: PreOrder,
  promisedDay: Instant,
  more: (steps: Transaction) => unknown,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE pre_orders SET promisedDay = {:day}, movedFrom = {:before}, workAt = {:workAt}, updated = {:now}
      WHERE id = {:id} AND state = 'open' AND movedFrom = '' AND promisedDay = {:before}`,
    {
      id,
      before: dateOf(before),
      day: dateOf(promisedDay),
      workAt: dateOf(promiseEndsAt(promisedDay)),
      now: dateOf(now),
    },
    { expect: 1, else: 'changed-meanwhile' },
  );
  more(steps);
  return (await refusalOf(steps, ['changed-meanwhile'])) === null;
}

/** Ends an open pre-order as delivered; the job then tells everybody and releases the money. False if it was over. */
export async function deliverPreOrder(pb: PocketBase, id: string, now: Instant): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE pre_orders SET state = 'delivered', workAt = {:now}, updated = {:now}
      WHERE id = {:id} AND state = 'open' AND workAt > {:now}`,
    { id, now: dateOf(now) },
    { expect: 1, else: 'over' },
  );
  // The copies of libraries in browsers hear of it by its files.
  steps.exec(
    sql`UPDATE product_files SET created = created
      WHERE product = (SELECT o.product FROM pre_orders o WHERE o.id = {:id})`,
    { id },
  );
  return (await refusalOf(steps, ['over'])) === null;
}

/**
 * Ends a pre-order whose day is over: from now on its lines are refunded, and its product is a draft again. Answers it as it
 * is then; null if another process was first, or its seller delivered it.
 */
export async function lapsePreOrder(
  pb: PocketBase,
  due: DuePreOrder,
  more: (steps: Transaction) => unknown,
  now: Instant,
): Promise<DuePreOrder | null> {
  const { id, productId } = due;
  const params = { productId, now: dateOf(now) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE pre_orders SET state = 'lapsed', workAt = {:now}, updated = {:now}
        WHERE id = {:id} AND state = 'open' AND workAt > '' AND workAt <= {:now}`,
      { id, now: params.now },
      { expect: 1, else: 'over' },
    )
    .exec(
      sql`UPDATE stores SET productCount = max(0, productCount - 1)
        WHERE id IN (SELECT p.store FROM products p WHERE p.id = {:productId} AND p.state = 'published')`,
      params,
    )
    .exec(
      sql`UPDATE shelves SET productCount = max(0, productCount - 1) WHERE id IN
        (SELECT j.value FROM products p, json_each(p.shelves) j WHERE p.id = {:productId} AND p.state = 'published')`,
      params,
    )
    .exec(
      sql`UPDATE products SET state = 'draft', publishAt = '', updated = {:now}
        WHERE id = {:productId} AND state IN ('published', 'unlisted', 'scheduled', 'in-review')`,
      params,
    );
  more(steps);
  const refused = await refusalOf(steps, ['over']);
  return refused === null ? { ...due, state: 'lapsed', workAt: params.now } : null;
}

/** A pre-order with which a job has something to do. */
export type DuePreOrder = RowOf<typeof OF_DUE>;

/** Pre-orders with work that is due, the longest waiting first. */
export async function duePreOrders(pb: PocketBase, now: Instant, limit: number): Promise<DuePreOrder[]> {
  const [rows] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE}
        FROM pre_orders w JOIN products p ON p.id = w.product JOIN stores s ON s.id = w.store
        WHERE w.workAt <> '' AND w.workAt > '' AND w.workAt <= {:now} ORDER BY w.workAt LIMIT {:limit}`,
      { now: dateOf(now), limit },
    ),
  );
  return rows;
}

/** Says when a pre-order has work again; null for never. Does nothing if something new happened to it since it was read. */
export async function endPreOrderWork(
  pb: PocketBase,
  { id, state, workAt }: Pick<DuePreOrder, 'id' | 'state' | 'workAt'>,
  again: Instant | null,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE pre_orders SET workAt = {:again} WHERE id = {:id} AND state = {:state} AND workAt = {:workAt}`,
      { id, state, workAt, again: dateOf(again) },
    )
    .run();
}

/** A paid line of a pre-order that is not refunded. */
export type PreOrderLine = RowOf<typeof OF_LINE>;

/** The next paid lines of a pre-order after one, by id, with something left of them. */
export async function preOrderedLines(
  pb: PocketBase,
  preOrderId: string,
  afterLine: string,
  limit: number,
): Promise<PreOrderLine[]> {
  const [rows] = await ask(
    pb,
    select(
      LINE,
      sql`SELECT ${LINE} FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.preOrder = {:preOrderId} AND l.preOrder <> '' AND l.id > {:afterLine} AND ${hasLeft(l, o)}
        ORDER BY l.id LIMIT {:limit}`,
      { preOrderId, afterLine, limit },
    ),
  );
  return rows;
}

/**
 * Adds a notification of everybody who has a pre-ordered product or paid for it, its gifts' givers too.
 * @param most the batch size; again until nobody is left
 */
export function withPreOrderNotice(
  steps: Transaction,
  { id, productId }: Pick<PreOrder, 'id' | 'productId'>,
  occasion: Occasion,
  now: Instant,
  most: number,
): ChangedRows {
  return withNotification(
    steps,
    {
      sql: sql`SELECT e.[[user]] FROM entitlements e WHERE e.product = {:preOrdered} AND e.revokedAt = ''
        UNION SELECT o.buyer FROM order_lines l JOIN orders o ON o.id = l.[[order]] WHERE l.preOrder = {:preOrder}
          AND l.preOrder <> '' AND l.paidCents > l.refundedCents AND o.state IN ('paid', 'partly_refunded')`,
      params: { preOrdered: productId, preOrder: id },
    },
    occasion,
    now,
    most,
  );
}
