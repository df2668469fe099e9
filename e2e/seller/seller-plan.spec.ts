import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

test('a seller upgrades to Pro with a test card, sees plan and invoice, and cancels', async ({ page }) => {
  const seller = await signedUp(newcomer('planner'));
  await service()
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Fog Foundry', state: 'open' });
  await arriveAs(page, seller);
  await page.goto(paths.sellerPlan());
  await expect(page.getByRole('heading', { name: 'You are on the free plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Pro, paid every month' }).click();
  await page.getByRole('radio', { name: '4242' }).check();
  await page.getByRole('button', { name: 'Subscribe and pay $15.00' }).click();
  await expect(page.getByRole('heading', { name: 'You are on Pro' })).toBeVisible();
  await expect(page.getByText('The commission on new sales is 5%')).toBeVisible();
  await page.getByRole('link', { name: 'See your plan' }).click();
  await page.getByRole('button', { name: 'Pay every year' }).click();
  await expect(page.getByText(/You are charged \$13\d\.\d\d now/)).toBeVisible();
  await page.getByRole('button', { name: 'Don’t change' }).click();
  await page.getByRole('button', { name: 'Cancel Pro' }).click();
  await expect(page.getByText(/it will not renew/)).toBeVisible();
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByRole('heading', { name: 'Invoices of your seller plan' })).toBeVisible();
});
