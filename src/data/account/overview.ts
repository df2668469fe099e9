import type PocketBase from 'pocketbase';
import type { OwnedSummary, SellerStart, TaskCount, TaskKind } from '../../domain/account/overview.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { GRACE_MS } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { NEW_FOR_MS } from '../../domain/library/library.ts';
import type { BusinessAccount } from '../../domain/payments/business-account.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date, dateOrNone, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { unreadOf } from '../messaging/conversation-lists.ts';

/** Data of the account overview. Everything is looked up by the user's own id or store. */

const p = tables.products.as('p');
const s = tables.stores.as('s');

const COUNT = value(sql`count(*)`, number);

const FAILED_PAYMENTS = shape({
  count: COUNT,
  first: value(sql`min(m.failedSince)`, dateOrNone),
  link: value(sql`min(m.guild)`, text).orNull,
});
const CASES_TO_ANSWER = shape({ count: COUNT, first: value(sql`min(c.deadline)`, dateOrNone) });
const REFUNDS_TO_ANSWER = shape({
  count: COUNT,
  first: value(sql`min(r.answerUntil)`, dateOrNone),
  link: value(sql`min(r.conversation)`, text).orNull,
});
const OPEN_QUESTIONS = shape({ count: COUNT });
const PRE_ORDERS_TO_DELIVER = shape({ count: COUNT, first: value(sql`min(w.promisedDay)`, dateOrNone) });
const NEW_OF_GUILDS = shape({ count: value(sql`count(DISTINCT e.product)`, number) });

const PRODUCT_ID = shape({ id: p.id });
const OWNED = shape({
  id: p.id,
  name: p.name,
  store: s.name.or(''),
  picture: value(sql`coalesce(p.images ->> '$[0]', '')`, text),
  grantedAt: value(sql`e.grantedAt`, date),
});

/** The number of open tasks of each kind at `now`, including 0. `store` is the user's store with its account, or null. */
export async function tasksOf(
  pb: PocketBase,
  userId: string,
  store:
    | (Pick<Store, 'id' | 'state' | 'productCount' | 'sellerStatus'> & { account: BusinessAccount | null })
    | null,
  now: Instant,
): Promise<TaskCount[]> {
  const storeId = store?.id ?? null;
  const [[payments, cases, refunds, questions, preOrders, releases], unread] = await Promise.all([
    ask(
      pb,
      select(
        FAILED_PAYMENTS,
        sql`SELECT ${FAILED_PAYMENTS} FROM guild_members m
          WHERE m.[[user]] = {:userId} AND m.[[user]] <> '' AND m.state = 'past_due'`,
        { userId },
      ),
      select(
        CASES_TO_ANSWER,
        sql`SELECT ${CASES_TO_ANSWER} FROM cases c WHERE c.accused = {:userId} AND c.state = 'open'`,
        { userId },
      ),
      // Those that wait for an answer are few: they have an index of their own.
      select(
        REFUNDS_TO_ANSWER,
        sql`SELECT ${REFUNDS_TO_ANSWER} FROM refund_requests r JOIN conversations c ON c.id = r.conversation
          WHERE r.state = 'asked' AND c.store = {:storeId}`,
        { storeId },
      ),
      select(
        OPEN_QUESTIONS,
        sql`SELECT ${OPEN_QUESTIONS} FROM questions q
          WHERE q.store = {:storeId} AND q.state = 'open' AND q.product <> ''`,
        { storeId },
      ),
      select(
        PRE_ORDERS_TO_DELIVER,
        sql`SELECT ${PRE_ORDERS_TO_DELIVER} FROM pre_orders w WHERE w.store = {:storeId} AND w.state = 'open'
          AND EXISTS (SELECT 1 FROM order_lines l WHERE l.preOrder = w.id AND l.preOrder <> '')`,
        { storeId },
      ),
      // What is new has come lately: along the index of the newest.
      select(
        NEW_OF_GUILDS,
        sql`SELECT ${NEW_OF_GUILDS} FROM entitlements e
          WHERE e.[[user]] = {:userId} AND e.revokedAt = '' AND e.grantedAt > {:since}
            AND e.source IN ('release', 'entry_bundle', 'loyalty') AND NOT EXISTS (SELECT 1 FROM downloads d
              WHERE d.[[user]] = {:userId} AND d.product = e.product AND d.lastAt <> '')`,
        { userId, since: dateOf(now - NEW_FOR_MS) },
      ),
    ),
    unreadOf(pb, { userId, storeId }),
  ]);
  return [
    taskOf('failed-payment', payments, GRACE_MS),
    taskOf('case', cases),
    { kind: 'message', count: unread, until: null, id: null },
    taskOf('release', releases),
    ...(store
      ? [
          taskOf('refund-request', refunds),
          taskOf('question', questions),
          taskOf('pre-order', preOrders),
          payability(store),
          declaration(store),
          suspension(store),
        ]
      : []),
  ];
}

/** Tasks of one kind: how many, the earliest deadline, and the id to link to where there is one row. */
interface Counted {
  count: number;
  first?: Instant | null;
  link?: string | null;
}

/** @param graceMs added to the deadline, in ms */
function taskOf(kind: TaskKind, [counted]: readonly Counted[], graceMs = 0): TaskCount {
  const { count, first = null, link = null } = counted ?? { count: 0 };
  return { kind, count, until: first === null ? null : first + graceMs, id: count === 1 ? link : null };
}

/** A seller with products has a task if they cannot be paid, or soon will not be. */
function payability({
  productCount,
  account,
}: {
  productCount: number;
  account: BusinessAccount | null;
}): TaskCount {
  const isRequired = account?.requirements.some(({ from }) => from === 'seller') ?? false;
  const waits = productCount > 0 && (account?.state !== 'active' || isRequired);
  const until = productCount > 0 ? (account?.dueAt ?? null) : null;
  return { kind: 'business-account', count: waits ? 1 : 0, until, id: null };
}

/** Sellers whose store was open before it was asked say whether they are traders. */
function declaration({ state, sellerStatus }: Pick<Store, 'state' | 'sellerStatus'>): TaskCount {
  const isMissing = state !== 'draft' && sellerStatus === null;
  return { kind: 'seller-status', count: isMissing ? 1 : 0, until: null, id: null };
}

/** A suspended store is told to its seller where they look first. */
function suspension({ state }: Pick<Store, 'state'>): TaskCount {
  return { kind: 'store-suspended', count: state === 'suspended' ? 1 : 0, until: null, id: null };
}

/** How far the seller of this store has come with setting it up. */
export async function sellerStart(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state' | 'logo'> & { account: BusinessAccount | null },
): Promise<SellerStart> {
  const [products] = await ask(
    pb,
    select(PRODUCT_ID, sql`SELECT ${PRODUCT_ID} FROM products p WHERE p.store = {:storeId} LIMIT 1`, {
      storeId: store.id,
    }),
  );
  return {
    storeState: store.state,
    hasLogo: store.logo !== null,
    hasProduct: products.length > 0,
    isPayable: store.account?.state === 'active',
  };
}

/** The newest products in the user's library. @param limit of products. */
export async function newestOwned(pb: PocketBase, userId: string, limit: number): Promise<OwnedSummary[]> {
  const [rows] = await ask(
    pb,
    select(
      OWNED,
      sql`SELECT ${OWNED}
        FROM (SELECT n.product, n.grantedAt FROM entitlements n INDEXED BY entitlements_newest
          WHERE n.[[user]] = {:userId} AND n.revokedAt = ''
            AND NOT EXISTS (SELECT 1 FROM entitlements o WHERE o.[[user]] = {:userId} AND o.product = n.product
              AND o.revokedAt = '' AND (o.grantedAt > n.grantedAt OR (o.grantedAt = n.grantedAt AND o.id < n.id)))
          ORDER BY n.grantedAt DESC, n.product LIMIT {:limit}) e
        JOIN products p ON p.id = e.product LEFT JOIN stores s ON s.id = p.store
        ORDER BY e.grantedAt DESC, p.id`,
      { userId, limit },
    ),
  );
  return rows;
}
