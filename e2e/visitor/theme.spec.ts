import { randomBytes } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { newLicenceNumber } from '../../src/domain/catalogue/licence-number.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

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

test('a merchant licence is light for everybody from the first paint, says so, and changes no preference', async ({
  page,
}) => {
  const artisan = await signedUp(newcomer('artisan'));
  const entitlement = await service()
    .collection('entitlements')
    .create({
      ...{ user: artisan.id, product: demoProduct('Idol of the Rain King').id, source: 'operator' },
      ...{ sourceId: 'theme', licences: ['personal', 'merchant'], licenceText: 'a'.repeat(64) },
      grantedAt: new Date().toISOString(),
    });
  const number = newLicenceNumber(randomBytes(12));
  await service()
    .collection('merchant_licences')
    .create({ user: artisan.id, number, entitlement: entitlement.id });

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => seen.push(document.documentElement?.dataset['theme'])).observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['data-theme'],
    });
  });
  await arriveAs(page, artisan, paths.terms());
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto(paths.merchantLicence(number));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('may sell these prints');
  expect(await page.evaluate(() => [...new Set((globalThis as { seen?: string[] }).seen)])).toEqual([
    'light',
  ]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(246, 242, 234)',
  );
  expect(
    await page.locator('meta[name=theme-color]').evaluateAll((metas) => metas.map((meta) => meta.outerHTML)),
  ).toEqual(['<meta name="theme-color" content="#f6f2ea">']);

  // Nothing here promises a mode that it would not show.
  await expect(page.getByRole('contentinfo').getByText('This page is always light')).toBeVisible();
  await expect(toggle(page, 'Light mode')).toHaveCount(0);
  await expect(toggle(page, 'Dark mode')).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: artisan.username }).click();
  const menu = page.getByRole('navigation', { name: 'My account' });
  await expect(menu.getByText('This page is always light')).toBeVisible();
  await expect(menu.getByRole('button')).toHaveText(['Log out']);

  await page.goto(paths.licensing());
  expect(await theme(page)).toBe('dark');
  await expect(toggle(page, 'Light mode')).toBeVisible();
});
