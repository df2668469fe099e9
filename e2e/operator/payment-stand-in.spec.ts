import { expect, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { personIn, studioIn } from '../support/sculptor.ts';
import { signedUp } from '../support/service.ts';
import { openOwnStack } from '../support/stack.ts';

test('an unsigned webhook is refused with 400, although the built site has its own copy of the error class', async ({
  request,
}) => {
  for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }]) {
    const answer = await request.post(paths.paymentWebhook(), { data: { id: 'evt_1' }, headers });
    expect(answer.status()).toBe(400);
  }
});

test('orders of others and unknown orders are not found', async ({ page }) => {
  await arriveAs(page, await signedUp(newcomer('curious')));
  await page.goto(`${paths.payments()}/aaaaaaaaaaaaaaa`);
  await expect(page.getByText('You have no such order.')).toBeVisible();
  await page.goto(paths.libraryProduct(demoProduct('Pressure Door 07').id));
  await expect(page.getByText('This is not in your library.')).toBeVisible();
});

const ARTISTS = ['fen', 'moor', 'holt'];

/** An open store that can be paid, with this many models for sale from $1.00 upwards. Answers what a cart holds of them. */
async function artistIn(stack: DevStack, name: string, models: number) {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const owner = await personIn(stack, name);
  await studioIn(stack, owner, []);
  const store = await pb.collection('stores').getFirstListItem(pb.filter('owner = {:id}', { id: owner.id }));
  await pb.collection('stores').update(store.id, { name: `${name} Miniatures` });
  return Promise.all(
    Array.from({ length: models }, async (_, at) => {
      const product = { name: `${name} model ${at}`, priceCents: 100 + at };
      const { id } = await pb.collection('products').create({
        ...product,
        store: store.id,
        slug: `${name}-${at}`,
        state: 'published',
        licences: ['personal'],
      });
      return { id, name: product.name, price: product.priceCents, mainImage: 'picture.webp' };
    }),
  );
}

test('a cart of 120 models whose payment page failed to open is paid at once with 3-D Secure, and the fee comes later', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const stack = await openOwnStack();
  try {
    const { payments } = stack;
    if (!payments) throw new Error('The stack has no payment stand-in.');
    const buyer = await personIn(stack, 'buyer');
    const products = (await Promise.all(ARTISTS.map((name) => artistIn(stack, name, 40)))).flat();
    await page.goto(stack.siteUrl + paths.login());
    await page.evaluate(
      (cart) => localStorage.setItem('cart', cart),
      JSON.stringify({ products, coupons: [] }),
    );
    await page.getByLabel(/e-?mail/i).fill(buyer.email);
    await page.getByLabel(/^password/i).fill(buyer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith(paths.login()));
    await page.goto(stack.siteUrl + paths.cart());
    await expect(page.getByRole('heading', { name: '120 products in cart' })).toBeVisible();
    payments.fault = 'error';
    await page.getByRole('button', { name: 'Pay $143.40' }).click();
    await expect(page.getByRole('alert')).toContainText('you have not been charged');
    payments.fault = 'none';
    await page.getByRole('button', { name: 'Pay $143.40' }).click();

    // More than a hundred lines are grouped by artist.
    for (const name of ARTISTS)
      await expect(page.getByText(`40 models from ${name} Miniatures`)).toBeVisible();
    await payWithTestCard(page, 'challenged');
    await page.getByRole('button', { name: 'Yes, complete the payment' }).click();
    await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();

    const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
    const order = () =>
      pb.collection('orders').getFirstListItem(pb.filter('buyer = {:id}', { id: buyer.id }), {
        fields: 'state,feePending,feeCents',
      });
    await expect.poll(order).toMatchObject({ state: 'paid', feePending: true });
    payments.simulator.captureFees();
    // 2.9 % and 30 cents.
    await expect.poll(order).toMatchObject({ feePending: false, feeCents: 446 });
  } finally {
    await stack.stop();
  }
});
