import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import { first } from '../../../data/kernel/query.ts';
import { NEW_ID_SQL } from '../../../data/kernel/record-id.ts';
import { settingQuery, withSetting } from '../../../data/kernel/site-settings.ts';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import {
  accessGroupsOfStore,
  addProductToGroup,
  createAccessGroup,
} from '../../../data/library/access-groups.ts';
import { announcedWeeks, SALE_WEEKS } from '../../../domain/catalogue/price/sale-week.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { HOME_FEATURES } from '../../../domain/site/home-features.ts';
import { joinWeek } from '../../../server/catalogue/sale-weeks.ts';
import { STORES } from '../cast.ts';
import { HOBBYISTS, lot, QUIET } from './crowd.ts';
import { fullProduct } from './products.ts';
import { FULL_STORES } from './stores.ts';

const DAY_MS = 86_400_000;

/** The campaign whose backers get their models here. */
export const CAMPAIGN = {
  storeId: FULL_STORES.gravewick.id,
  name: 'Barrow Row: backers of the campaign',
  products: ['Grave Guard, Third Watch', 'Edric, King until Further Notice', 'The Patient One'],
} as const;

/** Creates the access group: most backers have claimed, some have not opened the mail yet. */
export async function seedBackers(pb: PocketBase, now: Instant): Promise<void> {
  const { storeId, name, products } = CAMPAIGN;
  if ((await accessGroupsOfStore(pb, storeId)).length > 0) return;
  const group = await createAccessGroup(pb, { storeId, name }, now - 30 * DAY_MS);
  if (group === null) return;
  for (const product of products)
    await addProductToGroup(pb, group, fullProduct(product).id, now - 29 * DAY_MS);
  const backers = [...HOBBYISTS, ...QUIET].filter(({ id }) => lot(id, 'backs') < 0.6);
  const rows = backers.map(({ id, username }) => {
    const hasClaimed = lot(id, 'claims') < 0.8;
    const mailedAt = now - 28 * DAY_MS;
    return {
      ...{ email: `${username}@guildhall.test`, name: username, at: dateOf(mailedAt) },
      ...{ state: hasClaimed ? 'claimed' : 'invited', user: hasClaimed ? id : '' },
      claimedAt: hasClaimed ? dateOf(mailedAt + Math.floor(20 * lot(id, 'claimed') * DAY_MS)) : '',
    };
  });
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO access_group_people (id, accessGroup, email, name, state, claimedBy, claimedAt, mailedAt, mails, created, updated)
        SELECT ${NEW_ID_SQL}, {:group}, v.value ->> 'email', v.value ->> 'name', v.value ->> 'state', v.value ->> 'user',
          v.value ->> 'claimedAt', v.value ->> 'at', 1, v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v`,
      { group, rows: JSON.stringify(rows) },
    )
    .exec(sql`UPDATE access_group_products SET deliveredAt = {:at} WHERE accessGroup = {:group}`, {
      group,
      at: dateOf(now - 28 * DAY_MS),
    })
    .exec(
      sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created, updated)
        SELECT ${NEW_ID_SQL}, m.claimedBy, x.product, 'access_group', m.id, json_array('personal'),
          (SELECT min([[key]]) FROM licence_texts), m.claimedAt, m.claimedAt, m.claimedAt
        FROM access_group_people m JOIN access_group_products x ON x.accessGroup = m.accessGroup
        WHERE m.accessGroup = {:group} AND m.state = 'claimed'`,
      { group },
    )
    .run();
}

/** Three figures of three hands at the top of the home page, unless the operator has chosen. */
export async function seedHomePage(pb: PocketBase, now: Instant): Promise<void> {
  if (await first(pb, settingQuery(HOME_FEATURES.name))) return;
  const products = ['Hoarwing, the March Owl', 'Ser Amaury of the Milestone', 'Snik, Who Goes First'].map(
    (name) => fullProduct(name).id,
  );
  await withSetting(
    transaction(pb),
    { name: HOME_FEATURES.name, value: { products, stores: [] }, seen: 0 },
    now,
  ).run();
}

/** A sale week that has begun yesterday, with four stores in it. */
const WEEK = {
  name: 'Paint What You Print Week',
  text: 'Seven days for the pile on your desk: models that paint well in one evening.',
  leastPercent: 15,
} as const;
const IN_WEEK = [
  { store: FULL_STORES.plinth, percent: 25 },
  { store: FULL_STORES.gravewick, percent: 20 },
  { store: FULL_STORES.owlmarch, percent: 15 },
  { store: STORES.deepdelve, percent: 20 },
] as const;

/** Announces the sale week, unless the operator has weeks of their own, and lets the stores join. */
export async function seedSaleWeek(pb: PocketBase, now: Instant): Promise<void> {
  if (await first(pb, settingQuery(SALE_WEEKS.name))) return;
  const today = now - (now % DAY_MS);
  const value = { weeks: [{ ...WEEK, from: today - DAY_MS, to: today + 6 * DAY_MS }] };
  await withSetting(transaction(pb), { name: SALE_WEEKS.name, value, seen: 0 }, now).run();
  const [week] = announcedWeeks(value);
  if (!week) return;
  for (const { store, percent } of IN_WEEK)
    await joinWeek(pb, store.id, week, { percent, productIds: null }, now);
}
