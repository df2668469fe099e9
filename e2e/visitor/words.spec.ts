import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { TRADE_QUERIES } from '../../tests/domain/catalogue/search/trade-queries.ts';
import { expectItReadsWell } from '../support/reading.ts';

/** What people type finds what they mean: filters in words become filters that can be removed. */

const main = (page: Page) => page.getByRole('main');
const chip = (page: Page, label: string) =>
  main(page).getByRole('link', { name: `${label} Remove this filter` });
/** What a page says in its links that remove a filter, without what was given up. */
const chipsIn = (page: string): string[] =>
  [...page.matchAll(/<a class="chip[^>]*>(.*?)<span class="sr-only">Remove this filter<\/span>/gs)].map(
    ([, inside = '']) =>
      inside
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll('&#38;', '&')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  );

test('sixty searches of the trade lead to their filters, and none to an empty page where goods exist', async ({
  request,
}) => {
  for (const [query, filters, text] of TRADE_QUERIES) {
    const page = await (await request.get(paths.search(query))).text();
    const isEmpty = page.includes('Nothing found');
    const [, givenUp = ''] = /No model has (.*?) together with the rest/s.exec(page) ?? [];
    const isByWords = page.includes('Shown by the words alone');
    const said = filters.map((label) => label.replace(/^not /, 'Not '));
    const kept = isByWords ? [] : said.filter((label) => !givenUp.includes(label.replace(/^Not /, '')));
    expect([query, chipsIn(page)]).toEqual([query, kept]);
    // Where no word is left there is a model for what was ticked, in any store of the trade.
    if (text === '') expect([query, isEmpty]).toEqual([query, false]);
  }
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('typed filters are taken away one by one, or looked for as words', async ({ page }) => {
      await page.goto(paths.search('presupported 32mm golem under $20'));
      for (const label of ['Supports: Pre-supported', 'Scale: 32 mm', 'Price: under $20'])
        await expect(chip(page, label)).toBeVisible();
      await expect(main(page).getByText('“presupported”, “32mm” were read as filters')).toBeVisible();
      await chip(page, 'Scale: 32 mm').click();
      await expect(page).toHaveURL(paths.search('presupported golem under $20'));
      await expect(chip(page, 'Scale: 32 mm')).toHaveCount(0);
      await chip(page, 'Price: under $20').click();
      await main(page).getByRole('link', { name: 'Search for it as a word' }).click();
      await expect(page).toHaveURL(paths.search('"presupported" golem'));
      await expect(chip(page, 'Supports: Pre-supported')).toHaveCount(0);
    });

    test('a search that finds nothing says what to leave out, and leads there', async ({ page }) => {
      await page.goto(`${paths.search('dragon 32mm')}&type=vehicle`);
      await expect(main(page).getByRole('heading', { name: 'Nothing found' })).toBeVisible();
      const link = main(page).getByRole('link', { name: /^Without Type: Vehicle: \d+ models?$/ });
      const [, count] = /(\d+) models?$/.exec((await link.textContent())?.trim() ?? '') ?? [];
      // What somebody looks for is left out last.
      await expect(
        main(page)
          .getByRole('link', { name: /^Without/ })
          .first(),
      ).toHaveText(/Type: Vehicle/);
      await link.click();
      await expect(main(page).getByRole('status').first()).toHaveText(new RegExp(`^${count} models?$`));
      await expect(chip(page, 'Scale: 32 mm')).toBeVisible();
    });
  });

test('a typed filter is ticked in the list of filters, and can be taken away there', async ({ page }) => {
  await page.goto(paths.search('scifi under $20'));
  const box = page.getByRole('checkbox', { name: /^Sci-fi/ });
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect(page).toHaveURL(/query=under\+%2420/);
  await expect(chip(page, 'Price: under $20')).toBeVisible();
  await expect(chip(page, 'Genre: Sci-fi')).toHaveCount(0);
});

test('what was understood reads well on the smallest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.search('presupported 32mm golem under $20'));
  await expectItReadsWell(page);
  await page.goto(`${paths.search('dragon 32mm')}&type=vehicle`);
  await expectItReadsWell(page);
});
