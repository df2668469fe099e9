import { expect, test } from '@playwright/test';
import { paths } from '../src/paths.ts';
import { loginAs, newcomer } from './support/people.ts';
import { expectItReadsWell } from './support/reading.ts';
import { service, signedUp } from './support/service.ts';

test('a seller finds products, changes many at once, puts it back, and begins a new one', async ({
  page,
}) => {
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
  await loginAs(page, seller, paths.productList());
  const list = page.getByRole('list', { name: 'Products' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('bog');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(/text=bog/);

  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await expect(page.getByText('2 products chosen')).toBeVisible();
  await page.getByRole('combobox', { name: 'What to do' }).selectOption('Raise or lower the price');
  await page.getByRole('textbox', { name: 'By how many percent' }).fill('50');
  await page.getByRole('button', { name: 'Do it to 2 products' }).click();
  await expect(list.getByText('$15.00')).toHaveCount(2);
  await expectItReadsWell(page);
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect(list.getByText('$10.00')).toHaveCount(2);

  // What one product lacks is said beside its name.
  await page.getByRole('combobox', { name: 'What to do' }).selectOption('Publish');
  await page.getByRole('button', { name: 'Do it to 2 products' }).click();
  await expect(page.getByText('0 published, 2 not.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bog Hag: Add a picture.' })).toBeVisible();

  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bog Lantern');
  await dialog.getByRole('button', { name: 'Begin a draft' }).click();
  await expect(page).toHaveURL(/\/account\/product\?id=/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bog Lantern');
});
