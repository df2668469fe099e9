import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive, arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

const waystone = demoProduct('Waystone of the Ninth Hour');

test('two artists agree to be named on a model’s page, and one of them ends it', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const rows = service().collection('product_partners');
  try {
    await arrive(page, 'dorin', paths.partners());
    await page.getByLabel('Address of their store').fill('https://guildhall.test/store/nobody-here');
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText('Choose a model.')).toBeVisible();
    await page.getByLabel('Search your models').fill('Waystone');
    await page.getByRole('checkbox', { name: waystone.name }).check();
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText(/There is no open store at this address/).first()).toBeVisible();
    await page.getByLabel('Address of their store').fill('ashgrove-miniatures');
    await page.getByRole('button', { name: 'Ask them' }).click();
    const own = page.getByRole('list', { name: 'Your models' });
    await expect(own).toContainText('who has not answered yet');

    const other = await (await browser.newContext()).newPage();
    await arrive(other, 'mira', paths.partners());
    const theirs = other.getByRole('list', { name: 'Models of other artists' });
    await expect(theirs).toContainText(waystone.name);
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

    await other.getByRole('button', { name: `End … ${waystone.name}` }).click();
    await other.getByRole('button', { name: 'End it' }).click();
    await expect(theirs).toHaveCount(0);
  } finally {
    for (const { id } of await rows.getFullList()) await rows.delete(id);
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
    await menu.getByRole('link', { name: 'Products' }).click();
    await expect(theirs.getByRole('link', { name: 'Grandfather Hollowbough', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Payouts' })).toHaveCount(0);
    await theirs.goto(paths.account('payouts'));
    await expect(theirs.getByRole('heading', { name: 'Not open to you' })).toBeVisible();
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
