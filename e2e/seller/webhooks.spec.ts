import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive, arriveAs, newcomer } from '../support/people.ts';
import { isSigned, openReceiver } from '../support/receiver.ts';
import { service, signedUp } from '../support/service.ts';

const free = demoProduct('Heart of the Amethyst Vein');
const HOUR_MS = 3_600_000;

test('a receiver that was down for an hour hears of a sale once it is back, and again when the seller asks', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const receiver = await openReceiver();
  receiver.status = 503;
  try {
    await arrive(page, 'dorin', paths.webhooks());
    await page.getByRole('textbox', { name: 'Address' }).fill('https://localhost/hook');
    await page.getByRole('button', { name: 'Add the address' }).click();
    await expect(page.getByText('Enter an address that can be reached from the internet.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await page.getByLabel(/^A sale, also of a free model/).check();
    await page.getByRole('button', { name: 'Add the address' }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? '';

    const buyer = await signedUp(newcomer('patron'));
    const shopper = await (await browser.newContext()).newPage();
    await arriveAs(shopper, buyer, paths.product(free.id));
    await shopper.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Get it free' }).click();
    await expect(shopper).toHaveURL(paths.libraryProduct(free.id));
    const pb = service();
    const order = await pb.collection('orders').getFirstListItem(`buyer = '${buyer.id}'`);
    const mine = () => receiver.heard.filter(({ body }) => body.includes(order.id));

    // Somebody wakes the job by another message, instead of waiting for its turn.
    const card = page.getByRole('region', { name: receiver.url });
    const wake = () => card.getByRole('button', { name: 'Send a test' }).click();
    await wake();
    await expect.poll(mine).toHaveLength(1);
    const log = card.getByRole('list', { name: 'Messages' });
    await card.getByText('Messages of the last 30 days').click();
    const sale = log
      .getByRole('listitem')
      .filter({ hasText: /^A sale/ })
      .first();
    await expect(sale).toContainText(/Waiting, answer 503, the next one at .*down for an hour/);

    // An hour passes: what is due has waited for so long.
    const deliveries = pb.collection('webhook_deliveries');
    const [waiting] = await deliveries.getFullList({
      filter: `subject = '${order.id}' && webhook.url = '${receiver.url}'`,
    });
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    await deliveries.update(waiting?.id ?? '', { queuedAt: ago(HOUR_MS), sendAfter: ago(1000) });
    receiver.status = 200;
    await wake();
    await expect.poll(() => mine().map(({ status }) => status)).toEqual([503, 200]);
    expect(new Set(mine().map(({ id }) => id)).size).toBe(1);
    for (const message of mine()) expect(isSigned(message, secret)).toBe(true);
    expect(JSON.parse(mine()[1]?.body ?? '')).toMatchObject({
      event: 'sale',
      data: { orderId: order.id, lines: [{ productId: free.id, isFree: true }] },
    });
    expect(mine()[1]?.body).not.toContain(buyer.email);

    const state = async () => (await deliveries.getOne(waiting?.id ?? ''))['state'];
    await expect.poll(state).toBe('delivered');
    await card.getByText('Messages of the last 30 days').click();
    // Other stories sell models of this store meanwhile; only this sale took two attempts.
    const delivered = log.getByRole('listitem').filter({ hasText: 'Delivered, answer 200, 2 attempts' });
    await delivered.getByRole('button', { name: 'Send again: A sale', exact: true }).click();
    await expect.poll(() => mine().map(({ status }) => status)).toEqual([503, 200, 200]);

    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(card).toHaveCount(0);
  } finally {
    await receiver.close();
  }
});
