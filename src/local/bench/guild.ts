import { serviceClient } from '../../data/client.ts';
import { newRecordId } from '../../data/fields.ts';
import { type MembersAsked, membersOfGuild } from '../../data/guild-members.ts';
import { releaseOfGuild } from '../../data/releases.ts';
import { transaction } from '../../data/transaction.ts';
import { monthOf } from '../../domain/month.ts';
import { tellOfRelease } from '../../server/membership-news.ts';
import { beginPublishing, type ReleaseParts, workOffReleases } from '../../server/releases.ts';
import type { House } from '../house.ts';
import { figure, median, table } from './figures.ts';

const MEMBERS = 5000;
const MODELS = 6;
const QUESTIONS = 12;
const LOOK_EVERY_MS = 50;
const DAY_MS = 86_400_000;
type Client = ReturnType<typeof serviceClient>;

/**
 * A guild of 5 000 members: how long a release of six models takes to reach them and to be told of, what is seen of its
 * progress and what others wait meanwhile, and how quick the seller's page of members is.
 */
export async function benchGuild({ pocketbaseUrl, service, siteUrl }: House): Promise<void> {
  const pb = serviceClient({ url: pocketbaseUrl, ...service });
  const guild = await aGuild(pb);
  await fill(pb, guild);
  const release = await aRelease(pb, guild);
  const parts: ReleaseParts = { pb, now: Date.now, onError: (reason) => console.error(reason) };
  const refusal = await beginPublishing(parts, { id: guild.id, state: 'live' }, release);
  if (refusal) throw new Error(`the release is refused: ${refusal}`);
  const seen = new Set<number>();
  const waits: number[] = [];
  let running = true;
  const watch = (async () => {
    // A client of its own, as the seller's page has.
    const other = serviceClient({ url: pocketbaseUrl, ...service });
    while (running) {
      const at = performance.now();
      const { reached } = (await releaseOfGuild(other, guild.id, release)) ?? { reached: 0 };
      waits.push(performance.now() - at);
      seen.add(reached);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  const published = await secondsOf(() => workOffReleases(parts));
  const news = { pb, now: Date.now, siteUrl, siteName: 'Guildhall', mailQueued: () => undefined };
  const told = await secondsOf(() => tellOfRelease(news, { id: release, guildId: guild.id }));
  running = false;
  await watch;
  const got = await pb.collection('entitlements').getList(1, 1, {
    filter: pb.filter("source = 'release' && product.store = {:store}", { store: guild.store }),
    fields: 'id',
  });
  console.log(`A release of ${MODELS} models for ${figure(MEMBERS)} members`);
  console.log(
    table(
      ['', 's', 'rows', 'steps seen', 'others wait ms', 'at most'],
      [
        [
          'published',
          figure(published),
          figure(got.totalItems),
          String(seen.size),
          figure(median(waits)),
          figure(Math.max(...waits)),
        ],
        ['mails written', figure(told), figure(MEMBERS), '', '', ''],
      ],
    ),
  );
  console.log(`The page of its members, 50 at a time, medians of ${QUESTIONS}`);
  const asked: MembersAsked = { text: '', states: [], tierId: null, after: null, limit: 50 };
  const deep = { joinedAt: Date.now() - (MEMBERS / 2) * 60_000, id: '' };
  const questions: [string, MembersAsked][] = [
    ['first page', asked],
    ['in the middle', { ...asked, after: deep }],
    ['of a state', { ...asked, states: ['active'] }],
    ['by part of a name', { ...asked, text: 'member-49' }],
  ];
  const answers: string[][] = [];
  for (const [name, question] of questions) {
    const times: number[] = [];
    for (let turn = 0; turn < QUESTIONS; turn++)
      times.push(1000 * (await secondsOf(() => membersOfGuild(pb, guild.id, question))));
    answers.push([name, figure(median(times)), figure(Math.max(...times))]);
  }
  console.log(table(['', 'ms', 'at most'], answers));
  console.log('');
}

interface BenchGuild {
  id: string;
  store: string;
  tier: string;
}

async function aGuild(pb: Client): Promise<BenchGuild> {
  const row = async (collection: string, data: object) =>
    (await pb.collection(collection).create({ ...data })).id;
  const password = 'a password of the bench';
  const owner = await row('users', {
    email: 'bench-artist@guildhall.test',
    username: 'bench-artist',
    password,
    passwordConfirm: password,
  });
  const store = await row('stores', { owner, slug: 'bench-guild', name: 'Bench', state: 'open' });
  const id = await row('guilds', {
    store,
    name: 'Bench Circle',
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

/** Members who joined a minute apart, each with this month paid; written as they lie, for by the doors it takes minutes. */
async function fill(pb: Client, guild: BenchGuild): Promise<void> {
  const now = Date.now();
  const date = (at: number) => new Date(at).toISOString().replace('T', ' ');
  const rows = Array.from({ length: MEMBERS }, (_, at) => ({
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
        `INSERT INTO users (id, email, username, password, tokenKey, verified, created, updated)
          SELECT value ->> '$.user', (value ->> '$.name') || '@bench.test', value ->> '$.name', '-',
            (value ->> '$.user') || (value ->> '$.id'), TRUE, {:now}, {:now} FROM json_each({:rows})`,
        params,
      )
      .exec(
        `INSERT INTO guild_members (id, guild, [[user]], tier, state, billing, priceCents, since, joinedAt, nextChargeAt,
            nextTier, failedSince, dunned, banned, streak, months, tenureMonths, note, customerId, subscriptionId,
            subscriptionItemId, stripePriceId, licenceKey, created, updated)
          SELECT value ->> '$.id', {:guild}, value ->> '$.user', {:tier}, 'active', 'monthly', 800, value ->> '$.joined',
            value ->> '$.joined', '', '', '', 0, FALSE, 1, 1, 0, '', '', '', '', '', '', {:now}, {:now}
          FROM json_each({:rows})`,
        params,
      )
      .exec(
        `INSERT INTO membership_periods (id, guild, member, tier, month, kind, payment, part, paidCents, startsAt, endsAt,
            joinedAt, raiseTier, raisePayment, raiseCents, raiseRefunded, handedAt, created, updated)
          SELECT value ->> '$.period', {:guild}, value ->> '$.id', {:tier}, {:month}, 'paid', 'in_' || (value ->> '$.id'), 0,
            800, {:from}, {:until}, value ->> '$.joined', '', '', 0, FALSE, {:now}, {:now}, {:now}
          FROM json_each({:rows})`,
        params,
      )
      .run();
  }
}

async function aRelease(pb: Client, guild: BenchGuild): Promise<string> {
  const { id } = await pb.collection('releases').create({
    guild: guild.id,
    title: 'Bench release',
    month: monthOf(Date.now()),
    state: 'draft',
  });
  const like = await pb.collection('product_files').getFirstListItem("retiredAt = ''");
  for (let at = 0; at < MODELS; at++) {
    const { id: product } = await pb.collection('products').create({
      store: guild.store,
      name: `Bench model ${at}`,
      slug: `bench-model-${at}`,
      state: 'published',
      priceCents: 500,
      licences: ['personal'],
    });
    const { id: _, collectionId: __, collectionName: ___, created: ____, updated: _____, ...file } = like;
    await pb.collection('product_files').create({ ...file, product });
    await pb.collection('release_products').create({ release: id, product, position: at });
  }
  await pb.collection('release_tiers').create({ release: id, tier: guild.tier });
  return id;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return (performance.now() - at) / 1000;
}
