import { expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive, mailFor, newcomer } from '../support/people.ts';
import { service } from '../support/service.ts';

const FREE = demoProduct("The Magpie's Hoard");

/** Counts what a person taps. */
function taps(page: Page) {
  let count = 0;
  return {
    tap: async (name: string) => {
      count += 1;
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
    },
    count: () => count,
  };
}

test('a new person has a free model in their library after three taps and one code', async ({ page }) => {
  const person = newcomer('cup');
  const { tap, count } = taps(page);
  await page.goto(paths.product(FREE.id));
  await tap('Get it free');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('User name').fill(person.username);
  await tap('Create account');
  const mail = await mailFor(person.email, /confirms your address/);
  await page.getByLabel('Code').fill(/\d{8}/.exec(mail.subject)?.[0] ?? '');
  await tap('Confirm and go on');
  await expect(page).toHaveURL(paths.libraryProduct(FREE.id));
  await expect(page.getByRole('heading', { name: FREE.name, level: 1 })).toBeVisible();
  // The fourth is the download.
  await expect(page.getByRole('link', { name: /download/i }).first()).toBeVisible();
  expect(count()).toBe(3);
});

test('a person who is signed in has a free model in their library after one tap', async ({ page }) => {
  const pb = service();
  const magnus = await pb.collection('users').getFirstListItem("username = 'magnus'");
  for (const { id } of await pb.collection('entitlements').getFullList({
    filter: pb.filter('user = {:user} && product = {:product}', { user: magnus.id, product: FREE.id }),
  }))
    await pb.collection('entitlements').delete(id);
  await arrive(page, 'magnus', paths.product(FREE.id));
  await taps(page).tap('Get it free');
  await expect(page).toHaveURL(paths.libraryProduct(FREE.id));
  await expect(page.getByRole('link', { name: /download/i }).first()).toBeVisible();
});
