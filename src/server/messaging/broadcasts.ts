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

/** What broadcasts need from the commerce context. */
export type BroadcastParts = Pick<
  CommerceContext,
  'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'
>;

/** Members per step; the database is free for others between the steps. */
const MEMBERS_AT_ONCE = 500;
const BROADCASTS_AT_ONCE = 20;
const EVERY_MS = 30_000;

/** How many members a broadcast would reach now, and why none can be sent, or null. */
export async function reachOfBroadcast(
  { pb, now }: Pick<BroadcastParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  segment: MemberSegment,
): Promise<BroadcastReach & { refusal: string | null }> {
  const [reach, broadcasts] = await Promise.all([
    broadcastReach(pb, guild, segment),
    broadcastsOfGuild(pb, guild.id),
  ]);
  const written = broadcasts.map(({ at }) => at);
  return { ...reach, refusal: broadcastRefusal(reach, written, now()) };
}

/**
 * Stores a seller's broadcast to these members; the same key returns the stored one. The caller wakes the broadcast job.
 * Refused with a sentence.
 */
export async function requestBroadcast(
  parts: Pick<BroadcastParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  request: { author: { id: string; strikes: number }; key: string; text: string; segment: MemberSegment },
): Promise<{ letter: Broadcast } | { refusal: string }> {
  const { pb, now } = parts;
  const { author, key, text, segment } = request;
  const before = await broadcastByKey(pb, guild.id, key);
  if (before) return { letter: before };
  const strikes = strikeRefusal(author.strikes);
  if (strikes) return { refusal: strikes };
  const { refusal, people } = await reachOfBroadcast(parts, guild, segment);
  if (refusal) return { refusal };
  const tooOften = await storeBroadcast(
    pb,
    { guildId: guild.id, authorId: author.id, text: cleanText(text), key, segment, people },
    now(),
  );
  const broadcast = tooOften === null ? await broadcastByKey(pb, guild.id, key) : null;
  // Another broadcast was sent meanwhile: return the current refusal.
  return broadcast
    ? { letter: broadcast }
    : { refusal: (await reachOfBroadcast(parts, guild, segment)).refusal ?? 'Please send it again.' };
}

/**
 * Sends stored broadcasts. Each step is a transaction that includes the progress, so a crash neither loses nor repeats
 * messages, and several processes can work at once.
 */
export async function sendBroadcasts(parts: BroadcastParts, atOnce = MEMBERS_AT_ONCE): Promise<void> {
  for (const broadcast of await broadcastsSending(parts.pb, BROADCASTS_AT_ONCE))
    await sendBroadcast(parts, broadcast, atOnce).catch(parts.onError);
}

async function sendBroadcast(
  parts: BroadcastParts,
  broadcast: SendingBroadcast,
  atOnce: number,
): Promise<void> {
  const { pb, now, onError } = parts;
  for (let next = broadcast; ; ) {
    const occasion = broadcastMail(parts, next, now());
    const step = await writeBroadcastStep(pb, next, occasion, now(), atOnce);
    if (step === null || step === 'moved') return;
    parts.mailQueued();
    for (const kind of ['letter', 'notification'] as const)
      sendPushHint(pb, step.people, { kind }).catch(onError);
    next = { ...next, reachedTo: step.reachedTo };
  }
}

/** Sends broadcasts at once, when woken, and every 30 seconds. */
export function openBroadcasts(parts: BroadcastParts): PeriodicJob {
  return openPeriodicJob(() => sendBroadcasts(parts), EVERY_MS, parts.onError);
}
