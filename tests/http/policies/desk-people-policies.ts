import type { World } from '../world.ts';
import {
  type ActionPolicy,
  backend,
  beforeFactor,
  deskChanges,
  deskReads,
  newName,
  newRow,
  operatorChanges,
  operatorReads,
} from './policy-terms.ts';

const REASON = 'A reason that the person reads.';
const firstPage = () => ({ text: '', after: null });
/** Somebody nobody else in the tests signs in as. */
const newPerson = (world: World) => {
  const username = newName();
  const password = 'a password of the tests';
  const email = `${username}@guildhall.test`;
  return newRow(world, 'users', { username, email, password, passwordConfirm: password });
};
const newMail = (world: World) =>
  newRow(world, 'mails', {
    ...{ mailKey: newName(), kind: 'receipt', to: 'nobody@guildhall.test', subject: 'A mail', body: 'Words' },
    ...{ state: 'sent', tries: 1, sendAfter: new Date() },
  });
const newStore = async (world: World) => {
  const slug = newName();
  return newRow(world, 'stores', { owner: await newPerson(world), slug, name: slug, state: 'open' });
};
const newProduct = async (world: World) => {
  const slug = newName();
  const store = await newStore(world);
  return newRow(world, 'products', { store, slug, name: slug, state: 'ready', priceCents: 500 });
};
const newUnmatched = (world: World) =>
  newRow(world, 'unmatched_payments', {
    ...{
      sessionId: `cs_${newName()}`,
      paymentId: 'pi_nothing',
      orderId: 'a'.repeat(15),
      email: 'nobody@guildhall.test',
    },
    ...{ paidCents: 900, state: 'open', tryAt: new Date() },
  });
const version = async (world: World, id: string) => {
  const { updated } = await backend(world).collection('products').getOne(id);
  return Date.parse(String(updated).replace(' ', 'T'));
};

/** Policies of the desk's people, stores, products and orders. */
export const DESK_PEOPLE_ACTIONS: Record<string, ActionPolicy> = {
  'deskPeople.list': deskReads(firstPage),
  'deskPeople.one': deskReads(({ users }) => ({ id: users.buyer })),
  // Moderators see neither what somebody bought nor the mails to them.
  'deskPeople.part': operatorReads(({ users }) => ({ id: users.buyer, part: 'bought', after: null })),
  'deskPeople.suspend': deskChanges(async (world) => ({
    personId: await newPerson(world),
    suspend: true,
    reason: REASON,
  })),
  'deskPeople.endSessions': operatorChanges(async (world) => ({
    personId: await newPerson(world),
    reason: REASON,
  })),
  // They have no role.
  'deskPeople.restoreAccess': operatorChanges(
    async (world) => ({ personId: await newPerson(world), what: 'password', reason: REASON }),
    { operator: 409 },
  ),
  'deskPeople.resendMail': operatorChanges(async (world) => ({ mailId: await newMail(world) })),
  'deskLooks.begin': operatorChanges(async (world) => ({
    personId: await newPerson(world),
    reason: REASON,
  })),
  // Ending none is no mistake; the second factor of who looked may be over by then.
  'deskLooks.end': beforeFactor(() => undefined),
  'deskStores.list': deskReads(firstPage),
  'deskStores.stakes': deskReads(async (world) => ({ id: await newStore(world) })),
  'deskStores.suspend': deskChanges(async (world) => ({
    id: await newStore(world),
    suspend: true,
    reason: REASON,
  })),
  'deskStores.verify': operatorChanges(async (world) => ({
    storeId: await newStore(world),
    isVerified: true,
    reason: REASON,
  })),
  'deskStores.mails': deskChanges(async (world) => ({
    storeId: await newStore(world),
    ...{ isOff: true, aDay: null, reason: REASON },
  })),
  // There is no business account to agree on.
  'deskStores.commission': operatorChanges(
    async (world) => ({ storeId: await newStore(world), percent: 7 }),
    { operator: 409 },
  ),
  'deskProducts.list': deskReads(() => ({ ...firstPage(), storeId: null, inReview: false })),
  'deskProducts.suspend': deskChanges(async (world) => ({
    id: await newProduct(world),
    suspend: true,
    reason: REASON,
  })),
  // It does not wait for review.
  'deskProducts.review': deskChanges(
    async (world) => {
      const productId = await newProduct(world);
      return { productId, seen: await version(world, productId), approve: true, reason: '' };
    },
    { moderator: 409, operator: 409 },
  ),
  'deskOrders.list': operatorReads(firstPage),
  'deskOrders.one': operatorReads(({ sale }) => ({ id: sale.id })),
  'deskOrders.evidence': operatorReads(({ sale }) => ({ id: sale.id })),
  // It is not disputed.
  'deskOrders.answer': operatorChanges(({ sale }) => ({ orderId: sale.id, disputeId: sale.id, words: '' }), {
    operator: 409,
  }),
  // The sum has changed since it was shown.
  'deskOrders.refund': operatorChanges(
    ({ sale }) => ({ orderId: sale.id, lineId: null, seenCents: 999_999, reason: REASON }),
    { operator: 409 },
  ),
  'deskUnmatched.one': operatorReads(async (world) => ({ id: await newUnmatched(world) })),
  // The provider knows no such page.
  'deskUnmatched.deliver': operatorChanges(async (world) => ({ id: await newUnmatched(world) }), {
    operator: 409,
  }),
  // The sum has changed since it was shown.
  'deskUnmatched.refund': operatorChanges(
    async (world) => ({ id: await newUnmatched(world), seenCents: 1, reason: REASON }),
    { operator: 409 },
  ),
};
