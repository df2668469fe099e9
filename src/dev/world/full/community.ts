import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import { NEW_ID_SQL } from '../../../data/kernel/record-id.ts';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { SHOP_WINDOW, STORES } from '../cast.ts';
import type { DemoProduct } from '../product.ts';
import { HOBBYISTS, lot, QUIET } from './crowd.ts';
import { FULL_PRODUCTS } from './products.ts';
import { FULL_STORES } from './stores.ts';

const DAY_MS = 86_400_000;

/** Follows and wishes of the hobbyists: more for some stores and models than for others. */
export async function seedTaste(pb: PocketBase, now: Instant): Promise<void> {
  const stores = [STORES.ashgrove, STORES.deepdelve, STORES.orbital, ...Object.values(FULL_STORES)];
  const crowd = [...HOBBYISTS, ...QUIET];
  const follows = crowd.flatMap(({ id: user }) =>
    stores
      .filter(({ id }) => lot(user, id, 'follows') < 0.1 + 0.3 * lot(id, 'fame'))
      .map(({ id: store }) => ({
        user,
        store,
        at: dateOf(now - Math.floor(150 * lot(user, store) * DAY_MS)),
      })),
  );
  const wishes = crowd.flatMap(({ id: user }) =>
    onSale()
      .filter(({ id }) => lot(user, id, 'wishes') < 0.06 * lot(id, 'wanted'))
      .map(({ id: product, priceCents }) => ({
        ...{ user, product, priceCents },
        at: dateOf(now - Math.floor(60 * lot(user, product) * DAY_MS)),
      })),
  );
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO follows (id, [[user]], store, created, updated)
        SELECT ${NEW_ID_SQL}, v.value ->> 'user', v.value ->> 'store', v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v`,
      { rows: JSON.stringify(follows) },
    )
    .exec(
      sql`INSERT OR IGNORE INTO wishes (id, [[user]], product, seenCents, created, updated)
        SELECT ${NEW_ID_SQL}, v.value ->> 'user', v.value ->> 'product', v.value ->> 'priceCents', v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v`,
      { rows: JSON.stringify(wishes) },
    )
    .run();
}

/** What everybody may get: published and not a pre-order. */
export function onSale(): DemoProduct[] {
  return [...SHOP_WINDOW, ...FULL_PRODUCTS].filter(({ arrivesInDays }) => arrivesInDays === null);
}

/** What changed in files since they came out: version, note, days ago. */
const CHANGES: readonly { product: string; notes: readonly (readonly [string, number])[] }[] = [
  {
    product: 'Snik, Who Goes First',
    notes: [['Ears 0.2 mm thicker after three of you snapped one. Supports moved off the left eye.', 2]],
  },
  {
    product: 'Gorrash Red-Hand',
    notes: [
      ['The haft is solid now; it was hollow in the first upload, and it showed.', 5],
      ['New supports under the topknot. The old ones left a mark nobody could sand.', 1],
    ],
  },
  {
    product: 'Ser Amaury of the Milestone',
    notes: [['Sword edge raised to 0.8 mm. The chevron is a little deeper, for washes.', 3]],
  },
  {
    product: 'Grave Guard, Third Watch',
    notes: [
      ['Shins and forearms 1.2 mm, as promised.', 6],
      ['Toes no longer look like a hand. Thank you, you know who you are.', 4],
    ],
  },
  {
    product: 'Hoarwing, the March Owl',
    notes: [['Two drain holes under the log for those who hollow it.', 1]],
  },
];

/** Writes the versions of some files, without mails: their owners know. */
export async function seedVersions(pb: PocketBase, now: Instant): Promise<void> {
  const steps = transaction(pb);
  for (const { product, notes } of CHANGES) {
    const id = FULL_PRODUCTS.find(({ name }) => name === product)?.id ?? '';
    for (const [at, [note, daysAgo]] of notes.entries()) {
      const when = dateOf(now - daysAgo * DAY_MS);
      steps.exec(
        sql`INSERT OR IGNORE INTO product_changes (id, product, version, note, created, toldAt)
          SELECT ${NEW_ID_SQL}, p.id, {:version}, {:note}, {:when}, {:when} FROM products p WHERE p.id = {:id}`,
        { id, note, when, version: at + 2 },
      );
    }
    steps.exec(
      sql`UPDATE product_files SET version = {:version} WHERE product = {:id} AND role <> 'document' AND version < {:version}`,
      { id, version: notes.length + 1 },
    );
  }
  await steps.run();
}
