import { productCards } from '../../data/catalogue/products.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import {
  endNews,
  type FollowNews,
  newsOfDayBefore,
  newsWaiting,
  tellFollowers,
} from '../../data/community/follow-news.ts';
import { guildOfStore } from '../../data/guild/guilds.ts';
import { releaseOfGuild } from '../../data/guild/releases.ts';
import { isNews, isToldTogether } from '../../domain/community/follow.ts';
import { guildIsVisible, guildStateAt } from '../../domain/guild/guild.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type NotifyParts, pushUnreadHint } from '../notifications/notifications.ts';
import { followNews } from './follow-mails.ts';

const EVERY_MS = 30_000;
const NEWS_AT_ONCE = 50;
/** Followers told in one step: the database is free for others in between. */
const FOLLOWERS_AT_ONCE = 500;

/**
 * Tells followers of what the stores they follow published, each of them once. What is hidden again waits, and whom it
 * had not reached by then hears nothing unless it is back while it is news. An end in the middle loses and repeats
 * nothing: who was told is known by his notification. Any number of processes may work on it at once.
 * @returns how many were told.
 */
export async function tellOfNews(parts: NotifyParts, atOnce: number = FOLLOWERS_AT_ONCE): Promise<number> {
  let told = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const waiting: FollowNews[] = await newsWaiting(parts.pb, cursor, NEWS_AT_ONCE);
    for (const news of waiting)
      told += await tellOne(parts, news, atOnce).catch((reason) => failed(parts, reason));
    cursor = waiting.length === NEWS_AT_ONCE ? (waiting.at(-1)?.id ?? null) : null;
  }
  if (told > 0) parts.mailQueued();
  return told;
}

function failed(parts: NotifyParts, reason: unknown): number {
  parts.onError(reason);
  return 0;
}

async function tellOne(parts: NotifyParts, news: FollowNews, atOnce: number): Promise<number> {
  const { pb, now } = parts;
  if (!isNews(news.publishedAt, now())) {
    await endNews(pb, news.id, now());
    return 0;
  }
  const together = isToldTogether(await newsOfDayBefore(pb, news));
  let told = 0;
  for (;;) {
    // Asked anew before each step: what is taken back stops what is not yet said.
    const thing = await thingOf(parts, news);
    if (thing === null) return told;
    const { kind, subject, store } = news;
    const occasion = followNews(parts, { kind, subject, name: thing.name, store, together }, now());
    const users = await tellFollowers(pb, news, occasion, now(), {
      most: atOnce,
      mature: thing.mature,
    });
    told += users.length;
    await pushUnreadHint(parts, users);
    if (users.length < atOnce) break;
  }
  await endNews(pb, news.id, now());
  return told;
}

/** What it is called and whether it is marked mature, or null where the public cannot see it just now. */
async function thingOf(
  { pb, now }: NotifyParts,
  { kind, subject, store }: FollowNews,
): Promise<{ name: string; mature: boolean } | null> {
  if (kind === 'new-product') return (await productCards(pb, [subject]))[0] ?? null;
  const [shown, guild] = await Promise.all([visibleStore(pb, store.id), guildOfStore(pb, store.id)]);
  if (!shown || !guild || !guildIsVisible(guildStateAt(guild, now()))) return null;
  const release = await releaseOfGuild(pb, guild.id, subject);
  return release?.state === 'published' ? { name: release.title, mature: shown.mature } : null;
}

/** Tells of news now and every half minute. */
export function openFollowNews(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(() => tellOfNews(parts), EVERY_MS, parts.onError);
}
