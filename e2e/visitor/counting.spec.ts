import { expect, test } from '@playwright/test';
import { paths, withOrigin } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Today's page views of a product; the demo world's own data ends yesterday. */
async function viewsOf(product: string): Promise<object | undefined> {
  const day = new Date().toISOString().slice(0, 10);
  const [row] = await service()
    .collection('view_counts')
    .getFullList({ filter: `product = "${product}" && day = "${day}"` });
  return row;
}

test('a visitor gives analytics consent by keyboard, is counted, and withdraws it', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: PERSON });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(paths.views())) sent.push(request.url());
  });
  await page.goto('/');
  await page.locator('main a[href^="/product/"]').first().click();
  await page.waitForURL(/\/product\//);
  const product = new URL(page.url()).pathname.split('/')[2] ?? '';
  const question = page.getByRole('region', { name: 'Consent to analytics' });
  await question.getByRole('button', { name: 'Yes, count' }).focus();
  expect(await context.cookies()).toEqual([]);
  expect(sent).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('Thank you.')).toBeFocused();
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  const answer = await page.waitForResponse((response) => response.url().endsWith(paths.views()));
  expect(answer.status()).toBe(204);
  expect(sent).toHaveLength(1);
  await expect
    .poll(() => viewsOf(product), { message: 'the row of the day' })
    .toMatchObject({ views: 1, visits: 1, carts: 1 });
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'counting', value: 'yes', sameSite: 'Strict' });

  await page.goto(paths.privacy());
  await page.getByRole('button', { name: 'Do not count' }).click();
  await expect(page.getByText('You said no; nothing is counted.')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await expect(page.getByText('You said no; nothing is counted.')).toBeVisible();
  await expect(question).toBeHidden();
  await context.close();
});

test('a browser with a privacy signal is never asked', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
  );
  await page.goto(paths.privacy());
  await expect(page.getByText('Your browser sends a privacy signal')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Consent to analytics' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Yes, count' })).toHaveCount(0);
});

/** A store of this person with a published model whose price buyers choose. */
async function openPriced(owner: { id: string; username: string }): Promise<string> {
  const pb = service();
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: owner.id, slug: owner.username, name: 'Counted Casts', state: 'open' });
  const { id } = await pb.collection('products').create({
    ...{ store, name: 'Counted Wyrm', slug: 'counted-wyrm', state: 'published' },
    ...{ priceCents: 500, openPrice: true, licences: ['personal'], publishedAt: new Date() },
  });
  return id;
}

test('a click that waits for its code counts as one cart', async ({ browser }) => {
  const product = await openPriced(await signedUp(newcomer('slowly')));
  const context = await browser.newContext({ userAgent: PERSON });
  const page = await context.newPage();
  await page.goto(paths.product(product));
  await page.getByRole('button', { name: 'Yes, count' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  const code = await page
    .locator('template[data-code=open-price]')
    .evaluate((template: HTMLTemplateElement) => template.content.querySelector('script')?.src ?? '');
  let arrive = () => {};
  const clicked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(code, async (route) => {
    await clicked;
    await route.continue();
  });
  const requested = page.waitForRequest(code);
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await requested;
  arrive();
  await expect(page.getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
  await expect.poll(() => viewsOf(product)).toMatchObject({ carts: 1 });
  await context.close();
});

test('a seller sees that a visit came from our mails and led to a cart', async ({ browser, page }) => {
  const seller = await signedUp(newcomer('counted'));
  const product = await openPriced(seller);
  await arriveAs(page, seller, paths.visits());
  await expect(page.getByRole('heading', { name: 'No visits counted yet' })).toBeVisible();

  const context = await browser.newContext({ userAgent: PERSON });
  const visitor = await context.newPage();
  await visitor.goto(withOrigin(paths.product(product), 'mail'));
  await visitor.getByRole('button', { name: 'Yes, count' }).click();
  const price = visitor.getByLabel('Pay what you want, in dollars');
  const add = visitor.getByRole('button', { name: 'Add to cart' }).first();
  await price.fill('2');
  await add.click();
  await expect(visitor.getByText('Enter at least $5.00.')).toBeVisible();
  await price.fill('7');
  await add.click();
  // A price that was refused counted as a cart.
  await expect.poll(() => viewsOf(product)).toMatchObject({ visits: 1, carts: 1 });
  await context.close();

  await page.reload();
  const from = page.getByRole('row').filter({ hasText: 'Our mails' });
  await expect(from.getByRole('cell')).toHaveText([/^1$/, /^1/, /^0/]);
});
