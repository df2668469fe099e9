import { expect, type Page, test } from '@playwright/test';
import { demoProduct, SHOP_WINDOW } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { linkIn, loginAs, mailFor, mailsFor, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** Changing an account's e-mail address, and deleting an account. */

interface Credentials {
  email: string;
  password: string;
}

async function addToCart(page: Page, name: string): Promise<void> {
  await page.goto(paths.product(demoProduct(name).id));
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
}

/** Expects a sign-in to be refused with the same message as for an unknown address. */
async function expectSignInRefused(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto(paths.login());
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login()}`));
}

/** Requests another address on the profile page. */
async function askForAddress(page: Page, email: string, password: string): Promise<void> {
  const section = page.getByRole('region', { name: 'E-mail address' });
  await section.getByLabel('New address').fill(email);
  await section.getByLabel('Your password').fill(password);
  await section.getByRole('button', { name: 'Change address' }).click();
}

test('a user changes the e-mail address: the old one is valid until the new one is confirmed', async ({
  page,
  browser,
  baseURL,
}) => {
  const nadia = await signedUp(newcomer('nadia'));
  const fresh = newcomer('nadia-new').email;
  await loginAs(page, nadia);
  await page.goto(paths.account());
  await (await menuEntry(page, 'Profile')).click();

  await askForAddress(page, fresh, 'not her password');
  await expect(page.getByText('That is not your password.')).toBeVisible();
  await expect(page.getByLabel('New address')).toHaveValue(fresh);
  expect(await mailsFor(fresh)).toEqual([]);

  await askForAddress(page, fresh, nadia.password);
  await expect(page.getByRole('status').filter({ hasText: fresh })).toBeVisible();
  const link = linkIn(await mailFor(fresh, /confirm your new address/i), paths.confirmEmail());

  // The mail is opened on another device without a session; until then the old address works.
  const device = await browser.newContext(baseURL ? { baseURL } : {});
  const phone = await device.newPage();
  await expectSignInRefused(phone, { email: fresh, password: nadia.password });
  await phone.goto(link);
  await phone.getByLabel('Password').fill(nadia.password);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByRole('heading', { name: 'Your address has changed' })).toBeVisible();

  await expectSignInRefused(phone, nadia);
  await loginAs(phone, { email: fresh, password: nadia.password });
  await phone.goto(paths.profile());
  await expect(phone.getByRole('region', { name: 'E-mail address' })).toContainText(fresh);

  // Sessions under the old address have ended, and the link cannot be used again.
  await page.goto(paths.profile());
  await expect(page).toHaveURL(paths.login(paths.profile()));
  await phone.goto(link);
  await phone.getByLabel('Password').fill(nadia.password);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByRole('alert')).toBeVisible();
  await device.close();
});

test('a wrong password does not use up the mailed link', async ({ page }) => {
  const nadia = await signedUp(newcomer('nadia'));
  const fresh = newcomer('nadia-new').email;
  await loginAs(page, nadia, paths.profile());
  await askForAddress(page, fresh, nadia.password);
  const mail = await mailFor(fresh, /confirm your new address/i);
  await page.goto(linkIn(mail, paths.confirmEmail()));
  await page.getByLabel('Password').fill('not her password');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('the password is wrong');
  await page.getByLabel('Password').fill(nadia.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your address has changed' })).toBeVisible();
});

test('requesting a taken address shows the same answer and changes nothing', async ({ page }) => {
  const [mine, taken] = [await signedUp(newcomer('ivo')), await signedUp(newcomer('owner'))];
  await loginAs(page, mine, paths.profile());
  await askForAddress(page, taken.email, mine.password);
  await expect(page.getByRole('status').filter({ hasText: taken.email })).toBeVisible();
  const now = await service().collection('users').getOne(mine.id);
  expect(now['email']).toBe(mine.email);
  expect((await mailsFor(taken.email)).filter(({ subject }) => /new address/i.test(subject))).toEqual([]);
});

test('a user deletes their account: confirmed twice, signed out, unknown afterwards, the cart unchanged', async ({
  page,
  context,
}) => {
  const leon = await signedUp(newcomer('leon'));
  const given = demoProduct(SHOP_WINDOW.find(({ free }) => free)?.name ?? '');
  await loginAs(page, leon);
  await page.goto(paths.product(given.id));
  await page.getByRole('main').getByRole('button', { name: 'Get it free' }).first().click();
  await expect(page).toHaveURL(paths.libraryProduct(given.id));
  await addToCart(page, 'Mossback Cairn-Golem');
  await page.goto(paths.profile());
  const cart = await page.evaluate(() => localStorage.getItem('cart'));
  expect(cart).toContain('Mossback Cairn-Golem');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Export my data first' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  const end = dialog.getByRole('button', { name: 'Delete permanently' });
  await expect(end).toBeDisabled();
  await dialog.getByLabel(/to confirm$/).fill(leon.username.slice(0, -1));
  await dialog.getByLabel('Your password').fill('not the password');
  await expect(end).toBeDisabled();
  await dialog.getByLabel(/to confirm$/).fill(leon.username);
  await end.click();
  await expect(page.getByText('That is not your password.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByLabel(/to confirm$/).fill(leon.username);
  await dialog.getByLabel('Your password').fill(leon.password);
  await end.click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByRole('button', { name: 'Cart, 1 products', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe(cart);
  const held = (await context.cookies()).filter(({ name, value }) => name === 'pb_auth' && value !== '');
  expect(held).toEqual([]);
  await page.goto(paths.account());
  await expect(page).toHaveURL(paths.login(paths.account()));
  await expectSignInRefused(page, leon);
  const recordsOf = (collection: string, field: string) =>
    service()
      .collection(collection)
      .getFullList({ filter: `${field} = "${leon.id}"` });
  expect(await recordsOf('users', 'id')).toEqual([]);
  expect(await recordsOf('orders', 'buyer')).toEqual([]);
  expect(await recordsOf('entitlements', 'user')).toEqual([]);
});

test('an account with an open store cannot be deleted', async ({ page }) => {
  const vera = await signedUp(newcomer('vera'));
  await service()
    .collection('stores')
    .create({ owner: vera.id, slug: vera.username, name: 'Vera and Daughters', state: 'open' });
  await loginAs(page, vera, paths.profile());
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(/to confirm$/).fill(vera.username);
  await dialog.getByLabel('Your password').fill(vera.password);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText(/Close your store first/)).toBeVisible();
  await page.goto(paths.profile());
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});
