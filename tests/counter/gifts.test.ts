import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/dev/drill/audit.ts';
import { checkOut } from '../../src/server/checkout.ts';
import { giftOf, takeGift } from '../../src/server/gifts.ts';
import { openCounter, type TestCounter } from './counter.ts';

let counter: TestCounter;
let giver: { id: string; email: string };
let store = '';
beforeAll(async () => {
  counter = await openCounter();
  giver = await counter.person('mira');
  store = await counter.store('ash');
});
afterAll(() => counter.close());

const gift = { email: 'wren@guildhall.test', message: 'For your\nnew printer' };

async function given(productId: string): Promise<{ token: string; orderId: string }> {
  const outcome = await checkOut(counter, giver, {
    productIds: [productId],
    codes: [],
    gift,
    shownCents: 900,
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  counter.pay(outcome.url);
  await counter.house.deliveries.idle();
  const mail = await counter.pb
    .collection('mails')
    .getFirstListItem(counter.pb.filter('mailKey = {:key}', { key: `gift:${outcome.orderId}` }));
  expect(mail['to']).toBe(gift.email);
  expect(mail['body']).toContain('> For your\n> new printer');
  const token = /\/gift\/([\w-]+)/.exec(String(mail['body']))?.[1] ?? '';
  return { token, orderId: outcome.orderId };
}
const owns = async (userId: string, productId: string) =>
  (
    await counter.pb.collection('entitlements').getFullList({
      filter: counter.pb.filter("user = {:userId} && product = {:productId} && revokedAt = ''", {
        userId,
        productId,
      }),
    })
  ).length;

describe('a gift', () => {
  it('goes to whoever takes it first, once, and not to the giver', async () => {
    const product = await counter.product(store, 900);
    const { token } = await given(product);
    expect((await giftOf(counter, token)).gift?.giver).toBe('mira');
    const friends = await Promise.all(['wren', 'corvin', 'tobias'].map((name) => counter.person(name)));
    const answers = await Promise.all(friends.map(({ id }) => takeGift(counter, token, id)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(2);
    const winner = friends[answers.indexOf(null)]?.id ?? '';
    expect(await owns(winner, product)).toBe(1);
    expect(await owns(giver.id, product)).toBe(0);
    expect(await takeGift(counter, token, winner)).toBeNull();
    await audit({ pb: counter.pb, till: counter.house.till });
  });

  it('of what the giver owns can be given, and given again', async () => {
    const product = await counter.product(store, 900);
    const [first, second] = [await given(product), await given(product)];
    expect(first.orderId).not.toBe(second.orderId);
    await audit({ pb: counter.pb, till: counter.house.till });
  });

  it('that was given back can be taken no more, and what was taken goes', async () => {
    const product = await counter.product(store, 900);
    const friend = await counter.person('ines');
    const [waiting, taken] = [await given(product), await given(product)];
    expect(await takeGift(counter, taken.token, friend.id)).toBeNull();
    for (const { orderId } of [waiting, taken]) {
      const charge = counter.house.till.book.all('charges').find((row) => row['transfer_group'] === orderId);
      counter.house.till.refund({ charge: charge?.id ?? '' });
    }
    await counter.house.deliveries.idle();
    expect(await takeGift(counter, waiting.token, friend.id)).toBe('refunded');
    expect(await owns(friend.id, product)).toBe(0);
    await audit({ pb: counter.pb, till: counter.house.till });
  });

  it.each(['', 'short', "' || 1=1 --", 'x'.repeat(40), '../../account'])(
    'has no link like %j',
    async (token) => {
      expect(await takeGift(counter, token, giver.id)).toBe('unknown');
    },
  );
});
