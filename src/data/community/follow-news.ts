import type PocketBase from 'pocketbase';
import { NEWS_DAY_MS } from '../../domain/community/follow.ts';
import type { PostAudience } from '../../domain/community/post.ts';
import { MEMBER_STATES, memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Audience, type Occasion, withNotification } from '../notifications/notifications.ts';

const n = tables.followNews.as('n');
const s = tables.stores.as('s');
const m = tables.notifications.as('m');

const OF_NEWS = {
  id: n.id,
  kind: n.kind,
  /** The id of the product, release or post. */
  subject: n.subject,
  store: { id: s.id, slug: s.slug, name: s.name, state: s.state },
  publishedAt: n.publishedAt,
};
const NEWS = shape(OF_NEWS);
const COUNTED = shape({ total: value(sql`count(*)`, number) });
const TOLD = shape({ userId: m.user });

/** A publication that a store's followers are notified of. */
export type FollowNews = RowOf<typeof OF_NEWS>;

/** The next pending news after the id `cursor` ("" for the first), by id. */
export async function pendingNews(pb: PocketBase, cursor: string, limit: number): Promise<FollowNews[]> {
  const [pending] = await ask(
    pb,
    select(
      NEWS,
      sql`SELECT ${NEWS} FROM follow_news n CROSS JOIN stores s ON s.id = n.store
        WHERE n.id > {:cursor} AND n.doneAt = '' ORDER BY n.id LIMIT {:limit}`,
      { cursor, limit },
    ),
  );
  return pending;
}

/** How many news of the same kind the store published in the day before this one. */
export async function newsCountOfDayBefore(
  pb: PocketBase,
  { id, kind, store, publishedAt }: FollowNews,
): Promise<number> {
  const at = publishedAt ?? 0;
  const counted = await first(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM follow_news n WHERE n.store = {:store} AND n.kind = {:kind}
        AND n.publishedAt > {:from} AND (n.publishedAt, n.id) < ({:at}, {:id})`,
      { store: store.id, kind, id, at: dateOf(at), from: dateOf(at - NEWS_DAY_MS) },
    ),
  );
  return counted?.total ?? 0;
}

/**
 * Who followed the store before the news. Members who were granted the release are notified as members and left out.
 * @param mature limits it to users who want to see models marked mature.
 */
function followersFor(news: FollowNews, mature: boolean): Audience {
  return {
    sql: sql`SELECT f.[[user]] FROM follows f WHERE f.store = {:store} AND f.created <= {:publishedAt}
      AND ({:mature} = 0 OR EXISTS (SELECT 1 FROM users v WHERE v.id = f.[[user]] AND v.showMature = TRUE))
      AND NOT EXISTS (SELECT 1 FROM guild_handouts h JOIN guild_members m ON m.id = h.member
        WHERE h.what = {:subject} AND m.[[user]] = f.[[user]])`,
    params: { subject: news.subject, mature: mature ? 1 : 0, publishedAt: dateOf(news.publishedAt) },
  };
}

const MEMBERS_NOW = MEMBER_STATES.filter(memberIsIn);
const MEMBERS = sql`SELECT m.[[user]] FROM guilds g JOIN guild_members m ON m.guild = g.id
  WHERE g.store = {:store} AND m.[[user]] <> '' AND m.state IN (SELECT value FROM json_each({:states}))`;
/** Who hears of a post, by whom it is for. */
const READERS = {
  everybody: sql`SELECT f.[[user]] FROM follows f WHERE f.store = {:store} AND f.created <= {:publishedAt}
    UNION ${MEMBERS}`,
  members: sql`${MEMBERS}`,
  tiers: sql`${MEMBERS} AND m.tier IN (SELECT value FROM json_each({:tiers}))`,
} as const;

/** The members of the store's guild who may read a post, and if it is for everybody, who followed the store before it. */
function readersFor(
  news: FollowNews,
  { audience, tierIds }: { audience: PostAudience; tierIds: readonly string[] },
): Audience {
  return {
    sql: READERS[audience],
    params: {
      publishedAt: dateOf(news.publishedAt),
      states: JSON.stringify(MEMBERS_NOW),
      tiers: JSON.stringify(tierIds),
    },
  };
}

/** Who hears of news: the store's followers, or those who may read a post. */
export type NewsReaders =
  | { of: 'store'; mature: boolean }
  | { of: 'post'; audience: PostAudience; tierIds: readonly string[] };

/** Notifies the next `most` readers of news that were not notified yet. Returns their ids. */
export async function notifyReaders(
  pb: PocketBase,
  news: FollowNews,
  readers: NewsReaders,
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<string[]> {
  const steps = transaction(pb);
  const audience = readers.of === 'store' ? followersFor(news, readers.mature) : readersFor(news, readers);
  const notified = withNotification(steps, audience, occasion, at, most);
  await steps.run();
  if (notified.rows === 0) return [];
  const [told] = await ask(
    pb,
    select(
      TOLD,
      sql`SELECT ${TOLD} FROM notifications m WHERE m.noteKey = {:key} ORDER BY m.rowid DESC LIMIT {:most}`,
      { key: occasion.key, most: notified.rows },
    ),
  );
  return told.map(({ userId }) => userId);
}

/** Marks news as done. */
export async function closeNews(pb: PocketBase, id: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE follow_news SET doneAt = {:at}, updated = {:at} WHERE id = {:id} AND doneAt = ''`, {
      id,
      at: dateOf(at),
    })
    .run();
}
