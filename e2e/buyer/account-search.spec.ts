import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';

for (const [where, viewport] of [
  ['at a desk', { width: 1280, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`${where} any page and model of the account is found by its name`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await arrive(page, 'dorin');
    await page.goto(paths.account());
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    if (where === 'at a desk') await page.keyboard.press('/');
    else {
      await page.getByRole('navigation', { name: 'Account' }).getByText('Menu', { exact: true }).click();
      await page.getByRole('button', { name: 'Go to …' }).click();
    }
    const search = page.getByRole('dialog', { name: 'Go to' });
    await search.getByRole('searchbox').fill('payo');
    await expect(search.getByRole('link', { name: /^Payouts/ })).toBeVisible();
    await expectItReadsWell(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  });
