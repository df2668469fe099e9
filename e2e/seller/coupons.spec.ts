import { expect, test } from '@playwright/test';
import { demoProduct, STORES } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arrive, arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

// The seller is in another time zone: dates are in her local time.
test.use({ timezoneId: 'America/New_York' });

const NARROW = { width: 320, height: 700 };

test('a seller creates a coupon, and a buyer who follows its link pays less', async ({ page, browser }) => {
  test.setTimeout(60_000);
  const code = `MIRA${crypto.randomUUID().slice(0, 6)}`.toUpperCase();
  const golem = demoProduct('Mossback Cairn-Golem');
  await arrive(page, 'mira', paths.couponList());
  await page.getByRole('link', { name: 'New coupon' }).click();

  const plain = page.getByRole('region', { name: 'In plain words' });
  await expect(plain).toContainText('10% off everything.');
  await expect(plain).toContainText('A model of $10.00 then costs $9.00.');
  await page.getByLabel('Percent off').fill('2');
  await page.getByRole('button', { name: 'Create coupon' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Generate a code' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(/^[A-Z2-9]{8}$/);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Create coupon' }).click();
  await expect(page.getByText('Enter a whole number from 5 to 100.')).toBeVisible();
  await page.getByLabel('Percent off').fill('20');
  await page.getByLabel('Until').fill('2099-12-03T18:00');
  await page.getByLabel('Uses per buyer').fill('1');
  await page.getByLabel('Products', { exact: true }).selectOption('Chosen models');
  await page.getByLabel('Search your models').fill('cairn');
  await page.getByRole('checkbox', { name: golem.name }).check();
  await expect(plain).toContainText(
    `20% off ${golem.name} until 3 December 2099 at 18:00. Can be used once per buyer.`,
  );
  await expect(plain).toContainText('A model of $10.00 then costs $8.00.');
  await page.getByLabel('Search your models').fill('');
  await page.getByRole('button', { name: 'Chosen 1' }).click();
  const models = page.getByRole('group', { name: 'Models it applies to' }).getByRole('checkbox');
  await expect(models).toHaveCount(1);
  await models.uncheck();
  await expect(page.getByRole('button', { name: 'Chosen 0' })).toBeVisible();
  await models.check();
  await page.setViewportSize(NARROW);
  await expectItReadsWell(page);
  await page.getByRole('link', { name: 'All coupons' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay here' })
    .click();
  await page.getByRole('button', { name: 'Create coupon' }).click();

  const row = page.getByRole('list', { name: 'Coupons' }).getByRole('listitem').filter({ hasText: code });
  await expect(row).toContainText('Active');
  const { to } = await service().collection('coupons').getFirstListItem<{ to: string }>(`code = '${code}'`);
  expect(to).toBe('2099-12-03 23:00:00.000Z');

  const buyer = await signedUp(newcomer('saver'));
  const shopper = await (await browser.newContext()).newPage();
  await arriveAs(shopper, buyer, paths.storeWithCoupon(STORES.ashgrove.slug, code));
  await expect(shopper.getByText(`The code ${code} is in your cart.`)).toBeVisible();
  await expect(shopper).toHaveURL(paths.store(STORES.ashgrove.slug));
  await shopper.goto(paths.product(golem.id));
  await shopper
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await shopper.goto(paths.cart());
  await expect(shopper.getByRole('region', { name: 'Coupons' })).toContainText(`${code}Takes off $`);
  await shopper.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(shopper, 'pays');
  await expect(shopper.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
  await shopper.context().close();

  await page.reload();
  await expect(row).toContainText(/Used once, \$\d+\.\d\d in sales, \$\d+\.\d\d in discounts/);
  await row.getByRole('button', { name: `Switch ${code} off` }).click();
  await expect(row).toContainText('Off');
  await row.getByRole('link', { name: `Duplicate ${code}` }).click();
  await expect(page.getByRole('heading', { name: 'New coupon' })).toBeVisible();
  await expect(page.getByLabel('Percent off')).toHaveValue('20');
  await expect(plain).toContainText(`20% off ${golem.name}`);
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('');
});

test('a seller creates and moves a category that visitors see, and its models stay when it is removed', async ({
  page,
}) => {
  const name = `Heroes ${crypto.randomUUID().slice(0, 6)}`;
  const golem = demoProduct('Mossback Cairn-Golem');
  await arrive(page, 'mira', paths.shelfList());
  await page.getByRole('link', { name: 'New category' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Address' }).fill('shrines');
  await page.getByRole('checkbox', { name: golem.name }).check();
  await page.getByRole('button', { name: 'Create category' }).click();
  await expect(page.getByText('Another of your categories has this address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Address' }).fill(name.toLowerCase().replace(' ', '-'));
  await page.getByRole('button', { name: 'Create category' }).click();

  const rows = page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
  const row = rows.filter({ hasText: name });
  await expect(row).toContainText('1 published model');
  const place = (await rows.count()) - 1;
  await expect(rows.nth(place)).toContainText(name);
  const saved = page.waitForResponse((answer) => answer.url().includes('shelves.order'));
  const up = row.getByRole('button', { name: `Move ${name} up` });
  await up.press('Enter');
  await expect(rows.nth(place - 1)).toContainText(name);
  await expect(up).toBeFocused();
  await saved;

  await expect(async () => {
    await page.goto(paths.storeCategories(STORES.ashgrove.slug));
    await expect(page.getByRole('region', { name }).getByRole('link', { name: golem.name })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await page.goto(paths.shelfList());
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.goto(paths.product(golem.id));
  await expect(page.getByRole('heading', { name: golem.name })).toBeVisible();
});
