import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service } from '../support/service.ts';

const waystone = demoProduct('Waystone of the Ninth Hour');

test('two artists agree to be named on a model’s page, and one of them ends it', async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const rows = service().collection('product_partners');
  try {
    await arrive(page, 'dorin', paths.partners());
    await page.getByLabel('Address of their store').fill('https://guildhall.test/store/nobody-here');
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText('Choose a model.')).toBeVisible();
    await page.getByLabel('Search your models').fill('Waystone');
    await page.getByRole('checkbox', { name: waystone.name }).check();
    await page.getByRole('button', { name: 'Ask them' }).click();
    await expect(page.getByText(/There is no open store at this address/).first()).toBeVisible();
    await page.getByLabel('Address of their store').fill('ashgrove-miniatures');
    await page.getByRole('button', { name: 'Ask them' }).click();
    const own = page.getByRole('list', { name: 'Your models' });
    await expect(own).toContainText('who has not answered yet');

    const other = await (await browser.newContext()).newPage();
    await arrive(other, 'mira', paths.partners());
    const theirs = other.getByRole('list', { name: 'Models of other artists' });
    await expect(theirs).toContainText(waystone.name);
    await other.getByRole('button', { name: `Agree to ${waystone.name}` }).click();
    await expect(theirs).not.toContainText('asks to name you');
    await expect(other.getByRole('heading', { level: 1, name: 'Partners' })).toBeFocused();
    await other.setViewportSize({ width: 320, height: 800 });
    await expectItReadsWell(other);

    // The page in the cache may be older than the change for a moment.
    await expect(async () => {
      await page.goto(paths.product(waystone.id));
      await expect(page.getByText(/^\s*by\s+Deepdelve Terrain\s+with\s+Ashgrove/)).toBeVisible({
        timeout: 2000,
      });
    }).toPass({ timeout: 30_000 });

    await other.getByRole('button', { name: `End … ${waystone.name}` }).click();
    await other.getByRole('button', { name: 'End it' }).click();
    await expect(theirs).toHaveCount(0);
  } finally {
    for (const { id } of await rows.getFullList()) await rows.delete(id);
  }
});
