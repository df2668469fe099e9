import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { login, loginAs, mailFor, mailsFor, newcomer, signUp } from '../support/people.ts';

const GOLEM = 'src/dev/world/pictures/painted/golem.webp';

test('a visitor signs up from the cart, is back in it after confirming, and later at the intended page', async ({
  page,
  browser,
}) => {
  test.setTimeout(60_000);
  const petra = newcomer('petra');
  await page.goto(paths.product(demoProduct('Idol of the Rain King').id));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart$/ })
    .first()
    .click();
  await page.goto(paths.cart());
  await page.getByRole('link', { name: /Sign in to pay/ }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await signUp(page, petra);

  const mail = await mailFor(petra.email, /confirm/i);
  const link = mail.links.find((address) => address.includes(paths.verifyEmail()));
  await page.goto(link ?? '');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page).toHaveURL(paths.cart());
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();

  // In another browser: here an answer that is on its way could set the cookie again.
  const elsewhere = await browser.newContext();
  const later = await elsewhere.newPage();
  await later.goto(`${paths.profile()}?x=1`);
  await expect(later).toHaveURL(paths.login('/account/profile?x=1'));
  await later.getByLabel('E-mail').fill(petra.email);
  await later.getByLabel('Password').fill('not the right one');
  await later.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(later.getByRole('alert')).toHaveText('Wrong e-mail or password.');
  await expect(later.getByLabel('E-mail')).toHaveValue(petra.email);

  await later.getByLabel('Password').fill(petra.password);
  await later.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(later).toHaveURL(`${paths.profile()}?x=1`);
  await expect(later.getByRole('heading', { name: 'Profile' })).toBeVisible();
  const cookie = (await elsewhere.cookies()).find(({ name }) => name === 'pb_auth');
  expect(cookie).toMatchObject({ secure: true, sameSite: 'Strict', httpOnly: false, path: '/' });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(604_000);

  await later.locator('input[type=file]').setInputFiles(GOLEM);
  await later.getByRole('button', { name: 'Save picture' }).click();
  await expect(later.getByText('Picture saved.')).toBeVisible();
  await later
    .locator('header')
    .getByRole('button', { name: /petra|My account/ })
    .click();
  await expect(later.locator('header img[width="32"]')).toHaveAttribute(
    'src',
    /\/api\/files\/users\/\w+\/[\w.]+\?thumb=32x32$/,
  );
  await later.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(later).toHaveURL(paths.home());
  await expect(later.getByRole('link', { name: 'Login' })).toBeVisible();
  expect((await elsewhere.cookies()).filter(({ name, value }) => name === 'pb_auth' && value !== '')).toEqual(
    [],
  );
});

test('signing up with a taken address shows the same answer, and its owner gets a mail', async ({
  page,
  browser,
}) => {
  const name = newcomer('echo');
  await page.goto(paths.signup());
  await signUp(page, name);
  const before = (await mailsFor(name.email)).length;
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(paths.signup());
  await signUp(elsewhere, { ...newcomer('echo'), email: name.email });
  await expect.poll(async () => (await mailsFor(name.email)).length).toBeGreaterThan(before);
});

test('who mistyped their address signs up again under their own name', async ({ page }) => {
  const person = newcomer('hasty');
  await page.goto(paths.signup());
  await signUp(page, { ...person, email: `x${person.email}` });
  await mailFor(`x${person.email}`, /confirm/i);
  await page.getByRole('link', { name: 'Change the address' }).click();
  await signUp(page, person);
  const mail = await mailFor(person.email, /confirm/i);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.goto(mail.links.find((address) => address.includes(paths.verifyEmail())) ?? '');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page).toHaveURL(paths.home());
});

test('a code from the mail signs in, once', async ({ page, context }) => {
  const email = 'tobias@guildhall.test';
  await page.goto(paths.loginCode());
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  const mail = await mailFor(email, /is your code/);
  await page.getByLabel('Code').fill(/\d{8}/.exec(mail.subject)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(paths.home());
  expect((await context.cookies()).map(({ name }) => name)).toContain('pb_auth');
});

test('resetting a forgotten password ends other sessions', async ({ page, browser }) => {
  const rosa = newcomer('rosa');
  await page.goto(paths.signup());
  await signUp(page, rosa);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await loginAs(elsewhere, rosa);

  await page.goto(paths.resetPassword());
  await page.getByLabel('E-mail').fill(rosa.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  const mail = await mailFor(rosa.email, /new password/);
  await page.goto(mail.links.find((address) => address.includes(paths.resetPassword())) ?? '');
  await page.getByLabel('New password').fill('an even longer one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await loginAs(page, { ...rosa, password: 'an even longer one' });

  await elsewhere.goto(paths.profile());
  await expect(elsewhere).toHaveURL(paths.login(paths.profile()));
  await other.close();
});

test('signed-in users are redirected from the login page', async ({ page }) => {
  await login(page, 'tobias');
  await page.goto(paths.login());
  await expect(page).toHaveURL(paths.home());
  await page.goto(paths.signup());
  await expect(page).toHaveURL(paths.home());
});

test('unknown account pages answer 404', async ({ page }) => {
  await login(page, 'tobias');
  for (const address of [paths.account('nothing'), paths.account('guild/nothing')]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
  }
});

test('the account switches between its pages without a full load', async ({ page }) => {
  await login(page, 'tobias');
  await page.goto(paths.account());
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await (await menuEntry(page, 'Profile')).click();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

test('a forged session is ignored', async ({ page, context, baseURL }) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'none' })}.${part({ exp: 9_999_999_999, id: 'x', collectionId: '_superusers', type: 'auth' })}.x`;
  const value = encodeURIComponent(
    JSON.stringify({ token, record: { id: 'x', collectionName: '_superusers', verified: true } }),
  );
  await context.addCookies([{ name: 'pb_auth', value, url: baseURL ?? '', secure: true }]);
  await page.goto(paths.account());
  await expect(page).toHaveURL(paths.login(paths.account()));
});

for (const wish of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/%09/evil.example\t',
  'javascript:alert(1)',
]) {
  test(`a redirect to ${JSON.stringify(wish)} stays on the site`, async ({ page, baseURL }) => {
    await page.goto(`${paths.login()}?redirect=${encodeURIComponent(wish)}`);
    await page.getByLabel('E-mail').fill('ines@guildhall.test');
    await page.getByLabel('Password').fill('paint-your-minis');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((address) => address.pathname !== paths.login());
    expect(new URL(page.url()).origin).toBe(baseURL);
  });
}

test('a file that is not a picture shows an error', async ({ page }) => {
  await login(page, 'tobias', paths.profile());
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByRole('alert')).toHaveText('The picture must be a JPEG, PNG or WebP.');
  await input.setInputFiles({
    name: 'x.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByText('The picture must be a JPEG, PNG or WebP.')).toBeVisible();
});

test('a suspended user cannot sign in', async ({ page }) => {
  await page.goto(paths.login());
  await page.getByLabel('E-mail').fill('corvin@guildhall.test');
  await page.getByLabel('Password').fill('paint-your-minis');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('signing in works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await login(page, 'dorin', paths.terms());
  await expect(page).toHaveURL(paths.terms());
  await context.close();
});
