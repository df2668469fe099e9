import { expect, type Page, test } from '@playwright/test';
import { expectItReadsWell } from '../support/reading.ts';

const field = (page: Page) =>
  page.getByRole('banner').getByLabel('Search miniatures').and(page.locator(':visible'));
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => suggestions(page).getByRole('option');

test('three letters show suggestions, and the keyboard selects one', async ({ page }) => {
  await page.goto('/terms');
  await field(page).click();
  await expect(field(page)).toHaveRole('combobox');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('suggestions?')) requests.push(new URL(request.url()).search);
  });
  await field(page).pressSequentially('to');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).pressSequentially('w');
  await expect(options(page).first()).toBeVisible();
  expect(requests).toEqual(['?query=tow']);

  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(field(page)).toHaveValue('tow');
  await field(page).pressSequentially('e');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  const first = options(page).first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  const name = (await first.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/[a-z0-9]{15}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a click selects a suggestion, and Enter without a selection searches', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/terms');
  await field(page).click();
  await field(page).pressSequentially('tower');
  const first = options(page).first();
  const name = (await first.textContent()) ?? '';
  const box = await suggestions(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  await expectItReadsWell(page);
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await field(page).click();
  await field(page).pressSequentially('tower');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?query=tower');
});
