import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { dayText } from '../../src/domain/kernel/instant.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arrive, arriveAs, mailFor, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

const well = demoProduct('The Lantern Street Well');
const camp = demoProduct('Last Camp Before the Pass');
const gate = demoProduct('Gate of the Violet Tide');

test('a seller lets buyers choose a price and makes a bundle, and a buyer pays for both', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const title = `Roadside ${crypto.randomUUID().slice(0, 6)}`;
  const products = service().collection('products');
  try {
    await arrive(page, 'dorin', paths.sellerProduct(well.id));
    await page.getByLabel('Pay what you want').check();
    await page.getByLabel('Minimum in dollars').fill('3');
    await page.getByLabel('Suggested price in dollars (optional)').fill('2');
    await expect(page.getByText('Suggest at least the minimum, and at least $0.50.').first()).toBeVisible();
    await page.getByLabel('Suggested price in dollars (optional)').fill('5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await products.getOne(well.id))['suggestedCents']).toBe(500);

    await page.goto(paths.productBundles());
    await page.getByRole('button', { name: /^(Create your first|New) bundle$/ }).click();
    await page.getByLabel('Name').fill(title);
    await page.getByLabel('Price of all together, in dollars').fill('7');
    for (const { name } of [camp, gate]) {
      await page.getByLabel('Search your models').fill(name);
      await page.getByRole('checkbox', { name }).check();
    }
    await page.getByRole('button', { name: 'Create bundle' }).click();
    await expect(page.getByRole('list', { name: 'Bundles' })).toContainText(
      `${title}$7.00 instead of $10.98`,
    );
    await expect(page.getByRole('heading', { level: 1, name: 'Bundles' })).toBeFocused();
    await expectItReadsWell(page);

    const buyer = await signedUp(newcomer('chooser'));
    const shopper = await (await browser.newContext()).newPage();
    await arriveAs(shopper, buyer);
    // The page in the cache may be older than the change for a moment.
    const field = shopper.getByLabel('Pay what you want, in dollars');
    await expect(async () => {
      await shopper.goto(paths.product(well.id));
      await expect(field).toHaveValue('5', { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await field.fill('2');
    await field.blur();
    await expect(shopper.getByRole('alert').filter({ hasText: 'Enter at least $3.00.' })).toBeVisible();
    await field.fill('6.50');
    const buy = shopper.getByRole('region', { name: 'Buy' });
    await buy.getByRole('button', { name: 'Add to cart' }).click();
    await expect(buy.getByRole('button', { name: 'In your cart' })).toBeVisible();
    await expectItReadsWell(shopper);

    const offer = shopper.getByRole('button', { name: new RegExp(`^Add all 2, .7\\.00.*${title}$`) });
    await expect(async () => {
      await shopper.goto(paths.product(camp.id));
      await expect(offer).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await offer.click();
    await expect(shopper.getByRole('heading', { name: '3 products in cart' })).toBeVisible();

    await shopper.goto(paths.cart());
    await expect(shopper.getByRole('button', { name: 'Pay $13.50' })).toBeVisible();
    const chosen = shopper.getByRole('form', { name: `What you pay for ${well.name}` });
    await chosen.getByLabel('You pay, in dollars').fill('8');
    await chosen.getByRole('button', { name: 'Change' }).click();
    await shopper.getByRole('button', { name: 'Pay $15.00' }).click();
    await payWithTestCard(shopper, 'pays');
    await expect
      .poll(
        async () =>
          (
            await service()
              .collection('order_lines')
              .getFullList({
                filter: `order.email = '${buyer.email}'`,
                sort: 'position',
                fields: 'paidCents,product',
              })
          ).map(({ paidCents }) => paidCents),
        { timeout: 20_000 },
      )
      .toEqual([800, expect.any(Number), expect.any(Number)]);
  } finally {
    const record = { openPrice: false, suggestedCents: 0, priceCents: well.priceCents };
    await products.update(well.id, record);
    const bundles = service().collection('product_bundles');
    for (const { id } of await bundles.getFullList({ filter: `title = '${title}'` }))
      await bundles.delete(id);
  }
});

test('a seller sells a model before it is finished, and delivers it to a buyer who paid and waited', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const pb = service();
  const name = `Unfinished Wyvern ${crypto.randomUUID().slice(0, 6)}`;
  const finished = await pb.collection('product_files').getFirstListItem(`product = '${well.id}'`);
  const picture = await readFile('src/dev/world/pictures/painted/well.webp');
  const { id } = await pb.collection('products').create({
    ...{ store: well.storeId, name, slug: name.toLowerCase().replaceAll(' ', '-'), state: 'draft' },
    ...{ priceCents: 900, licences: ['personal'], type: 'terrain', scale: '32', supports: ['unsupported'] },
  });
  const images = [new File([new Uint8Array(picture)], 'wyvern.webp', { type: 'image/webp' })];
  await pb.collection('products').update(id, { images });
  await arrive(page, 'dorin', paths.sellerProduct(id));
  const inTenDays = new Date(Date.now() + 10 * 86_400_000);
  await page.getByLabel('Arrives by').fill(inTenDays.toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Offer as a pre-order' }).click();
  const promise = `Pre-order: arrives by ${dayText(inTenDays.getTime())}`;
  await expect(page.getByText(promise)).toBeVisible();
  await page.getByLabel('It is my own design').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Upload the files of the model first; then deliver it.')).toBeVisible();

  const buyer = await signedUp(newcomer('waiting'));
  const shopper = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage();
  await arriveAs(shopper, buyer, paths.product(id));
  const buy = shopper.getByRole('region', { name: 'Buy' });
  await expect(buy.getByText(promise)).toBeVisible();
  await buy.getByRole('button', { name: 'Pre-order' }).click();
  await expect(shopper.getByRole('region', { name: 'Cart', exact: true }).getByText(promise)).toBeVisible();
  await shopper.goto(paths.cart());
  await expect(shopper.getByText(promise)).toBeVisible();
  await expectItReadsWell(shopper);
  await shopper.getByRole('checkbox', { name: /as soon as its artist delivers it/ }).check();
  await shopper.getByRole('button', { name: 'Pay $9.00' }).click();
  await payWithTestCard(shopper, 'pays');
  await expect(shopper.getByText(promise).first()).toBeVisible();
  await shopper.goto(paths.libraryProduct(id));
  await expect(shopper.getByText(promise)).toBeVisible();
  await expect(shopper.getByRole('button', { name: /^Download/ })).toHaveCount(0);

  const { storageKey, sha256, sizeBytes } = finished;
  await pb.collection('product_files').create({
    ...{ product: id, name: 'wyvern.stl', role: 'unsupported', version: 1, storageKey, sha256, sizeBytes },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Deliver' }).click();
  await page.getByRole('button', { name: 'Deliver it' }).click();
  await expect(page.getByText('Delivered. Everybody who has it is told.')).toBeVisible();
  await mailFor(buyer.email, new RegExp(name));
  await shopper.reload();
  await expect(shopper.getByRole('button', { name: 'Download all' })).toBeVisible();
});

test('a seller joins the sale week of the marketplace, visitors find what is reduced, and the seller leaves', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const settings = service().collection('site_settings');
  const [from, to] = [Date.now() - 60_000, Date.now() + 6 * 86_400_000];
  const value = { name: 'Bog Week', text: 'For damp evenings.', from, to, leastPercent: 20 };
  const { id } = await settings.create({ name: 'sale-week', version: 1, value });
  try {
    const visitor = await (await browser.newContext()).newPage();
    await expect(async () => {
      await visitor.goto(paths.home());
      await expect(visitor.getByRole('region', { name: 'Bog Week' })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await visitor.getByRole('link', { name: 'See what is reduced' }).click();
    await expect(visitor.getByText('No models have joined yet.')).toBeVisible();

    await arrive(page, 'dorin', paths.sellerSaleWeek());
    await page.getByLabel('Discount in percent').fill('10');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Enter a discount between 20 and 90 %.')).toBeVisible();
    await page.getByLabel('Discount in percent').fill('30');
    await page.getByLabel('Those that I choose').check();
    for (const { name } of [camp, gate]) {
      await page.getByLabel('Search your models').fill(name);
      await page.getByRole('checkbox', { name }).check();
    }
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('2 models joined')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Bog Week' })).toBeFocused();
    await expectItReadsWell(page);

    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByRole('article')).toHaveCount(2, { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await expect(visitor.getByRole('article').filter({ hasText: camp.name })).toContainText('30% off');
    await expectItReadsWell(visitor);
    await visitor.getByRole('link', { name: camp.name }).click();
    await expect(visitor.getByRole('region', { name: 'Buy' })).toContainText('30% off');

    await page.getByRole('button', { name: 'Leave …' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Join' })).toBeVisible();
    const products = service().collection('products');
    expect(await products.getOne(camp.id)).toMatchObject({ salePercent: 0, saleFrom: '' });
  } finally {
    await settings.delete(id);
  }
});
