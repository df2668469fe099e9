import type PocketBase from 'pocketbase';
import { newestOwned, tasksOf } from '../../data/account/overview.ts';
import { allSalesOfStore } from '../../data/commerce/sales.ts';
import { membershipsOfUser } from '../../data/guild/guild-members.ts';
import { type AccountOverview, type SalesTotals, tasksInOrder } from '../../domain/account/overview.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import { salesFigures } from '../../domain/commerce/sales-figures.ts';
import { memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

const DAY_MS = 86_400_000;
/** Days covered by the seller's sales summary. */
const SUMMARY_DAYS = 30;
/** With more sales than this the summary is left out. */
const SUMMARY_SALES_MAX = 2_000;
const NEWEST = 4;

/** The account overview of a user. `store` is theirs, or null. */
export async function accountOverview(
  pb: PocketBase,
  userId: string,
  store: Store | null,
  now: Instant,
): Promise<AccountOverview> {
  const [found, newest, memberships, sales] = await Promise.all([
    tasksOf(pb, userId, store),
    newestOwned(pb, userId, NEWEST),
    membershipsOfUser(pb, userId),
    store ? salesTotals(pb, store.id, now) : null,
  ]);
  const guilds = memberships
    .filter(({ state }) => memberIsIn(state))
    .map(({ guildId, guildName, tierName, state, nextChargeAt }) => ({
      guildId,
      guildName,
      tierName,
      state,
      nextChargeAt,
    }));
  return { tasks: tasksInOrder(found), newest, guilds, sales };
}

async function salesTotals(pb: PocketBase, storeId: string, now: Instant): Promise<SalesTotals | null> {
  const span = {
    state: null,
    productId: null,
    couponCode: null,
    buyer: null,
    from: now - SUMMARY_DAYS * DAY_MS,
    to: null,
  };
  const sales = await allSalesOfStore(pb, storeId, span, SUMMARY_SALES_MAX);
  if (!sales) return null;
  const { totals } = salesFigures(sales, span, now);
  return { days: SUMMARY_DAYS, count: totals.count, yoursCents: totals.yoursCents };
}
