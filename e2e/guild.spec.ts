import { expect, test } from '@playwright/test';
import { DEMO_GUILD } from '../src/local/world/guild.ts';
import { paths } from '../src/paths.ts';
import { mailFor, newcomer } from './support/people.ts';
import { signedUp } from './support/service.ts';

/** Somebody comes into Mira's guild: what he pays and gets, and what stays his. */

const { name: circle, bundle } = DEMO_GUILD;

test('somebody joins a guild, and what its month gives is in the library before he asks', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const friend = await signedUp(newcomer('friend'));
  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  await page.getByRole('button', { name: /^Join .*\$8\.00 a month/ }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login()}\\?`));
  await page.getByLabel('E-mail').fill(friend.email);
  await page.getByLabel('Password').fill(friend.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Join ${circle}` })).toBeVisible();
  await page.getByRole('button', { name: 'Go on to pay $8.00' }).click();
  await page.getByRole('radio', { name: '4242' }).check();
  await page.getByRole('button', { name: 'Subscribe and pay $8.00' }).click();
  await expect(page.getByRole('heading', { name: `Welcome to ${circle}` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([bundle.name, 'Under the Larder']);
  await mailFor(friend.email, /Circle/);
  await page.getByRole('link', { name: 'Go to your library' }).click();
  const library = page.getByRole('list', { name: 'Products' });
  await expect(library.getByRole('listitem')).toHaveCount(2);
  await expect(library).toContainText('Gulper, the Larder Cube');
});
