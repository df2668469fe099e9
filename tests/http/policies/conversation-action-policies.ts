import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  anyUser,
  backend,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
} from './policy-terms.ts';

/** The conversation of the buyer with the seller's store, reset to open for both. */
async function conversation(world: World): Promise<string> {
  const pair = { buyer: world.users.buyer, store: world.stores.seller };
  const rows = backend(world).collection('conversations');
  const find = () => rows.getFirstListItem(`buyer = '${pair.buyer}' && store = '${pair.store}'`);
  // The inputs of all roles are made concurrently; one of them creates the conversation.
  const { id } = await find().catch(() => rows.create(pair).catch(find));
  await rows.update(id, { buyerBlocked: false, storeBlocked: false, buyerLeft: false, storeLeft: false });
  return id;
}

/** A line of a paid order; without a buyer and a store unless they are given. */
async function paidLine(
  world: World,
  { buyer = '', store = '' } = {},
): Promise<{ order: string; line: string }> {
  const key = newName();
  const now = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const order = await newRow(world, 'orders', {
    buyer,
    state: 'paid',
    currency: 'usd',
    totalCents: 900,
    fingerprint: key,
    checkoutKey: key,
    placedAt: now,
    paidAt: now,
    settledAt: now,
    expiresAt: now,
  });
  return { order, line: await newRow(world, 'order_lines', { order, store, paidCents: 900 }) };
}

let ofBuyer: ReturnType<typeof paidLine> | null = null;
/** The line the buyer requests a refund for; earlier requests are deleted. */
async function refundableLine(world: World): Promise<string> {
  ofBuyer ??= paidLine(world, { buyer: world.users.buyer, store: world.stores.seller });
  const { line } = await ofBuyer;
  const requests = backend(world).collection('refund_requests');
  for (const { id } of await requests.getFullList({ filter: `line = '${line}'` })) await requests.delete(id);
  return line;
}

async function refundRequest(world: World): Promise<string> {
  return newRow(world, 'refund_requests', {
    conversation: await conversation(world),
    ...(await paidLine(world)),
    state: 'asked',
    answerUntil: new Date(Date.now() + 86_400_000).toISOString(),
  });
}

const newKey = () => crypto.randomUUID();
/** For the two sides of a conversation; other users do not find it. */
const participants = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 404, { buyer: 200, seller: 200 }), input);
const conversationId = async (world: World) => ({ id: await conversation(world) });

export const CONVERSATION_ACTIONS: Record<string, ActionPolicy> = {
  'conversations.list': anyUser(() => ({})),
  'conversations.unread': anyUser(noInput),
  'conversations.one': participants(conversationId),
  'conversations.start': policy(signedIn(401, 200, { seller: 409 }), ({ stores }) => ({
    storeId: stores.seller,
  })),
  'conversations.send': participants(async (world) => ({
    ...(await conversationId(world)),
    key: newKey(),
    text: 'Hello',
  })),
  'conversations.read': participants(async (world) => ({ ...(await conversationId(world)), upTo: 0 })),
  'conversations.typing': participants(conversationId),
  'conversations.block': participants(conversationId),
  'conversations.unblock': participants(conversationId),
  'conversations.leave': participants(conversationId),
  'conversations.savedReplies': anySeller(noInput),
  'conversations.keepReply': anySeller(() => ({ title: 'Thanks', text: 'Thank you.' })),
  'conversations.removeReply': sellersRow(async (world) => ({
    id: await newRow(world, 'saved_replies', { store: world.stores.seller, title: 'Bye', text: 'Goodbye.' }),
  })),
  'conversations.askRefund': policy(signedIn(401, 404, { buyer: 200 }), async (world) => ({
    lineId: await refundableLine(world),
    key: newKey(),
    text: 'It does not slice.',
  })),
  'conversations.answerRefund': policy(signedIn(401, 404, { seller: 200 }), async (world) => ({
    id: await refundRequest(world),
    key: newKey(),
    grant: false,
    text: 'It does here.',
  })),
  'conversations.withdrawRefund': policy(signedIn(401, 404, { buyer: 200 }), async (world) => ({
    id: await refundRequest(world),
    key: newKey(),
  })),
};
