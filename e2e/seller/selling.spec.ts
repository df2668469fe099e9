import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { demoId } from '../../src/dev/world/ids.ts';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { signedUp } from '../support/service.ts';

/** From a visitor to a store with a draft. */
test('a user creates and sets up a store, and a draft is saved automatically', async ({ page }) => {
  test.setTimeout(60_000);
  const sculptor = await signedUp(newcomer('sculptor'));
  await arriveAs(page, sculptor);
  await page.goto(paths.join());
  await page.getByLabel('Price of a model, in dollars').fill('10');
  await page.getByLabel('Sales per month').fill('3');
  await expect(page.getByRole('main').getByRole('status')).toContainText('$27.00');
  await page.getByRole('link', { name: 'Open your store' }).click();

  await test.step('settings without a store name no address', async () => {
    await expect(page.getByText('It follows from the name.')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('/store/');
  });
  await page.getByLabel('Store name').fill(`Ünder Hill ${sculptor.username}`);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`under-hill-${sculptor.username}`);
  await page.getByRole('button', { name: 'Create store' }).click();
  await expect(page.getByRole('heading', { name: 'Your store is not open yet' })).toBeVisible();
  await expect(await menuEntry(page, 'Sales')).toBeVisible();
  await page.getByRole('textbox', { name: 'Instagram' }).fill('https://evil.example/me');
  await page.getByRole('textbox', { name: 'Instagram' }).blur();
  await expect(page.getByText('This address does not lead to Instagram.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Small folk, large noses');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Preview store' }).click();
  await expect(page.getByText('Small folk, large noses')).toBeVisible();
  await page.getByRole('link', { name: 'Back to its settings' }).click();
  await expect(page.getByRole('button', { name: 'Open store' })).toBeDisabled();
  await page.getByRole('radio', { name: /As a private person/ }).check();
  await page.getByRole('button', { name: 'Save choice' }).click();
  await page.getByRole('button', { name: 'Open store' }).click();
  await expect(page.getByRole('heading', { name: 'The store is open' })).toBeVisible();

  await page.goto(paths.sellerProduct());
  await page.getByRole('textbox', { name: 'Name' }).fill('Bog Lantern');
  await page.getByRole('button', { name: 'Create draft' }).click();
  const panel = page.getByRole('complementary', { name: 'Publishing' });
  await expect(panel).toContainText('Add a picture.');
  await expect(panel.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Price in dollars' }).fill('0,20');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter at least $0.50' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Price in dollars' }).fill('4,50');
  await page.getByRole('textbox', { name: 'Creature or object' }).fill('lantern');
  await page.getByRole('textbox', { name: 'Base in mm' }).fill('0');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the base in mm' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Base in mm' }).fill('32,5');
  await page.getByRole('textbox', { name: 'Print notes' }).fill('Hollow it.');
  for (const word of ['Prop', 'Fantasy', '32 mm'])
    await page.getByRole('button', { name: word, exact: true }).click();
  await page
    .getByLabel('Add pictures')
    .setInputFiles(
      `src/dev/world/pictures/painted/${readdirSync('src/dev/world/pictures/painted').find((name) => name.endsWith('.webp'))}`,
    );
  await expect(page.getByText('Main picture')).toBeVisible();
  await expect(panel).toContainText('Saved.');
  await expect(panel).not.toContainText('Add a picture.');
  await expect(panel).toContainText('Add a file that has been checked.');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Price in dollars' })).toHaveValue('4.50');
  await expect(page.getByRole('textbox', { name: 'Creature or object' })).toHaveValue('lantern');
  await expect(page.getByRole('textbox', { name: 'Base in mm' })).toHaveValue('32.5');
  await expect(page.getByRole('textbox', { name: 'Print notes' })).toHaveValue('Hollow it.');
  await expect(page.getByRole('button', { name: 'Prop', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectItReadsWell(page);
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Bog Lantern', level: 1 })).toBeVisible();

  await page.goto(paths.sellerProduct(demoId('product', 'grandfather-hollowbough')));
  await expect(page.getByText('Your store has no such product')).toBeVisible();
});
