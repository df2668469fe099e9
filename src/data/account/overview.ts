import type PocketBase from 'pocketbase';
import type { OwnedSummary, SellerStart, TaskCount, TaskKind } from '../../domain/account/overview.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { GRACE_MS } from '../../domain/guild/member.ts';
import type { BusinessAccount } from '../../domain/payments/business-account.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';
import { unreadOf } from '../messaging/conversation-lists.ts';

/** Data of the account overview. Everything is looked up by the user's own id or store. */

/** Tasks of one kind: how many, the earliest deadline, and the id to link to where there is one row. */
interface Counted {
  count: number;
  first: string;
  link: string;
}
const COUNTED: readonly (keyof Counted)[] = ['count', 'first', 'link'];

const FAILED_PAYMENTS = sql`SELECT count(*) AS count, coalesce(min(failedSince), '') AS first,
  coalesce(min(guild), '') AS link FROM guild_members WHERE [[user]] = {:userId} AND [[user]] <> '' AND state = 'past_due'`;
const CASES_TO_ANSWER = sql`SELECT count(*) AS count, coalesce(min(deadline), '') AS first, '' AS link
  FROM cases WHERE accused = {:userId} AND state = 'open'`;
/** Those that wait for an answer are few: they have an index of their own. */
const REFUNDS_TO_ANSWER = sql`SELECT count(*) AS count, coalesce(min(r.answerUntil), '') AS first,
  coalesce(min(r.conversation), '') AS link FROM refund_requests r JOIN conversations c ON c.id = r.conversation
  WHERE r.state = 'asked' AND c.store = {:storeId}`;
const OPEN_QUESTIONS = sql`SELECT count(*) AS count, '' AS first, '' AS link FROM questions
  WHERE store = {:storeId} AND state = 'open' AND product <> ''`;

/** The number of open tasks of each kind, including 0. `store` is the user's store with its account, or null. */
export async function tasksOf(
  pb: PocketBase,
  userId: string,
  store:
    | (Pick<Store, 'id' | 'state' | 'productCount' | 'sellerStatus'> & { account: BusinessAccount | null })
    | null,
): Promise<TaskCount[]> {
  const storeId = store?.id ?? null;
  const [[payments, cases, refunds, questions], unread] = await Promise.all([
    ask(
      pb,
      query<Counted>(FAILED_PAYMENTS, { userId }, COUNTED),
      query<Counted>(CASES_TO_ANSWER, { userId }, COUNTED),
      query<Counted>(REFUNDS_TO_ANSWER, { storeId }, COUNTED),
      query<Counted>(OPEN_QUESTIONS, { storeId }, COUNTED),
    ),
    unreadOf(pb, { userId, storeId }),
  ]);
  return [
    taskOf('failed-payment', payments, GRACE_MS),
    taskOf('case', cases),
    { kind: 'message', count: unread, until: null, id: null },
    ...(store
      ? [
          taskOf('refund-request', refunds),
          taskOf('question', questions),
          payability(store),
          declaration(store),
          suspension(store),
        ]
      : []),
  ];
}

/** @param graceMs added to the deadline, in ms */
function taskOf(kind: TaskKind, [counted]: Counted[], graceMs = 0): TaskCount {
  const { count, first, link } = counted ?? { count: 0, first: '', link: '' };
  const at = instantOf(first);
  return {
    kind,
    count,
    until: at === null ? null : at + graceMs,
    id: count === 1 ? orAbsent(link) : null,
  };
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
  const product = query<{ id: string }>(
    sql`SELECT id FROM products WHERE store = {:storeId} LIMIT 1`,
    { storeId: store.id },
    ['id'],
  );
  const [products] = await ask(pb, product);
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
    query<{ id: string; name: string; store: string; picture: string; grantedAt: string }>(
      sql`SELECT p.id AS id, p.name AS name, coalesce(s.name, '') AS store,
          coalesce(p.images ->> '$[0]', '') AS picture, e.grantedAt AS grantedAt
        FROM (SELECT n.product, n.grantedAt FROM entitlements n INDEXED BY entitlements_newest
          WHERE n.[[user]] = {:userId} AND n.revokedAt = ''
            AND NOT EXISTS (SELECT 1 FROM entitlements o WHERE o.[[user]] = {:userId} AND o.product = n.product
              AND o.revokedAt = '' AND (o.grantedAt > n.grantedAt OR (o.grantedAt = n.grantedAt AND o.id < n.id)))
          ORDER BY n.grantedAt DESC, n.product LIMIT {:limit}) e
        JOIN products p ON p.id = e.product LEFT JOIN stores s ON s.id = p.store
        ORDER BY e.grantedAt DESC, p.id`,
      { userId, limit },
      ['id', 'name', 'store', 'picture', 'grantedAt'],
    ),
  );
  return rows.map(({ id, name, store, picture, grantedAt }) => ({
    id,
    name,
    store,
    picture,
    grantedAt: instantOf(grantedAt) ?? 0,
  }));
}
