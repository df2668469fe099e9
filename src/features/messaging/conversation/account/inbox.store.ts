import { atom } from 'nanostores';
import type { ConversationRow } from '../../../../domain/messaging/conversation.ts';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { fetchConversations } from './conversation-requests.ts';
import { $unread } from './unread.store.ts';

/** Which conversations the list shows. `side` is narrowed here, the rest by the server. */
export interface InboxFilter {
  search: string;
  show: 'all' | 'unread' | 'buyer' | 'store';
}

export interface Inbox {
  state: 'asking' | 'ready' | 'failed';
  problem: string | null;
  rows: readonly ConversationRow[];
  /** What the next page is asked with; null at the end. */
  more: string | null;
}

export const $inbox = atom<Inbox>({ state: 'asking', problem: null, rows: [], more: null });
export const $inboxFilter = atom<InboxFilter>({ search: '', show: 'all' });

let turn = 0;
let isFollowing = false;

/** Asks for the first page. What is known stays to be seen meanwhile; an answer overtaken by another counts no more. */
export async function loadInbox(): Promise<void> {
  follow();
  const mine = ++turn;
  const { search, show } = $inboxFilter.get();
  const answer = await fetchConversations({ search, unread: show === 'unread' });
  if (mine !== turn) return;
  if (answer.kind === 'said') {
    const { rows, more, unread } = answer.data;
    $inbox.set({ state: 'ready', problem: null, rows, more });
    $unread.set(unread);
  } else {
    const problem =
      answer.kind === 'refused' ? answer.sentence : 'There is no connection, so this may not be the newest.';
    $inbox.set({ ...$inbox.get(), state: 'failed', problem });
  }
}

/** Asks for the page after the last one. */
export async function loadMoreConversations(): Promise<void> {
  const { more, state } = $inbox.get();
  if (more === null || state === 'asking') return;
  const mine = ++turn;
  $inbox.set({ ...$inbox.get(), state: 'asking' });
  const { search, show } = $inboxFilter.get();
  const answer = await fetchConversations({ search, unread: show === 'unread', before: more });
  if (mine !== turn) return;
  const { rows } = $inbox.get();
  if (answer.kind !== 'said')
    $inbox.set({ ...$inbox.get(), state: 'failed', problem: 'No more could be loaded.' });
  else {
    const known = new Set(rows.map(({ id }) => id));
    const fresh = answer.data.rows.filter(({ id }) => !known.has(id));
    $inbox.set({ state: 'ready', problem: null, rows: [...rows, ...fresh], more: answer.data.more });
  }
}

/** Narrows the list. */
export function setInboxFilter(to: Partial<InboxFilter>): void {
  $inboxFilter.set({ ...$inboxFilter.get(), ...to });
  $inbox.set({ ...$inbox.get(), state: 'asking' });
  void loadInbox();
}

/** A conversation as its own page has just heard it. */
export function updateRow(row: ConversationRow): void {
  const { rows, ...rest } = $inbox.get();
  const known = rows.find(({ id }) => id === row.id);
  if (!known) return;
  const others = rows.filter(({ id }) => id !== row.id);
  const unread = $unread.get();
  if (unread !== null) $unread.set(Math.max(0, unread - known.unread + row.unread));
  const at = others.findIndex(({ lastAt }) => lastAt <= row.lastAt);
  $inbox.set({ ...rest, rows: others.toSpliced(at === -1 ? others.length : at, 0, row) });
}

let soon: ReturnType<typeof setTimeout> | undefined;

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onPushHint((news) => {
    if (news.kind === 'typing' || news.kind === 'notification') return;
    // Several knocks at once are one question.
    clearTimeout(soon);
    soon = setTimeout(() => void loadInbox(), 150);
  });
  onReconnect(() => void loadInbox());
}
