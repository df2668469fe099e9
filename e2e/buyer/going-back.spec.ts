import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

test('who goes back from the payment page can pay again at once', async ({ page }) => {
  const buyer = await signedUp(newcomer('undecided'));
  await arriveAs(page, buyer, paths.product(demoProduct('Idol of the Rain King').id));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
  await page.goto(paths.cart());
  const total = page.getByRole('main').getByRole('region', { name: 'Total' });
  const pay = total.getByRole('button', { name: /^Pay \$/ });

  // Browsers restore the page as it was left, with its button busy. Playwright switches that off, so the payment page does
  // not open here (204 leaves the page where it is), and the page is told what a browser tells it on the way back.
  await page.route('**/c/pay/**', (route) => route.fulfill({ status: 204 }));
  const opened = page.waitForRequest('**/c/pay/**');
  await pay.click();
  await expect(total.getByRole('button', { name: 'One moment …' })).toBeDisabled();
  await opened;
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(pay).toBeEnabled();
  await page.unroute('**/c/pay/**');

  await pay.click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_/);
  await page.goBack();
  await expect(page).toHaveURL(paths.cart());
  const uncharged = page.getByText('Nothing was charged. Your cart is as you left it.');
  await expect(uncharged).toBeVisible();
  await page.reload();
  await expect(pay).toBeEnabled();
  await expect(uncharged).toHaveCount(0);

  await pay.click();
  await page.getByRole('link', { name: 'Back to the shop without paying' }).click();
  await expect(page).toHaveURL(paths.cart());
  await expect(uncharged).toBeVisible();
  await pay.click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
});
