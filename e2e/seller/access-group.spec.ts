import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, mailFor, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** A seller with a store and an unpublished draft. */
async function sellerWithDraft() {
  const seller = await signedUp(newcomer('crow'));
  const pb = service();
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Crow Miniatures', state: 'open' });
  const product = await pb.collection('products').create({
    store: store.id,
    name: 'Backers’ Raven',
    slug: 'raven',
    state: 'draft',
    licences: ['personal'],
  });
  await pb.collection('product_files').create({
    product: product.id,
    name: 'raven.stl',
    role: 'unsupported',
    sha256: 'a'.repeat(64),
    storageKey: 'raven',
    sizeBytes: 1200,
    version: 1,
  });
  return { seller, productId: product.id };
}

const FILE = 'backers-of-the-raven-digital-pledge-only.csv';
const figures = (page: Page) => page.getByRole('progressbar', { name: /have claimed$/ });

test('backers are imported from a file, one claims by account and one by link, and undoing the import revokes nothing', async ({
  page,
  browser,
}) => {
  test.slow();
  const { seller, productId } = await sellerWithDraft();
  const known = await signedUp(newcomer('known'));
  const reader = await signedUp(newcomer('reader'));
  const backer = newcomer('backer');
  await page.clock.install();
  await arriveAs(page, seller, paths.accessGroupList());
  await page.getByRole('link', { name: 'Create your first group' }).click();
  await page.getByLabel('Group name').fill('The Raven Campaign');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'The Raven Campaign', level: 1 })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Backers’ Raven' }).check();
  await page.getByRole('button', { name: 'Save models' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  const rows = [
    'Backer Name;Email;Reward',
    `"Known; the first";${known.email.toUpperCase()};All in`,
    `=cmd|' /C calc'!A0;${backer.email};`,
    `Twice;${backer.email};`,
    'Nobody;not an address;',
  ];
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: FILE,
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}`),
  });
  await expect(page.getByLabel('E-mail address')).toHaveValue('1');
  await page.getByRole('button', { name: 'Check list' }).click();
  await expect(page.getByRole('heading', { name: FILE })).toBeFocused();
  await page.getByText('1 row is left out').click();
  await expect(page.getByText('Line 5: “not an address” is not an e-mail address')).toBeVisible();
  await page.getByRole('button', { name: 'Add and mail 2 people' }).click();
  await expect(figures(page)).toHaveAccessibleName('1 of 2 have claimed');
  expect((await mailFor(known.email)).subject).toBe('A delivery from Crow Miniatures');

  const mail = await mailFor(backer.email, /^A delivery from/);
  const link = new URL(mail.links.find((address) => address.includes(paths.claim(''))) ?? '').pathname;
  const other = await browser.newContext();
  const desk = await other.newPage();
  expect((await desk.goto(paths.product(productId)))?.status()).toBe(404);
  await desk.goto(link);
  await expect(desk.getByText('Backers’ Raven')).toBeVisible();
  await desk.getByRole('button', { name: 'Add to my library' }).click();
  await expect(desk).toHaveURL(paths.login(link));
  await desk.getByLabel('E-mail').fill(reader.email);
  await desk.getByLabel('Password').fill(reader.password);
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await desk.getByRole('button', { name: 'Add to my library' }).click();
  await expect(desk).toHaveURL(paths.library());
  await expect(desk.getByRole('link', { name: 'Backers’ Raven' })).toBeVisible();
  await desk.goto(link);
  await expect(desk.getByText('It works once.')).toBeVisible();

  // The seller's page updates by itself.
  await expect(async () => {
    await page.clock.fastForward(11_000);
    await expect(figures(page)).toHaveAccessibleName('2 of 2 have claimed', { timeout: 2000 });
  }).toPass();
  await page.getByRole('button', { name: `Undo ${FILE}` }).click();
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText(/^Undone; 2 people had claimed/)).toBeVisible();
  await expect(figures(page)).toHaveAccessibleName('2 of 2 have claimed');
  await desk.goto(paths.library());
  await expect(desk.getByRole('link', { name: 'Backers’ Raven' })).toBeVisible();
  await other.close();
});
