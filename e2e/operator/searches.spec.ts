import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAtDesk } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service } from '../support/service.ts';

test('an operator gives a meaning to what was searched in vain, sees the effect before, and a visitor finds it', async ({
  page,
  browser,
}) => {
  // A word that nothing here has.
  const word = `gnarlwick${'x'.repeat(test.info().retry)}`;
  const day = new Date().toISOString().slice(0, 10);
  await service().collection('search_misses').create({ day, words: word, times: 4, found: 0 });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(paths.search(word));
  await expect(visitor.getByRole('heading', { name: 'Nothing found' })).toBeVisible();

  await arriveAtDesk(page, 'odile', '/account/operator/searches');
  const row = page.getByRole('row').filter({ hasText: word });
  await expect(row).toContainText('4 times, on 1 day');
  await row.getByRole('button', { name: `“${word}” means the same as …` }).click();
  const dialog = page.getByRole('dialog', { name: 'Words that mean the same' });
  await expect(dialog.getByLabel('Words', { exact: true })).toHaveValue(`${word}, `);
  await dialog.getByRole('button', { name: 'Show what it changes' }).click();
  await expect(dialog.getByText('Enter at least two words')).toBeVisible();
  await dialog.getByLabel('Words', { exact: true }).fill(`${word}, wyrm`);
  await dialog.getByRole('button', { name: 'Show what it changes' }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText(
    new RegExp(`${word}: 0 models → [1-9]\\d* models?`),
  );
  await expectItReadsWell(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${word}, wyrm`)).toBeVisible();
  await expect(row.getByRole('cell').nth(3)).toHaveText(/[1-9]\d* model/);

  await expect(async () => {
    await visitor.goto(paths.search(word));
    await expect(visitor.getByRole('main').getByRole('link', { name: /wyrm/i }).first()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();

  await page.getByRole('button', { name: `Remove: ${word}, wyrm` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(`${word}, wyrm`)).toHaveCount(0);
});
