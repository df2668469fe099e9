import type PocketBase from 'pocketbase';
import type { ProductState } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ACCESS_GROUP_LIMITS,
  type AccessGroup,
  type AccessGroupState,
  type AccessState,
  type GroupPerson,
  MAILS_PER_PERSON,
} from '../../domain/library/access-group.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Access groups for their seller. Every query is scoped to the store. */

const g = tables.accessGroups.as('g');
const m = tables.accessGroupPeople.as('m');
const d = tables.accessGroupProducts.as('d');
const p = tables.products.as('p');
const s = tables.stores.as('s');

const peopleIn = (state: Sql) =>
  value(
    sql`(SELECT count(*) FROM access_group_people i WHERE i.accessGroup = g.id AND i.state = ${state})`,
    number,
  );
const GROUP = shape({
  id: g.id,
  storeId: g.store,
  name: g.name,
  state: g.state,
  invited: peopleIn(sql`'invited'`),
  claimed: peopleIn(sql`'claimed'`),
  removed: peopleIn(sql`'removed'`),
  products: value(sql`(SELECT count(*) FROM access_group_products i WHERE i.accessGroup = g.id)`, number),
  createdAt: g.created,
});
const DELIVERY = shape({ storeId: g.store, storeName: s.name.or(''), groupName: g.name });
const PRODUCT = {
  id: p.id,
  name: p.name,
  mainImage: p.images.as(([first = '']) => first),
  state: p.state,
  /** Whether everyone who claimed before it was added has received it. */
  delivered: d.deliveredAt.as((at) => at !== null),
};
const PRODUCT_ROW = shape(PRODUCT);
const TO_DELIVER = shape({
  ...{ id: p.id, name: p.name, state: p.state },
  files: value(sql`(SELECT count(*) FROM product_files f WHERE f.product = p.id)`, number),
});
const PERSON = shape({
  ...{ id: m.id, email: m.email, name: m.name, note: m.note, state: m.state },
  ...{ claimedAt: m.claimedAt, mailedAt: m.mailedAt, mails: m.mails, addedAt: m.created },
});
const COUNT = shape({ count: value(sql`count(*)`, number) });

/** People `m` with a text in what the seller knows of them. */
const HAS_TEXT = sql`(m.email LIKE {:text} ESCAPE '!' OR m.name LIKE {:text} ESCAPE '!' OR m.note LIKE {:text} ESCAPE '!')`;
/** People `m` who have not claimed and may be mailed again. */
const TO_REMIND = sql`m.accessGroup = {:groupId} AND m.state = 'invited' AND m.mails < {:most}
  AND (m.mailedAt = '' OR m.mailedAt <= {:before})`;

/** A store's groups, newest first. */
export async function accessGroupsOfStore(pb: PocketBase, storeId: string): Promise<AccessGroup[]> {
  const [groups] = await ask(
    pb,
    select(
      GROUP,
      sql`SELECT ${GROUP} FROM access_groups g WHERE g.store = {:storeId} ORDER BY g.created DESC, g.id`,
      { storeId },
    ),
  );
  return groups;
}

/** One of a store's groups; null if it has no such group. */
export async function accessGroupOfStore(
  pb: PocketBase,
  storeId: string,
  groupId: string,
): Promise<AccessGroup | null> {
  if (!isRecordId(groupId)) return null;
  return first(
    pb,
    select(
      GROUP,
      sql`SELECT ${GROUP} FROM access_groups g WHERE g.id = {:groupId} AND g.store = {:storeId}`,
      {
        groupId,
        storeId,
      },
    ),
  );
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
  const [[[delivery]], products] = await Promise.all([
    ask(
      pb,
      select(
        DELIVERY,
        sql`SELECT ${DELIVERY} FROM access_groups g LEFT JOIN stores s ON s.id = g.store WHERE g.id = {:groupId}`,
        { groupId },
      ),
    ),
    productsOfGroup(pb, groupId),
  ]);
  if (!delivery) throw new Error(`there is no access group ${groupId}`);
  return {
    ...delivery,
    productNames: products.filter(({ state }) => state !== 'suspended').map(({ name }) => name),
  };
}

/** A product in a group. */
export type GroupProduct = RowOf<typeof PRODUCT>;

/** The products of a group, in the order they were added. */
export async function productsOfGroup(pb: PocketBase, groupId: string): Promise<GroupProduct[]> {
  const [products] = await ask(
    pb,
    select(
      PRODUCT_ROW,
      sql`SELECT ${PRODUCT_ROW} FROM access_group_products d CROSS JOIN products p ON p.id = d.product
        WHERE d.accessGroup = {:groupId} ORDER BY d.created, d.id`,
      { groupId },
    ),
  );
  return products;
}

/** A product with the number of its files; null if it does not belong to the store. */
export async function productToDeliver(
  pb: PocketBase,
  storeId: string,
  productId: string,
): Promise<{ id: string; name: string; state: ProductState; files: number } | null> {
  if (!isRecordId(productId)) return null;
  return first(
    pb,
    select(
      TO_DELIVER,
      sql`SELECT ${TO_DELIVER} FROM products p WHERE p.id = {:productId} AND p.store = {:storeId}`,
      { productId, storeId },
    ),
  );
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
  state: AccessState | null;
}

/** One page (from 1) of a group's people, newest first, and the total that matches the query. */
export async function peopleOfGroup(
  pb: PocketBase,
  groupId: string,
  { page, perPage, text, state }: PeopleQuery,
): Promise<{ people: GroupPerson[]; total: number }> {
  const among = sql`m.accessGroup = {:groupId} AND ${state === null ? sql`TRUE` : sql`m.state = {:state}`}
    AND ${text === '' ? sql`TRUE` : HAS_TEXT}`;
  const params = {
    ...{ groupId, state: state ?? '', text: `%${text.replace(/[!%_]/g, '!$&')}%` },
    ...{ perPage, skip: (page - 1) * perPage },
  };
  const [people, [counted]] = await ask(
    pb,
    select(
      PERSON,
      sql`SELECT ${PERSON} FROM access_group_people m WHERE ${among}
        ORDER BY m.created DESC, m.email LIMIT {:perPage} OFFSET {:skip}`,
      params,
    ),
    select(COUNT, sql`SELECT ${COUNT} FROM access_group_people m WHERE ${among}`, params),
  );
  return { people, total: counted?.count ?? 0 };
}

/** All people of a group, in the order they were added. */
export async function allPeopleOfGroup(pb: PocketBase, groupId: string): Promise<GroupPerson[]> {
  const [people] = await ask(
    pb,
    select(
      PERSON,
      sql`SELECT ${PERSON} FROM access_group_people m WHERE m.accessGroup = {:groupId} ORDER BY m.created, m.id`,
      { groupId },
    ),
  );
  return people;
}

/** People who have not claimed and may be mailed again, those who waited longest first, and their total. */
export async function peopleToRemind(
  pb: PocketBase,
  groupId: string,
  mailedBefore: Instant,
  limit: number,
): Promise<{ people: GroupPerson[]; total: number }> {
  const params = { groupId, most: MAILS_PER_PERSON, before: dateOf(mailedBefore), limit };
  const [people, [counted]] = await ask(
    pb,
    select(
      PERSON,
      sql`SELECT ${PERSON} FROM access_group_people m WHERE ${TO_REMIND} ORDER BY m.mailedAt, m.id LIMIT {:limit}`,
      params,
    ),
    select(COUNT, sql`SELECT ${COUNT} FROM access_group_people m WHERE ${TO_REMIND}`, params),
  );
  return { people, total: counted?.count ?? 0 };
}

/** A person of a group; null if there is no such person. */
export async function personOfGroup(
  pb: PocketBase,
  groupId: string,
  personId: string,
): Promise<GroupPerson | null> {
  if (!isRecordId(personId)) return null;
  return first(
    pb,
    select(
      PERSON,
      sql`SELECT ${PERSON} FROM access_group_people m WHERE m.id = {:personId} AND m.accessGroup = {:groupId}`,
      { personId, groupId },
    ),
  );
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
