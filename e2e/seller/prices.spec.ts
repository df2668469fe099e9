import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { dayText } from '../../src/domain/kernel/instant.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arrive, arriveAs, arriveAtDesk, mailFor, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

const well = demoProduct('The Lantern Street Well');
const camp = demoProduct('Last Camp Before the Pass');
const gate = demoProduct('Gate of the Violet Tide');
const wall = demoProduct('Oubliette Wall');
const bombard = demoProduct('Old Margery, Siege Bombard');

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
    // The button went on offering what was in the cart.
    await expect(shopper.getByRole('button', { name: new RegExp(`^In your cart.*${title}$`) })).toBeVisible();

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
    ai: 'none',
  });
  const images = [new File([new Uint8Array(picture)], 'wyvern.webp', { type: 'image/webp' })];
  await pb.collection('products').update(id, { images });
  await arrive(page, 'dorin', paths.sellerProduct(id));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const [inTenDays, inTwelveDays] = [inDays(10), inDays(12)];
  const promiseOf = (day: Date) => `Pre-order: arrives by ${dayText(day.getTime())}`;
  const setDay = (day: Date) => page.getByLabel('Arrives by').fill(day.toISOString().slice(0, 10));
  await setDay(inTenDays);
  await page.getByRole('button', { name: 'Offer as a pre-order' }).click();
  await expect(page.getByText(promiseOf(inTenDays))).toBeVisible();
  await page.getByLabel('It is my own design').check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Upload the files of the model first; then deliver it.')).toBeVisible();

  const buyer = await signedUp(newcomer('waiting'));
  const shopper = await (await browser.newContext({ timezoneId: 'Europe/Berlin' })).newPage();
  await arriveAs(shopper, buyer, paths.product(id));
  const buy = shopper.getByRole('region', { name: 'Buy' });
  await expect(buy.getByText(promiseOf(inTenDays))).toBeVisible();
  await buy.getByRole('button', { name: 'Pre-order' }).click();
  const dropdown = shopper.getByRole('region', { name: 'Cart', exact: true });
  await expect(dropdown.getByText(promiseOf(inTenDays))).toBeVisible();
  // The seller needs longer. The dropdown told the day from when the model was added.
  await setDay(inTwelveDays);
  await page.getByRole('button', { name: 'Change the day' }).click();
  await page.getByRole('button', { name: 'Move it and notify the buyers' }).click();
  const promise = promiseOf(inTwelveDays);
  await expect(page.getByText(promise)).toBeVisible();
  await shopper.goto(paths.home());
  await shopper.getByRole('button', { name: /^Cart/ }).click();
  await expect(dropdown.getByText(promise)).toBeVisible();
  await shopper.goto(paths.cart());
  await expect(shopper.getByText(promise)).toBeVisible();
  await expectItReadsWell(shopper);
  await shopper.getByRole('checkbox', { name: /as soon as its artist delivers it/ }).check();
  await shopper.getByRole('button', { name: 'Pay $9.00' }).click();
  await payWithTestCard(shopper, 'pays');
  await expect(shopper.getByText(promise).first()).toBeVisible();
  // Neither the page nor the mail says that it is there already.
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order');
  await expect(shopper.getByText('Everything below is in your library')).toHaveCount(0);
  expect((await mailFor(buyer.email, /receipt/i)).text).toContain('You have pre-ordered what is below');
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

test('a seller joins two sale weeks of the marketplace, visitors find what is reduced, both sides see what it sold, and the seller leaves', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const settings = service().collection('site_settings');
  const [from, to] = [Date.now() - 60_000, Date.now() + 6 * 86_400_000];
  const bog = { name: 'Bog Week', text: 'For damp evenings.', from, to, leastPercent: 20 };
  const fen = { ...bog, name: 'Fen Week', from: to, to: to + 6 * 86_400_000, leastPercent: 25 };
  const value = { weeks: [fen, bog] };
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
    await expect(page.getByText('Enter a discount between 20 and 90%.')).toBeVisible();
    await page.getByLabel('Discount in percent').fill('30');
    await page.getByLabel('Those that I choose').check();
    for (const { name } of [wall, bombard]) {
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
    await expect(visitor.getByRole('article').filter({ hasText: wall.name })).toContainText('30% off');
    await expectItReadsWell(visitor);
    await visitor.getByRole('link', { name: wall.name }).click();
    await expect(visitor.getByRole('region', { name: 'Buy' })).toContainText('30% off');

    await page.getByRole('button', { name: /^Fen Week/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fen Week' })).toBeVisible();
    await page.getByLabel('Those that I choose').check();
    await page.getByLabel('Search your models').fill(wall.name);
    await page.getByRole('checkbox', { name: wall.name }).check();
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('1 model joined')).toBeVisible();
    await page.getByRole('button', { name: /^Bog Week/ }).click();

    const buyer = await (await browser.newContext()).newPage();
    await arriveAs(buyer, await signedUp(newcomer('bargain')), paths.product(wall.id));
    await buyer.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to cart' }).click();
    await buyer.goto(paths.cart());
    await buyer.getByRole('button', { name: 'Pay $3.84' }).click();
    await payWithTestCard(buyer, 'pays');
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('It is all yours');
    await page.reload();
    const sold = page.getByRole('region', { name: 'Your sales in Bog Week' });
    await expect(sold).toContainText('Sold models1Buyers paid$3.84');
    await expectItReadsWell(page);

    const desk = await (await browser.newContext()).newPage();
    await arriveAtDesk(desk, 'odile', paths.operatorDesk('figures'));
    const weeks = desk.getByRole('table', { name: 'Sale weeks' });
    await expect(weeks.getByRole('row', { name: /Bog Week/ })).toContainText('$3.84');
    const stores = desk.getByRole('table', { name: 'Stores in Bog Week' });
    await expect(stores.getByRole('row', { name: /Deepdelve Terrain/ })).toContainText('$3.84');
    await expectItReadsWell(desk);
    await desk.goto(paths.operatorDesk('settings'));
    const planned = desk.getByRole('region', { name: 'Sale weeks' });
    await planned.getByRole('button', { name: 'Add a sale week' }).click();
    const third = planned.getByRole('group', { name: 'New sale week' });
    await third.getByLabel('Name').fill('Moor Week');
    const moor = planned.getByRole('group', { name: 'Moor Week' });
    await moor.getByLabel('From (UTC)').fill(new Date(to).toISOString().slice(0, 16));
    await moor.getByLabel('To (UTC)').fill(new Date(to + 3_600_000).toISOString().slice(0, 16));
    await planned.getByRole('button', { name: 'Save the sale weeks' }).click();
    await expect(moor).toContainText('It overlaps with Fen Week.');

    await page.getByRole('button', { name: 'Leave …' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Join' })).toBeVisible();
    const products = service().collection('products');
    expect((await products.getOne(bombard.id))['salePercent']).toBe(0);
    // It goes on to the week that it waits for.
    await expect
      .poll(async () => (await products.getOne(wall.id))['salePercent'], { timeout: 40_000 })
      .toBe(25);
  } finally {
    await settings.delete(id);
    for (const one of await service().collection('sale_week_products').getFullList())
      await service().collection('sale_week_products').delete(one.id);
    for (const one of [wall, bombard])
      await service().collection('products').update(one.id, { salePercent: 0, saleFrom: '', saleTo: '' });
  }
});
