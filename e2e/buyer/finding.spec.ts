import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

const OWNED = demoProduct('Mossback Cairn-Golem');
const models = (page: Page) => page.getByRole('main').getByRole('article');

/** Gives somebody the model that these stories are about. */
async function own(user: string): Promise<void> {
  await service()
    .collection('entitlements')
    .create({
      ...{ user, product: OWNED.id, source: 'operator', sourceId: 'e2e', licences: ['personal'] },
      ...{ licenceText: 'a'.repeat(64), grantedAt: new Date().toISOString() },
    });
}

test('a buyer finds by licence, hides what they own, and hides models made with AI for good', async ({
  page,
}) => {
  const buyer = await signedUp(newcomer('finder'));
  await own(buyer.id);
  await page.setViewportSize({ width: 1280, height: 900 });
  await arriveAs(page, buyer, paths.search(OWNED.name));
  await expect(page.getByRole('heading', { level: 3, name: OWNED.name })).toBeVisible();
  const hide = page.getByRole('checkbox', { name: 'Hide what I own' });
  await hide.press('Space');
  await expect(page.getByText('One model that you own is hidden on this page.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: OWNED.name })).toBeHidden();
  // The choice is kept, also for the next search.
  await page.reload();
  await expect(page.getByText('One model that you own is hidden on this page.')).toBeVisible();
  await hide.uncheck();
  await expect(page.getByRole('heading', { level: 3, name: OWNED.name })).toBeVisible();

  await page.goto(paths.search());
  const all = await page
    .getByText(/^\d+ models$/)
    .first()
    .textContent();
  await page.goto(paths.searchWithin('licence', 'merchant'));
  await expect(page.getByRole('link', { name: 'Merchant Remove this filter' })).toBeVisible();
  await expect(page.getByText(/^\d+ models?$/).first()).not.toHaveText(all ?? '');

  await page.goto(paths.search());
  await page.getByText('No kind is hidden').or(page.getByText('Without mature models')).click();
  await page.getByRole('link', { name: 'Change whether models made with AI are shown' }).click();
  await page.getByRole('button', { name: 'Hide models made with AI' }).click();
  await expect(page.getByText('models made with AI').first()).toBeVisible();
  await expect(models(page).first()).toBeVisible();
  await expect(models(page).getByText(/^AI (assisted|generated)$/)).toHaveCount(0);
  await page.goto(paths.account('profile'));
  await expect(page.getByRole('checkbox', { name: /made with generative AI/ })).toBeChecked();
});

test('a stranger names a printer, and search and model follow it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(paths.product(OWNED.id));
  await page.getByRole('link', { name: 'Does it fit my printer?' }).click();
  await expect(page).toHaveURL(paths.myPrinters());
  await page.getByLabel('Common printers').selectOption({ label: 'Elegoo Mars 5 (Resin)' });
  await page.getByLabel('Price of a litre of resin').fill('30');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Add printer' }).click();
  await expect(page.getByRole('heading', { name: 'Elegoo Mars 5' })).toBeVisible();
  await expect(page.getByText('143.43 × 89.6 × 150 mm · resin at €30.00 a litre')).toBeVisible();

  await page.goto(paths.product(OWNED.id));
  await expect(page.getByText(/^Elegoo Mars 5: .* of resin, about €\d+\.\d\d with supports$/)).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.goto(paths.cart());
  const together = page.getByRole('region', { name: 'Printing all of it once' });
  await expect(together).toContainText(/Elegoo Mars 5: .*of resin, about €\d+\.\d\d/);
  const owner = await signedUp(newcomer('printer'));
  await own(owner.id);
  await arriveAs(page, owner, paths.libraryProduct(OWNED.id));
  await expect(page.getByText(/^Elegoo Mars 5: .*of resin, about €\d+\.\d\d/)).toBeVisible();

  await page.goto(paths.search());
  const filter = page.getByLabel('Fits my printer');
  await filter.hover();
  await expect(filter.locator('optgroup[label="My printers"]')).toBeAttached();
  await filter.selectOption({ label: 'Elegoo Mars 5' });
  await expect(page).toHaveURL(/fits=143\.43x89\.6x150/);
  await expect(page.getByRole('link', { name: /^Fits 143\.43 × 89\.6 × 150 mm/ })).toBeVisible();
});

test('a visitor searches one store, and finds from a model what is like it', async ({ page }) => {
  await page.goto(paths.storeProducts('ashgrove-miniatures'));
  const field = page.getByRole('searchbox', { name: /^Search the models of/ });
  await field.fill('trees');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/store\/ashgrove-miniatures\/products\?query=trees$/);
  await expect(models(page).first().getByRole('link').first()).toContainText('Grandfather Hollowbough');
  await page.getByRole('searchbox', { name: /^Search the models of/ }).fill('xyzzyplugh');
  await page.getByRole('button', { name: 'Search this store' }).click();
  await expect(page.getByText(/has no model with these words/)).toBeVisible();

  await page.goto(paths.product(demoProduct('Gnash, the Patient Chest').id));
  const like = page.getByRole('region', { name: 'More like this' });
  await expect(like.getByRole('article').filter({ hasText: "The Magpie's Hoard" })).toBeVisible();
  await expect(like.getByRole('article').filter({ hasText: 'Gnash, the Patient Chest' })).toHaveCount(0);
});
