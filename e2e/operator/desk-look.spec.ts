import { expect, test } from '@playwright/test';
import { DESK_PAGES } from '../../src/features/desk/shell/desk-pages.ts';
import { paths } from '../../src/paths.ts';
import { arriveAtDesk } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';

/** Every page of the operator desk on the narrowest screen, in both themes. */

/** Each story reads some of the pages, because axe takes seconds for each theme of a page. */
const PAGES_AT_ONCE = 4;

for (let from = 0; from < DESK_PAGES.length; from += PAGES_AT_ONCE) {
  const some = DESK_PAGES.slice(from, from + PAGES_AT_ONCE);
  const names = some.map(({ label }) => label).join(', ');
  test(`the desk at 320 px, in both themes: ${names}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 900 });
    await arriveAtDesk(page, 'odile');
    const pages = page.getByRole('navigation', { name: 'Operator desk' });
    for (const { path, label } of some) {
      await page.goto(paths.operatorDesk(path));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(pages.getByRole('link', { name: label, exact: path !== 'queue' })).toBeInViewport();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectItReadsWell(page);
    }
  });
}

test('a moderator sees neither the money of the desk nor its mails', async ({ page }) => {
  await arriveAtDesk(page, 'magnus', paths.operatorDesk());
  const pages = page.getByRole('navigation', { name: 'Operator desk' });
  await expect(pages.getByRole('link')).toHaveText([
    /^Queue/,
    'People',
    'Stores',
    'Products',
    'Transparency',
    'Audit log',
  ]);
  await page.goto(paths.operatorDesk('orders'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('does not exist');
});
