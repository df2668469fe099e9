import { signedIn } from './answers.ts';
import {
  type ActionPolicy,
  anybody,
  backend,
  newName,
  newRow,
  nothing,
  ofSeller,
  own,
  sellers,
} from './policy-words.ts';
import type { World } from './world.ts';

/** The conversation of the buyer with the seller's store, open to both whatever was done to it. */
async function conversation(world: World): Promise<string> {
  const pair = { buyer: world.users.buyer, store: world.stores.seller };
  const rows = backend(world).collection('conversations');
  const find = () => rows.getFirstListItem(`buyer = '${pair.buyer}' && store = '${pair.store}'`);
  // Everybody's question is made up at once; one of them makes it.
  const { id } = await find().catch(() => rows.create(pair).catch(find));
  await rows.update(id, { buyerBlocked: false, storeBlocked: false, buyerLeft: false, storeLeft: false });
  return id;
}

async function refundRequest(world: World): Promise<string> {
  const key = newName();
  const now = new Date().toISOString();
  const order = await newRow(world, 'orders', {
    state: 'paid',
    currency: 'usd',
    fingerprint: key,
    checkoutKey: key,
    placedAt: now,
    expiresAt: now,
  });
  const line = await newRow(world, 'order_lines', { order });
  return newRow(world, 'refund_requests', {
    conversation: await conversation(world),
    ...{ order, line, state: 'asked', answerUntil: new Date(Date.now() + 86_400_000).toISOString() },
  });
}

const newKey = () => crypto.randomUUID();
/** For the two sides of a conversation; to anybody else it is not there. */
const talkers = (input: ActionPolicy['input']) =>
  anybody(signedIn(401, 404, { buyer: 200, seller: 200 }), input);
const one = async (world: World) => ({ id: await conversation(world) });

export const CONVERSATION_ACTIONS: Record<string, ActionPolicy> = {
  'conversations.list': own(() => ({})),
  'conversations.unread': own(nothing),
  'conversations.one': talkers(one),
  'conversations.start': anybody(signedIn(401, 200, { seller: 409 }), ({ stores }) => ({
    storeId: stores.seller,
  })),
  'conversations.send': talkers(async (world) => ({ ...(await one(world)), key: newKey(), text: 'Hello' })),
  'conversations.read': talkers(async (world) => ({ ...(await one(world)), upTo: 0 })),
  'conversations.typing': talkers(one),
  'conversations.block': talkers(one),
  'conversations.unblock': talkers(one),
  'conversations.leave': talkers(one),
  'conversations.savedReplies': sellers(nothing),
  'conversations.keepReply': sellers(() => ({ title: 'Thanks', text: 'Thank you.' })),
  'conversations.removeReply': ofSeller(async (world) => ({
    id: await newRow(world, 'saved_replies', { store: world.stores.seller, title: 'Bye', text: 'Goodbye.' }),
  })),
  'conversations.askRefund': anybody(signedIn(401, 404, { buyer: 200 }), ({ order }) => ({
    lineId: order.line,
    key: newKey(),
    text: 'It does not slice.',
  })),
  'conversations.answerRefund': anybody(signedIn(401, 404, { seller: 200 }), async (world) => ({
    id: await refundRequest(world),
    key: newKey(),
    grant: false,
    text: 'It does here.',
  })),
  'conversations.withdrawRefund': anybody(signedIn(401, 404, { buyer: 200 }), async (world) => ({
    id: await refundRequest(world),
    key: newKey(),
  })),
};
