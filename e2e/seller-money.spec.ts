import { expect, type Page, test } from '@playwright/test';
import { paths } from '../src/paths.ts';
import { loginAs, mailFor, newcomer } from './support/people.ts';
import { service, signedUp } from './support/service.ts';
import { payWithTestCard } from './support/till.ts';

/** Ends a visit at the payment provider's onboarding page as chosen, and comes back. */
async function endOnboarding(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /at the payment provider/ }).click();
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(paths.businessAccount());
}

test('a seller says who he is, can be paid, sells, and sees the money leave for his bank', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const seller = await signedUp(newcomer('sculptor'));
  const store = await service()
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Fen Casts', state: 'open' });
  await loginAs(page, seller, paths.businessAccount());
  await expect(page.getByRole('heading', { name: 'Say who sells' })).toBeVisible();
  await page.getByRole('radio', { name: 'A company' }).check();
  await page.getByLabel('Registered name').fill('Fen Casts GmbH');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('VAT id').fill('FR 123');
  await page.getByRole('button', { name: 'Keep it and go on' }).click();
  await expect(page.getByText('A VAT id of this country begins with DE.')).toBeVisible();
  await page.getByLabel('VAT id').fill('de 123 456 789');
  await page.getByRole('button', { name: 'Keep it and go on' }).click();
  const asked = page.getByRole('list', { name: 'What is asked for' });
  await expect(asked.getByRole('heading')).toHaveText([
    'Your company',
    'A tax number',
    'Your bank account',
    'Terms',
  ]);

  await endOnboarding(page, 'More is needed');
  await expect(asked.getByRole('heading')).toHaveText(['A document']);
  await expect(page.getByText(/did not pass/)).toBeVisible();
  await endOnboarding(page, 'Everything is in order');
  await expect(page.getByRole('heading', { name: 'You can be paid' })).toBeVisible();
  await mailFor(seller.email, /ready/);
  await expect(page.getByText('Fen Casts GmbH')).toBeVisible();
  await expect(page.getByLabel('VAT id')).toHaveValue('DE123456789');

  const product = await service()
    .collection('products')
    .create({
      store: store.id,
      name: 'Fen Witch',
      slug: 'fen-witch',
      state: 'published',
      priceCents: 2000,
      licences: ['personal'],
    });
  const buyer = await signedUp(newcomer('customer'));
  const elsewhere = await (await browser.newContext()).newPage();
  await loginAs(elsewhere, buyer, paths.product(product.id));
  await elsewhere
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await elsewhere.goto(paths.cart());
  await elsewhere.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(elsewhere, 'pays');
  await expect(elsewhere.getByRole('heading', { name: 'It is all yours' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sales' }).click();
  const sale = page
    .getByRole('row')
    .or(page.getByRole('main').getByRole('list', { name: 'Sales' }).getByRole('listitem'))
    .filter({ hasText: buyer.username });
  await expect(sale).toContainText('Fen Witch');
  await expect(page.getByRole('img', { name: /^Yours by day/ })).toBeVisible();
  await page.getByLabel('State').selectOption('Disputed');
  await expect(page.getByRole('heading', { name: 'No sale fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all sales' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('sales.csv');
  const payouts = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Payouts' });
  await payouts.click();
  await expect(page.getByText('$18.00').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Until / })).toBeVisible();
  await fetch(`${process.env['E2E_TILL_URL']}/control/days/9`, { method: 'POST' });
  await page.reload();
  await page.getByRole('button', { name: /^The sales behind the payout/ }).click();
  await expect(page.getByRole('list', { name: /^Sales behind the payout/ })).toContainText('Fen Witch');
  await expect(page.getByText(/Stand-in Savings ending in 6789/)).toBeVisible();
});
