import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

test('a seller finds products, changes many at once, undoes it, and creates a new one', async ({ page }) => {
  const seller = await signedUp(newcomer('sculptor'));
  const store = await service()
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Bog Casts', state: 'open' });
  for (const [at, name] of ['Bog Hag', 'Bog Toad', 'Fen Knight'].entries())
    await service()
      .collection('products')
      .create({
        store: store.id,
        name,
        slug: `${seller.username}-${at}`,
        state: 'draft',
        priceCents: 1000,
        licences: ['personal'],
      });
  await arriveAs(page, seller, paths.productList());
  const list = page.getByRole('list', { name: 'Products' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('bog');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(/text=bog/);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 products selected')).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Raise or lower the price');
  await page.getByRole('textbox', { name: 'Percent' }).fill('50');
  await page.getByRole('button', { name: 'Apply to 2 products' }).click();
  await expect(list.getByText('$15.00')).toHaveCount(2);
  await expectItReadsWell(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('$10.00')).toHaveCount(2);

  // Editing in a table: Enter saves a row, Escape discards.
  await page.getByRole('button', { name: 'Edit in a table' }).click();
  const toad = page.getByRole('textbox', { name: 'Price of Bog Toad' });
  await toad.fill('7.50');
  await toad.press('Enter');
  await expect(page.getByText('Bog Toad saved.')).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name of Bog Hag' });
  await name.fill('Somebody else');
  await expect(page.getByText('Unsaved', { exact: true })).toBeVisible();
  await name.press('Escape');
  await expect(name).toHaveValue('Bog Hag');
  await expectItReadsWell(page);
  await page.getByRole('button', { name: 'Edit in a table' }).click();
  await expect(list.getByText('$7.50')).toHaveCount(1);

  // Refusals are listed by product.
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Publish');
  await page.getByRole('button', { name: 'Apply to 2 products' }).click();
  await expect(page.getByText('0 published, 2 not.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bog Hag: Add a picture.' })).toBeVisible();

  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bog Lantern');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(page).toHaveURL(/\/account\/product\?id=/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bog Lantern');
});

test('a seller imports a table: preview, apply, undo', async ({ page }) => {
  const seller = await signedUp(newcomer('founder'));
  const store = await service()
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Fen Casts', state: 'open' });
  const hag = await service()
    .collection('products')
    .create({
      store: store.id,
      name: 'Fen Hag',
      slug: seller.username,
      state: 'draft',
      priceCents: 1000,
      licences: ['personal'],
    });
  await arriveAs(page, seller, paths.productList());
  await page.getByRole('link', { name: 'Import products from CSV' }).click();
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'fen.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `id,name,state,cost\n${hag.id},Fen Hag,published,12.50\n,Fen Knight,,5\n,Fen Elf,,cheap\n`,
    ),
  });
  await page.getByRole('combobox', { name: 'Price', exact: true }).selectOption('cost');
  await expectItReadsWell(page);
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('list', { name: 'Will change' })).toContainText('from 10.00 → to 12.50');
  await expect(page.getByText('an import does not change states; it stays draft')).toBeVisible();
  await page.getByRole('button', { name: 'Refused: 1' }).click();
  await expect(page.getByText('Row 4, price: “cheap” is not a price')).toBeVisible();
  await expectItReadsWell(page);
  await page.getByRole('button', { name: 'Apply to 2 products' }).click();
  const came = page.getByRole('list', { name: 'Imports' });
  await expect(came.getByText(/^2 imported/)).toBeVisible();

  await page.getByRole('link', { name: 'All products' }).click();
  const list = page.getByRole('list', { name: 'Products' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Fen Hag' })).toContainText('$12.50');
  await expect(list.getByRole('listitem').filter({ hasText: 'Fen Knight' })).toContainText('Draft');
  await page.goBack();
  await page.getByRole('button', { name: 'Undo fen.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(came.getByText(/^2 undone/)).toBeVisible();
  await page.getByRole('link', { name: 'All products' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('listitem')).toContainText('$10.00');
});
