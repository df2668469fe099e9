import { expect, test } from '@playwright/test';
import { STORES } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

const STORE = STORES.ashgrove;

test('a user follows and unfollows a store, and saves and runs a search', async ({ page, browser }) => {
  const ada = await signedUp(newcomer('ada'));
  // Without JavaScript and session the button leads through the sign-in to a confirmation page.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.goto(paths.store(STORE.slug));
  await quiet.getByRole('button', { name: `Follow ${STORE.name}` }).click();
  await expect(quiet).toHaveURL(paths.login(paths.followStore(STORE.slug, paths.store(STORE.slug))));
  await plain.close();

  await page.goto(paths.login(paths.home()));
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const news = page.getByRole('region', { name: 'New from artists you follow' });
  await expect(news).toContainText('You do not follow any stores yet');

  await page.goto(paths.store(STORE.slug));
  await page.getByRole('button', { name: `Follow ${STORE.name}` }).click();
  const following = page.getByRole('button', { name: `Following ${STORE.name}` });
  await expect(following).toBeVisible();
  await page.reload();
  await expect(following).toBeVisible();
  const errors: string[] = [];
  page.on('pageerror', (reason) => errors.push(String(reason)));
  // The display face may arrive at any time, and words of other widths then move by a pixel or two.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      document.documentElement.dataset['shifted'] = 'yes';
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(paths.home());
  await expect(news.getByRole('link', { name: STORE.name }).first()).toBeVisible();
  // In place of the pitch stands what is theirs. Nothing moves while it arrives, and the header wakes without an error.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  await expect(page.getByText('Nothing is yours yet')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(ada.email);
  await page.getByRole('banner').getByRole('button', { name: /^ada/ }).click();
  await expect(page.getByRole('navigation', { name: 'My account' })).toBeVisible();
  expect(errors).toEqual([]);
  expect(await page.locator('html').getAttribute('data-shifted')).toBeNull();
  await page.unroute('**/*.woff2');

  await page.goto(paths.following());
  await page.getByRole('button', { name: `Unfollow ${STORE.name}` }).click();
  await expect(page.getByRole('heading', { name: 'You do not follow any stores yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: STORE.name })).toBeVisible();
  await page.goto(paths.followStore(STORE.slug));
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('heading', { name: `Follow ${STORE.name}?` })).toBeVisible();

  await page.goto(paths.searchWithin('scale', '32'));
  await page.getByRole('link', { name: 'Save this search' }).click();
  await page.getByLabel('Name').fill('Small ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(paths.savedSearches());
  await page.getByLabel('Notify me of new models').selectOption('weekly');
  await expect(page.getByText('We will notify you of new models.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Notify me of new models')).toHaveValue('weekly');
  await page.getByRole('link', { name: 'Run Small ones' }).click();
  await expect(page).toHaveURL(paths.searchWithin('scale', '32'));
});
