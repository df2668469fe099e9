import { atom } from 'nanostores';
import type { ConversationRow } from '../../../../domain/messaging/conversation.ts';
import { onPushHint, onReconnect } from '../../../notifications/live/connection.ts';
import { fetchConversations } from './conversation-requests.ts';
import { $unreadMessages } from './unread.store.ts';

/** Which conversations the list shows. The side is filtered in the browser, the rest by the server. */
export interface InboxFilter {
  search: string;
  show: 'all' | 'unread' | 'buyer' | 'store';
}

export interface Inbox {
  state: 'loading' | 'ready' | 'failed';
  problem: string | null;
  rows: readonly ConversationRow[];
  /** Cursor of the next page; null at the end. */
  more: string | null;
}

export const $inbox = atom<Inbox>({ state: 'loading', problem: null, rows: [], more: null });
export const $inboxFilter = atom<InboxFilter>({ search: '', show: 'all' });

let latest = 0;
let isSubscribed = false;

/** Loads the first page. The known rows stay visible meanwhile; only the latest request counts. */
export async function loadInbox(): Promise<void> {
  subscribe();
  const current = ++latest;
  const { search, show } = $inboxFilter.get();
  const answer = await fetchConversations({ search, unread: show === 'unread' });
  if (current !== latest) return;
  if (answer.kind === 'ok') {
    const { rows, more, unread } = answer.data;
    $inbox.set({ state: 'ready', problem: null, rows, more });
    $unreadMessages.set(unread);
  } else {
    const problem =
      answer.kind === 'refused' ? answer.sentence : 'You are offline, so this may be out of date.';
    $inbox.set({ ...$inbox.get(), state: 'failed', problem });
  }
}

/** Loads the next page. */
export async function loadMoreConversations(): Promise<void> {
  const { more, state } = $inbox.get();
  if (more === null || state === 'loading') return;
  const current = ++latest;
  $inbox.set({ ...$inbox.get(), state: 'loading' });
  const { search, show } = $inboxFilter.get();
  const answer = await fetchConversations({ search, unread: show === 'unread', before: more });
  if (current !== latest) return;
  const { rows } = $inbox.get();
  if (answer.kind !== 'ok')
    $inbox.set({ ...$inbox.get(), state: 'failed', problem: 'No more could be loaded.' });
  else {
    const known = new Set(rows.map(({ id }) => id));
    const fresh = answer.data.rows.filter(({ id }) => !known.has(id));
    $inbox.set({ state: 'ready', problem: null, rows: [...rows, ...fresh], more: answer.data.more });
  }
}

/** Changes the filter and reloads the list. */
export function setInboxFilter(to: Partial<InboxFilter>): void {
  $inboxFilter.set({ ...$inboxFilter.get(), ...to });
  $inbox.set({ ...$inbox.get(), state: 'loading' });
  void loadInbox();
}

/** Updates a row after its conversation changed. */
export function updateRow(row: ConversationRow): void {
  const { rows, ...rest } = $inbox.get();
  const known = rows.find(({ id }) => id === row.id);
  if (!known) return;
  const others = rows.filter(({ id }) => id !== row.id);
  const unread = $unreadMessages.get();
  if (unread !== null) $unreadMessages.set(Math.max(0, unread - known.unread + row.unread));
  const at = others.findIndex(({ lastAt }) => lastAt <= row.lastAt);
  $inbox.set({ ...rest, rows: others.toSpliced(at === -1 ? others.length : at, 0, row) });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function subscribe(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  onPushHint((news) => {
    if (news.kind === 'typing' || news.kind === 'notification') return;
    // Several push hints at once cause one request.
    clearTimeout(timer);
    timer = setTimeout(() => void loadInbox(), 150);
  });
  onReconnect(() => void loadInbox());
}
