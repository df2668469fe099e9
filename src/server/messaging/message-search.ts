import type PocketBase from 'pocketbase';
import {
  conversationsAmong,
  conversationsOf,
  latestMessages,
} from '../../data/messaging/conversation-lists.ts';
import type { Participant } from '../../data/messaging/conversations.ts';
import type { ConversationPage } from '../../domain/messaging/conversation.ts';
import { askedForms } from '../../search/asked-forms.ts';
import { wordIndexOf } from '../../search/word-index.ts';

/** Newest messages in which words with typing mistakes are looked for. */
const NEAR_AMONG = 500;

/**
 * A participant's conversations, or those that a search finds by the words of the shop: in other numbers, by synonyms, joined or
 * split. Where that finds nothing, the newest messages are searched for words that are nearly these.
 */
export async function conversationsFound(
  pb: PocketBase,
  participant: Participant,
  asked: { search: string; unread: boolean; before: string | null },
): Promise<ConversationPage> {
  const forms = askedForms(asked.search);
  const page = await conversationsOf(pb, participant, { ...asked, forms });
  if (page.rows.length > 0 || forms.anyOf.length === 0) return page;
  const messages = await latestMessages(pb, participant, NEAR_AMONG);
  const found = wordIndexOf(messages.map(({ text }) => [text])).find(asked.search);
  if (!found || found.count === 0 || found.without !== null) return page;
  const ids = [
    ...new Set(messages.flatMap(({ conversation }, at) => (found.isFound[at] === 1 ? [conversation] : []))),
  ];
  return conversationsAmong(pb, participant, { ids, unread: asked.unread });
}
