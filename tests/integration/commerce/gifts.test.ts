import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../src/dev/drill/audit.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { giftOf, takeGift } from '../../../src/server/commerce/gifts.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let giver: { id: string; email: string };
let store = '';
beforeAll(async () => {
  commerce = await openTestCommerce();
  giver = await commerce.person('mira');
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());

const gift = { email: 'wren@guildhall.test', message: 'For your\nnew printer' };

async function given(productId: string): Promise<{ token: string; orderId: string }> {
  const outcome = await checkOut(commerce, giver, {
    productIds: [productId],
    codes: [],
    gift,
    shownCents: 900,
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await commerce.standIn.deliveries.idle();
  const mail = await commerce.pb
    .collection('mails')
    .getFirstListItem(commerce.pb.filter('mailKey = {:key}', { key: `gift:${outcome.orderId}` }));
  expect(mail['to']).toBe(gift.email);
  expect(mail['body']).toContain('> For your\n> new printer');
  const token = /\/gift\/([\w-]+)/.exec(String(mail['body']))?.[1] ?? '';
  return { token, orderId: outcome.orderId };
}
const owns = async (userId: string, productId: string) =>
  (
    await commerce.pb.collection('entitlements').getFullList({
      filter: commerce.pb.filter("user = {:userId} && product = {:productId} && revokedAt = ''", {
        userId,
        productId,
      }),
    })
  ).length;

describe('a gift', () => {
  it('goes to the first user who redeems it, once, and not to the giver', async () => {
    const product = await commerce.product(store, 900);
    const { token } = await given(product);
    expect((await giftOf(commerce, token)).gift?.giver).toBe('mira');
    const friends = await Promise.all(['wren', 'corvin', 'tobias'].map((name) => commerce.person(name)));
    const answers = await Promise.all(friends.map(({ id }) => takeGift(commerce, token, id)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(2);
    const winner = friends[answers.indexOf(null)]?.id ?? '';
    expect(await owns(winner, product)).toBe(1);
    expect(await owns(giver.id, product)).toBe(0);
    expect(await takeGift(commerce, token, winner)).toBeNull();
    await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  });

  it('of what the giver owns can be given, and given again', async () => {
    const product = await commerce.product(store, 900);
    const [first, second] = [await given(product), await given(product)];
    expect(first.orderId).not.toBe(second.orderId);
    await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  });

  it('that was refunded can no longer be redeemed, and a redeemed one is revoked', async () => {
    const product = await commerce.product(store, 900);
    const friend = await commerce.person('ines');
    const [waiting, taken] = [await given(product), await given(product)];
    expect(await takeGift(commerce, taken.token, friend.id)).toBeNull();
    for (const { orderId } of [waiting, taken]) {
      const charge = commerce.standIn.simulator.book
        .all('charges')
        .find((row) => row['transfer_group'] === orderId);
      commerce.standIn.simulator.refund({ charge: charge?.id ?? '' });
    }
    await commerce.standIn.deliveries.idle();
    expect(await takeGift(commerce, waiting.token, friend.id)).toBe('refunded');
    expect(await owns(friend.id, product)).toBe(0);
    await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  });

  it.each(['', 'short', "' || 1=1 --", 'x'.repeat(40), '../../account'])(
    'has no link like %j',
    async (token) => {
      expect(await takeGift(commerce, token, giver.id)).toBe('unknown');
    },
  );
});
