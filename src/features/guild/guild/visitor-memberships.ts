import { paths } from '../../../paths.ts';
import { viewerId } from '../../identity/session/viewer.ts';

/** The visitor's memberships, cached in sessionStorage for a minute, so that browsing sends one request. */
const KEY = 'guilds';
const CACHE_MS = 60_000;

/** A guild the visitor is in; the answer of `paths.standings()`. */
export interface VisitorMembership {
  guildId: string;
  guildName: string;
  storeId: string;
  tierId: string;
  percent: number;
}

/** The guilds the visitor is in; empty if signed out or if the request fails. */
export async function visitorMemberships(): Promise<VisitorMembership[]> {
  // Shows whether the cache belongs to this visitor.
  const userId = viewerId();
  try {
    const cached = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      who: string;
      at: number;
      list: VisitorMembership[];
    } | null;
    if (cached && cached.who === userId && Date.now() - cached.at < CACHE_MS) return cached.list;
  } catch {
    // The cache is unreadable or storage is blocked: fetch again.
  }
  const answer = await fetch(paths.activeMemberships());
  if (!answer.ok) return [];
  const list = (await answer.json()) as VisitorMembership[];
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ who: userId, at: Date.now(), list }));
  } catch {
    // Storage is full or blocked: the next page fetches again.
  }
  return list;
}

/** Clears the cache after joining, leaving or signing in. */
export function clearVisitorMemberships(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there is no cache to clear.
  }
}
