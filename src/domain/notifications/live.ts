/** The two sides of a conversation. A user is one of them, never both. */
export const SIDES = ['buyer', 'store'] as const;
export type Side = (typeof SIDES)[number];

/** The topic that signed-in users subscribe to: push hints about their own data. */
export const LIVE_TOPIC = 'inbox';

/** Live connections per user; a further one is refused. */
export const LIVE_CONNECTIONS_MAX = 12;

/**
 * A push hint: ids only. The page fetches the data itself, so nothing is lost with a lost hint and nothing private is in
 * it.
 */
export type PushHint =
  /** A new message in one of the user's conversations, also one they wrote on another page. */
  | { kind: 'message'; conversationId: string; number: number; by: Side | 'house' }
  /** A side has read everything up to this number. */
  | { kind: 'read'; conversationId: string; by: Side; upTo: number }
  /** A side is typing; repeated every few seconds. */
  | { kind: 'typing'; conversationId: string; by: Side }
  /** Something else about the conversation changed: blocked, left, a refund's state. */
  | { kind: 'conversation'; conversationId: string }
  /** A broadcast arrived in one of the user's conversations; the page fetches which one. */
  | { kind: 'letter' }
  /** A new notification, or one that was read on another page. */
  | { kind: 'notification' };

const KINDS: readonly string[] = ['message', 'read', 'typing', 'conversation', 'letter', 'notification'];

/** A push hint from its JSON, or null where this build does not know its kind. */
export function parsePushHint(json: string): PushHint | null {
  try {
    const hint: unknown = JSON.parse(json);
    if (typeof hint !== 'object' || hint === null) return null;
    return KINDS.includes((hint as { kind?: string }).kind ?? '') ? (hint as PushHint) : null;
  } catch {
    return null;
  }
}

/** The delay before the next attempt to connect, in ms: 1 s after the first failure, doubling, up to a minute. */
export function reconnectDelayMs(failures: number, random: number): number {
  const most = Math.min(60_000, 1000 * 2 ** Math.max(0, failures - 1));
  // When a server restarts, all connections break at the same moment; half of the delay is random.
  return Math.round(most / 2 + (most / 2) * random);
}

/** How often a page reports that its user is typing, and how long the other side shows it. In ms. */
export const TYPING_EVERY_MS = 3000;
export const TYPING_LASTS_MS = 6000;
