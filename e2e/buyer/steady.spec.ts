import { expect, type Page, test } from '@playwright/test';
import { STORES } from '../../src/dev/world/stores.ts';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';

/** What a page loads after it is painted must not move what is already seen: Google calls 0.1 good. */
test.use({ viewport: { width: 390, height: 844 } });
const MOST = 0.02;

/** Answers of the site come after the page is painted, as on a slow line. */
async function answerLate(page: Page): Promise<void> {
  await page.route('**/_actions/**', async (route) => {
    // A page that is being left has nothing to paint any more.
    await page
      .evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      .catch(() => undefined);
    await route.continue();
  });
}

const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; by: string[] }>((told) => {
        new PerformanceObserver((list) => {
          const moves = list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node: Node | null }[];
          })[];
          told({
            sum: moves.reduce((sum, { value }) => sum + value, 0),
            by: moves.flatMap(({ value, sources }) =>
              sources.map(
                ({ node }) =>
                  `${value.toFixed(3)} ${(node as Element | null)?.nodeName} ${(node as Element | null)?.className}`,
              ),
            ),
          });
        }).observe({ type: 'layout-shift', buffered: true });
        // Nothing moved: there is nothing to observe.
        requestAnimationFrame(() => requestAnimationFrame(() => told({ sum: 0, by: [] })));
      }),
  );

const PAGES: Record<string, { path: string; shows: RegExp }> = {
  overview: { path: paths.account(), shows: /./ },
  library: { path: paths.library(), shows: /^Library$/ },
  notifications: { path: paths.account('notifications'), shows: /^Notifications$/ },
  payments: { path: paths.payments(), shows: /^Payments$/ },
  'wish list': { path: paths.account('wish-list'), shows: /./ },
  memberships: { path: paths.account('memberships'), shows: /./ },
  cart: { path: paths.cart(), shows: /cart/i },
  guild: { path: `/store/${STORES.ashgrove.slug}/guild`, shows: /./ },
};

for (const [name, { path, shows }] of Object.entries(PAGES)) {
  test(`signed in on a phone, nothing of ${name} moves while it loads`, async ({ page }) => {
    await arrive(page, 'tobias');
    // The display face may arrive at any time, and words of other widths then move by a pixel or two.
    await page.route('**/*.woff2', (route) => route.abort());
    await answerLate(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shows);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const { sum, by } = await shifted(page);
    expect(sum, by.join('\n')).toBeLessThan(MOST);
  });
}
