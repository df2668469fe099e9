import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { MESSAGE_MAX } from './message.ts';

/** A text that a seller writes to many members at once; each has it as a message in his own conversation. */
export interface Broadcast {
  id: string;
  text: string;
  at: Instant;
  state: BroadcastState;
  /** Members it was for when it was written, and of them those who have it and those who were left out until now. */
  people: number;
  reached: number;
  leftOut: number;
}
export type BroadcastState = 'sending' | 'sent';

/** Whom a letter would reach, and whom not. */
export interface BroadcastReach {
  /** Members who would have it. */
  people: number;
  /** Left out: either side has blocked the other, or the member has left the conversation. */
  shut: number;
  /** Left out: the guild has banned them. */
  banned: number;
}

/** So many letters a guild may write within a day. */
export const BROADCASTS_PER_DAY = 3;
export const BROADCAST_WINDOW_MS = 86_400_000;

/** Why these words cannot be sent, a sentence or null. */
export function broadcastTextRefusal(text: string): string | null {
  return textRefusal(text, { min: 1, max: MESSAGE_MAX, what: 'a message' });
}

/** Why nothing can be written to these members now, a sentence or null. @param written when the guild's letters were. */
export function broadcastRefusal(
  { people, shut, banned }: BroadcastReach,
  written: readonly Instant[],
  now: Instant,
): string | null {
  if (people === 0)
    return shut + banned > 0
      ? 'None of these members can be written to.'
      : 'Nobody fits, so there is nobody to write to.';
  const within = written.filter((at) => at > now - BROADCAST_WINDOW_MS).sort((a, b) => b - a);
  const oldest = within[BROADCASTS_PER_DAY - 1];
  if (oldest === undefined) return null;
  const hours = Math.max(1, Math.ceil((oldest + BROADCAST_WINDOW_MS - now) / 3_600_000));
  return `Many members can be written to ${BROADCASTS_PER_DAY} times a day. The next time is in ${hours === 1 ? 'an hour' : `${hours} hours`}.`;
}

/** What is said before a letter leaves. */
export function reachText(people: number): string {
  return people === 1
    ? 'This goes to 1 member, in a conversation of his own.'
    : `This goes to ${people.toLocaleString('en')} members, each in a conversation of his own.`;
}

/** Who of the members shown is left out, as sentences; "" where nobody is. */
export function leftOutText({ shut, banned }: Pick<BroadcastReach, 'shut' | 'banned'>): string {
  const said = (count: number, one: string, more: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${more}`];
  return [
    ...said(
      shut,
      'is left out: blocked by you, or takes no messages from you.',
      'are left out: blocked by you, or they take no messages from you.',
    ),
    ...said(banned, 'banned member is left out.', 'banned members are left out.'),
  ].join(' ');
}

/** How far a letter has come, in one line. */
export function broadcastStateText({ state, people, reached, leftOut }: Broadcast): string {
  const number = (count: number) => count.toLocaleString('en');
  const out = leftOut === 0 ? '' : `, ${number(leftOut)} left out`;
  if (state === 'sending')
    return `On its way: ${number(reached)} of ${number(Math.max(people, reached))} have it${out}`;
  return `${number(reached)} ${reached === 1 ? 'member has' : 'members have'} it${out}`;
}
