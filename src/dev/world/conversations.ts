import type PocketBase from 'pocketbase';
import { refusalOf } from '../../data/kernel/refusal.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  markRead,
  openConversation,
  storeMessage,
  withNotified,
} from '../../data/messaging/conversation-writing.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { demoProduct, PEOPLE, STORES } from './cast.ts';
import { demoId } from './ids.ts';
import type { PersonName } from './people.ts';

const HOUR_MS = 3_600_000;

interface DemoTalk {
  buyer: PersonName;
  product: string;
  /** The messages: author, text, and hours ago. */
  said: readonly [by: Side, hoursAgo: number, text: string][];
}

/** The conversations of the demo world: one question waits for an answer, the other has one. */
const TALKS: readonly DemoTalk[] = [
  {
    buyer: 'tobias',
    product: 'Mossback Cairn-Golem',
    said: [
      ['buyer', 75, 'Hello Mira, I printed the golem twice this weekend. He is a joy to paint.'],
      ['store', 72, 'That makes my day, thank you! Which resin did you use for the moss?'],
      [
        'buyer',
        71,
        'A plain grey one, 0.03 mm. The moss came out so crisp that I left it unpainted in places.',
      ],
      ['store', 70, 'Then do add a print to the gallery one day. I would love to see him.'],
      [
        'buyer',
        3,
        'I will. One question before that: the supported file stands on a raft of 70 mm, and my plate has 68. Is there a version that is turned, or should I cut the raft?',
      ],
      ['buyer', 2, 'Cutting it by hand would be fine too, I only do not want to lose the heel.'],
    ],
  },
  {
    buyer: 'tobias',
    product: 'Oubliette Wall',
    said: [
      ['buyer', 220, 'Do the walls fit the floors of the Undercroft set, or are they of another height?'],
      [
        'store',
        205,
        'They fit: all of my pieces share one grid of 25 mm and a floor of 6 mm. The doors of the one go into the walls of the other.',
      ],
      ['buyer', 204, 'Perfect, thank you.'],
    ],
  },
  {
    buyer: 'dorin',
    product: 'Kestrel-4 Survey Drone',
    said: [
      ['buyer', 140, 'Is the stem of the drone strong enough for a table with children?'],
      [
        'store',
        133,
        'With tough resin, yes. I put a 2 mm wire through mine; the hole for it is in the file.',
      ],
    ],
  },
];

/** Writes the conversations through the code that people use. Safe to run again. */
export async function seedConversations(pb: PocketBase, now: Instant): Promise<void> {
  for (const { buyer, product: name, said } of TALKS) {
    const product = demoProduct(name);
    const { storeId } = product;
    const buyerId = PEOPLE[buyer].id;
    const store = Object.values(STORES).find(({ id }) => id === storeId);
    const first = now - (said[0]?.[1] ?? 0) * HOUR_MS;
    const conversationId = await openConversation(
      pb,
      { buyerId, storeId },
      { productId: product.id, orderId: null },
      first,
      demoId('conversation', `${buyer} ${storeId}`),
    );
    for (const [by, hoursAgo, text] of said) {
      const id = demoId('message', text);
      const author = by === 'buyer' ? buyerId : (store?.ownerId ?? null);
      await storeMessage(
        pb,
        {
          ...{ id, conversationId, by, authorId: author, kind: 'text', text, key: `demo-${id}` },
          ...{ refundId: null, attachmentIds: [] },
        },
        now - hoursAgo * HOUR_MS,
      );
    }
    // Each side has read what it answered; messages after the store's last answer are unread.
    const lastOf = (side: Side) => said.findLastIndex(([by]) => by === side) + 1;
    await markRead(pb, conversationId, 'buyer', said.length);
    await markRead(pb, conversationId, 'store', lastOf('store'));
    // The demo world starts without mails.
    const steps = withNotified(transaction(pb), { conversationId, side: 'store', upTo: said.length });
    await refusalOf(steps, ['notified']);
  }
}
