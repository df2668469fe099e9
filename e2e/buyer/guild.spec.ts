import { expect, type Page, test } from '@playwright/test';
import { DEMO_GUILD } from '../../src/dev/world/guild.ts';
import { paths } from '../../src/paths.ts';
import { payWithTestCard } from '../support/payments.ts';
import { arriveAs, mailFor, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { signedUp } from '../support/service.ts';

/** A new member of Mira's guild: what they pay, get and keep. */

const { name: circle, bundle } = DEMO_GUILD;

test('a user joins a guild, and the current release is in their library', async ({ page }) => {
  test.setTimeout(90_000);
  const friend = await signedUp(newcomer('friend'));
  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  // Past releases can be bought as a whole, for less than their models cost separately.
  await page.getByRole('button', { name: /^Buy the full release, .5\.00.*What the Water Kept$/ }).click();
  await expect(page.getByRole('button', { name: /^Cart, [1-9]/ })).toBeVisible();
  await page.goto(paths.cart());
  await expect(page.getByText('$6.49 less what you save with What the Water Kept')).toBeVisible();

  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  await page.getByRole('button', { name: /^Join .*\$8\.00 a month/ }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login()}\\?`));
  await page.getByLabel('E-mail').fill(friend.email);
  await page.getByLabel('Password').fill(friend.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Join ${circle}` })).toBeVisible();
  await page.getByRole('checkbox', { name: /I lose my right of withdrawal/ }).check();
  await page.getByRole('button', { name: 'Continue to payment: $8.00' }).click();
  await page.getByRole('radio', { name: '4242' }).check();
  await page.getByRole('button', { name: 'Subscribe and pay $8.00' }).click();
  await expect(page.getByRole('heading', { name: `Welcome to ${circle}` })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([bundle.name, 'Under the Larder']);
  await mailFor(friend.email, /Circle/);
  await page.getByRole('link', { name: 'Go to your library' }).click();
  const library = page.getByRole('list', { name: 'Products' });
  await expect(library.getByRole('listitem')).toHaveCount(2);
  await expect(library).toContainText('Gulper, the Larder Cube');

  // Every change shows its charge or date first.
  await page.goto(paths.memberships());
  await page.getByRole('link', { name: `See and change in ${circle}` }).click();
  await expect(page.getByRole('heading', { name: 'You are in Sapling' })).toBeVisible();
  const release = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Under the Larder as one ZIP' }).click();
  expect((await release).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Upgrade to Heartwood' }).click();
  const pay = page.getByRole('button', { name: /^Pay \$[67]\.\d\d and change$/ });
  const charge = /\$[\d.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? '';
  await expect(page.getByText(`You are charged ${charge} now`)).toBeVisible();
  await pay.click();
  await expect(page.getByRole('heading', { name: 'You are in Heartwood' })).toBeVisible();
  await expect(page.getByText('The Ember Matriarch', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(/Your membership ends on .*\. You are not charged again/)).toBeVisible();
  await page.getByRole('button', { name: 'Stay in the guild' }).click();
  await expect(page.getByText(/The next payment, \$15\.00, is due on/)).toBeVisible();
  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  const mine = page.getByRole('article').filter({ hasText: 'A vote on what comes next' });
  await expect(mine.getByText('You are in this tier.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Join / })).toHaveCount(0);
});

/** Tries the tier that is free for its first days, and leaves before anything is charged. */
async function tryForFree(page: Page): Promise<void> {
  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  const tier = page.getByRole('article').filter({ hasText: 'The first 14 days are free for new members' });
  await tier.getByRole('button', { name: /^Join .*\$15\.00 a month/ }).click();
  await expect(page.getByText(/^Yours with your first payment on /)).toBeVisible();
  await expect(page.getByText(/pay nothing if you cancel before/)).toBeVisible();
  await expectItReadsWell(page);
  await page.getByRole('checkbox', { name: /I lose my right of withdrawal/ }).check();
  await page.getByRole('button', { name: 'Continue to the free trial' }).click();
  await page.getByRole('radio', { name: '4242' }).check();
  await page.getByRole('button', { name: 'Subscribe and pay $0.00' }).click();
  await expect(page.getByText(/Your free trial has begun\. Nothing is charged before /)).toBeVisible();
  await page.getByRole('link', { name: 'See your membership' }).click();
  await expect(
    page.getByText(/^You are on a free trial\. The first payment, \$15\.00, is due on /),
  ).toBeVisible();
  await expect(page.getByText('Models come with the first payment.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(/^Your free trial ends on .*\. Nothing is charged\./)).toBeVisible();
}

test('a guild is tried for free; a membership is given for three months and begins with the mailed link', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const [giver, friend] = [await signedUp(newcomer('giver')), await signedUp(newcomer('friend'))];
  await arriveAs(page, giver);
  await tryForFree(page);
  await page.goto(paths.storeGuild('ashgrove-miniatures'));
  await page.getByRole('link', { name: 'Give it to somebody: Sapling', exact: true }).click();
  await page.getByLabel('3 months').check();
  const waiver = page.getByRole('checkbox', { name: /I lose my right of withdrawal/ });
  await waiver.check();
  await page.getByLabel('Who is it for?').fill('nobody-has-this-name');
  await page.getByLabel('Your message, if you like').fill('For the long evenings.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('There is nobody with this name.')).toBeVisible();
  await waiver.check();
  await page.getByLabel('Who is it for?').fill(friend.email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'Your gift is on its way' })).toBeVisible();

  const mail = await mailFor(friend.email, /a guild membership/);
  const elsewhere = await (await browser.newContext()).newPage();
  await arriveAs(elsewhere, friend);
  await elsewhere.goto(mail.links.find((address) => address.includes('/gift/')) ?? '');
  await expect(elsewhere.getByText('For the long evenings.')).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Begin my membership' }).click();
  await expect(elsewhere.getByText('Your months are a gift.')).toBeVisible();
});
