import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';

/** The most that what is seen may move while a page of the account loads, as browsers reckon it (CLS). */
const MOST = 0.02;

for (const [name, path] of [
  ['the overview', paths.account()],
  ['the library', paths.library()],
  ['the notifications', paths.notifications()],
  ['their settings', paths.notificationSettings()],
  ['the profile', paths.account('profile')],
] as const)
  test(`${name} stands still on a phone while it loads`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await arrive(page, 'dorin');
    await page.addInitScript(() => {
      const moved: { value: number; of: string[] }[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        }[])
          if (!entry.hadRecentInput)
            moved.push({
              value: entry.value,
              of: entry.sources.map(({ node }) => `${node?.nodeName} ${node?.className}`.slice(0, 80)),
            });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path);
    await expect(page.locator('main h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const moved = await page.evaluate(() => (window as unknown as { moved: { value: number }[] }).moved);
    const sum = moved.reduce((all, { value }) => all + value, 0);
    test.info().annotations.push({ type: 'CLS', description: sum.toFixed(4) });
    expect(sum, JSON.stringify(moved)).toBeLessThanOrEqual(MOST);
  });
