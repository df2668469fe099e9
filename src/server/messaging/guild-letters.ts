import type { MembersMeant } from '../../data/guild/members-meant.ts';
import {
  lettersSending,
  type SendingLetter,
  writeLetter,
} from '../../data/messaging/guild-letter-writing.ts';
import { keepLetter, letterByKey, letterReach, lettersOfGuild } from '../../data/messaging/guild-letters.ts';
import { tell } from '../../data/notifications/live.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { type GuildLetter, type LetterReach, letterRefusal } from '../../domain/messaging/guild-letter.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { guildLetterMail } from './guild-letter-mail.ts';

/** What guild letters need of the commerce context. */
export type LetterParts = Pick<
  CommerceContext,
  'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'
>;

/** Members written to in one step: the database is free for others in between. */
const MEMBERS_AT_ONCE = 500;
const LETTERS_AT_ONCE = 20;
const EVERY_MS = 30_000;

/** Whom a letter to these members would reach now, and why none can be written, or null. */
export async function reachOfLetter(
  { pb, now }: Pick<LetterParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  meant: MembersMeant,
): Promise<LetterReach & { refusal: string | null }> {
  const [reach, letters] = await Promise.all([letterReach(pb, guild, meant), lettersOfGuild(pb, guild.id)]);
  const written = letters.map(({ at }) => at);
  return { ...reach, refusal: letterRefusal(reach, written, now()) };
}

/**
 * Keeps a seller's letter to these members, once: the same key again answers the one that is there. Whoever holds the
 * open `GuildLetters` wakes them. Refused with a sentence.
 */
export async function askLetter(
  parts: Pick<LetterParts, 'pb' | 'now'>,
  guild: { id: string; storeId: string },
  asked: { author: { id: string; strikes: number }; key: string; text: string; meant: MembersMeant },
): Promise<{ letter: GuildLetter } | { refusal: string }> {
  const { pb, now } = parts;
  const { author, key, text, meant } = asked;
  const before = await letterByKey(pb, guild.id, key);
  if (before) return { letter: before };
  const struck = strikeRefusal(author.strikes);
  if (struck) return { refusal: struck };
  const { refusal, people } = await reachOfLetter(parts, guild, meant);
  if (refusal) return { refusal };
  const word = await keepLetter(
    pb,
    { guildId: guild.id, authorId: author.id, text: cleanText(text), key, meant, people },
    now(),
  );
  const letter = word === null ? await letterByKey(pb, guild.id, key) : null;
  // Another of the day came in the moment between: the sentence is the one that holds now.
  return letter
    ? { letter }
    : { refusal: (await reachOfLetter(parts, guild, meant)).refusal ?? 'Send it once more.' };
}

/**
 * Works off letters on their way. Each step is a transaction with the place it has come to, so that an end in the middle
 * loses and repeats nothing, and any number of processes may work on it at once.
 */
export async function workOffLetters(parts: LetterParts, atOnce = MEMBERS_AT_ONCE): Promise<void> {
  for (const letter of await lettersSending(parts.pb, LETTERS_AT_ONCE))
    await sendLetter(parts, letter, atOnce).catch(parts.onError);
}

async function sendLetter(parts: LetterParts, letter: SendingLetter, atOnce: number): Promise<void> {
  const { pb, now, onError } = parts;
  for (let next = letter; ; ) {
    const news = guildLetterMail(parts, next, now());
    const step = await writeLetter(pb, next, news, now(), atOnce);
    if (step === null || step === 'moved') return;
    parts.mailQueued();
    for (const kind of ['letter', 'notification'] as const) tell(pb, step.people, { kind }).catch(onError);
    next = { ...next, reachedTo: step.reachedTo };
  }
}

/** Sends letters now, when woken, and every half minute. */
export function openGuildLetters(parts: LetterParts): PeriodicJob {
  return openPeriodicJob(() => workOffLetters(parts), EVERY_MS, parts.onError);
}
