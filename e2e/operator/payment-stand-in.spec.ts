import { expect, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
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

test('while the payment provider is down nothing is charged, the cart stays, and a retry works', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const stack = await openOwnStack();
  try {
    const { payments } = stack;
    if (!payments) throw new Error('The stack has no payment stand-in.');
    const [sculptor, buyer] = [await personIn(stack, 'fen'), await personIn(stack, 'buyer')];
    const product = (await studioIn(stack, sculptor, ['Fen Knight'])).get('Fen Knight') ?? '';
    const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
    await pb.collection('products').update(product, { state: 'published' });
    await page.goto(stack.siteUrl + paths.login(paths.product(product)));
    await page.getByLabel(/e-?mail/i).fill(buyer.email);
    await page.getByLabel(/^password/i).fill(buyer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
    await page.goto(stack.siteUrl + paths.cart());
    payments.fault = 'error';
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('alert')).toContainText('you have not been charged');
    payments.fault = 'none';
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page).toHaveURL(/\/c\/pay\/cs_/);
  } finally {
    await stack.stop();
  }
});
