import { productCards } from '../../data/catalogue/product-cards.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import {
  closeNews,
  type FollowNews,
  type NewsReaders,
  newsCountOfDayBefore,
  notifyReaders,
  pendingNews,
} from '../../data/community/follow-news.ts';
import { removeDeletedPosts } from '../../data/community/post-writing.ts';
import { shownPost } from '../../data/community/posts.ts';
import { guildOfStore } from '../../data/guild/guilds.ts';
import { releaseOfGuild } from '../../data/guild/releases.ts';
import { isGroupedNews, isNews } from '../../domain/community/follow.ts';
import { guildIsVisible, guildStateAt } from '../../domain/guild/guild.ts';
import { mailPicture } from '../catalogue/mail-pictures.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type NotifyParts, pushUnreadHint } from '../notifications/notifications.ts';
import { type FollowedThing, followNews } from './follow-mails.ts';

const EVERY_MS = 30_000;
const NEWS_AT_ONCE = 50;
/** Followers per batch: the database is free for other work between batches. */
const FOLLOWERS_AT_ONCE = 500;
const POSTS_AT_ONCE = 100;

/**
 * Notifies followers of new publications, each follower once. Hidden publications wait, and expire if they stay hidden
 * for too long. A restart loses and repeats nothing, because existing notifications mark who was notified. Several
 * processes may run it at the same time.
 * @returns the number of notified users.
 */
export async function sendFollowNews(
  parts: NotifyParts,
  atOnce: number = FOLLOWERS_AT_ONCE,
): Promise<number> {
  let notified = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const waiting: FollowNews[] = await pendingNews(parts.pb, cursor, NEWS_AT_ONCE);
    for (const news of waiting)
      notified += await notifyOfOne(parts, news, atOnce).catch((reason) => failed(parts, reason));
    cursor = waiting.length === NEWS_AT_ONCE ? (waiting.at(-1)?.id ?? null) : null;
  }
  if (notified > 0) parts.mailQueued();
  return notified;
}

function failed(parts: NotifyParts, reason: unknown): number {
  parts.onError(reason);
  return 0;
}

async function notifyOfOne(parts: NotifyParts, news: FollowNews, atOnce: number): Promise<number> {
  const { pb, now } = parts;
  if (!isNews(news.publishedAt, now())) {
    await closeNews(pb, news.id, now());
    return 0;
  }
  const together = isGroupedNews(await newsCountOfDayBefore(pb, news));
  let notified = 0;
  for (;;) {
    // Read again before each batch: a publication that is hidden stops its notifications.
    const thing = await thingOf(parts, news);
    if (thing === null) return notified;
    const { kind, subject, store } = news;
    const { readers, ...shown } = thing;
    const occasion = followNews(parts, { kind, subject, store, together, ...shown }, now());
    const users = await notifyReaders(pb, news, readers, occasion, now(), atOnce);
    notified += users.length;
    await pushUnreadHint(parts, users);
    if (users.length < atOnce) break;
  }
  await closeNews(pb, news.id, now());
  return notified;
}

/** What is said of a publication and to whom, or null while it is not public. */
async function thingOf(
  { pb, now, siteUrl }: NotifyParts,
  news: FollowNews,
): Promise<
  (Pick<FollowedThing, 'name' | 'picture' | 'teaser' | 'isPublic'> & { readers: NewsReaders }) | null
> {
  const { kind, subject, store } = news;
  if (kind === 'new-product') {
    const [card] = await productCards(pb, [subject]);
    if (!card) return null;
    const { name, mature } = card;
    return { name, picture: mailPicture(siteUrl, card), readers: { of: 'store', mature } };
  }
  if (kind === 'new-post') {
    const post = await shownPost(pb, subject);
    if (!post) return null;
    const { title, teaser, audience, tierIds } = post;
    return {
      name: title,
      teaser,
      isPublic: audience === 'everybody',
      readers: { of: 'post', audience, tierIds },
    };
  }
  const [shown, guild] = await Promise.all([visibleStore(pb, store.id), guildOfStore(pb, store.id)]);
  if (!shown || !guild || !guildIsVisible(guildStateAt(guild, now()))) return null;
  const release = await releaseOfGuild(pb, guild.id, subject);
  if (release?.state !== 'published') return null;
  return { name: release.title, readers: { of: 'store', mature: shown.mature } };
}

/** Notifies of news now and every 30 seconds, and removes posts whose deletion can no longer be undone. */
export function openFollowNews(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(
    async () => {
      await sendFollowNews(parts);
      await removeDeletedPosts(parts.pb, parts.now(), POSTS_AT_ONCE);
    },
    EVERY_MS,
    parts.onError,
  );
}
