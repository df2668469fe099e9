import { atom, type ReadableAtom } from 'nanostores';
import type { Conversation, MessagePage } from '../../../../domain/messaging/conversation.ts';
import { type Attachment, type Message, otherSide } from '../../../../domain/messaging/message.ts';
import {
  type Exchange,
  isContiguous,
  markRefused,
  markSending,
  markUnanswered,
  nextToSend,
  restoredOutgoing,
  retryFailed,
  retryWaitMs,
  withoutDiscarded,
  withReceived,
  withWritten,
} from '../../../../domain/messaging/outgoing.ts';
import { type PushHint, TYPING_LASTS_MS } from '../../../../domain/notifications/live.ts';
import { type ConversationKey, removeOutgoing, saveOutgoing, storedOutgoing } from './composer/drafts.ts';

/** The content of a message. */
export interface MessageContent {
  text: string;
  attachments: readonly Attachment[];
}

/** The server's answer; `lost` if it is unknown whether the request arrived. */
export type RequestOutcome<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'refused'; sentence: string; gone: boolean }
  | { kind: 'lost' };

/** The requests of one conversation. */
export interface ConversationApi {
  page: (query: { before?: number; after?: number }) => Promise<RequestOutcome<MessagePage>>;
  send: (key: string, content: MessageContent) => Promise<RequestOutcome<Message>>;
  read: (upTo: number) => Promise<RequestOutcome<unknown>>;
}

export interface OpenConversation {
  state: 'loading' | 'ready' | 'failed' | 'gone';
  /** Why there is nothing to show, as a sentence. */
  problem: string | null;
  head: Conversation | null;
  exchange: Exchange<Message, MessageContent>;
  older: 'none' | 'some' | 'loading' | 'failed';
  /** Whether the last request was lost. */
  isOffline: boolean;
  /** Whether the other side is typing. */
  isTyping: boolean;
}

/** Beyond this gap the known messages are dropped and the newest page is loaded. In messages. */
const MAX_GAP = 1000;

/**
 * An open conversation in this browser: loads messages, sends in order and recovers after a lost connection. It outlives
 * its page, so that messages are sent while the user is on another page.
 */
export class ConversationStore {
  readonly $: ReadableAtom<OpenConversation>;
  private readonly shown = atom<OpenConversation>({
    state: 'loading',
    problem: null,
    head: null,
    exchange: { sent: [], outgoing: [] },
    older: 'none',
    isOffline: false,
    isTyping: false,
  });
  private readonly key: ConversationKey;
  private readonly api: ConversationApi;
  /** Receives each update of the conversation, for the list. */
  private readonly onHead: (head: Conversation) => void;
  private isSending = false;
  private catchUpState: 'no' | 'yes' | 'again' = 'no';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(key: ConversationKey, api: ConversationApi, onHead: (head: Conversation) => void) {
    this.$ = this.shown;
    this.key = key;
    this.api = api;
    this.onHead = onHead;
  }

  /** Restores unsent messages and loads the newest page. */
  async open(): Promise<void> {
    const outgoing = restoredOutgoing(storedOutgoing(this.key), parseContent);
    this.setExchange({ sent: [], outgoing });
    await this.newest();
  }

  /** The page is shown again: loads what was missed. */
  visited(): void {
    if (this.shown.get().state !== 'loading') this.resume();
  }

  /** Loads the newest page, including changes to messages on it. */
  async newest(): Promise<void> {
    const answer = await this.api.page({});
    if (answer.kind === 'ok') {
      const { exchange } = this.shown.get();
      this.applyPage(answer.data, isContiguous(exchange.sent, answer.data.messages));
    } else if (answer.kind === 'refused') {
      this.set({ state: answer.gone ? 'gone' : 'failed', problem: answer.sentence });
    } else this.goOffline();
  }

  /** Loads the page before the oldest known message. */
  async loadOlder(): Promise<void> {
    const { older, exchange } = this.shown.get();
    const first = exchange.sent[0];
    if ((older !== 'some' && older !== 'failed') || !first) return;
    this.set({ older: 'loading' });
    const answer = await this.api.page({ before: first.number });
    if (answer.kind !== 'ok') this.set({ older: 'failed' });
    else {
      this.setExchange(withReceived(this.shown.get().exchange, answer.data.messages));
      this.set({ older: answer.data.older ? 'some' : 'none' });
    }
  }

  /** Loads newer messages without a gap. A call during a run causes one more run. */
  async catchUp(): Promise<void> {
    if (this.catchUpState !== 'no') {
      this.catchUpState = 'again';
      return;
    }
    do {
      this.catchUpState = 'yes';
      const { head, exchange } = this.shown.get();
      const last = exchange.sent.at(-1);
      if (!head || !last) await this.newest();
      else {
        const answer = await this.api.page({ after: last.number });
        if (answer.kind === 'lost') this.goOffline();
        else if (answer.kind === 'ok') {
          const { conversation, messages } = answer.data;
          if (conversation.lastNumber - last.number > MAX_GAP) {
            this.setExchange({ sent: [], outgoing: exchange.outgoing });
            await this.newest();
          } else {
            this.applyPage(answer.data, true);
            const reached = messages.at(-1)?.number ?? conversation.lastNumber;
            if (reached < conversation.lastNumber) this.catchUpState = 'again';
          }
        }
      }
    } while (this.needsRerun());
    this.catchUpState = 'no';
  }

  private needsRerun(): boolean {
    return this.catchUpState === 'again';
  }

  /** Queues a message for sending. */
  write(content: MessageContent): void {
    const key = crypto.randomUUID();
    const { exchange } = this.shown.get();
    // Unique times keep the order after a reload.
    const last = exchange.outgoing.at(-1)?.writtenAt ?? 0;
    this.setExchange(
      withWritten(exchange, { key, content: content, writtenAt: Math.max(Date.now(), last + 1) }),
    );
    this.pump();
  }

  again(key: string): void {
    this.setExchange(retryFailed(this.shown.get().exchange, key));
    this.pump();
  }

  discard(key: string): void {
    this.setExchange(withoutDiscarded(this.shown.get().exchange, key));
  }

  /** The connection is back, or may be: catches up and sends at once. */
  resume(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.catchUp();
    this.pump();
  }

  /** Handles a push hint about this conversation. */
  onPushHint(news: PushHint): void {
    const { head, exchange } = this.shown.get();
    if (news.kind === 'message') {
      if (head && news.by !== head.side) this.set({ isTyping: false });
      if (news.number > (exchange.sent.at(-1)?.number ?? 0)) void this.catchUp();
    } else if (news.kind === 'typing') {
      if (head && news.by === otherSide(head.side)) this.showTyping();
    } else if (news.kind === 'conversation') void this.newest();
    else if (news.kind === 'read' && head) {
      const readTo = { ...head.readTo, [news.by]: Math.max(head.readTo[news.by], news.upTo) };
      this.setHead({ ...head, readTo, unread: news.by === head.side ? 0 : head.unread });
    }
  }

  private showTyping(): void {
    clearTimeout(this.typing);
    this.set({ isTyping: true });
    // Nothing reports that typing has stopped.
    this.typing = setTimeout(() => this.set({ isTyping: false }), TYPING_LASTS_MS);
  }

  /** Records that the reader has seen all messages here. */
  async seen(): Promise<void> {
    const { head, exchange } = this.shown.get();
    const upTo = exchange.sent.at(-1)?.number ?? 0;
    if (!head || upTo <= head.readTo[head.side]) return;
    this.setHead({ ...head, unread: 0, readTo: { ...head.readTo, [head.side]: upTo } });
    const answer = await this.api.read(upTo);
    if (answer.kind === 'lost') this.goOffline();
  }

  private pump(): void {
    const next = nextToSend(this.shown.get().exchange);
    if (!next || this.isSending || this.timer !== undefined) return;
    const wait = retryWaitMs(next.tries);
    if (wait === 0) void this.send(next.key, next.content);
    else
      this.timer = setTimeout(() => {
        this.timer = undefined;
        void this.send(next.key, next.content);
      }, wait);
  }

  private async send(key: string, content: MessageContent): Promise<void> {
    this.isSending = true;
    this.setExchange(markSending(this.shown.get().exchange, key));
    const answer = await this.api.send(key, content);
    this.isSending = false;
    const { exchange, head } = this.shown.get();
    if (answer.kind === 'ok') {
      this.set({ isOffline: false });
      // Messages of others before it may be missing; load them instead of showing a gap.
      if (isContiguous(exchange.sent, [answer.data])) this.setExchange(withReceived(exchange, [answer.data]));
      else {
        await this.catchUp();
        // If it is still missing, it is sent again under its key.
        this.setExchange(markUnanswered(this.shown.get().exchange, key));
      }
      if (head?.left) void this.newest();
    } else if (answer.kind === 'refused') {
      this.setExchange(markRefused(exchange, key, answer.sentence));
      void this.newest();
    } else {
      this.setExchange(markUnanswered(exchange, key));
      this.goOffline();
    }
    this.pump();
  }

  private applyPage({ conversation, messages, older }: MessagePage, isNext: boolean): void {
    const { exchange, older: known } = this.shown.get();
    const isFirst = exchange.sent.length === 0 || !isNext;
    this.setExchange(withReceived(isNext ? exchange : { sent: [], outgoing: exchange.outgoing }, messages));
    this.set({ state: 'ready', problem: null, isOffline: false });
    if (isFirst) this.set({ older: older ? 'some' : 'none' });
    else this.set({ older: known });
    this.setHead(conversation);
    this.pump();
  }

  private setHead(head: Conversation): void {
    this.set({ head });
    this.onHead(head);
  }

  private goOffline(): void {
    const { state } = this.shown.get();
    this.set({ isOffline: true });
    if (state === 'loading')
      this.set({ state: 'failed', problem: 'You are offline, so this cannot be shown.' });
  }

  private setExchange(exchange: Exchange<Message, MessageContent>): void {
    const before = this.shown.get().exchange.outgoing;
    const keys = new Set(exchange.outgoing.map(({ key }) => key));
    for (const one of before) if (!keys.has(one.key)) removeOutgoing(this.key, one.key);
    for (const one of exchange.outgoing) if (!before.includes(one)) saveOutgoing(this.key, one);
    this.set({ exchange });
  }

  private set(part: Partial<OpenConversation>): void {
    this.shown.set({ ...this.shown.get(), ...part });
  }
}

/** Parses stored content; null if it has another shape. */
function parseContent(stored: unknown): MessageContent | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { text, attachments } = stored as { text?: unknown; attachments?: unknown };
  if (typeof text !== 'string' || !Array.isArray(attachments)) return null;
  const known = attachments.every((one: unknown) => typeof (one as { id?: unknown } | null)?.id === 'string');
  return known ? { text, attachments: attachments as Attachment[] } : null;
}
