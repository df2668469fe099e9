import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

/** What the header owes every page. */

const product = paths.product(demoProduct('Idol of the Rain King').id);

test('Login leads back to the page it was pressed on', async ({ page }) => {
  const person = await signedUp(newcomer('reader'));
  const search = paths.searchWithin('scale', '32');
  await page.goto(search);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(paths.login(search));
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(person.email);
  await page
    .getByLabel(/^password/i)
    .first()
    .fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(search);
});

test('what scrolls under the header is blurred', async ({ page }) => {
  await page.goto(product);
  await page.evaluate(() => scrollTo(0, 400));
  const header = page.getByRole('banner');
  await expect
    .poll(() => header.evaluate((element) => getComputedStyle(element, '::before').backdropFilter))
    .toBe('blur(12px)');
  // Each of these makes the header the root of its own backdrop, and the filter sees nothing.
  expect(
    await header.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.viewTransitionName, style.filter, style.opacity, style.clipPath, style.mixBlendMode];
    }),
  ).toEqual(['none', 'none', '1', 'none', 'normal']);
});

test('a new build reloads an open search, whose filters are closed, and not one whose filters are open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.search('stone'));
  const manifest = await page.locator('html').getAttribute('data-latest-build');
  await page.route(`**${manifest}`, (route) => route.fulfill({ json: { id: 'a-newer-build' } }));
  const shownAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  const isOld = () => page.evaluate(() => 'isOld' in globalThis);
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeVisible();
  const asked = page.waitForResponse((answer) => answer.url().endsWith(manifest ?? ''));
  await shownAgain();
  await (await asked).finished();
  expect(await isOld()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeHidden();
  await shownAgain();
  await expect.poll(() => isOld().catch(() => true)).toBe(false);
});
