import type PocketBase from 'pocketbase';
import type { OwnedSummary, SellerStart, TaskCount, TaskKind } from '../../domain/account/overview.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { GRACE_MS } from '../../domain/guild/member.ts';
import { instantOf, orAbsent, textsOf } from '../kernel/fields.ts';
import type { EntitlementsRecord, ProductsRecord, StoresRecord } from '../kernel/records.ts';
import { unreadOf } from '../messaging/conversation-lists.ts';
import { accountOfStore } from '../payments/business-accounts.ts';

/** Data of the account overview. Everything is looked up by the user's own id or store. */

/** The number of open tasks of each kind, including 0. `store` is the user's store, or null. */
export async function tasksOf(
  pb: PocketBase,
  userId: string,
  store: { id: string; productCount: number } | null,
): Promise<TaskCount[]> {
  return Promise.all([
    failedPayments(pb, userId),
    casesToAnswer(pb, userId),
    unreadOf(pb, { userId, storeId: store?.id ?? null }).then(
      (count): TaskCount => ({ kind: 'message', count, until: null, id: null }),
    ),
    ...(store ? [refundsToAnswer(pb, store.id), openQuestions(pb, store.id), payability(pb, store)] : []),
  ]);
}

function failedPayments(pb: PocketBase, userId: string): Promise<TaskCount> {
  const filter = pb.filter("user = {:userId} && state = 'past_due'", { userId });
  return dated(
    pb,
    'failed-payment',
    { collection: 'guild_members', filter, by: 'failedSince', id: 'guild' },
    GRACE_MS,
  );
}

function casesToAnswer(pb: PocketBase, userId: string): Promise<TaskCount> {
  const filter = pb.filter("accused = {:userId} && state = 'open'", { userId });
  return dated(pb, 'case', { collection: 'cases', filter, by: 'deadline' });
}

function refundsToAnswer(pb: PocketBase, storeId: string): Promise<TaskCount> {
  const filter = pb.filter("conversation.store = {:storeId} && state = 'asked'", { storeId });
  const where = { collection: 'refund_requests', filter, by: 'answerUntil', id: 'conversation' };
  return dated(pb, 'refund-request', where);
}

/**
 * Tasks with a deadline: the number of rows and the earliest deadline.
 * @param where.by the field with the date; `where.id` the field with the id to link to if there is one row
 * @param graceMs added to the date, in ms
 */
async function dated(
  pb: PocketBase,
  kind: TaskKind,
  { collection, filter, by, id }: { collection: string; filter: string; by: string; id?: string },
  graceMs = 0,
): Promise<TaskCount> {
  const { items, totalItems } = await pb
    .collection(collection)
    .getList<Record<string, string>>(1, 1, { filter, sort: by });
  const first = items[0] ?? {};
  const at = instantOf(first[by] ?? '');
  return {
    kind,
    count: totalItems,
    until: at === null ? null : at + graceMs,
    id: totalItems === 1 && id !== undefined ? orAbsent(first[id] ?? '') : null,
  };
}

async function openQuestions(pb: PocketBase, storeId: string): Promise<TaskCount> {
  const { totalItems } = await pb.collection('questions').getList(1, 1, {
    filter: pb.filter("store = {:storeId} && state = 'open' && product != ''", { storeId }),
    fields: 'id',
  });
  return { kind: 'question', count: totalItems, until: null, id: null };
}

/** A seller with products has a task if they cannot be paid, or soon will not be. */
async function payability(pb: PocketBase, store: { id: string; productCount: number }): Promise<TaskCount> {
  const account = store.productCount > 0 ? ((await accountOfStore(pb, store.id))?.account ?? null) : null;
  const isRequired = account?.requirements.some(({ from }) => from === 'seller') ?? false;
  const waits = store.productCount > 0 && (account?.state !== 'active' || isRequired);
  return { kind: 'business-account', count: waits ? 1 : 0, until: account?.dueAt ?? null, id: null };
}

/** How far the seller of this store has come with setting it up. */
export async function sellerStart(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state' | 'logo'>,
): Promise<SellerStart> {
  const [products, payee] = await Promise.all([
    pb.collection('products').getList(1, 1, {
      filter: pb.filter('store = {:id}', { id: store.id }),
      fields: 'id',
      skipTotal: true,
    }),
    accountOfStore(pb, store.id),
  ]);
  return {
    storeState: store.state,
    hasLogo: store.logo !== null,
    hasProduct: products.items.length > 0,
    isPayable: payee?.account.state === 'active',
  };
}

/** Entitlements to read for the newest products; a product may have several. */
const NEWEST_ENTITLEMENTS = 40;

/** The newest products in the user's library. @param limit of products. */
export async function newestOwned(pb: PocketBase, userId: string, limit: number): Promise<OwnedSummary[]> {
  type Row = EntitlementsRecord & {
    expand?: { product?: ProductsRecord & { expand?: { store?: StoresRecord } } };
  };
  const list = await pb.collection('entitlements').getList<Row>(1, NEWEST_ENTITLEMENTS, {
    filter: pb.filter("user = {:userId} && revokedAt = ''", { userId }),
    sort: '-grantedAt,product',
    expand: 'product.store',
    skipTotal: true,
  });
  const newest = new Map<string, OwnedSummary>();
  for (const { grantedAt, expand } of list.items) {
    const product = expand?.product;
    if (!product || newest.has(product.id)) continue;
    newest.set(product.id, {
      id: product.id,
      name: product.name,
      store: product.expand?.store?.name ?? '',
      picture: textsOf(product.images)[0] ?? '',
      grantedAt: instantOf(grantedAt) ?? 0,
    });
  }
  return [...newest.values()].slice(0, limit);
}
