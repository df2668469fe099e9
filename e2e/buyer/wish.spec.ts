import { expect, type Page, test } from '@playwright/test';
import { demoProduct, PEOPLE } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { arrive, linkIn, mailFor, mailsFor, newcomer, openCart } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

const FIRST = demoProduct('Pressure Door 07');
const SECOND = demoProduct('Gravel-Dog Sentry Gun');

const heart = (page: Page) => page.getByRole('button', { name: 'Wish list', exact: true });
const cards = (page: Page) => page.getByRole('list', { name: 'Wishes' }).getByRole('listitem');

test('a wish made before the sign-in is saved, listed, removed, restored and bought', async ({ page }) => {
  const rosa = await signedUp(newcomer('rosa'));
  await page.goto(paths.product(FIRST.id));
  await page.getByRole('link', { name: 'Add to wish list' }).click();
  await expect(page).toHaveURL(paths.login(paths.product(FIRST.id)));
  await page.getByLabel('E-mail').fill(rosa.email);
  await page.getByLabel('Password').fill(rosa.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(paths.product(FIRST.id));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Added to your wish list.')).toBeVisible();

  await page.goto(paths.product(SECOND.id));
  await heart(page).press('Enter');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).press('Space');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');

  await page.goto(paths.account());
  await (await menuEntry(page, 'Wish list')).click();
  await expect(page).toHaveURL(paths.wishList());
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText(SECOND.name);
  await page.getByRole('button', { name: `Remove ${FIRST.name} from your wish list` }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Wish list' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page).nth(1)).toContainText(FIRST.name);
  await page.reload();
  await expect(cards(page).nth(1)).toContainText(FIRST.name);

  await page.getByRole('button', { name: `Add ${FIRST.name} to cart` }).click();
  await expect(page.getByRole('button', { name: `${FIRST.name}: In cart` })).toBeVisible();
  await openCart(page);
  await expect(page.getByRole('banner')).toContainText(FIRST.name);

  await page.goto(paths.product(FIRST.id));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goto(paths.product(SECOND.id));
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goto(paths.wishList());
  await expect(page.getByRole('heading', { name: 'Your wish list is empty' })).toBeVisible();
});

test('sales of wished products are mailed until the user opts out', async ({ page, request }) => {
  const { email } = PEOPLE.tobias;
  const mail = await mailFor(email, /Mule-Pattern Strider is on sale/);
  expect((await mailsFor(email)).filter(({ subject }) => subject.endsWith('is on sale'))).toHaveLength(1);
  const off = new URL(mail.links.at(-1) ?? '').pathname;
  await page.goto(off);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('heading', { name: 'No more mails about sales', exact: true })).toBeVisible();

  await arrive(page, 'tobias', linkIn(mail, paths.wishList()));
  await expect(cards(page).filter({ hasText: 'Mule-Pattern Strider' })).toContainText('20% off');
  await expect(cards(page).filter({ hasText: 'Tomb of the Thorn Queen' })).not.toContainText('% off');
  // They have taken this one meanwhile, so it left the list.
  await expect(cards(page).filter({ hasText: "The Magpie's Hoard" })).toHaveCount(0);
  const mails = page.getByRole('checkbox', { name: 'E-mail me when something on this list goes on sale' });
  await expect(mails).not.toBeChecked();
  await mails.check();
  await expect(page.getByText('Sale alerts are on.')).toBeVisible();

  // The one-click button of a mail program, without login or page.
  const form = { 'List-Unsubscribe': 'One-Click' };
  expect((await request.post(off, { form })).status()).toBe(200);
  await page.reload();
  await expect(mails).not.toBeChecked();
  expect((await request.post(paths.mailOff('aaaaaaaaaaaaaaa'), { form })).status()).toBe(404);
});
