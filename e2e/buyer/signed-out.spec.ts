import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, loginAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** A session that ends while a page is open, as after a change of the password elsewhere. */

const LATER = 'another long enough password';

async function endSessions(id: string): Promise<void> {
  await service().collection('users').update(id, { password: LATER, passwordConfirm: LATER });
}

/** Presses until the site has noticed that the session has ended. */
async function pressUntil(page: Page, button: string | RegExp, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    const found = page.getByRole('main').getByRole('button', { name: button });
    if (await found.isVisible()) await found.click();
    await seen();
  }).toPass({ timeout: 15_000 });
}

test('a session that ends on a page of the account leaves what was typed, and a link to sign in', async ({
  page,
  context,
}) => {
  const person = await signedUp(newcomer('ended'));
  await arriveAs(page, person, paths.profile());
  const name = page.getByRole('textbox', { name: 'User name' });
  const renamed = `${person.username}-2`;
  await name.fill(renamed);
  await endSessions(person.id);
  // The site has heard of it: until then the name would be saved, and there would be nothing left to save.
  const leads = async () => (await page.request.get(paths.profile(), { maxRedirects: 0 })).status();
  await expect.poll(leads).toBe(302);
  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'You are signed out.' });
  await pressUntil(page, 'Save name', () => expect(notice).toBeVisible({ timeout: 2_000 }));
  await expect(name).toHaveValue(renamed);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();

  const opened = context.waitForEvent('page');
  await notice.getByRole('link', { name: 'Sign in' }).click();
  const elsewhere = await opened;
  await expect(elsewhere).toHaveURL(paths.login(paths.profile()));
  await loginAs(elsewhere, { ...person, password: LATER }, paths.profile());
  await page.bringToFront();
  await expect(notice).toBeHidden();
  await expect(name).toHaveValue(renamed);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('banner')).toContainText(person.email);
});

test('a session that ends in the cart leads to sign in, and back to the cart', async ({ page }) => {
  const buyer = await signedUp(newcomer('ended'));
  await arriveAs(page, buyer, paths.product(demoProduct('Idol of the Rain King').id));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.getByRole('main').getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
  await page.goto(paths.cart());
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled();
  await endSessions(buyer.id);
  await expect
    .poll(async () => {
      const answer = await page.request.get(paths.account(), { maxRedirects: 0 });
      return answer.status();
    })
    .toBe(302);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('alert')).toContainText('You are signed out.');
  const way = page.getByRole('main').getByRole('link', { name: 'Sign in to pay' });
  await expect(way).toHaveAttribute('href', paths.login(paths.cart()));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});
