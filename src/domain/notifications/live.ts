/** The two sides of a conversation. A person is one of them in each; nobody is both. */
export const SIDES = ['buyer', 'store'] as const;
export type Side = (typeof SIDES)[number];

/** The one topic a signed-in person can listen to: knocks about what is his. */
export const LIVE_TOPIC = 'inbox';

/** So many pages of one person listen at the same time; a further one is refused. */
export const LISTENING_MAX = 12;

/**
 * A knock with ids. What has really happened is asked for afterwards, so nothing is lost where a knock is, and nothing
 * private travels with it.
 */
export type LiveNews =
  /** A new message in a conversation of mine, also one I wrote on another page. */
  | { kind: 'message'; conversationId: string; number: number; by: Side | 'house' }
  /** A side has seen everything up to this number. */
  | { kind: 'read'; conversationId: string; by: Side; upTo: number }
  /** A side is writing just now; it says so again every few seconds. */
  | { kind: 'typing'; conversationId: string; by: Side }
  /** Something else about it changed: blocked, left, a refund's state. */
  | { kind: 'conversation'; conversationId: string }
  /** A message came into a conversation of mine that was written to many at once; which one, I ask for. */
  | { kind: 'letter' }
  /** Something came into my notifications, or was read on another page. */
  | { kind: 'notification' };

const KINDS: readonly string[] = ['message', 'read', 'typing', 'conversation', 'letter', 'notification'];

/** News as they came over the wire, or null for what this build does not know. */
export function liveNewsFrom(json: string): LiveNews | null {
  try {
    const news: unknown = JSON.parse(json);
    if (typeof news !== 'object' || news === null) return null;
    return KINDS.includes((news as { kind?: string }).kind ?? '') ? (news as LiveNews) : null;
  } catch {
    return null;
  }
}

/** How long a page waits before it connects again after so many failures in a row, in ms: 1 s, doubling, up to a minute. */
export function listeningWaitMs(failures: number, random: number): number {
  const most = Math.min(60_000, 1000 * 2 ** Math.max(0, failures - 1));
  // Everybody's line breaks at the same moment when a server restarts; half of the wait is by chance.
  return Math.round(most / 2 + (most / 2) * random);
}

/** How often a page says that its person is writing, and how long the other believes it. In ms. */
export const TYPING_EVERY_MS = 3000;
export const TYPING_LASTS_MS = 6000;
