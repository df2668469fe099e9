import type { MemberRef } from '../../../src/data/guild/membership-periods.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { PaidMonths } from '../../../src/domain/guild/membership-period.ts';
import { instantMonthsLater, type Month, monthStart } from '../../../src/domain/kernel/month.ts';
import { borrowTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { worldOf } from '../../dev/world/world.ts';

/** A backend with guilds for tests. Rows are inserted directly, so that a thousand members take no time. */
export interface GuildBackend extends TestBackend {
  store(): Promise<string>;
  /** A live guild with tiers low, high and merchant, each including the lower ones. */
  guild(more?: object): Promise<TestGuild>;
  product(storeId: string, more?: Record<string, unknown>): Promise<string>;
  members(guild: TestGuild, count: number, tier?: string): Promise<MemberRef[]>;
  member(guild: TestGuild, tier?: string): Promise<MemberRef>;
  release(guild: TestGuild, month: Month, more?: ReleaseMore): Promise<{ id: string; guildId: string }>;
  bundle(guild: TestGuild, more?: { tierIds?: string[]; [field: string]: unknown }): Promise<string>;
  reward(guild: TestGuild, kind: 'streak' | 'total', months: number): Promise<string>;
  rows(collection: string, filter: string, params?: object): Promise<Record<string, unknown>[]>;
}
export interface TestGuild {
  id: string;
  storeId: string;
  low: string;
  high: string;
  merchant: string;
}
interface ReleaseMore {
  tierIds?: string[];
  productIds?: string[];
  publishedAt?: number | null;
  state?: string;
  publishAt?: number | null;
}

export const TEXTS = {
  personal: { key: 'a'.repeat(64), body: 'You may print.' },
  merchant: { key: 'b'.repeat(64), body: 'You may sell.' },
  both: { key: 'c'.repeat(64), body: 'You may print and sell.' },
};
const date = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

/** A month paid from its 10th, joined with the first. */
export function paidMonth(month: Month, more: Partial<PaidMonths> & { months?: number } = {}): PaidMonths {
  const from = monthStart(month) + 9 * 86_400_000;
  const { months = 1, ...changes } = more;
  return {
    id: `in_${newRecordId()}`,
    kind: 'paid',
    tierId: '',
    paidCents: 800 * months,
    from,
    until: instantMonthsLater(from, months),
    joinedAt: from,
    ...changes,
  };
}

export async function openGuildBackend(): Promise<GuildBackend> {
  const backend = await borrowTestBackend();
  const { pb } = backend;
  let made = 0;
  const world = worldOf(backend);
  const { row } = world;
  const self: GuildBackend = {
    ...backend,
    async store() {
      made += 1;
      const store = await world.store(`seller-${made}`);
      await row('business_accounts', { store, state: 'active', stripeAccountId: `acct_${made}` });
      return store;
    },
    async guild(more = {}) {
      const storeId = await self.store();
      const id = await row('guilds', {
        store: storeId,
        name: `Guild ${made}`,
        state: 'live',
        grantRule: 'one_per_payment',
        billings: ['monthly', 'annual'],
        ...more,
      });
      const tier = (name: string, position: number, licence: string) =>
        row('guild_tiers', {
          guild: id,
          name,
          position,
          licence,
          includesLower: true,
          state: 'public',
          monthlyCents: 800 * (position + 1),
          benefits: [],
        });
      const low = await tier('Low', 0, 'personal');
      const high = await tier('High', 1, 'personal');
      return { id, storeId, low, high, merchant: await tier('Merchant', 2, 'merchant') };
    },
    product: (store, more = {}) => {
      made += 1;
      return world.product(store, { name: `Model ${made}`, slug: `m-${made}`, ...more });
    },
    async members(guild, count, tier = guild.low) {
      const members = Array.from({ length: count }, () => ({ id: newRecordId(), user: newRecordId() }));
      const now = new Date().toISOString().replace('T', ' ');
      const params = { members: JSON.stringify(members), guild: guild.id, tier, now };
      await transaction(pb)
        .exec(
          sql`INSERT INTO users (id, email, username, password, tokenKey, verified, created, updated)
            SELECT value ->> '$.user', (value ->> '$.user') || '@guildhall.test', value ->> '$.user', '-',
              value ->> '$.user', TRUE, {:now}, {:now} FROM json_each({:members})`,
          params,
        )
        .exec(
          sql`INSERT INTO guild_members (id, guild, [[user]], tier, state, billing, priceCents, since, joinedAt, nextChargeAt,
              nextTier, failedSince, dunned, banned, streak, months, tenureMonths, note, customerId, subscriptionId,
              subscriptionItemId, stripePriceId, licenceKey, created, updated)
            SELECT value ->> '$.id', {:guild}, value ->> '$.user', {:tier}, 'active', 'monthly', 800, {:now}, {:now}, '',
              '', '', 0, FALSE, 0, 0, 0, '', '', '', '', '', '', {:now}, {:now} FROM json_each({:members})`,
          params,
        )
        .run();
      return members.map(({ id }) => ({ id, guildId: guild.id }));
    },
    async member(guild, tier = guild.low) {
      const [member] = await self.members(guild, 1, tier);
      if (!member) throw new Error('no member was made');
      return member;
    },
    async release(guild, month, more = {}) {
      const { tierIds = [guild.low], publishedAt = monthStart(month), publishAt = publishedAt } = more;
      const productIds = more.productIds ?? [await self.product(guild.storeId)];
      const id = await row('releases', {
        guild: guild.id,
        title: `${month} ${made}`,
        month,
        state: more.state ?? 'published',
        publishedAt: date(publishedAt),
        publishAt: date(publishAt),
      });
      for (const product of productIds) await row('release_products', { release: id, product });
      for (const tier of tierIds) await row('release_tiers', { release: id, tier });
      return { id, guildId: guild.id };
    },
    async bundle(guild, { tierIds = [guild.low], ...more } = {}) {
      const bundle = await row('entry_bundles', {
        guild: guild.id,
        name: 'Welcome',
        state: 'active',
        minPaidPeriods: 1,
        startedAt: date(0),
        ...more,
      });
      await row('entry_bundle_products', { bundle, product: await self.product(guild.storeId) });
      for (const tier of tierIds) await row('entry_bundle_tiers', { bundle, tier });
      return bundle;
    },
    async reward(guild, kind, months) {
      const reward = await row('loyalty_rewards', {
        guild: guild.id,
        name: `${kind} ${months}`,
        kind,
        months,
        state: 'active',
        startedAt: date(0),
      });
      await row('loyalty_reward_products', { reward, product: await self.product(guild.storeId) });
      return reward;
    },
    rows: (collection, filter, params = {}) =>
      pb.collection(collection).getFullList({ filter: pb.filter(filter, { ...params }) }),
  };
  return self;
}
