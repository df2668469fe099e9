import { expect, type Page, test } from '@playwright/test';
import { paths } from '../src/paths.ts';
import { login } from './support/people.ts';
import { expectItReadsWell } from './support/reading.ts';

/** The pages behind the sign-in, at the narrowest width and a wide one, in both themes. */
test.skip(({ isMobile }) => isMobile, 'These stories choose their widths themselves.');

const readsWell = async (page: Page, address: string, heading: string) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expectItReadsWell(page);
  }
};

test('a buyer’s own pages read well at every width, in both themes', async ({ page }) => {
  test.slow();
  await login(page, 'tobias');
  await readsWell(page, paths.account(), 'Account');
  await readsWell(page, paths.library(), 'Library');
  await readsWell(page, paths.payments(), 'Payments');
  await page.getByRole('main').getByRole('link', { name: /^G-/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('G-');
  await expectItReadsWell(page);
  await readsWell(page, paths.account('profile'), 'Profile');
});

test('a seller’s own pages read well at every width, in both themes', async ({ page }) => {
  test.slow();
  await login(page, 'mira');
  await readsWell(page, paths.account('sales'), 'Sales');
});
