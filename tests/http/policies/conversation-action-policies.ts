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

/** A line of a paid order; of nobody's and in no store's list, unless it is said whose. */
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
/** The one line the buyer asks his money back for; whatever was asked before is forgotten. */
async function lineToAskFor(world: World): Promise<string> {
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
/** For the two sides of a conversation; to anybody else it is not there. */
const talkers = (input: ActionPolicy['input']) =>
  policy(signedIn(401, 404, { buyer: 200, seller: 200 }), input);
const one = async (world: World) => ({ id: await conversation(world) });

export const CONVERSATION_ACTIONS: Record<string, ActionPolicy> = {
  'conversations.list': anyUser(() => ({})),
  'conversations.unread': anyUser(noInput),
  'conversations.one': talkers(one),
  'conversations.start': policy(signedIn(401, 200, { seller: 409 }), ({ stores }) => ({
    storeId: stores.seller,
  })),
  'conversations.send': talkers(async (world) => ({ ...(await one(world)), key: newKey(), text: 'Hello' })),
  'conversations.read': talkers(async (world) => ({ ...(await one(world)), upTo: 0 })),
  'conversations.typing': talkers(one),
  'conversations.block': talkers(one),
  'conversations.unblock': talkers(one),
  'conversations.leave': talkers(one),
  'conversations.savedReplies': anySeller(noInput),
  'conversations.keepReply': anySeller(() => ({ title: 'Thanks', text: 'Thank you.' })),
  'conversations.removeReply': sellersRow(async (world) => ({
    id: await newRow(world, 'saved_replies', { store: world.stores.seller, title: 'Bye', text: 'Goodbye.' }),
  })),
  'conversations.askRefund': policy(signedIn(401, 404, { buyer: 200 }), async (world) => ({
    lineId: await lineToAskFor(world),
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
