import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../src/local/world/cast.ts';
import { paths } from '../src/paths.ts';
import { loginAs, mailFor, newcomer } from './support/people.ts';
import { signedUp } from './support/service.ts';
import { payWithTestCard } from './support/till.ts';

async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto(paths.product(demoProduct(name).id));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
}

test('a buyer pays once for two artists, after a declined card, and owns it all', async ({ page }) => {
  const tobias = await signedUp(newcomer('buyer'));
  await addToCart(page, 'Mossback Cairn-Golem');
  await addToCart(page, 'Watch of Saint Orrin');
  await page.goto(paths.cart());
  await expect(page.getByRole('heading', { name: '2 products in cart' })).toBeVisible();
  await page.getByRole('link', { name: /Sign in to pay/ }).click();
  await loginAs(page, tobias, paths.cart());
  await page.getByLabel('Coupon code').fill('ashgrove10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/Takes off \$/)).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(page, 'declined');
  await expect(page.getByRole('alert')).toContainText('declined');
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
  await mailFor(tobias.email, /receipt/i);
});
