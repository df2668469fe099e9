import { expect, type Locator, type Page, test } from '@playwright/test';
import { STORES } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive, arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { signedUp } from '../support/service.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('region', { name: 'Message log' });
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: name });
const say = async (page: Page, words: string) => {
  await field(page).fill(words);
  await field(page).press('Enter');
};
/** The messages in the log, without times and marks. */
const said = async (page: Page, words: readonly string[]) => {
  for (const [at, text] of words.entries())
    await expect(log(page).getByRole('listitem').nth(at)).toContainText(text);
  await expect(log(page).getByRole('listitem')).toHaveCount(words.length);
};

test('a buyer and a seller exchange messages, offline and blocked too, and others cannot read them', async ({
  page: buyer,
  browser,
}) => {
  test.slow();
  const rosa = await signedUp(newcomer('rosa'));
  const { name, slug } = STORES.ashgrove;
  const elsewhere = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const seller = await elsewhere.newPage();
  await arrive(seller, 'mira', paths.messages());

  // From the store's page through the sign-in into the conversation.
  await buyer.goto(paths.store(slug));
  await buyer.getByRole('link', { name: 'Write to the store' }).click();
  await buyer.getByLabel('E-mail').fill(rosa.email);
  await buyer.getByLabel('Password').fill(rosa.password);
  await buyer.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(buyer.getByRole('heading', { level: 1, name })).toBeVisible();
  const address = new URL(buyer.url()).pathname;
  await say(buyer, 'Is the sword in the pack?');
  await expect(log(buyer).getByText('Sent')).toBeAttached();

  // The seller receives it live, the unread count updates, and it is marked as read.
  await expect(rowOf(seller, rosa.username)).toContainText('1 unread');
  await rowOf(seller, rosa.username).getByRole('link').click();
  await said(seller, ['Is the sword in the pack?']);
  await expect(log(buyer).getByText('Seen')).toBeAttached();
  await expect(rowOf(seller, rosa.username)).not.toContainText('unread');

  // Messages written offline are sent once and in order after reconnecting.
  await buyer.context().setOffline(true);
  await expect(
    buyer.getByText('You are offline. Your messages are sent when you are back online.'),
  ).toBeVisible();
  await say(buyer, 'And which scale is it?');
  await say(buyer, 'I print at 32 mm.');
  await expect(log(buyer).getByText('Waiting to be sent')).toHaveCount(2);
  await say(seller, 'Yes, with two grips.');
  await seller.getByRole('link', { name: 'Overview' }).click();
  await buyer.context().setOffline(false);
  const whole = [
    'Is the sword in the pack?',
    'Yes, with two grips.',
    'And which scale is it?',
    'I print at 32 mm.',
  ];
  await said(buyer, whole);
  const menu = seller.getByRole('navigation', { name: 'Account' });
  await expect(menu.getByRole('link', { name: /^Messages/ })).toContainText(/\d+ unread/);
  await menu.getByRole('link', { name: /^Messages/ }).click();
  await expect(rowOf(seller, rosa.username)).toContainText('2 unread');
  await rowOf(seller, rosa.username).getByRole('link').click();
  await said(seller, whole);
  await buyer.reload();
  await said(buyer, whole);
  await expect(buyer.getByRole('navigation', { name: 'Account' })).not.toContainText('unread');
  await expectItReadsWell(buyer);
  await test.step('a toast stands above the field for a message', async () => {
    const lift = () =>
      buyer.evaluate(() =>
        Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--toast-lift')),
      );
    expect(await lift()).toBeGreaterThan(0);
  });

  // A picture is attached and visible to the two participants only.
  const shot = { name: 'arm.png', mimeType: 'image/png', buffer: await buyer.screenshot() };
  await buyer.locator('input[type=file]').setInputFiles(shot);
  await expect(buyer.getByRole('list', { name: 'Attached' })).toContainText('kB');
  await say(buyer, 'This is how the arm came out.');
  const picture = log(seller).getByRole('link', { name: /^Picture: arm/ });
  await expect(picture).toBeVisible();
  const file = (await picture.getAttribute('href')) ?? '';
  expect((await seller.request.get(file)).headers()['content-type']).toBe('image/webp');

  // A blocked participant sees why they cannot write.
  await seller.getByRole('button', { name: 'More about this conversation' }).click();
  await seller.getByRole('button', { name: 'Block' }).click();
  await seller.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(seller.getByText(`You blocked ${rosa.username}. Unblock to write again.`)).toBeVisible();
  await expect(buyer.getByText(`${name} does not take messages from you.`)).toBeVisible();
  await expect(field(buyer)).toHaveCount(0);
  await seller.goto(paths.messages());
  await expect(rowOf(seller, rosa.username)).toBeVisible();
  await expectItReadsWell(seller);

  // Others find nothing.
  const wren = await (await browser.newContext()).newPage();
  await arriveAs(wren, await signedUp(newcomer('stranger')), address);
  await expect(wren.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect((await wren.request.get(file)).status()).toBe(404);
  await wren.context().close();
  await elsewhere.close();
});
