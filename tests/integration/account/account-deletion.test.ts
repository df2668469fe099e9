import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadOfOwner } from '../../../src/data/library/downloads.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { deleteAccount, finishDeletions } from '../../../src/server/account/account-deletion.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { setMembershipEnding } from '../../../src/server/guild/membership-changes.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  daysPass,
  joined,
  newUser,
  type PaidGuild,
  pageOf,
  paidGuild,
  payPage,
  release,
} from '../guild/guild-commerce.ts';

/** People who leave, each with what hangs on their account. */

let commerce: TestCommerce;
let isUndone = false;
beforeEach(async () => {
  commerce = await openTestCommerce();
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  await commerce.standIn.deliveries.idle();
  // What was undone before it was booked is known to the provider only.
  if (!isUndone) await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  isUndone = false;
});

const GONE = { state: 'gone' };
const rows = (collection: string, filter = '', params: object = {}) =>
  commerce.pb.collection(collection).getFullList({ filter: commerce.pb.filter(filter, { ...params }) });
const isGone = async (id: string) => (await rows('users', 'id = {:id}', { id })).length === 0;
const row = async (collection: string, data: object) =>
  (await commerce.pb.collection(collection).create({ ...data })).id;

/** Whatever the provider would go on charging. */
const charged = () =>
  commerce.standIn.simulator.book.all('subscriptions').filter((one) => one['ended_at'] === null);

async function bought(
  buyer: { id: string; email: string },
  productId: string,
  gift: string | null = null,
  meanwhile = async () => {},
) {
  const outcome = await checkOut(commerce, buyer, {
    productIds: [productId],
    codes: [],
    gift: gift === null ? null : { email: gift, message: 'For you' },
    shownCents: 900,
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  await meanwhile();
  expect(commerce.pay(outcome.url)).toBeNull();
  await commerce.standIn.deliveries.settled();
  return outcome.orderId;
}

async function ownerOf(storeId: string) {
  const { owner } = await commerce.pb.collection('stores').getOne(storeId);
  const { id, email } = await commerce.pb.collection('users').getOne(String(owner));
  return { id, email: String(email) };
}
const close = (storeId: string, state = 'closed') =>
  commerce.pb.collection('stores').update(storeId, { state });

describe('a buyer who leaves', () => {
  it('is gone from the order and from mails, and no unpaid page stays open', async () => {
    const buyer = await commerce.person('leaving');
    const product = await commerce.product(await commerce.store('ash'), 900);
    const orderId = await bought(buyer, product);
    const open = await checkOut(commerce, buyer, {
      productIds: [await commerce.product(await commerce.store('elm'), 700)],
      ...{ codes: [], gift: null, shownCents: 700 },
    });
    expect(await rows('mails', 'to = {:email}', { email: buyer.email })).not.toEqual([]);
    expect(await deleteAccount(commerce, buyer)).toEqual(GONE);
    expect(await isGone(buyer.id)).toBe(true);
    const order = await commerce.pb.collection('orders').getOne(orderId);
    expect([order['buyer'], order['state'], order['totalCents']]).toEqual(['', 'paid', 900]);
    expect(await rows('mails', 'to = {:email}', { email: buyer.email })).toEqual([]);
    expect(open.kind === 'pay' && commerce.pay(open.url)).toMatch(/expired|closed|over/i);
  });
});

describe('a member who leaves', () => {
  let guild: PaidGuild;
  beforeEach(async () => {
    guild = await paidGuild(commerce);
    await release(commerce, guild);
  });

  it('is charged no more, and the guild keeps its payment without them', async () => {
    const member = await joined(commerce, guild);
    expect(charged()).toHaveLength(1);
    expect(await deleteAccount(commerce, member)).toEqual(GONE);
    expect(charged()).toEqual([]);
    await daysPass(commerce, 40);
    await reconcile(commerce);
    expect(await rows('guild_payments')).toHaveLength(1);
    const [left, ...others] = await rows('guild_members');
    expect([left?.['user'], left?.['state'], left?.['nextChargeAt'], others]).toEqual(['', 'left', '', []]);
    expect((await rows('guild_joinings')).map((one) => one['user'])).toEqual(['']);
  });

  it('can do so after leaving the guild, and after only having begun to join', async () => {
    const ended = await joined(commerce, guild);
    await setMembershipEnding(commerce, { userId: ended.id, guildId: guild.id }, true);
    await daysPass(commerce, 32);
    expect(await deleteAccount(commerce, ended)).toEqual(GONE);
    const curious = await newUser(commerce);
    const url = await pageOf(commerce, guild, curious);
    expect(await deleteAccount(commerce, curious)).toEqual(GONE);
    expect(payPage(commerce, url)).not.toBeNull();
    expect([await isGone(ended.id), await isGone(curious.id), charged()]).toEqual([true, true, []]);
  });

  it('waits while the provider is away, with everything as it was, and is gone once it is back', async () => {
    const member = await joined(commerce, guild);
    commerce.standIn.fault = 'error';
    expect(await deleteAccount(commerce, member)).toEqual({ state: 'waits' });
    await finishDeletions(commerce);
    expect(await isGone(member.id)).toBe(false);
    commerce.standIn.fault = 'none';
    await finishDeletions(commerce);
    expect([await isGone(member.id), charged()]).toEqual([true, []]);
    commerce.errors.length = 0;
  });

  it('is charged no more either where the dashboard deleted the account', async () => {
    const member = await joined(commerce, guild);
    await commerce.pb.collection('users').delete(member.id);
    expect(charged()).toHaveLength(1);
    await reconcile(commerce);
    await commerce.standIn.deliveries.settled();
    expect(charged()).toEqual([]);
    expect((await rows('guild_members')).map((one) => [one['user'], one['state']])).toEqual([['', 'left']]);
  });

  it('gets a payment back that arrives at a page after the account is gone', async () => {
    const late = await newUser(commerce);
    const url = await pageOf(commerce, guild, late);
    await commerce.pb.collection('users').delete(late.id);
    expect(payPage(commerce, url)).toBeNull();
    await commerce.standIn.deliveries.settled();
    expect(charged()).toEqual([]);
    expect(await rows('guild_members')).toEqual([]);
    expect(commerce.standIn.simulator.book.all('refunds')).toHaveLength(1);
    isUndone = true;
  });

  it('still has a refund of the past booked', async () => {
    const member = await joined(commerce, guild);
    const [payment] = await rows('guild_payments');
    expect(await deleteAccount(commerce, member)).toEqual(GONE);
    await commerce.payments.refundShared(String(payment?.['paymentId']), 'by-hand', commerce.now());
    await commerce.standIn.deliveries.settled();
    expect((await rows('guild_payments')).map((one) => one['state'])).toEqual(['refunded']);
    expect(await rows('guild_members')).toHaveLength(1);
  });
});

describe('a seller who leaves', () => {
  it('without sales leaves a name, and nothing of what they wrote or uploaded', async () => {
    const storeId = await commerce.store('ash');
    const seller = await ownerOf(storeId);
    const product = await commerce.product(storeId, 900);
    await row('product_files', {
      product,
      name: 'a.stl',
      storageKey: 'key-a',
      sizeBytes: 1,
      role: 'unsupported',
      sha256: 'a'.repeat(64),
    });
    await row('saved_replies', { store: storeId, title: 'Hello', text: 'Hello there' });
    await commerce.pb
      .collection('stores')
      .update(storeId, { about: 'My life', traderAddress: 'My street 1' });
    const refused = await deleteAccount(commerce, seller);
    expect(refused).toEqual({ state: 'refused', sentence: expect.stringContaining('Close store') });
    await close(storeId);
    expect(await deleteAccount(commerce, seller)).toEqual(GONE);
    const store = await commerce.pb.collection('stores').getOne(storeId);
    expect(store).toMatchObject({
      name: 'ash Miniatures',
      owner: '',
      about: '',
      traderAddress: '',
      state: 'closed',
    });
    expect([await rows('product_files'), await rows('saved_replies')]).toEqual([[], []]);
  });

  it('with a store that never opened needs not close it', async () => {
    const seller = await commerce.person('dreamer');
    await row('stores', { owner: seller.id, slug: 'dream', name: 'Dream', state: 'draft' });
    expect(await deleteAccount(commerce, seller)).toEqual(GONE);
    // Another one may do the same.
    const next = await commerce.person('dreamer2');
    await row('stores', { owner: next.id, slug: 'dream2', name: 'Dream two', state: 'draft' });
    expect(await deleteAccount(commerce, next)).toEqual(GONE);
  });

  it('with sales is paid first, and buyers keep their files', async () => {
    const buyer = await commerce.person('noor');
    const storeId = await commerce.store('oak');
    const seller = await ownerOf(storeId);
    const product = await commerce.product(storeId, 900);
    const file = await row('product_files', {
      ...{ product, name: 'a.stl', storageKey: 'key-b', sizeBytes: 1, sha256: 'b'.repeat(64) },
      role: 'unsupported',
    });
    const accountIs = async (state: string) => {
      const [account] = await rows('business_accounts', 'store = {:storeId}', { storeId });
      await commerce.pb.collection('business_accounts').update(account?.id ?? '', { state });
    };
    const orderId = await bought(buyer, product, null, () => accountIs('restricted'));
    await close(storeId);
    expect(await deleteAccount(commerce, seller)).toEqual({
      state: 'refused',
      sentence: expect.stringMatching(/^\$\d\.\d\d are still due to you/),
    });
    await accountIs('active');
    await settle(commerce, orderId);
    expect(await deleteAccount(commerce, seller)).toEqual(GONE);
    expect((await downloadOfOwner(commerce.pb, buyer.id, product))?.files.map(({ id }) => id)).toEqual([
      file,
    ]);
    const [line] = await rows('order_lines', 'order = {:orderId}', { orderId });
    expect(line?.['storeName']).toBe('oak Miniatures');
  });

  it('with a plan is not charged for it any more', async () => {
    const storeId = await commerce.store('pro');
    const seller = await ownerOf(storeId);
    const prices = { monthly: 1500, annual: 15_000 };
    const begun = await startPlan(commerce, { id: storeId, name: 'pro' }, seller.email, 'monthly', prices);
    if (begun.kind !== 'pay') throw new Error(begun.refusal);
    expect(commerce.pay(begun.url)).toBeNull();
    await commerce.standIn.deliveries.settled();
    expect(charged()).toHaveLength(1);
    await close(storeId);
    expect(await deleteAccount(commerce, seller)).toEqual(GONE);
    expect(charged()).toEqual([]);
    expect((await rows('seller_plans')).map((one) => one['state'])).toEqual(['ended']);
  });

  it('under an open case waits for the decision', async () => {
    const storeId = await commerce.store('thorn');
    const seller = await ownerOf(storeId);
    await close(storeId);
    await row('cases', {
      kind: 'content',
      store: storeId,
      claim: 'Copied',
      state: 'open',
      accused: seller.id,
    });
    expect(await deleteAccount(commerce, seller)).toMatchObject({
      sentence: expect.stringContaining('not decided yet'),
    });
  });
});

describe('others who leave', () => {
  it('staff: the store keeps its log, without an account behind the name', async () => {
    const store = await commerce.store('ash');
    const helper = await commerce.person('helper');
    await row('store_staff', {
      store,
      user: helper.id,
      roles: ['upload'],
      agreedAt: new Date().toISOString(),
    });
    await row('staff_deeds', { store, user: helper.id, username: 'helper', deed: 'uploaded a file' });
    expect(await deleteAccount(commerce, helper)).toEqual(GONE);
    expect(await rows('store_staff')).toEqual([]);
    expect((await rows('staff_deeds')).map((one) => [one['user'], one['username']])).toEqual([
      ['', 'helper'],
    ]);
  });

  it('a partner: nothing that is sold later is divided with nobody', async () => {
    const [mine, theirs] = [await commerce.store('ash'), await commerce.store('elm')];
    const product = await commerce.product(mine, 900);
    await row('product_partners', { product, owner: mine, store: theirs, percent: 50, state: 'agreed' });
    const partner = await ownerOf(theirs);
    await close(theirs);
    expect(await deleteAccount(commerce, partner)).toEqual(GONE);
    expect(await rows('product_partners')).toEqual([]);
    await bought(await commerce.person('noor'), product);
    expect((await rows('seller_shares')).map((one) => one['store'])).toEqual([mine]);
  });

  it('a giver: the gift can be accepted; who accepted it is gone from it with their account', async () => {
    const giver = await commerce.person('giver');
    const product = await commerce.product(await commerce.store('ash'), 900);
    await bought(giver, product, 'wren@guildhall.test');
    expect(await deleteAccount(commerce, giver)).toEqual(GONE);
    const [gift] = await rows('gifts');
    expect([gift?.['giver'], gift?.['email']]).toEqual(['', 'wren@guildhall.test']);
    const wren = await commerce.person('wren');
    await commerce.pb.collection('gifts').update(gift?.id ?? '', { claimedBy: wren.id });
    expect(await deleteAccount(commerce, wren)).toEqual(GONE);
    expect((await rows('gifts')).map((one) => [one['claimedBy'], one['email'], one['message']])).toEqual([
      ['', '', ''],
    ]);
  });

  it('a backer: the store sees that it was claimed, not by whom', async () => {
    const backer = await commerce.person('backer');
    const store = await commerce.store('ash');
    const accessGroup = await row('access_groups', { store, name: 'Campaign', state: 'active' });
    await row('access_group_people', {
      ...{ accessGroup, email: backer.email, name: 'Bea', note: 'knight pledge', state: 'claimed' },
      ...{ claimedBy: backer.id, claimedAt: new Date().toISOString() },
    });
    expect(await deleteAccount(commerce, backer)).toEqual(GONE);
    const [left] = await rows('access_group_people');
    expect([left?.['name'], left?.['note'], left?.['claimedBy'], left?.['state']]).toEqual([
      '',
      '',
      '',
      'claimed',
    ]);
    expect(left?.['email']).not.toContain('@');
  });

  it('an operator: not while they are the only one', async () => {
    const [first, second] = [await commerce.person('first'), await commerce.person('second')];
    await row('roles', { user: first.id, role: 'operator' });
    expect(await deleteAccount(commerce, first)).toMatchObject({
      sentence: expect.stringContaining('only operator'),
    });
    await row('roles', { user: second.id, role: 'operator' });
    expect(await deleteAccount(commerce, first)).toEqual(GONE);
    expect((await rows('roles')).map((one) => one['user'])).toEqual([second.id]);
  });
});
