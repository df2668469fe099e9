import { expect, test } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from '../../src/dev/browser.ts';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

/** The browser's Back button. People's browsers keep the page they left; Playwright switches that off. */
const browser = installedBrowser();
test.use({
  launchOptions: {
    args: [...BROWSER_FLAGS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(browser ? { executablePath: browser } : {}),
  },
});

test('who goes back from the payment page can pay again at once', async ({ page }) => {
  const buyer = await signedUp(newcomer('undecided'));
  await arriveAs(page, buyer, paths.product(demoProduct('Idol of the Rain King').id));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
  await page.goto(paths.cart());
  await page.evaluate(() => Object.assign(globalThis, { isKept: true }));
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await pay.click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_/);
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(paths.cart());
  expect(await page.evaluate(() => 'isKept' in globalThis), 'the browser kept the page').toBe(true);
  await expect(pay).toBeEnabled();
  await pay.click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
});
