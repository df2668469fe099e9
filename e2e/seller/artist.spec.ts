import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { menuEntry } from '../support/account-menu.ts';
import { dropFolder } from '../support/pack.ts';
import { payWithTestCard } from '../support/payments.ts';
import { linkIn, loginAs, mailFor, newcomer, signUp } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** An artist's first days, from sign-up to the first payout. */

/** The models in the folder, with a picture and a price for each. */
const MODELS = {
  'Fog Drone': { picture: 'drone', price: '4,50' },
  'Moor Golem': { picture: 'golem', price: '20' },
  'Reed Toad': { picture: 'toad', price: '5' },
  'Sunken Chest': { picture: 'chest', price: '3,00' },
};
type Model = keyof typeof MODELS;
const NAMES = Object.keys(MODELS) as Model[];

async function openStore(page: Page, name: string): Promise<void> {
  await page.goto(paths.join());
  await page.getByRole('link', { name: 'Open your store' }).click();
  await page.getByLabel('Store name').fill(name);
  await page.getByRole('button', { name: 'Create store' }).click();
  await page.getByRole('radio', { name: /As a private person/ }).check();
  await page.getByRole('button', { name: 'Save choice' }).click();
  await page.getByRole('button', { name: 'Open store' }).click();
  await expect(page.getByRole('heading', { name: 'The store is open' })).toBeVisible();
}

/** Leaves the payment provider's onboarding page with this choice and returns. */
async function endOnboarding(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: /at the payment provider/ }).click();
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(paths.businessAccount());
}

async function enterBusinessDetails(page: Page, name: string): Promise<void> {
  await (await menuEntry(page, 'Business account')).click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await page.getByRole('radio', { name: 'A company' }).check();
  await page.getByLabel('Registered name').fill(name);
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('VAT id').fill('FR 123');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('A VAT id of this country begins with DE.')).toBeVisible();
  await page.getByLabel('VAT id').fill('de 123 456 789');
  // The form knew the sentence before the answer came, and it sends one thing at a time.
  await expect(page.getByRole('button', { name: 'Save and continue' })).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  const requirements = page.getByRole('list', { name: 'What is missing' });
  const wanted = ['Your company', 'A tax number', 'Your bank account', 'Terms'];
  await expect(requirements.getByRole('heading')).toHaveText(wanted);
  await endOnboarding(page, 'More is needed');
  await expect(requirements.getByRole('heading')).toHaveText(['A document']);
  await expect(page.getByText(/was not accepted/)).toBeVisible();
  await endOnboarding(page, 'Everything is in order');
  await expect(page.getByRole('heading', { name: 'You can be paid' })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByLabel('VAT id')).toHaveValue('DE123456789');
}

/** Drops twelve files, corrects the proposals, and creates four products. */
async function dropPack(page: Page): Promise<void> {
  await (await menuEntry(page, 'Products')).click();
  await page.getByRole('button', { name: 'Drop a folder' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(await dropFolder());
  await expect(page.getByText('11 ready · 1 rejected')).toBeVisible({ timeout: 60_000 });
  const broken = page.getByRole('listitem').filter({ hasText: 'Fog Drone_Supported wing.stl' });
  await expect(broken).toContainText('This STL is cut off');
  for (const [model, file] of [
    ['Reed Toad', 'Reed Toad B.stl'],
    ['Sunken Chest', 'Sunken Chest v2.stl'],
  ] as const) {
    const region = page.getByRole('region', { name: model, exact: true });
    await expect(region.getByRole('region', { name: /^Pair/ })).toHaveCount(0);
    const row = region.getByRole('group', { name: new RegExp(file) });
    await row.getByLabel('Part').fill('');
    await row.getByLabel('Role').selectOption('Pre-supported');
    await expect(region.getByRole('region', { name: /^Pair/ }).getByRole('group')).toHaveCount(2);
  }
  await page.getByRole('button', { name: 'Create 4 products' }).click();
  const made = page.getByRole('region', { name: 'Products created' });
  await expect(made.getByRole('listitem')).toHaveText(NAMES.map((name) => new RegExp(name)));
}

/** Completes a draft and publishes it. */
async function publish(page: Page, model: Model): Promise<void> {
  const { picture, price } = MODELS[model];
  await (await menuEntry(page, 'Products')).click();
  await page.getByRole('main').getByRole('link', { name: model, exact: true }).first().click();
  const panel = page.getByRole('complementary', { name: 'Publishing' });
  await expect(panel).toContainText('Add a picture.');
  await expect(panel).not.toContainText('Add a file that has been checked.');
  await page.getByLabel('Add pictures').setInputFiles(`src/dev/world/pictures/painted/${picture}.webp`);
  await expect(page.getByText('Main picture')).toBeVisible();
  await page.getByRole('textbox', { name: 'Price in dollars' }).fill(price);
  for (const word of ['Figure', 'Fantasy', '32 mm']) {
    const button = page.getByRole('button', { name: word, exact: true });
    if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  }
  await expect(panel).toContainText('Say whether generative AI was used.');
  await page.getByLabel('Generative AI').selectOption('Made without generative AI');
  await panel.getByRole('radio', { name: 'It is my own design' }).check();
  await panel.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(panel.getByRole('link', { name: 'View in the shop' })).toBeVisible();
}

async function buy(page: Page, productIds: readonly string[]): Promise<void> {
  for (const id of productIds) {
    await page.goto(paths.product(id));
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await add.first().click();
  }
  await page.goto(paths.cart());
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await payWithTestCard(page, 'pays');
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
}

/** The library's download of a product, as bytes. */
async function downloaded(page: Page, productId: string): Promise<Buffer> {
  await page.goto(paths.libraryProduct(productId));
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /_Supported\.stl/ })
    .first();
  const download = page.waitForEvent('download');
  await link.click();
  const stream = await (await download).createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

test('an artist signs up, uploads a folder, sells, refunds and is paid, and buyers keep what they bought', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const artist = newcomer('artist');
  await page.goto(paths.signup());
  await signUp(page, artist);
  await page.goto(linkIn(await mailFor(artist.email, /confirm/i), paths.verifyEmail()));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  // Signed in by the link: the same browser signed up.
  await expect(page).toHaveURL(paths.home());

  const name = `Fen Casts ${artist.username}`;
  await openStore(page, name);
  await enterBusinessDetails(page, `${name} GmbH`);
  await mailFor(artist.email, /ready/);
  await dropPack(page);
  for (const model of NAMES) await publish(page, model);

  const pb = service();
  const ofModel = async (model: Model) =>
    pb
      .collection('products')
      .getFirstListItem(pb.filter('name = {:model} && store.name = {:name}', { model, name }));
  const [golem, toad] = await Promise.all([ofModel('Moor Golem'), ofModel('Reed Toad')]);
  const buyer = await signedUp(newcomer('customer'));
  const elsewhere = await (await browser.newContext()).newPage();
  await loginAs(elsewhere, buyer);
  await buy(elsewhere, [golem.id, toad.id]);
  const bytes = await downloaded(elsewhere, golem.id);

  await (await menuEntry(page, 'Sales')).click();
  const sale = (model: Model) =>
    page.getByRole('row').filter({ hasText: buyer.username }).filter({ hasText: model });
  // The commission is 10 % of $20.00.
  await expect(sale('Moor Golem')).toContainText('$18.00');
  await expect(page.getByRole('img', { name: /^Yours by day/ })).toBeVisible();
  await sale('Reed Toad')
    .getByRole('button', { name: /^Refund / })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click();
  await expect(sale('Reed Toad').getByText('Your share was refunded', { exact: true })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toBe('sales.csv');

  await (await menuEntry(page, 'Payouts')).click();
  await expect(page.getByText('$18.00').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Until / })).toBeVisible();
  await fetch(`${process.env['E2E_PAYMENTS_URL']}/control/days/9`, { method: 'POST' });
  await page.reload();
  await page.getByRole('button', { name: /^The sales behind the payout/ }).click();
  await expect(page.getByRole('list', { name: /^Sales behind the payout/ })).toContainText('Moor Golem');
  await expect(page.getByText(/Stand-in Savings ending in 6789/)).toBeVisible();

  await pb
    .collection('products')
    .update(golem.id, { state: 'suspended', suspendedWhy: 'A claim is looked at.' });
  await expect.poll(async () => (await elsewhere.request.get(paths.product(golem.id))).status()).toBe(404);
  expect((await downloaded(elsewhere, golem.id)).equals(bytes)).toBe(true);
});
