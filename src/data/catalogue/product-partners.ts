import type PocketBase from 'pocketbase';
import {
  PARTNER_LIMITS,
  type PartnerRefusal,
  type PartnerState,
  type PartnerStore,
  type ProductPartner,
} from '../../domain/catalogue/product-partner.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { isPublic, isVisibleStore } from './product-parts.ts';

const r = tables.productPartners.as('r');
const p = tables.products.as('p');
const s = tables.stores.as('s');

const STORE = { id: s.id, slug: s.slug, name: s.name };
const PARTNER_STORE = shape(STORE);
const PARTNER = shape({
  id: r.id,
  state: r.state,
  percent: r.percent,
  product: { id: p.id, name: p.name, published: value(isPublic(p), flag) },
  other: STORE,
});
const OWNER = shape({ owner: s.owner });

/** Second stores of products. A row is a request or an agreement; it is deleted when it ends. */

/** The store that is named beside a product's own, or null. Both must be visible; whether the product is, is not asked. */
export async function partnerOfProduct(pb: PocketBase, productId: string): Promise<PartnerStore | null> {
  return first(
    pb,
    select(
      PARTNER_STORE,
      sql`SELECT ${PARTNER_STORE} FROM product_partners r CROSS JOIN stores s ON s.id = r.store
        WHERE r.product = {:productId} AND r.state = 'agreed' AND ${isVisibleStore(s)}`,
      { productId },
    ),
  );
}

/**
 * The products of a store with a partner (`given`), and those of other stores whose partner it is or is asked to be
 * (`received`); requests first, the newest first of each. Of requests it received, the newest that it may have.
 */
export async function partnersOfStore(
  pb: PocketBase,
  storeId: string,
): Promise<{ given: ProductPartner[]; received: ProductPartner[] }> {
  const bound = { storeId, most: PARTNER_LIMITS.ofStore };
  const [given, waiting, agreed] = await ask(
    pb,
    select(
      PARTNER,
      sql`SELECT ${PARTNER} FROM product_partners r CROSS JOIN products p ON p.id = r.product
          CROSS JOIN stores s ON s.id = r.store
        WHERE r.owner = {:storeId} ORDER BY r.state DESC, r.created DESC LIMIT {:most}`,
      bound,
    ),
    select(
      PARTNER,
      sql`SELECT ${PARTNER} FROM product_partners r CROSS JOIN products p ON p.id = r.product
          CROSS JOIN stores s ON s.id = r.owner
        WHERE r.store = {:storeId} AND r.state = 'asked' ORDER BY r.created DESC LIMIT {:most}`,
      bound,
    ),
    select(
      PARTNER,
      sql`SELECT ${PARTNER} FROM product_partners r CROSS JOIN products p ON p.id = r.product
          CROSS JOIN stores s ON s.id = r.owner
        WHERE r.store = {:storeId} AND r.state = 'agreed' ORDER BY r.created DESC LIMIT {:most}`,
      bound,
    ),
  );
  return { given, received: [...waiting, ...agreed] };
}

/** Adds a request for one of a store's own products. @param queue adds the notice to the same transaction. */
export async function addPartner(
  pb: PocketBase,
  row: { id: string; productId: string; ownerId: string; storeId: string; percent: number },
  queue: (steps: Transaction) => void,
  now: Instant,
): Promise<PartnerRefusal | null> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO product_partners (id, product, owner, store, percent, state, created, updated)
      SELECT {:id}, p.id, p.store, {:storeId}, {:percent}, 'asked', {:now}, {:now} FROM products p
      WHERE p.id = {:productId} AND p.store = {:ownerId} AND p.state <> 'archived' AND {:storeId} <> {:ownerId}
        AND (SELECT count(*) FROM product_partners WHERE owner = {:ownerId}) < {:most}
        AND (SELECT count(*) FROM product_partners WHERE owner = {:ownerId} AND state = 'asked') < {:waiting}`,
    {
      ...{ id: row.id, productId: row.productId, ownerId: row.ownerId, storeId: row.storeId },
      ...{ percent: row.percent, now: dateOf(now) },
      ...{ most: PARTNER_LIMITS.ofStore, waiting: PARTNER_LIMITS.waiting },
    },
    { expect: 1, else: 'gone' },
  );
  queue(steps);
  const refusal = await refusalOf(steps, ['conflict', 'gone']);
  return refusal === 'conflict' ? 'taken' : refusal;
}

/**
 * Turns a request that a store received into an agreement.
 * @param percent what they saw: nothing else is agreed.
 * @param queue adds the notice to the same transaction.
 */
export async function agreePartner(
  pb: PocketBase,
  { id, storeId, percent }: { id: string; storeId: string; percent: number },
  queue: (steps: Transaction) => void,
  now: Instant,
): Promise<PartnerRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE product_partners SET state = 'agreed', updated = {:now}
      WHERE id = {:id} AND store = {:storeId} AND state = 'asked' AND percent = {:percent}
        AND (SELECT count(*) FROM product_partners WHERE store = {:storeId} AND state = 'agreed') < {:most}`,
    { id, storeId, percent, now: dateOf(now), most: PARTNER_LIMITS.ofStore },
    { expect: 1, else: 'gone' },
  );
  queue(steps);
  return refusalOf(steps, ['gone']);
}

/**
 * Ends a request or an agreement of one of its two stores. @param state what the caller saw: nothing ends that has changed.
 * @param queue adds the notice to the same transaction.
 */
export async function removePartner(
  pb: PocketBase,
  { id, state, storeId }: { id: string; state: PartnerState; storeId: string },
  queue: (steps: Transaction) => void,
): Promise<PartnerRefusal | null> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM product_partners WHERE id = {:id} AND state = {:state} AND {:storeId} IN (owner, store)`,
    { id, state, storeId },
    { expect: 1, else: 'gone' },
  );
  queue(steps);
  return refusalOf(steps, ['gone']);
}

/** The owners, as users, of these stores; stores without one are left out. */
export async function ownersOfStores(pb: PocketBase, storeIds: readonly string[]): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      OWNER,
      sql`SELECT ${OWNER} FROM json_each({:storeIds}) i CROSS JOIN stores s ON s.id = i.value WHERE s.owner <> ''`,
      { storeIds },
    ),
  );
  return rows.map(({ owner }) => owner);
}
