import type PocketBase from 'pocketbase';
import { newRecordId } from '../data/kernel/record-id.ts';
import { sql } from '../data/kernel/sql.ts';
import { transaction } from '../data/kernel/transaction.ts';
import { monthOf } from '../domain/kernel/month.ts';

/** A guild with thousands of members and a release for them, for bench and drill. */

const DAY_MS = 86_400_000;
/** The owner of the guild. */
export const ARTIST = { email: 'crowd-artist@guildhall.test', password: 'a password of the crowd' };

export interface LargeGuild {
  id: string;
  store: string;
  tier: string;
}

export async function createLargeGuild(pb: PocketBase): Promise<LargeGuild> {
  const row = async (collection: string, data: object) =>
    (await pb.collection(collection).create({ ...data })).id;
  const owner = await row('users', {
    email: ARTIST.email,
    username: 'crowd-artist',
    password: ARTIST.password,
    passwordConfirm: ARTIST.password,
    verified: true,
  });
  const store = await row('stores', { owner, slug: 'crowd', name: 'LargeGuild', state: 'open' });
  const id = await row('guilds', {
    store,
    name: 'The LargeGuild',
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
  });
  const tier = await row('guild_tiers', {
    guild: id,
    name: 'All',
    position: 0,
    licence: 'personal',
    state: 'public',
    monthlyCents: 800,
    benefits: [],
  });
  return { id, store, tier };
}

/** Members who joined a minute apart, each with this month paid. Rows are written directly: through the actions it takes minutes. */
export async function fill(pb: PocketBase, guild: LargeGuild, members: number): Promise<void> {
  const now = Date.now();
  const date = (at: number) => new Date(at).toISOString().replace('T', ' ');
  const rows = Array.from({ length: members }, (_, at) => ({
    id: newRecordId(),
    user: newRecordId(),
    name: `member-${at}`,
    joined: date(now - at * 60_000),
    period: newRecordId(),
  }));
  for (let place = 0; place < rows.length; place += 1000) {
    const params = {
      rows: JSON.stringify(rows.slice(place, place + 1000)),
      guild: guild.id,
      tier: guild.tier,
      month: monthOf(now),
      from: date(now - 2 * DAY_MS),
      until: date(now + 28 * DAY_MS),
      now: date(now),
    };
    await transaction(pb)
      .exec(
        sql`INSERT INTO users (id, email, username, password, tokenKey, verified, created, updated)
          SELECT value ->> '$.user', (value ->> '$.name') || '@crowd.test', value ->> '$.name', '-',
            (value ->> '$.user') || (value ->> '$.id'), TRUE, {:now}, {:now} FROM json_each({:rows})`,
        params,
      )
      .exec(
        sql`INSERT INTO guild_members (id, guild, [[user]], tier, state, billing, priceCents, since, joinedAt, nextChargeAt,
            nextTier, failedSince, dunned, banned, streak, months, tenureMonths, note, customerId, subscriptionId,
            subscriptionItemId, stripePriceId, licenceKey, created, updated)
          SELECT value ->> '$.id', {:guild}, value ->> '$.user', {:tier}, 'active', 'monthly', 800, value ->> '$.joined',
            value ->> '$.joined', '', '', '', 0, FALSE, 1, 1, 0, '', '', '', '', '', '', {:now}, {:now}
          FROM json_each({:rows})`,
        params,
      )
      .exec(
        sql`INSERT INTO membership_periods (id, guild, member, tier, month, kind, payment, part, paidCents, startsAt, endsAt,
            joinedAt, raiseTier, raisePayment, raiseCents, raiseRefunded, handedAt, created, updated)
          SELECT value ->> '$.period', {:guild}, value ->> '$.id', {:tier}, {:month}, 'paid', 'in_' || (value ->> '$.id'), 0,
            800, {:from}, {:until}, value ->> '$.joined', '', '', 0, FALSE, {:now}, {:now}, {:now}
          FROM json_each({:rows})`,
        params,
      )
      .run();
  }
}

export async function aRelease(pb: PocketBase, guild: LargeGuild, models: number): Promise<string> {
  const { id } = await pb.collection('releases').create({
    guild: guild.id,
    title: 'LargeGuild release',
    month: monthOf(Date.now()),
    state: 'draft',
  });
  for (let at = 0; at < models; at++) {
    const { id: product } = await pb.collection('products').create({
      store: guild.store,
      name: `LargeGuild model ${at}`,
      slug: `crowd-model-${at}`,
      state: 'published',
      priceCents: 500,
      licences: ['personal'],
    });
    await pb.collection('product_files').create({
      product,
      name: `model-${at}.stl`,
      sha256: 'a'.repeat(64),
      storageKey: 'a'.repeat(64),
      role: 'unsupported',
      sizeBytes: 1,
      version: 1,
    });
    await pb.collection('release_products').create({ release: id, product, position: at });
  }
  await pb.collection('release_tiers').create({ release: id, tier: guild.tier });
  return id;
}
