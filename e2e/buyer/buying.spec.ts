import { createHash } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arrive, arriveAs, mailFor, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto(paths.product(demoProduct(name).id));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.describe('in Germany', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('a buyer pays once for two artists, is declined once, and downloads everything', {
    tag: '@phone',
  }, async ({ page }) => {
    test.setTimeout(90_000);
    const buyer = await signedUp(newcomer('buyer'));
    const bought = ['Mossback Cairn-Golem', 'Watch of Saint Orrin', 'Gnash, the Patient Chest'];
    for (const name of bought) await addToCart(page, name);
    await page.goto(paths.cart());
    await expect(page.getByRole('heading', { name: '3 products in cart' })).toBeVisible();
    await page.getByRole('link', { name: /Sign in to pay/ }).click();
    // Somebody who arrives at the sign-in with a session is sent on, which would cut off the next navigation.
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await arriveAs(page, buyer, paths.cart());

    await page.getByLabel('Coupon code').fill('nosuchcode');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('This code does not work for anything in your cart.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the code NOSUCHCODE' }).click();
    await page.getByLabel('Coupon code').fill('ashgrove10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/Takes off \$/)).toBeVisible();
    // Their device is in Germany: they agree to lose the right of withdrawal, or cannot pay.
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    const waiver = page.getByRole('checkbox', { name: /I lose my right of withdrawal/ });
    await pay.click();
    await expect(waiver).toBeFocused();
    await expect(waiver).toHaveAccessibleDescription(/^Tick the sentence about delivery/);
    await waiver.check();
    await pay.click();

    await payWithTestCard(page, 'declined');
    await expect(page.getByRole('alert')).toContainText('declined');
    await payWithTestCard(page, 'pays');
    await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').locator('img')).not.toHaveCount(0);
    const everything = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all' }).click();
    expect((await everything).suggestedFilename()).toMatch(/^\d-models\.zip$/);
    const receipt = await mailFor(buyer.email, /receipt/i);
    for (const name of bought) expect(receipt.text).toContain(name);
    expect(receipt.text).toContain('I lose my right of withdrawal');
    await page.goto(paths.cart());
    await expect(page.getByRole('heading', { name: 'No products in cart' })).toBeVisible();

    await page.goto(paths.library());
    for (const name of bought) await expect(page.getByRole('link', { name })).toBeVisible();
    await page.getByRole('link', { name: bought[0] ?? '' }).click();
    await expect(page.getByRole('heading', { name: bought[0] ?? '' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download all/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);

    // Interrupted halfway and resumed, as download managers do.
    const zip = paths.downloadArchive(demoProduct(bought[0] ?? '').id);
    const whole = await (await page.request.get(zip)).body();
    const half = Math.floor(whole.length / 2);
    const head = await page.request.get(zip, { headers: { range: `bytes=0-${half - 1}` } });
    const etag = head.headers()['etag'] ?? '';
    const rest = await page.request.get(zip, { headers: { range: `bytes=${half}-`, 'if-range': etag } });
    expect([head.status(), rest.status()]).toEqual([206, 206]);
    const glued = Buffer.concat([await head.body(), await rest.body()]);
    expect(sha256(glued)).toBe(sha256(whole));
    expect(etag).toBe(`"${sha256(whole)}"`);

    await page.goto(paths.payments());
    await page.getByRole('link', { name: /^G-/ }).click();
    await expect(page.getByRole('heading', { name: /^Receipt G-/ })).toBeVisible();
    await expect(page.getByText('ending in 4242')).toBeVisible();
    const invoice = page.getByRole('link', { name: /^Invoice / });
    const printed = await page.request.get((await invoice.getAttribute('href')) ?? '');
    expect((await printed.body()).subarray(0, 5).toString()).toBe('%PDF-');

    await page.goto(paths.product(demoProduct(bought[0] ?? '').id));
    await page.getByRole('main').getByRole('button', { name: 'In your library' }).first().click();
    await expect(page).toHaveURL(paths.libraryProduct(demoProduct(bought[0] ?? '').id));
  });
});

test('a changed price is shown before payment', async ({ page }) => {
  const buyer = await signedUp(newcomer('careful'));
  const drone = demoProduct('Kestrel-4 Survey Drone');
  await arriveAs(page, buyer);
  await addToCart(page, drone.name);
  // The cart stores the price the visitor saw earlier.
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '{}');
    cart.products[0].price = 1;
    localStorage.setItem('cart', JSON.stringify(cart));
  });
  await page.goto(paths.cart());
  await expect(
    page.getByText(/The price of Kestrel-4 Survey Drone changed from \$0\.01 to \$/),
  ).toBeVisible();
});

test('a gift is paid by one user and claimed by another', async ({ page, browser }) => {
  const giver = await signedUp(newcomer('giver'));
  const friend = newcomer('friend');
  await arriveAs(page, giver);
  await addToCart(page, 'Idol of the Rain King');
  await page.goto(paths.cart());
  await page.getByLabel('This is a gift').check();
  await page.getByLabel('Recipient’s e-mail').fill(friend.email);
  await page.getByLabel('Message (optional)').fill('For the rainy days.');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'Your gift is on its way' })).toBeVisible();

  const mail = await mailFor(friend.email, /A gift from/);
  const link = mail.links.find((address) => address.includes('/gift/')) ?? '';
  await signedUp(friend);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('For the rainy days.')).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Add to my library' }).click();
  await elsewhere
    .getByLabel(/e-?mail/i)
    .first()
    .fill(friend.email);
  await elsewhere
    .getByLabel(/^password/i)
    .first()
    .fill(friend.password);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await elsewhere.getByRole('button', { name: 'Add to my library' }).click();
  await expect(elsewhere).toHaveURL(paths.library());
  await expect(elsewhere.getByRole('link', { name: 'Idol of the Rain King' })).toBeVisible();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('has already been redeemed')).toBeVisible();
});

test('a seller refunds an order, and it is removed from the library', { tag: '@phone' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const buyer = await signedUp(newcomer('returns'));
  await arriveAs(page, buyer);
  await addToCart(page, 'Gravel-Dog Sentry Gun');
  await page.goto(paths.cart());
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();

  const shop = await (await browser.newContext()).newPage();
  await arrive(shop, 'ines', paths.account('sales'));
  // A table row, or a card on phones.
  const row = shop
    .getByRole('row')
    .or(shop.getByRole('main').getByRole('listitem'))
    .filter({ hasText: buyer.username });
  await row.getByRole('button', { name: /^Refund / }).click();
  await shop
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click();
  await expect(row.getByText('Your share was refunded', { exact: true })).toBeVisible();

  await mailFor(buyer.email, /back/i);
  await page.goto(paths.library());
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  const { totalItems } = await service()
    .collection('entitlements')
    .getList(1, 1, { filter: `user = '${buyer.id}' && revocation = 'refund'` });
  expect(totalItems).toBe(1);
});
