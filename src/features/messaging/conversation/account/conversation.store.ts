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

/** What a message says. */
export interface MessageContent {
  text: string;
  attachments: readonly Attachment[];
}

/** How an asked server answered; `lost` where nobody knows whether it heard. */
export type ApiAnswer<T> =
  | { kind: 'said'; data: T }
  | { kind: 'refused'; sentence: string; gone: boolean }
  | { kind: 'lost' };

/** What the page asks of the server. */
export interface ConversationApi {
  page: (asked: { before?: number; after?: number }) => Promise<ApiAnswer<MessagePage>>;
  send: (key: string, words: MessageContent) => Promise<ApiAnswer<Message>>;
  read: (upTo: number) => Promise<ApiAnswer<unknown>>;
}

export interface OpenConversation {
  state: 'asking' | 'ready' | 'failed' | 'gone';
  /** Why there is nothing to show, in a sentence. */
  problem: string | null;
  head: Conversation | null;
  exchange: Exchange<Message, MessageContent>;
  older: 'none' | 'some' | 'asking' | 'failed';
  /** The last attempt found no connection. */
  isOffline: boolean;
  /** The other side is writing just now. */
  isTyping: boolean;
}

/** Further behind than this, what is known is let go of and the newest page begins anew. In messages. */
const FAR_BEHIND = 1000;

/**
 * A conversation as this browser has it open: asks, sends in order, goes on after a cut. It lives on when its page is
 * left, so that what was written is sent wherever the person is meanwhile.
 */
export class ConversationStore {
  readonly $: ReadableAtom<OpenConversation>;
  private readonly shown = atom<OpenConversation>({
    state: 'asking',
    problem: null,
    head: null,
    exchange: { sent: [], outgoing: [] },
    older: 'none',
    isOffline: false,
    isTyping: false,
  });
  private readonly place: ConversationKey;
  private readonly verbs: ConversationApi;
  /** Hears each head that was sent, so that the list says the same. */
  private readonly onHead: (head: Conversation) => void;
  private isSending = false;
  private catching: 'no' | 'yes' | 'again' = 'no';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(place: ConversationKey, verbs: ConversationApi, onHead: (head: Conversation) => void) {
    this.$ = this.shown;
    this.place = place;
    this.verbs = verbs;
    this.onHead = onHead;
  }

  /** Takes up what was left on its way, and asks for the newest page. */
  async open(): Promise<void> {
    const outgoing = restoredOutgoing(storedOutgoing(this.place), wordsOf);
    this.exchangeIs({ sent: [], outgoing });
    await this.newest();
  }

  /** Somebody looks at it again: what was said meanwhile is asked for. */
  visited(): void {
    if (this.shown.get().state !== 'asking') this.goOn();
  }

  /** Asks for the newest page again, which also brings what changed on it. */
  async newest(): Promise<void> {
    const answer = await this.verbs.page({});
    if (answer.kind === 'said') {
      const { exchange } = this.shown.get();
      this.took(answer.data, isContiguous(exchange.sent, answer.data.messages));
    } else if (answer.kind === 'refused') {
      this.set({ state: answer.gone ? 'gone' : 'failed', problem: answer.sentence });
    } else this.cut();
  }

  /** Asks for the page before the oldest message known. */
  async loadOlder(): Promise<void> {
    const { older, exchange } = this.shown.get();
    const first = exchange.sent[0];
    if ((older !== 'some' && older !== 'failed') || !first) return;
    this.set({ older: 'asking' });
    const answer = await this.verbs.page({ before: first.number });
    if (answer.kind !== 'said') this.set({ older: 'failed' });
    else {
      this.exchangeIs(withReceived(this.shown.get().exchange, answer.data.messages));
      this.set({ older: answer.data.older ? 'some' : 'none' });
    }
  }

  /** Fetches what was said since, in order and without a gap. Asked again meanwhile, it looks once more. */
  async catchUp(): Promise<void> {
    if (this.catching !== 'no') {
      this.catching = 'again';
      return;
    }
    do {
      this.catching = 'yes';
      const { head, exchange } = this.shown.get();
      const last = exchange.sent.at(-1);
      if (!head || !last) await this.newest();
      else {
        const answer = await this.verbs.page({ after: last.number });
        if (answer.kind === 'lost') this.cut();
        else if (answer.kind === 'said') {
          const { conversation, messages } = answer.data;
          if (conversation.lastNumber - last.number > FAR_BEHIND) {
            this.exchangeIs({ sent: [], outgoing: exchange.outgoing });
            await this.newest();
          } else {
            this.took(answer.data, true);
            const reached = messages.at(-1)?.number ?? conversation.lastNumber;
            if (reached < conversation.lastNumber) this.catching = 'again';
          }
        }
      }
    } while (this.wantsAgain());
    this.catching = 'no';
  }

  private wantsAgain(): boolean {
    return this.catching === 'again';
  }

  /** Puts a message on its way. */
  write(words: MessageContent): void {
    const key = crypto.randomUUID();
    const { exchange } = this.shown.get();
    // Two in one millisecond keep their order through a reload.
    const last = exchange.outgoing.at(-1)?.writtenAt ?? 0;
    this.exchangeIs(
      withWritten(exchange, { key, content: words, writtenAt: Math.max(Date.now(), last + 1) }),
    );
    this.pump();
  }

  again(key: string): void {
    this.exchangeIs(retryFailed(this.shown.get().exchange, key));
    this.pump();
  }

  discard(key: string): void {
    this.exchangeIs(withoutDiscarded(this.shown.get().exchange, key));
  }

  /** The connection is back, or may be: what waits goes on at once. */
  goOn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.catchUp();
    this.pump();
  }

  /** A knock about this conversation. */
  onPushHint(news: PushHint): void {
    const { head, exchange } = this.shown.get();
    if (news.kind === 'message') {
      if (head && news.by !== head.side) this.set({ isTyping: false });
      if (news.number > (exchange.sent.at(-1)?.number ?? 0)) void this.catchUp();
    } else if (news.kind === 'typing') {
      if (head && news.by === otherSide(head.side)) this.isTyping();
    } else if (news.kind === 'conversation') void this.newest();
    else if (news.kind === 'read' && head) {
      const readTo = { ...head.readTo, [news.by]: Math.max(head.readTo[news.by], news.upTo) };
      this.headIs({ ...head, readTo, unread: news.by === head.side ? 0 : head.unread });
    }
  }

  private isTyping(): void {
    clearTimeout(this.typing);
    this.set({ isTyping: true });
    // Whoever stopped does not say so.
    this.typing = setTimeout(() => this.set({ isTyping: false }), TYPING_LASTS_MS);
  }

  /** The reader has seen everything that is here. */
  async seen(): Promise<void> {
    const { head, exchange } = this.shown.get();
    const upTo = exchange.sent.at(-1)?.number ?? 0;
    if (!head || upTo <= head.readTo[head.side]) return;
    this.headIs({ ...head, unread: 0, readTo: { ...head.readTo, [head.side]: upTo } });
    const answer = await this.verbs.read(upTo);
    if (answer.kind === 'lost') this.cut();
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

  private async send(key: string, words: MessageContent): Promise<void> {
    this.isSending = true;
    this.exchangeIs(markSending(this.shown.get().exchange, key));
    const answer = await this.verbs.send(key, words);
    this.isSending = false;
    const { exchange, head } = this.shown.get();
    if (answer.kind === 'said') {
      this.set({ isOffline: false });
      // What others said before it comes by itself; until then there is no gap to show.
      if (isContiguous(exchange.sent, [answer.data])) this.exchangeIs(withReceived(exchange, [answer.data]));
      else {
        await this.catchUp();
        // Still not sent: it is asked about once more, under its key.
        this.exchangeIs(markUnanswered(this.shown.get().exchange, key));
      }
      if (head?.left) void this.newest();
    } else if (answer.kind === 'refused') {
      this.exchangeIs(markRefused(exchange, key, answer.sentence));
      void this.newest();
    } else {
      this.exchangeIs(markUnanswered(exchange, key));
      this.cut();
    }
    this.pump();
  }

  private took({ conversation, messages, older }: MessagePage, isNext: boolean): void {
    const { exchange, older: known } = this.shown.get();
    const isFirst = exchange.sent.length === 0 || !isNext;
    this.exchangeIs(withReceived(isNext ? exchange : { sent: [], outgoing: exchange.outgoing }, messages));
    this.set({ state: 'ready', problem: null, isOffline: false });
    if (isFirst) this.set({ older: older ? 'some' : 'none' });
    else this.set({ older: known });
    this.headIs(conversation);
    this.pump();
  }

  private headIs(head: Conversation): void {
    this.set({ head });
    this.onHead(head);
  }

  private cut(): void {
    const { state } = this.shown.get();
    this.set({ isOffline: true });
    if (state === 'asking')
      this.set({ state: 'failed', problem: 'There is no connection, so this cannot be shown just now.' });
  }

  private exchangeIs(exchange: Exchange<Message, MessageContent>): void {
    const before = this.shown.get().exchange.outgoing;
    const keys = new Set(exchange.outgoing.map(({ key }) => key));
    for (const one of before) if (!keys.has(one.key)) removeOutgoing(this.place, one.key);
    for (const one of exchange.outgoing) if (!before.includes(one)) saveOutgoing(this.place, one);
    this.set({ exchange });
  }

  private set(part: Partial<OpenConversation>): void {
    this.shown.set({ ...this.shown.get(), ...part });
  }
}

/** Words as they were kept, or null. */
function wordsOf(kept: unknown): MessageContent | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { text, attachments } = kept as { text?: unknown; attachments?: unknown };
  if (typeof text !== 'string' || !Array.isArray(attachments)) return null;
  const known = attachments.every((one: unknown) => typeof (one as { id?: unknown } | null)?.id === 'string');
  return known ? { text, attachments: attachments as Attachment[] } : null;
}
