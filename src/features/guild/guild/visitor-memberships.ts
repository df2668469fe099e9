import { paths } from '../../../paths.ts';

/** Where the visitor is a member, remembered for a moment, so that going from page to page asks once. */
const KEY = 'guilds';
const KEPT_MS = 60_000;

/** A guild the visitor is in; what the server answers under `paths.standings()`. */
export interface VisitorMembership {
  guildId: string;
  guildName: string;
  storeId: string;
  tierId: string;
  percent: number;
}

/** Every guild the visitor is in; none where nobody is signed in, or it cannot be asked. */
export async function visitorMemberships(): Promise<VisitorMembership[]> {
  // The cookie's text names the visitor well enough to notice that it is another one.
  const who = /(?:^|; )pb_auth=[^;]*?%22id%22%3A%22([a-z0-9]{15})/.exec(document.cookie)?.[1] ?? '';
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      who: string;
      at: number;
      list: VisitorMembership[];
    } | null;
    if (kept && kept.who === who && Date.now() - kept.at < KEPT_MS) return kept.list;
  } catch {
    // Unreadable or not allowed: ask again.
  }
  const answer = await fetch(paths.activeMemberships());
  if (!answer.ok) return [];
  const list = (await answer.json()) as VisitorMembership[];
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ who, at: Date.now(), list }));
  } catch {
    // No room to remember: the next page asks again.
  }
  return list;
}

/** After somebody joined, left or signed in, what was remembered is no longer true. */
export function clearVisitorMemberships(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // A browser that remembers nothing has nothing to forget.
  }
}
