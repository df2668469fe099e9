import type PocketBase from 'pocketbase';
import type { ProductState } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ACCESS_GROUP_LIMITS,
  type AccessGroup,
  type AccessGroupState,
  type GroupPerson,
  MAILS_A_PERSON,
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

/** A store's access groups, as the seller sees and changes them. Everything is found through the store. */

type Totals = Pick<AccessGroupTotalsRecord, 'invited' | 'claimed' | 'removed' | 'products'>;

/** A store's groups, the newest first. */
export async function accessGroupsOfStore(pb: PocketBase, storeId: string): Promise<AccessGroup[]> {
  const ofStore = { filter: pb.filter('store = {:storeId}', { storeId }) };
  const [groups, totals] = await Promise.all([
    pb.collection('access_groups').getFullList<AccessGroupsRecord>({ ...ofStore, sort: '-created,id' }),
    pb.collection('access_group_totals').getFullList<AccessGroupTotalsRecord>(ofStore),
  ]);
  const totalsOf = new Map(totals.map((row) => [row.id, row]));
  return groups.map((group) => groupOf(group, totalsOf.get(group.id)));
}

/** One of a store's groups; null where it has no such group. */
export async function accessGroupOfStore(
  pb: PocketBase,
  storeId: string,
  groupId: string,
): Promise<AccessGroup | null> {
  if (!isRecordId(groupId)) return null;
  const mine = pb.filter('id = {:groupId} && store = {:storeId}', { groupId, storeId });
  const [group, totals] = await Promise.all([
    orNull(pb.collection('access_groups').getFirstListItem<AccessGroupsRecord>(mine)),
    orNull(pb.collection('access_group_totals').getFirstListItem<AccessGroupTotalsRecord>(mine)),
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

/** Makes a group and answers its id; null where the store has as many as a store may have. */
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

/** Gives a group another name or state. False where the store has no such group. */
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

/** What a group delivers and who, by the names its mails use; a suspended product is not named. */
export async function deliveryOf(
  pb: PocketBase,
  groupId: string,
): Promise<{ storeName: string; groupName: string; productNames: string[] }> {
  const [group, products] = await Promise.all([
    pb
      .collection('access_groups')
      .getOne<AccessGroupsRecord & { expand?: { store?: StoresRecord } }>(groupId, { expand: 'store' }),
    productsOfGroup(pb, groupId),
  ]);
  return {
    storeName: group.expand?.store?.name ?? '',
    groupName: group.name,
    productNames: products.filter(({ state }) => state !== 'suspended').map(({ name }) => name),
  };
}

/** A product of the store as it may stand in a group. */
export interface GroupProduct {
  id: string;
  name: string;
  mainImage: string;
  state: ProductState;
  /** Whether everybody who had claimed before it was added has it by now. */
  delivered: boolean;
}

/** The products of a group, in the order they were put in. */
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

/** A store's own product with the number of its files, as the rules want it; null where it is not the store's. */
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

/** Puts a product into a group; twice is once. Who has claimed gets it by `deliverDue`. */
export async function putIntoGroup(
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

/** Takes a product out of a group; who has it keeps it. */
export async function takeOutOfGroup(pb: PocketBase, groupId: string, productId: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM access_group_products WHERE accessGroup = {:groupId} AND product = {:productId}`, {
      groupId,
      productId,
    })
    .run();
}

export interface PeopleAsked {
  page: number;
  perPage: number;
  text: string;
  state: PersonState | null;
}

/** One page (from 1) of a group's people, the newest first, and how many there are of the kind asked for. */
export async function peopleOfGroup(
  pb: PocketBase,
  groupId: string,
  { page, perPage, text, state }: PeopleAsked,
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
export async function everybodyOfGroup(pb: PocketBase, groupId: string): Promise<GroupPerson[]> {
  const records = await pb.collection('access_group_people').getFullList<AccessGroupPeopleRecord>({
    filter: pb.filter('accessGroup = {:groupId}', { groupId }),
    sort: 'created,id',
    batch: 1000,
  });
  return records.map(personOf);
}

/** People who have not claimed and may be mailed again, those who wait longest first, and how many there are. */
export async function peopleToRemind(
  pb: PocketBase,
  groupId: string,
  mailedBefore: Instant,
  limit: number,
): Promise<{ people: GroupPerson[]; total: number }> {
  const list = await pb.collection('access_group_people').getList<AccessGroupPeopleRecord>(1, limit, {
    filter: pb.filter(
      "accessGroup = {:groupId} && state = 'invited' && mails < {:most} && (mailedAt = '' || mailedAt <= {:before})",
      { groupId, most: MAILS_A_PERSON, before: dateOf(mailedBefore) },
    ),
    sort: 'mailedAt,id',
  });
  return { people: list.items.map(personOf), total: list.totalItems };
}

/** One of a group's people; null where there is no such person. */
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
 * Takes a person out of a group: nothing new comes, no link works, and a mail that has not left is not sent. What was
 * claimed stays. False where there is no such person.
 */
export async function removeFromGroup(
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
