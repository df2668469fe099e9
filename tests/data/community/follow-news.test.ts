import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pendingNews } from '../../../src/data/community/follow-news.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { NEWS_FRESH_MS, NEWS_SENT_SINGLY } from '../../../src/domain/community/follow.ts';
import { sendFollowNews } from '../../../src/server/community/follow-news.ts';
import type { NotifyParts } from '../../../src/server/notifications/notifications.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const START = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

let world: TestWorld;
let parts: NotifyParts;
let now = START;
let store: string;
let fans: string[];
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
  parts = {
    pb: world.pb,
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    now: () => now,
    mailQueued: () => undefined,
    onError: (reason) => {
      throw reason;
    },
  };
  store = await world.store('crow', { name: 'Crow' });
  fans = await Promise.all(['wren', 'tobias', 'rosa'].map((name) => person(name)));
});
afterAll(() => world.close());
beforeEach(async () => {
  now = START;
  for (const fan of fans) await followAt(fan, START - HOUR);
});
afterEach(async () => {
  for (const name of ['follows', 'follow_news', 'notifications', 'mails', 'products'])
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
});

const person = async (name: string) => (await world.person(name)).id;

async function followAt(user: string, at: number): Promise<void> {
  await transaction(world.pb)
    .exec(
      sql`INSERT INTO follows (id, [[user]], store, created, updated)
        VALUES ('f' || lower(hex(randomblob(7))), {:user}, {:store}, {:at}, {:at})`,
      { user, store, at: dateOf(at) },
    )
    .run();
}

/** A product published at the given time. */
async function published(at: number = now): Promise<string> {
  const name = `Dragon ${++made}`;
  const id = await world.row('products', { store, name, slug: `dragon-${made}`, state: 'ready', ai: 'none' });
  await lead(id, 'published', at);
  return id;
}

const lead = (id: string, state: string, at?: number) =>
  world.pb
    .collection('products')
    .update(id, { state, ...(at === undefined ? {} : { publishedAt: dateOf(at) }) });
const told = () =>
  world.pb
    .collection('notifications')
    .getFullList<{ user: string; noteKey: string; title: string; shown: boolean }>({
      sort: 'created,@rowid',
    });
const waiting = () => pendingNews(world.pb, '', 50);

describe('a publication of a followed store', () => {
  it('is notified to each follower once, also by two concurrent processes', async () => {
    const id = await published();
    const [one, other] = await Promise.all([sendFollowNews(parts), sendFollowNews(parts)]);
    expect(one + other).toBe(3);
    expect(await sendFollowNews(parts)).toBe(0);
    const rows = await told();
    expect(rows.map(({ user }) => user).sort()).toEqual([...fans].sort());
    expect(new Set(rows.map(({ noteKey }) => noteKey))).toEqual(new Set([`new-product:${id}`]));
    expect(rows[0]?.title).toBe(`Crow has a new model: Dragon ${made}`);
    expect(await waiting()).toEqual([]);
  });

  it('continues after an interruption, and stops when it is hidden again', async () => {
    const id = await published();
    let steps = 0;
    // Batches of one follower; the process ends, or the seller hides the product, after the first.
    const dying = { ...parts, now: () => (++steps > 5 ? fail() : now), onError: () => undefined };
    await sendFollowNews(dying, 1);
    const first = await told();
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(3);
    await lead(id, 'unlisted');
    expect(await sendFollowNews(parts, 1)).toBe(0);
    expect(await told()).toHaveLength(first.length);
    await lead(id, 'published');
    expect(await sendFollowNews(parts, 1)).toBe(3 - first.length);
    expect(new Set((await told()).map(({ user }) => user)).size).toBe(3);
  });

  it('is not notified to later followers, after a week, or a second time', async () => {
    const late = await person('late');
    const id = await published();
    await followAt(late, now + HOUR);
    now += 2 * HOUR;
    expect(await sendFollowNews(parts)).toBe(3);
    await lead(id, 'unlisted');
    await lead(id, 'published');
    expect(await sendFollowNews(parts)).toBe(0);
    await published(now - NEWS_FRESH_MS);
    expect(await sendFollowNews(parts)).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  it('shares one notification when a store publishes a lot in a day', async () => {
    for (let count = 0; count < NEWS_SENT_SINGLY + 4; count++) await published(now + count);
    now += HOUR;
    await sendFollowNews(parts);
    const mine = (await told()).filter(({ user, shown }) => user === fans[0] && shown);
    expect(mine).toHaveLength(NEWS_SENT_SINGLY + 1);
  });

  it('can be a guild release, which members with access are not notified of here', async () => {
    const guild = await world.row('guilds', {
      store,
      name: 'Circle',
      state: 'live',
      grantRule: 'one_per_payment',
      billings: ['monthly'],
    });
    const release = await world.row('releases', {
      guild,
      title: 'Autumn',
      month: '2026-11',
      state: 'publishing',
      publishedAt: dateOf(now),
    });
    await transaction(world.pb)
      .exec(
        sql`INSERT INTO guild_members (id, guild, [[user]], tier, state, billing) VALUES ('mmmmmmmmmmmmmmm', {:guild}, {:user}, 't', 'active', 'monthly')`,
        { guild, user: fans[0] },
      )
      .exec(
        sql`INSERT INTO guild_handouts (id, member, what) VALUES ('hhhhhhhhhhhhhhh', 'mmmmmmmmmmmmmmm', {:release})`,
        { release },
      )
      .run();
    expect(await sendFollowNews(parts)).toBe(0);
    await world.pb.collection('releases').update(release, { state: 'published' });
    expect(await sendFollowNews(parts)).toBe(2);
    expect((await told()).map(({ user, title }) => ({ user, title }))).toEqual(
      expect.arrayContaining(
        fans.slice(1).map((user) => ({ user, title: 'The guild of Crow released Autumn' })),
      ),
    );
  });
});

function fail(): never {
  throw new Error('the process ends here');
}
