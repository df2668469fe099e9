import { expect, type Page, test } from '@playwright/test';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const toggle = (page: Page, label: string) =>
  page.getByRole('contentinfo').getByRole('button', { name: label });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a first visit on a ${colorScheme} system is ${colorScheme} from the first paint`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset['atParse'] = document.documentElement.dataset['theme'];
      });
    });
    await page.goto('/terms');
    await expect(page.locator('html')).toHaveAttribute('data-at-parse', colorScheme);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(20, 22, 26)' : 'rgb(246, 242, 234)');
    await context.close();
  });
}

test('the toggle names the mode it switches to, and the choice is stored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/terms');
  await toggle(page, 'Dark mode').click();
  expect(await theme(page)).toBe('dark');
  await expect(toggle(page, 'Light mode')).toBeVisible();
  await page.goto('/privacy');
  expect(await theme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await toggle(page, 'Light mode').click();
  await page.reload();
  expect(await theme(page)).toBe('light');
});

test('without a choice the page follows the system while it is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/terms');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('another tab follows', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/terms');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/privacy');
  await toggle(page, 'Dark mode').click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an invalid stored theme is ignored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('theme', '"><b>'));
  await page.goto('/terms');
  expect(await theme(page)).toBe('dark');
});
