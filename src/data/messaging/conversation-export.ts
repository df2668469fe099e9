import type PocketBase from 'pocketbase';
import { storeOfOwner } from '../catalogue/stores.ts';
import type { ConversationsRecord, MessageAttachmentsRecord, MessagesRecord } from '../kernel/records.ts';

/** The conversations of a user, as a buyer and as a store, for their data export. */
export async function conversationsForExport(pb: PocketBase, userId: string): Promise<object[]> {
  const store = await storeOfOwner(pb, userId);
  const mine = pb.filter("(buyer = {:userId} || (store = {:storeId} && store != ''))", {
    userId,
    storeId: store?.id ?? '',
  });
  const [conversations, messages, attachments] = await Promise.all([
    pb.collection('conversations').getFullList<ConversationsRecord>({
      filter: mine,
      sort: 'created',
    }),
    pb.collection('messages').getFullList<MessagesRecord>({
      filter: mine.replaceAll(/\b(buyer|store) /g, 'conversation.$1 '),
      sort: 'conversation,number',
      fields: 'conversation,number,by,kind,text,created',
    }),
    pb.collection('message_attachments').getFullList<MessageAttachmentsRecord>({
      filter: pb.filter('owner = {:userId}', { userId }),
      sort: 'created',
      fields: 'conversation,message,kind,name,sizeBytes,created',
    }),
  ]);
  const byConversation = <T extends { conversation: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ conversation }) => conversation);
  const [messagesOf, attachmentsOf] = [byConversation(messages), byConversation(attachments)];
  return conversations.map(({ id, buyer, store: storeId, created }) => ({
    id,
    side: buyer === userId ? 'buyer' : 'store',
    store: storeId,
    created,
    messages: (messagesOf.get(id) ?? []).map((message) => ({
      number: message.number,
      by: message.by,
      kind: message.kind,
      text: message.text,
      created: message.created,
    })),
    attachments: (attachmentsOf.get(id) ?? []).map((attachment) => ({
      message: attachment.message,
      kind: attachment.kind,
      name: attachment.name,
      sizeBytes: attachment.sizeBytes,
      created: attachment.created,
    })),
  }));
}
