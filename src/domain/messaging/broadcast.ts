import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { counted, plural } from '../kernel/plural.ts';
import { MESSAGE_MAX } from './message.ts';

/** A message from a seller to many members. Each member receives it in their own conversation. */
export interface Broadcast {
  id: string;
  text: string;
  at: Instant;
  state: BroadcastState;
  /** Members it was addressed to when it was written; of them, how many have received it or were left out so far. */
  people: number;
  reached: number;
  leftOut: number;
}
export type BroadcastState = 'sending' | 'sent';

/** How many members a broadcast would reach, and how many not. */
export interface BroadcastReach {
  /** Members who would receive it. */
  people: number;
  /** Left out: either side has blocked the other, or the member has left the conversation. */
  shut: number;
  /** Left out: the guild has banned them. */
  banned: number;
}

/** How many broadcasts a guild may send within `BROADCAST_WINDOW_MS`. */
export const BROADCASTS_PER_DAY = 3;
export const BROADCAST_WINDOW_MS = 86_400_000;

/** Why this text cannot be sent, as a sentence, or null. */
export function broadcastTextRefusal(text: string): string | null {
  return textRefusal(text, { min: 1, max: MESSAGE_MAX, what: 'a message' });
}

/** Why no broadcast can be sent to these members now, as a sentence, or null. @param sent when the guild's broadcasts were sent. */
export function broadcastRefusal(
  { people, shut, banned }: BroadcastReach,
  sent: readonly Instant[],
  now: Instant,
): string | null {
  if (people === 0)
    return shut + banned > 0
      ? 'None of these members can receive messages from you.'
      : 'No members match, so there is nobody to write to.';
  const within = sent.filter((at) => at > now - BROADCAST_WINDOW_MS).sort((a, b) => b - a);
  const oldest = within[BROADCASTS_PER_DAY - 1];
  if (oldest === undefined) return null;
  const hours = Math.max(1, Math.ceil((oldest + BROADCAST_WINDOW_MS - now) / 3_600_000));
  return `You can message members ${BROADCASTS_PER_DAY} times a day. You can send the next message in ${hours === 1 ? 'an hour' : `${hours} hours`}.`;
}

/** How many members a broadcast goes to, as a sentence. */
export function reachText(people: number): string {
  return people === 1
    ? 'This goes to 1 member, in their own conversation.'
    : `This goes to ${people.toLocaleString('en')} members, each in their own conversation.`;
}

/** Which of the listed members are left out, as sentences; "" if none is. */
export function leftOutText({ shut, banned }: Pick<BroadcastReach, 'shut' | 'banned'>): string {
  const sentence = (count: number, one: string, more: string) =>
    count === 0 ? [] : [counted(count, one, more)];
  return [
    ...sentence(
      shut,
      'is left out: you blocked them, or they block you.',
      'are left out: you blocked them, or they block you.',
    ),
    ...sentence(banned, 'banned member is left out.', 'banned members are left out.'),
  ].join(' ');
}

/** The delivery state of a broadcast in one line. */
export function broadcastStateText({ state, people, reached, leftOut }: Broadcast): string {
  const number = (count: number) => count.toLocaleString('en');
  const out = leftOut === 0 ? '' : `, ${number(leftOut)} left out`;
  if (state === 'sending')
    return `Sending: ${number(reached)} of ${number(Math.max(people, reached))} delivered${out}`;
  return `Delivered to ${number(reached)} ${plural(reached, 'member')}${out}`;
}
