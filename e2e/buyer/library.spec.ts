import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

const FETCHED = 'Mossback Cairn-Golem';
const OTHERS = ['Watch of Saint Orrin', 'Gnash, the Patient Chest', 'Ivygate Ruin'];
/** Models of the demo world, with words that find each alone among them. */
const TREE_AND_CHESTS = [
  { name: 'Grandfather Hollowbough', words: ['tree', 'treants', 'forest', 'moss treant'] },
  { name: "The Magpie's Hoard", words: ['treasure', 'loot', 'tresure', 'treasure chests'] },
  { name: 'Gnash, the Patient Chest', words: ['mimic', 'monsters teeth', 'chest -treasure'] },
];
const LICENCE = 'You may print this for your own table.';
const DAY_MS = 86_400_000;

/** A collector with four products, the newest first as named above, one of them downloaded. */
async function openLibrary(page: Page): Promise<void> {
  const collector = await signedUp(newcomer('collector'));
  const pb = service();
  const user = collector.id;
  const licenceText = collector.username.slice(-8).repeat(8);
  await pb.collection('licence_texts').create({ key: licenceText, body: LICENCE });
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  for (const [place, name] of [FETCHED, ...OTHERS].entries())
    await pb.collection('entitlements').create({
      user,
      product: demoProduct(name).id,
      source: 'operator',
      sourceId: 'e2e',
      licences: ['personal'],
      licenceText,
      grantedAt: at(20 + place),
    });
  const product = demoProduct(FETCHED).id;
  await pb
    .collection('downloads')
    .create({ user, product, part: 'all', version: 1, times: 1, lastAt: at(0) });
  await arriveAs(page, collector, paths.library());
  await expectCount(page, '4 products');
}

const cards = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem');
const expectCount = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: /products$/ })).toHaveText(text);
const shown = (page: Page) => cards(page).getByRole('link').allTextContents();
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('a collector searches the library, sees what is not downloaded yet, and exports the list', async ({
  page,
}) => {
  await openLibrary(page);
  expect(await shown(page)).toEqual([FETCHED, ...OTHERS]);

  await page.keyboard.press('/');
  await page.keyboard.type('orr');
  await expectCount(page, '1 of 4 products');
  expect(await shown(page)).toEqual(['Watch of Saint Orrin']);
  await expect(page).toHaveURL(/[?&]q=orr$/);
  await page.getByRole('button', { name: 'Show everything' }).click();

  await page.getByLabel('Files').selectOption('Not downloaded yet (3)');
  await expectCount(page, '3 of 4 products');
  await page.getByLabel('Sort').selectOption('By name');
  const byName = [...OTHERS].sort();
  await expect.poll(() => shown(page)).toEqual(byName);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(byName);

  // A selection outlives the filters and comes as one archive.
  for (const name of byName.slice(0, 2)) await page.getByLabel(`Select ${name}`).check();
  await page.getByRole('searchbox', { name: 'Search your library' }).fill('nothing of the kind');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByText(/^2 selected, /)).toBeVisible();
  const selection = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as one ZIP' }).click();
  expect((await selection).suggestedFilename()).toBe('2-models.zip');
  await page.getByRole('searchbox', { name: 'Search your library' }).fill('');
  await expect.poll(() => shown(page)).toEqual(byName);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText(/^2 selected, /)).toHaveCount(0);

  const json = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const rows = JSON.parse(await textOf(await json)) as { name: string; downloadedAt: string | null }[];
  expect(rows.map(({ name, downloadedAt }) => [name, downloadedAt])).toEqual(
    byName.map((name) => [name, null]),
  );
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const table = await textOf(await csv);
  expect(table).toMatch(/^\uFEFFName,Artist,/);
  expect(table.trimEnd().split('\r\n')).toHaveLength(1 + byName.length);
});

test('who owns a treant and a chest finds them by what they are, whatever they are called', async ({
  page,
}) => {
  const collector = await signedUp(newcomer('treasurer'));
  const names = TREE_AND_CHESTS.map(({ name }) => name);
  for (const [place, name] of names.entries())
    await service()
      .collection('entitlements')
      .create({
        ...{ user: collector.id, product: demoProduct(name).id, source: 'operator', sourceId: 'e2e' },
        ...{ licences: ['personal'], licenceText: 'b'.repeat(64) },
        grantedAt: new Date(Date.now() - (20 + place) * DAY_MS).toISOString(),
      });
  await arriveAs(page, collector, paths.library());
  await expectCount(page, `${names.length} products`);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/_actions/')) asked += 1;
  });
  const field = page.getByRole('searchbox', { name: 'Search your library' });
  for (const { name, words } of TREE_AND_CHESTS)
    for (const text of words) {
      await field.fill(text);
      await expect.poll(() => shown(page), text).toEqual([name]);
    }
  expect(asked, 'the words are asked for once').toBe(1);
  await field.fill('purple treasure');
  await expect(page.getByText('No model has all of these words. Shown without: “purple”.')).toBeVisible();
});

test('a collector tracks prints, prints the licence, downloads one variant, and shows a list by a link', async ({
  page,
  browser,
}) => {
  await openLibrary(page);
  await page.getByRole('link', { name: FETCHED }).click();
  await page.getByRole('button', { name: 'In the queue' }).click();
  await page.getByLabel('Name of a new list').fill('Winter campaign');
  await page.getByRole('button', { name: 'Add list' }).click();
  await expect(page.getByRole('button', { name: 'Winter campaign' })).toHaveAttribute('aria-pressed', 'true');

  const variant = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Pre-supported, 32 mm \(/ }).click();
  expect((await variant).suggestedFilename()).toMatch(/-presupported-32\.zip$/);

  await page.getByRole('link', { name: 'Licence', exact: true }).click();
  await expect(page.getByText(LICENCE)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // Dark text on paper, although the screen theme is dark.
  await expect(page.getByText(LICENCE)).toHaveCSS('color', 'rgb(31, 28, 23)');
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(paths.library());
  await page.getByText('Your lists (1)').click();
  await page.getByRole('button', { name: 'Winter campaign 1' }).click();
  await expectCount(page, '1 of 4 products');
  const card = cards(page);
  await expect(card).toHaveText(new RegExp(`${FETCHED}.*In the queue`));

  await page.getByRole('button', { name: 'Share “Winter campaign”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share “Winter campaign”' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  // It jumped back until the answer was there.
  await dialog.getByRole('checkbox', { name: 'Show my user name on the page' }).check();
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(await dialog.getByLabel('Link').inputValue());
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Winter campaign');
  await expect(friend.getByRole('main').getByRole('article')).toHaveText(new RegExp(FETCHED));
});
