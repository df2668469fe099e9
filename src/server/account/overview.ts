import type PocketBase from 'pocketbase';
import { newestOwned, sellerStart, tasksOf } from '../../data/account/overview.ts';
import { membershipsOfUser } from '../../data/guild/guild-members.ts';
import { looksAt } from '../../data/identity/account-looks.ts';
import { accountOfStore } from '../../data/payments/business-accounts.ts';
import { incomeByDay } from '../../data/payments/seller-income.ts';
import {
  type AccountOverview,
  type SalesTotals,
  setupSteps,
  tasksInOrder,
} from '../../domain/account/overview.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import { memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { sumOfIncome } from '../../domain/payments/income.ts';

const DAY_MS = 86_400_000;
/** Days covered by the seller's sales summary. */
const SUMMARY_DAYS = 30;
const NEWEST = 4;
/** How long a look of the staff is told on the overview; the data export has all of them. */
const LOOKS_SHOWN_DAYS = 30;

/** The account overview of a user. `store` is theirs, or null. */
export async function accountOverview(
  pb: PocketBase,
  userId: string,
  store: OwnStore | null,
  now: Instant,
): Promise<AccountOverview> {
  const account = store && ((await accountOfStore(pb, store.id))?.account ?? null);
  const own = store && { ...store, account };
  const [found, newest, memberships, sales, start, looks] = await Promise.all([
    tasksOf(pb, userId, own, now),
    newestOwned(pb, userId, NEWEST),
    membershipsOfUser(pb, userId),
    store ? salesTotals(pb, store.id, now) : null,
    own ? sellerStart(pb, own) : null,
    looksAt(pb, userId, now - LOOKS_SHOWN_DAYS * DAY_MS),
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
  return { tasks: tasksInOrder(found), setup: start && setupSteps(start), newest, guilds, sales, looks };
}

/** The same sums as on the sales page with its filter of as many days. */
async function salesTotals(pb: PocketBase, storeId: string, now: Instant): Promise<SalesTotals> {
  const from = new Date(now - (SUMMARY_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = await incomeByDay(pb, storeId, { from, source: null });
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return { days: SUMMARY_DAYS, count, yoursCents: sumOfIncome(days).yoursCents };
}
