import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { expectItReadsWell } from '../support/reading.ts';

const field = (page: Page) =>
  page.getByRole('banner').getByLabel('Search miniatures').and(page.locator(':visible'));
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => suggestions(page).getByRole('option');

test('two letters show suggestions, and the keyboard selects one', async ({ page }) => {
  await page.goto('/terms');
  await field(page).click();
  await expect(field(page)).toHaveRole('combobox');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('suggestions?')) requests.push(new URL(request.url()).search);
  });
  await field(page).pressSequentially('t');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await field(page).pressSequentially('o');
  await expect(options(page).first()).toBeVisible();
  expect(requests).toEqual(['?query=to']);

  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(field(page)).toHaveValue('to');
  await field(page).pressSequentially('mb');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  const first = options(page).first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await page.keyboard.press('End');
  const last = options(page).last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  const name = (await last.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/[a-z0-9]{15}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a place with many models is suggested with their number, also where it is mistyped', async ({
  page,
}) => {
  await page.goto('/terms');
  await field(page).click();
  await field(page).pressSequentially('presup');
  const filter = options(page).filter({ hasText: /^Pre-supported/ });
  await expect(filter).toHaveText(/Supports, \d+ models$/);
  await field(page).fill('terrian');
  const place = options(page)
    .filter({ hasText: /^Terrain/ })
    .first();
  await place.click();
  await expect(page).toHaveURL(/\/search\?(category|type)=terrain/);
});

test('a click selects a suggestion, and Enter without a selection searches', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/terms');
  await field(page).click();
  await field(page).pressSequentially('tomb');
  const first = options(page).last();
  const name = (await first.textContent()) ?? '';
  const box = await suggestions(page).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  await expectItReadsWell(page);
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await field(page).click();
  await field(page).pressSequentially('tower');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?query=tower');
});

/** Holds back all code that the page asks for from now on, until the answer is called. */
async function holdCode(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('what is typed before the code of the search has arrived is kept, with caret, focus and the last key', async ({
  page,
}) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const release = await holdCode(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('suggestions?')) asked.push(new URL(request.url()).search);
  });
  // The key that leads to the field, and the word at once, as fast as keys come.
  await page.keyboard.press('/');
  await page.keyboard.type('twer');
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press('ArrowLeft');
  await expect(field(page)).toHaveValue('twer');
  await expect(field(page)).toHaveRole('searchbox');
  release();
  await expect(field(page)).toHaveRole('combobox');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('o');
  await expect(field(page)).toHaveValue('tower');
  await expect.poll(() => asked.at(-1)).toBe('?query=tower');
  await expect(options(page).first()).toBeVisible();
});

test('an arrow key pressed before the code has arrived selects a suggestion of the whole word', async ({
  page,
}) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const release = await holdCode(page);
  await field(page).focus();
  await page.keyboard.type('tomb');
  await page.keyboard.press('ArrowDown');
  release();
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/[a-z0-9]{15}$/);
});

test('a word and Enter search at once, while the code is still on its way', async ({ page }) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await holdCode(page);
  await field(page).focus();
  await page.keyboard.type(' t ');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ower');
  await expect(page).toHaveURL('/terms');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('r');
  await field(page).fill('tower');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?query=tower');
});

test('the search is an island that comes with the first focus or key, not with the pointer', async ({
  page,
}) => {
  const code: string[] = [];
  page.on('request', (request) => {
    if (/\/_astro\/(react|SearchField)\b/.test(request.url())) code.push(request.url());
  });
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await field(page).hover();
  await page.waitForLoadState('networkidle');
  expect(code).toEqual([]);
  await field(page).focus();
  await expect(field(page)).toHaveRole('combobox');
  expect(code.map((url) => /(react|SearchField)/.exec(url)?.[1]).sort()).toEqual(['SearchField', 'react']);
});

test('header and results share the words, without scripts too', async ({ browser, page }) => {
  await page.goto(paths.search('stone'));
  await expect(field(page)).toHaveValue('stone');
  // Typed in the header and not sent: a filter chosen among the results counts with them.
  await field(page).fill('tower');
  await expect(field(page)).toHaveRole('combobox');
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().check();
  await expect(page).toHaveURL(/[?&]query=tower&/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('tower');
  await expect(field(page)).toHaveValue('tower');

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const without = await plain.newPage();
  await without.goto(paths.search('stone'));
  await expect(field(without)).toHaveValue('stone');
  await field(without).fill('tower');
  await without.keyboard.press('Enter');
  await expect(without).toHaveURL('/search?query=tower');
  await expect(field(without)).toHaveValue('tower');
  await plain.close();
});

test('on a phone the words are changed in the sheet of filters, and the header follows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.search('stone'));
  const before = await page.getByRole('status').first().textContent();
  // In the header first: the sheet shows what was typed there.
  await field(page).fill('stone tower');
  await expect(field(page)).toHaveRole('combobox');
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(sheet.getByLabel('Words')).toHaveValue('stone tower');
  await sheet.getByLabel('Words').fill('xyzzy quux');
  await expect(sheet.getByRole('button', { name: 'Show 0 models' })).toBeVisible();
  await sheet.getByLabel('Words').fill('tower');
  await expect(sheet.getByRole('button', { name: /^Show [1-9]\d* models?$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('tower');

  // A page that is left and comes back shows the words of its results.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(field(page)).toHaveValue('stone');
  expect(await page.getByRole('status').first().textContent()).toBe(before);
});
