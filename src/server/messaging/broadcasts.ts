import type { MemberSegment } from '../../data/guild/member-segment.ts';
import {
  broadcastsSending,
  type SendingBroadcast,
  writeBroadcastStep,
} from '../../data/messaging/broadcast-writing.ts';
import {
  broadcastByKey,
  broadcastReach,
  broadcastsOfGuild,
  storeBroadcast,
} from '../../data/messaging/broadcasts.ts';
import { sendPushHint } from '../../data/notifications/live.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { type Broadcast, type BroadcastReach, broadcastRefusal } from '../../domain/messaging/broadcast.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { broadcastMail } from './broadcast-mail.ts';

/** What guild letters need of the commerce context. */
export type BroadcastParts = Pick<
  CommerceContext,
  'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'
>;

/** Members written to in one step: the database is free for others in between. */
const MEMBERS_AT_ONCE = 500;
const BROADCASTS_AT_ONCE = 20;
const EVERY_MS = 30_000;

/** Whom a letter to these members would reach now, and why none can be written, or null. */
export async function reachOfBroadcast(
  { pb, now }: Pick<BroadcastParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  meant: MemberSegment,
): Promise<BroadcastReach & { refusal: string | null }> {
  const [reach, letters] = await Promise.all([
    broadcastReach(pb, guild, meant),
    broadcastsOfGuild(pb, guild.id),
  ]);
  const written = letters.map(({ at }) => at);
  return { ...reach, refusal: broadcastRefusal(reach, written, now()) };
}

/**
 * Keeps a seller's letter to these members, once: the same key again answers the one that is there. Whoever holds the
 * open `GuildLetters` wakes them. Refused with a sentence.
 */
export async function requestBroadcast(
  parts: Pick<BroadcastParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  asked: { author: { id: string; strikes: number }; key: string; text: string; meant: MemberSegment },
): Promise<{ letter: Broadcast } | { refusal: string }> {
  const { pb, now } = parts;
  const { author, key, text, meant } = asked;
  const before = await broadcastByKey(pb, guild.id, key);
  if (before) return { letter: before };
  const struck = strikeRefusal(author.strikes);
  if (struck) return { refusal: struck };
  const { refusal, people } = await reachOfBroadcast(parts, guild, meant);
  if (refusal) return { refusal };
  const word = await storeBroadcast(
    pb,
    { guildId: guild.id, authorId: author.id, text: cleanText(text), key, meant, people },
    now(),
  );
  const letter = word === null ? await broadcastByKey(pb, guild.id, key) : null;
  // Another of the day came in the moment between: the sentence is the one that holds now.
  return letter
    ? { letter }
    : { refusal: (await reachOfBroadcast(parts, guild, meant)).refusal ?? 'Send it once more.' };
}

/**
 * Works off letters on their way. Each step is a transaction with the place it has come to, so that an end in the middle
 * loses and repeats nothing, and any number of processes may work on it at once.
 */
export async function sendBroadcasts(parts: BroadcastParts, atOnce = MEMBERS_AT_ONCE): Promise<void> {
  for (const letter of await broadcastsSending(parts.pb, BROADCASTS_AT_ONCE))
    await sendBroadcast(parts, letter, atOnce).catch(parts.onError);
}

async function sendBroadcast(parts: BroadcastParts, letter: SendingBroadcast, atOnce: number): Promise<void> {
  const { pb, now, onError } = parts;
  for (let next = letter; ; ) {
    const news = broadcastMail(parts, next, now());
    const step = await writeBroadcastStep(pb, next, news, now(), atOnce);
    if (step === null || step === 'moved') return;
    parts.mailQueued();
    for (const kind of ['letter', 'notification'] as const)
      sendPushHint(pb, step.people, { kind }).catch(onError);
    next = { ...next, reachedTo: step.reachedTo };
  }
}

/** Sends letters now, when woken, and every half minute. */
export function openBroadcasts(parts: BroadcastParts): PeriodicJob {
  return openPeriodicJob(() => sendBroadcasts(parts), EVERY_MS, parts.onError);
}
