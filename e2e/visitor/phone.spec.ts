import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { arrive } from '../support/people.ts';

/** What only a small screen shows. */
test.use({ viewport: { width: 390, height: 844 } });

test('mobile filters stay open while values are picked', async ({ page }) => {
  await page.goto(paths.search());
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  const show = sheet.getByRole('button', { name: /^Show/ });
  const before = await show.textContent();
  await sheet.getByText('Price', { exact: true }).click();
  await sheet.getByRole('checkbox', { name: /^Free/ }).check();
  await expect(show).not.toHaveText(before ?? '');
  await expect(sheet.getByRole('checkbox', { name: /^Free/ })).toBeFocused();
  await sheet.getByText('Scale', { exact: true }).click();
  await sheet.getByRole('checkbox', { name: /^32 mm/ }).check();
  await expect(sheet).toBeVisible();
  await show.click();
  await expect(page).toHaveURL(/price=free/);
  await expect(page).toHaveURL(/scale=32/);
  await page.getByRole('button', { name: 'Filter and sort (2)' }).click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('without scripts the filters on a phone still narrow a search', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await page.goto(paths.savedSearch('sort=price_asc'));
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await sheet.getByRole('checkbox', { name: /^Free/ }).check();
  await sheet.getByRole('button', { name: /^Show/ }).click();
  await expect(page).toHaveURL(/sort=price_asc.*price=free/);
  await context.close();
});

test('on a long product page the button to buy stays within reach', async ({ page }) => {
  await page.goto(paths.search('golem'));
  await page.locator('main a[href^="/product/"]').first().click();
  const add = page.getByRole('button', { name: 'Add to cart' });
  await expect(add).toHaveCount(1);
  await page.getByRole('heading', { name: 'What you get' }).scrollIntoViewIfNeeded();
  const bar = page.locator('.buy-bar').getByRole('button', { name: 'Add to cart' });
  await expect(bar).toBeInViewport();
  await bar.click();
  await expect(page.getByRole('heading', { name: '1 products in cart' })).toBeVisible();
  // Names were broken in the middle of a word, because the price took their room.
  await expect.poll(() => page.locator('header li').first().evaluate(brokenWords)).toEqual([]);
  await page.getByRole('contentinfo').getByText('©').scrollIntoViewIfNeeded();
  const ends = await page.locator('.buy-bar').boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect((ends?.y ?? 0) + (ends?.height ?? 0), 'the bar ends above the footer').toBeLessThanOrEqual(
    footer?.y ?? 0,
  );
});

test('the account’s menu opens at a press, and the overview breaks no word', async ({ page }) => {
  await arrive(page, 'dorin');
  await page.goto(paths.account());
  await expect(page.getByRole('heading', { name: 'Your guilds' })).toBeVisible();
  expect(await page.locator('main').evaluate(brokenWords)).toEqual([]);
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByRole('link')).toHaveCount(0);
  await menu.getByText('Menu', { exact: true }).click();
  await expect(await menuEntry(page, 'Library')).toBeVisible();
  await expect(menu.getByRole('list', { name: 'Collection' }).getByRole('link')).toHaveCount(5);
  await expect(menu.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link')).toHaveCount(0);
  await menu.getByText('Menu', { exact: true }).click();
  await (await menuEntry(page, 'Payments')).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  await expect(menu.getByRole('link')).toHaveCount(0);
  await expect(menu).toContainText('Account menu, at Payments');
});

/** Words of an element that run over two lines. */
function brokenWords(part: Element): string[] {
  const broken: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\p{L}{2,14}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !text.parentElement?.closest('.sr-only')) broken.push(word);
    }
  }
  return broken;
}
