import { type Browser, expect, type Page, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { testCard } from '../../src/dev/payments/cards.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { paths } from '../../src/paths.ts';
import { loginAs } from '../support/people.ts';
import {
  makeBundle,
  makeTier,
  type Person,
  personIn,
  scheduleRelease,
  studioIn,
} from '../support/sculptor.ts';
import { openOwnStack } from '../support/stack.ts';

/** Half a year of a guild, with one clock for the app and the payment provider. */

const MODELS = {
  welcome: 'Lantern Newt',
  first: 'Fen Knight',
  high: 'Bog Wyrm',
  next: 'Marsh Warden',
} as const;

let stack: DevStack;
test.beforeAll(async () => {
  test.setTimeout(60_000);
  stack = await openOwnStack({ RATE_LIMITS: 'off' });
});
test.afterAll(() => stack.stop());

/** The offset of the stand-in's clock from real time, in days. */
let ahead = 0;

/** Advances the clocks of the provider and the app, and waits until all webhook events are processed. */
async function pass(days: number): Promise<void> {
  stack.payments?.simulator.advanceDays(days);
  ahead += days;
  await stack.payments?.deliveries.idle();
}

const today = () => new Date(Date.now() + ahead * 86_400_000);

/** The day of the month `monthsLater` months from now, by the clock of the stand-in. */
function dayOf(day: number, monthsLater: number): Date {
  const at = today();
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, day, 12));
}

/** Advances the clocks to this day. */
const passUntil = (day: Date) =>
  pass(
    Math.round(
      (Date.parse(day.toISOString().slice(0, 10)) - Date.parse(today().toISOString().slice(0, 10))) /
        86_400_000,
    ),
  );

async function arrive(browser: Browser, person: Person): Promise<Page> {
  const page = await (
    await browser.newContext({ baseURL: stack.siteUrl, locale: 'en-GB', timezoneId: 'UTC' })
  ).newPage();
  await loginAs(page, person);
  return page;
}

/** Joins from the guild's page through the provider's checkout. */
async function join(page: Page, price: string): Promise<void> {
  await page.goto(paths.storeGuild('fen'));
  await page.getByRole('button', { name: new RegExp(`^Join .*\\${price} a month`) }).click();
  await page.getByRole('checkbox', { name: /I lose my right of withdrawal/ }).check();
  await page.getByRole('button', { name: `Continue to payment: ${price}` }).click();
  await page.getByRole('radio', { name: '4242' }).check();
  await page.getByRole('button', { name: `Subscribe and pay ${price}` }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to The Fen' })).toBeVisible();
}

/** Waits until the library contains exactly these products. */
async function expectInLibrary(page: Page, names: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto(paths.library());
    const products = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
    await expect(products).toHaveCount(names.length, { timeout: 2_000 });
    for (const name of names) await expect(products.filter({ hasText: name })).toHaveCount(1);
  }).toPass({ timeout: 15_000 });
}

const mailsTo = (person: Person, subject: RegExp) =>
  stack.mail?.mails(person.email).filter((mail) => subject.test(mail.subject)) ?? [];

/** A customer's payments at the provider, the newest first, in cents. */
function paidBy(person: Person): number[] {
  const book = stack.payments?.simulator.book;
  return (book?.all('invoices') ?? [])
    .filter((row) => row['customer'] === customerOf(person) && row['status'] === 'paid')
    .map((row) => Number(row['amount_paid']));
}

const customerOf = (person: Person) =>
  stack.payments?.simulator.book.all('customers').find((row) => row['email'] === person.email)?.id ?? '';

/** Changes a customer's card at the provider. */
function useCard(person: Person, number: string): void {
  const card = testCard(number);
  if (card) stack.payments?.simulator.saveCard(customerOf(person), card);
}

/** The number of a user's grants of a kind. */
async function handouts(person: Person, kind: string): Promise<number> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const filter = pb.filter('member.user = {:id} && kind = {:kind}', { id: person.id, kind });
  return (await pb.collection('guild_handouts').getList(1, 1, { filter })).totalItems;
}

/** The number of mails to a user with a subject, queued or sent. */
async function mailsQueued(person: Person, subject: string): Promise<number> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const filter = pb.filter('to = {:email} && subject ~ {:subject}', { email: person.email, subject });
  return (await pb.collection('mails').getList(1, 1, { filter })).totalItems;
}

async function openMembership(page: Page): Promise<void> {
  await page.goto(paths.memberships());
  await page.getByRole('link', { name: /^See .* in The Fen$/ }).click();
}

async function leave(page: Page): Promise<void> {
  await openMembership(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(/Your membership ends on .*\. You are not charged again/)).toBeVisible();
}

/** The outbox runs every 15 s. */
const OUTBOX_LOOKS_MS = 40_000;

test('a guild is built; a member joins, upgrades, fails to pay, recovers, leaves, rejoins, and keeps everything', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [seller, buyer, friend, stranger] = (await Promise.all(
    ['fen', 'buyer', 'friend', 'stranger'].map((name) => personIn(stack, name)),
  )) as [Person, Person, Person, Person];
  const models = await studioIn(stack, seller, Object.values(MODELS));
  await passUntil(dayOf(2, 1));

  const desk = await arrive(browser, seller);
  await desk.goto(paths.sellerGuild());
  await desk.getByLabel('Name of the guild').fill('The Fen');
  await desk.getByRole('button', { name: 'Start the guild' }).click();
  await expect(desk.getByRole('heading', { name: 'The Fen' })).toBeVisible();
  for (const [name, monthly] of [
    ['Reed', '8'],
    ['Willow', '15'],
    ['Heron', '30'],
  ] as const)
    await makeTier(desk, name, monthly);
  await makeBundle(desk, 'Welcome', MODELS.welcome, 'Reed');
  const at = (day: number, later: number) => dayOf(day, later).toISOString().slice(0, 16);
  await scheduleRelease(desk, { title: 'First light', model: MODELS.first, tier: 'Reed', at: at(3, 0) });
  await scheduleRelease(desk, { title: 'What crawls', model: MODELS.high, tier: 'Willow', at: at(3, 0) });
  await scheduleRelease(desk, { title: 'Second light', model: MODELS.next, tier: 'Reed', at: at(10, 3) });
  await desk.goto(paths.sellerGuild());
  await desk.getByRole('button', { name: 'Go live' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Go live now' }).click();
  await expect(desk.getByRole('heading', { name: 'Live', exact: true })).toBeVisible();
  await passUntil(dayOf(4, 0));

  const page = await arrive(browser, buyer);
  const elsewhere = await arrive(browser, friend);
  await join(page, '$8.00');
  await join(elsewhere, '$8.00');
  await expectInLibrary(page, [MODELS.welcome, MODELS.first]);
  await leave(elsewhere);

  await passUntil(dayOf(19, 0));
  await openMembership(page);
  await page.getByRole('button', { name: 'Upgrade to Willow' }).click();
  const pay = page.getByRole('button', { name: /^Pay \$\d\.\d\d and change$/ });
  const shown = /\$([\d.]+)/.exec((await pay.textContent()) ?? '')?.[1];
  await expect(page.getByText(`You are charged $${shown} now`)).toBeVisible();
  await pay.click();
  await expect(page.getByRole('heading', { name: 'You are in Willow' })).toBeVisible();
  expect(paidBy(buyer)).toEqual([Math.round(Number(shown) * 100), 800]);
  await expectInLibrary(page, [MODELS.welcome, MODELS.first, MODELS.high]);

  useCard(buyer, '4000000000000341');
  await passUntil(dayOf(5, 1));
  await expect.poll(() => mailsTo(buyer, /payment/i).length, { timeout: OUTBOX_LOOKS_MS }).toBe(1);
  await openMembership(page);
  await expect(page.getByText(/^Your last payment failed\. Pay by /)).toBeVisible();
  useCard(buyer, '4242424242424242');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText(/^You are a member\. The next payment, \$15\.00, is due on 4 /)).toBeVisible();
  expect(paidBy(buyer)).toHaveLength(3);
  await leave(page);

  await passUntil(dayOf(5, 1));
  await openMembership(page);
  await expect(page.getByRole('heading', { name: 'Left' })).toBeVisible();
  await openMembership(elsewhere);
  await expect(elsewhere.getByRole('heading', { name: 'Left' })).toBeVisible();
  await expectInLibrary(page, [MODELS.welcome, MODELS.first, MODELS.high]);
  await openMembership(page);
  await page.getByRole('link', { name: 'Join again' }).click();
  await join(page, '$8.00');
  expect(paidBy(buyer)[0]).toBe(800);

  await passUntil(dayOf(11, 1));
  await expectInLibrary(page, Object.values(MODELS));
  await expectInLibrary(elsewhere, [MODELS.welcome, MODELS.first]);
  const outside = await arrive(browser, stranger);
  await expectInLibrary(outside, []);
  const next = models.get(MODELS.next) ?? '';
  const statusOf = async (who: Page, path: string) => (await who.request.get(path)).status();
  expect(await statusOf(page, paths.downloadArchive(next))).toBe(200);
  for (const who of [elsewhere, outside]) {
    expect(await statusOf(who, paths.downloadArchive(next))).toBe(404);
    expect(await statusOf(who, paths.product(next))).toBe(404);
  }
  await expect(async () => {
    await desk.goto(paths.sellerReleases());
    await expect(desk.getByText('Published', { exact: true })).toHaveCount(3, { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  // Mails to all members are sent a little after the release.
  await expect.poll(() => mailsQueued(buyer, 'Second light')).toBe(1);
  await pass(1);
  await expect
    .poll(() => mailsTo(buyer, /Second light.* is out/).length, { timeout: OUTBOX_LOOKS_MS })
    .toBe(1);
  for (const person of [friend, stranger]) expect(mailsTo(person, /Second light/)).toEqual([]);
  // The welcome bundle was granted once, although the member joined twice.
  expect(await handouts(buyer, 'entry_bundle')).toBe(1);
});
