import type PocketBase from 'pocketbase';
import type { ProductState } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ACCESS_GROUP_LIMITS,
  type AccessGroup,
  type AccessGroupState,
  type GroupPerson,
  MAILS_PER_PERSON,
  type PersonState,
} from '../../domain/library/access-group.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import type {
  AccessGroupPeopleRecord,
  AccessGroupProductsRecord,
  AccessGroupsRecord,
  AccessGroupTotalsRecord,
  ProductsRecord,
  StoresRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Access groups for their seller. Every query is scoped to the store. */

type Totals = Pick<AccessGroupTotalsRecord, 'invited' | 'claimed' | 'removed' | 'products'>;

/** A store's groups, newest first. */
export async function accessGroupsOfStore(pb: PocketBase, storeId: string): Promise<AccessGroup[]> {
  const ofStore = { filter: pb.filter('store = {:storeId}', { storeId }) };
  const [groups, totals] = await Promise.all([
    pb.collection('access_groups').getFullList<AccessGroupsRecord>({ ...ofStore, sort: '-created,id' }),
    pb.collection('access_group_totals').getFullList<AccessGroupTotalsRecord>(ofStore),
  ]);
  const totalsOf = new Map(totals.map((row) => [row.id, row]));
  return groups.map((group) => groupOf(group, totalsOf.get(group.id)));
}

/** One of a store's groups; null if it has no such group. */
export async function accessGroupOfStore(
  pb: PocketBase,
  storeId: string,
  groupId: string,
): Promise<AccessGroup | null> {
  if (!isRecordId(groupId)) return null;
  const filter = pb.filter('id = {:groupId} && store = {:storeId}', { groupId, storeId });
  const [group, totals] = await Promise.all([
    orNull(pb.collection('access_groups').getFirstListItem<AccessGroupsRecord>(filter)),
    orNull(pb.collection('access_group_totals').getFirstListItem<AccessGroupTotalsRecord>(filter)),
  ]);
  return group && groupOf(group, totals ?? undefined);
}

function groupOf(record: AccessGroupsRecord, totals: Totals | undefined): AccessGroup {
  return {
    id: record.id,
    storeId: record.store,
    name: record.name,
    state: record.state === '' ? 'closed' : record.state,
    invited: totals?.invited ?? 0,
    claimed: totals?.claimed ?? 0,
    removed: totals?.removed ?? 0,
    products: totals?.products ?? 0,
    createdAt: instantOf(record.created) ?? 0,
  };
}

/** Creates a group and returns its id; null if the store has reached the limit. */
export async function createAccessGroup(
  pb: PocketBase,
  group: { storeId: string; name: string },
  at: Instant,
): Promise<string | null> {
  const id = newRecordId();
  const steps = transaction(pb).exec(
    sql`INSERT INTO access_groups (id, store, name, state, created, updated)
      SELECT {:id}, {:storeId}, {:name}, 'active', {:now}, {:now}
      WHERE (SELECT count(*) FROM access_groups WHERE store = {:storeId}) < {:most}`,
    { id, ...group, most: ACCESS_GROUP_LIMITS.groups, now: dateOf(at) },
    { expect: 1, else: 'too-many' },
  );
  return (await refusalOf(steps, ['too-many'])) === null ? id : null;
}

/** Changes a group's name or state. False if the store has no such group. */
export async function changeAccessGroup(
  pb: PocketBase,
  storeId: string,
  groupId: string,
  change: { name?: string; state?: AccessGroupState },
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE access_groups SET updated = {:now},
        name = CASE WHEN {:name} = '' THEN name ELSE {:name} END,
        state = CASE WHEN {:state} = '' THEN state ELSE {:state} END
        WHERE id = {:groupId} AND store = {:storeId}`,
    { groupId, storeId, name: change.name ?? '', state: change.state ?? '', now: dateOf(at) },
  );
  await steps.run();
  return changed.rows === 1;
}

/** The names that a group's mails use: store, group and products, without suspended ones. */
export async function deliveryOf(
  pb: PocketBase,
  groupId: string,
): Promise<{ storeId: string; storeName: string; groupName: string; productNames: string[] }> {
  const [group, products] = await Promise.all([
    pb
      .collection('access_groups')
      .getOne<AccessGroupsRecord & { expand?: { store?: StoresRecord } }>(groupId, { expand: 'store' }),
    productsOfGroup(pb, groupId),
  ]);
  return {
    storeId: group.store,
    storeName: group.expand?.store?.name ?? '',
    groupName: group.name,
    productNames: products.filter(({ state }) => state !== 'suspended').map(({ name }) => name),
  };
}

/** A product in a group. */
export interface GroupProduct {
  id: string;
  name: string;
  mainImage: string;
  state: ProductState;
  /** Whether everyone who claimed before it was added has received it. */
  delivered: boolean;
}

/** The products of a group, in the order they were added. */
export async function productsOfGroup(pb: PocketBase, groupId: string): Promise<GroupProduct[]> {
  const rows = await pb
    .collection('access_group_products')
    .getFullList<AccessGroupProductsRecord & { expand?: { product?: ProductsRecord } }>({
      filter: pb.filter('accessGroup = {:groupId}', { groupId }),
      sort: 'created,id',
      expand: 'product',
    });
  return rows.flatMap(({ expand, deliveredAt }) =>
    expand?.product ? [{ ...cardOf(expand.product), delivered: deliveredAt !== '' }] : [],
  );
}

function cardOf(record: Pick<ProductsRecord, 'id' | 'name' | 'images' | 'state'>) {
  return {
    id: record.id,
    name: record.name,
    mainImage: record.images[0] ?? '',
    state: record.state === '' ? ('draft' as const) : record.state,
  };
}

/** A product with the number of its files; null if it does not belong to the store. */
export async function productToDeliver(
  pb: PocketBase,
  storeId: string,
  productId: string,
): Promise<{ id: string; name: string; state: ProductState; files: number } | null> {
  if (!isRecordId(productId)) return null;
  const [product, files] = await Promise.all([
    orNull(
      pb
        .collection('products')
        .getFirstListItem<ProductsRecord>(
          pb.filter('id = {:productId} && store = {:storeId}', { productId, storeId }),
        ),
    ),
    pb.collection('product_files').getList(1, 1, {
      filter: pb.filter('product = {:productId}', { productId }),
      fields: 'id',
    }),
  ]);
  return product && { ...cardOf(product), files: files.totalItems };
}

/** Adds a product to a group; idempotent. People who have claimed get it from the delivery job. */
export async function addProductToGroup(
  pb: PocketBase,
  groupId: string,
  productId: string,
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO access_group_products (id, accessGroup, product, deliveredAt, created, updated)
        SELECT ${NEW_ID_SQL}, g.id, p.id, '', {:now}, {:now}
        FROM access_groups g JOIN products p ON p.store = g.store WHERE g.id = {:groupId} AND p.id = {:productId}`,
      { groupId, productId, now: dateOf(at) },
    )
    .run();
}

/** Removes a product from a group. Existing grants stay. */
export async function removeProductFromGroup(
  pb: PocketBase,
  groupId: string,
  productId: string,
): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM access_group_products WHERE accessGroup = {:groupId} AND product = {:productId}`, {
      groupId,
      productId,
    })
    .run();
}

export interface PeopleQuery {
  page: number;
  perPage: number;
  text: string;
  state: PersonState | null;
}

/** One page (from 1) of a group's people, newest first, and the total that matches the query. */
export async function peopleOfGroup(
  pb: PocketBase,
  groupId: string,
  { page, perPage, text, state }: PeopleQuery,
): Promise<{ people: GroupPerson[]; total: number }> {
  const filters = [pb.filter('accessGroup = {:groupId}', { groupId })];
  if (state !== null) filters.push(pb.filter('state = {:state}', { state }));
  if (text !== '') filters.push(pb.filter('(email ~ {:text} || name ~ {:text} || note ~ {:text})', { text }));
  const list = await pb.collection('access_group_people').getList<AccessGroupPeopleRecord>(page, perPage, {
    filter: filters.join(' && '),
    sort: '-created,email',
  });
  return { people: list.items.map(personOf), total: list.totalItems };
}

/** All people of a group, in the order they were added. */
export async function allPeopleOfGroup(pb: PocketBase, groupId: string): Promise<GroupPerson[]> {
  const records = await pb.collection('access_group_people').getFullList<AccessGroupPeopleRecord>({
    filter: pb.filter('accessGroup = {:groupId}', { groupId }),
    sort: 'created,id',
    batch: 1000,
  });
  return records.map(personOf);
}

/** People who have not claimed and may be mailed again, those who waited longest first, and their total. */
export async function peopleToRemind(
  pb: PocketBase,
  groupId: string,
  mailedBefore: Instant,
  limit: number,
): Promise<{ people: GroupPerson[]; total: number }> {
  const list = await pb.collection('access_group_people').getList<AccessGroupPeopleRecord>(1, limit, {
    filter: pb.filter(
      "accessGroup = {:groupId} && state = 'invited' && mails < {:most} && (mailedAt = '' || mailedAt <= {:before})",
      { groupId, most: MAILS_PER_PERSON, before: dateOf(mailedBefore) },
    ),
    sort: 'mailedAt,id',
  });
  return { people: list.items.map(personOf), total: list.totalItems };
}

/** A person of a group; null if there is no such person. */
export async function personOfGroup(
  pb: PocketBase,
  groupId: string,
  personId: string,
): Promise<GroupPerson | null> {
  if (!isRecordId(personId)) return null;
  const record = await orNull(
    pb
      .collection('access_group_people')
      .getFirstListItem<AccessGroupPeopleRecord>(
        pb.filter('id = {:personId} && accessGroup = {:groupId}', { personId, groupId }),
      ),
  );
  return record && personOf(record);
}

function personOf(record: AccessGroupPeopleRecord): GroupPerson {
  return {
    id: record.id,
    email: record.email,
    name: record.name,
    note: record.note,
    state: record.state === '' ? 'removed' : record.state,
    claimedAt: instantOf(record.claimedAt),
    mailedAt: instantOf(record.mailedAt),
    mails: record.mails,
    addedAt: instantOf(record.created) ?? 0,
  };
}

/**
 * Removes a person from a group: they get nothing new, their links stop working, and queued mails are deleted. What they
 * claimed stays. False if there is no such person.
 */
export async function removePersonFromGroup(
  pb: PocketBase,
  groupId: string,
  personId: string,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE access_group_people SET state = 'removed', updated = {:now}
        WHERE id = {:personId} AND accessGroup = {:groupId}`,
    { personId, groupId, now: dateOf(at) },
  );
  steps.exec(
    sql`DELETE FROM mails WHERE state = 'waiting' AND mailKey IN
        (SELECT 'access:' || id || ':' || mails FROM access_group_people
          WHERE id = {:personId} AND accessGroup = {:groupId})`,
    { personId, groupId },
  );
  await steps.run();
  return changed.rows === 1;
}
