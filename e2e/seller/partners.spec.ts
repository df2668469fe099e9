import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arrive, arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

const waystone = demoProduct('Waystone of the Ninth Hour');

test('two artists agree to share a model, both are paid for a sale of it, and one of them ends it', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const rows = service().collection('product_partners');
  try {
    await arrive(page, 'dorin', paths.partners());
    await page.getByLabel('Address of their store').fill('https://guildhall.test/store/nobody-here');
    await page.getByLabel('Their part, in percent').fill('91');
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText('Choose a model.')).toBeVisible();
    await expect(page.getByText('Enter a whole number from 0 to 90.')).toBeVisible();
    await page.getByLabel('Their part, in percent').fill('30');
    await page.getByLabel('Search your models').fill('Waystone');
    await page.getByRole('checkbox', { name: waystone.name }).check();
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText(/There is no open store at this address/).first()).toBeVisible();
    await page.getByLabel('Address of their store').fill('ashgrove-miniatures');
    await page.getByRole('button', { name: 'Ask them' }).click();
    const own = page.getByRole('list', { name: 'Your models' });
    await expect(own).toContainText('who has not answered yet');
    await expect(own).toContainText('They get 30% of what a sale earns after commission.');

    const other = await (await browser.newContext()).newPage();
    await arrive(other, 'mira', paths.partners());
    const theirs = other.getByRole('list', { name: 'Models of other artists' });
    await expect(theirs).toContainText(waystone.name);
    await expect(theirs).toContainText('You get 30% of what a sale earns after commission.');
    await other.getByRole('button', { name: `Agree to ${waystone.name}` }).click();
    await expect(theirs).not.toContainText('asks to name you');
    await expect(other.getByRole('heading', { level: 1, name: 'Partners' })).toBeFocused();
    await other.setViewportSize({ width: 320, height: 800 });
    await expectItReadsWell(other);

    // The page in the cache may be older than the change for a moment.
    await expect(async () => {
      await page.goto(paths.product(waystone.id));
      await expect(page.getByText(/^\s*by\s+Deepdelve Terrain\s+with\s+Ashgrove/)).toBeVisible({
        timeout: 2000,
      });
    }).toPass({ timeout: 30_000 });

    // Of $3.99 the commission is 40 cents; 30 % of the rest are $1.07.
    const shopper = await (await browser.newContext()).newPage();
    await arriveAs(shopper, await signedUp(newcomer('shares')), paths.product(waystone.id));
    await shopper.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to cart' }).click();
    await shopper.goto(paths.cart());
    await shopper.getByRole('button', { name: 'Pay $3.99' }).click();
    await payWithTestCard(shopper, 'pays');
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('It is all yours');
    await other.setViewportSize({ width: 1280, height: 800 });
    await other.goto(`${paths.sales()}?source=partner`);
    const sold = other.getByRole('region', { name: 'Sales' }).getByRole('row', { name: waystone.name });
    await expect(sold).toContainText('30% of it is yours, sold by Deepdelve Terrain');
    await expect(sold).toContainText('$1.07');
    await expect(sold.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
    await page.goto(paths.sales());
    const shared = page
      .getByRole('region', { name: 'Sales' })
      .getByRole('row', { name: waystone.name })
      .first();
    await expect(shared).toContainText('70% of it is yours, shared with Ashgrove Miniatures');
    await expect(shared).toContainText('$2.52');
    await shared.getByRole('button', { name: /^Refund/ }).click();
    await expect(page.getByRole('dialog')).toContainText('$3.99 of this sale can be refunded');
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await expect(shared).toContainText('Refunded');
    await other.reload();
    await expect(sold).toContainText('Refunded');

    await other.goto(paths.partners());
    await other.getByRole('button', { name: `End … ${waystone.name}` }).click();
    await other.getByRole('button', { name: 'End it' }).click();
    await expect(theirs).not.toContainText(waystone.name);
  } finally {
    for (const { id } of await rows.getFullList({ filter: `product = '${waystone.id}'` }))
      await rows.delete(id);
  }
});

test('a seller gives somebody a role, who works for the store without seeing its money, and is out at once when removed', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const helper = await signedUp(newcomer('helper'));
  try {
    await arrive(page, 'mira', paths.storeStaff());
    await page.getByLabel('Their username').fill('nobody-at-all');
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText('Nobody has this username.')).toBeVisible();
    await page.getByLabel('Their username').fill(helper.username);
    await page.getByRole('button', { name: 'Ask them' }).click();
    const staff = page.getByRole('list', { name: 'Staff' });
    await expect(staff).toContainText('Has not agreed yet.');

    const theirs = await (await browser.newContext()).newPage();
    await arriveAs(theirs, helper, paths.storeStaff());
    await theirs.getByRole('button', { name: 'Agree' }).click();
    await theirs.getByRole('button', { name: 'Act for Ashgrove Miniatures' }).click();
    const menu = theirs.getByRole('navigation', { name: 'Account' });
    await (await menuEntry(theirs, 'Products')).click();
    await expect(theirs.getByRole('link', { name: 'Grandfather Hollowbough', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Payouts' })).toHaveCount(0);
    await theirs.goto(paths.account('payouts'));
    await expect(theirs.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
    await theirs.goto(paths.sellerShelf());
    await theirs.getByRole('textbox', { name: 'Name' }).fill(`Helped ${helper.username.slice(-6)}`);
    await theirs.getByRole('button', { name: 'Create category' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'New category' })).toHaveCount(0);
    await theirs.setViewportSize({ width: 320, height: 800 });
    await theirs.goto(paths.storeStaff());
    await expect(theirs.getByRole('button', { name: 'Leave …' })).toBeVisible();
    await expectItReadsWell(theirs);

    await page.reload();
    await expect(page.getByText(`${helper.username}: Added a category`)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    await expectItReadsWell(page);
    await page.getByRole('button', { name: `Remove … ${helper.username}` }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(staff).toHaveCount(0);

    await theirs.setViewportSize({ width: 1280, height: 800 });
    await theirs.goto(paths.productList());
    await expect(theirs).toHaveURL(paths.account());
    await expect(theirs.getByRole('link', { name: 'Library' }).first()).toBeVisible();
    await expect(theirs.getByText('You act for')).toHaveCount(0);
  } finally {
    const pb = service();
    for (const { id } of await pb.collection('store_staff').getFullList())
      await pb.collection('store_staff').delete(id);
    for (const { id } of await pb.collection('shelves').getFullList({ filter: "name ~ 'Helped '" }))
      await pb.collection('shelves').delete(id);
  }
});
