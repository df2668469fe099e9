import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

test('a seller starts a guild, creates a tier, schedules a release and opens the guild', async ({ page }) => {
  test.setTimeout(60_000);
  const seller = await signedUp(newcomer('founder'));
  const pb = service();
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Fen Casts', state: 'open' });
  // Without an id, so that the app does not request an account that the provider does not know.
  await pb.collection('business_accounts').create({ store, state: 'active' });
  const { id: product } = await pb.collection('products').create({
    store,
    name: 'Fen Knight',
    slug: seller.username,
    state: 'draft',
    priceCents: 1000,
    licences: ['personal'],
  });
  await pb.collection('product_files').create({
    product,
    name: 'knight.stl',
    sha256: 'a'.repeat(64),
    storageKey: 'a'.repeat(64),
    role: 'unsupported',
    sizeBytes: 1,
    version: 1,
  });

  await arriveAs(page, seller, paths.sellerGuild());
  await page.getByLabel('Name of the guild').fill('The Fen');
  await page.getByRole('button', { name: 'Start the guild' }).click();
  await expect(page.getByRole('heading', { name: 'The Fen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled();
  await expectItReadsWell(page);

  await page.getByRole('listitem').getByRole('link', { name: 'Tiers', exact: true }).first().click();
  await page.getByRole('link', { name: 'Create the first tier' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Reed');
  await page.getByLabel('A month').fill('8');
  await expect(page.getByText('You receive $7.20 of $8.00')).toBeVisible();
  await page.getByLabel('Free trial').selectOption('14 days');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: 'Make public: Reed' }).click();
  await expect(page.getByText('Public', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  await page.getByRole('link', { name: 'Prepare the first release' }).click();
  await page.getByLabel('Title').fill('First light');
  await page.getByRole('checkbox', { name: 'Fen Knight' }).check();
  await page.getByRole('checkbox', { name: 'Reed' }).check();
  await page.getByLabel('Publish at').fill('2090-01-01T18:00');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule it' }).click();
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible();
  await expectItReadsWell(page);

  await page.getByRole('link', { name: 'Guild', exact: true }).click();
  await page.getByRole('button', { name: 'Go live' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go live now' }).click();
  await expect(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New goal' }).click();
  await page.getByLabel('Members', { exact: true }).fill('25');
  await page.getByLabel('What you promise').fill('A giant for everybody');
  await page.getByRole('button', { name: 'Add the goal' }).click();
  await expect(page.getByRole('list', { name: 'Goals' })).toContainText('A giant for everybody');
  await page.goto(paths.storeGuild(seller.username));
  await expect(page.getByRole('main')).toContainText('Reed');
  await expect(page.getByRole('main')).toContainText('First light');
  // A goal that is far ahead is for the artist alone.
  await expect(page.getByRole('region', { name: 'Goals' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('The first 14 days are free for new members.');
});
