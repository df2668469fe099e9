import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/**
 * At the width the page has now: nothing sticks out to the side, and axe finds nothing wrong in each of these themes.
 * Colours are the same at every width, so a page looked at in both themes at one width needs but one at the others.
 */
export async function expectItReadsWell(page: Page, themes: readonly Theme[] = THEMES): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  for (const colorScheme of themes)
    await test.step(`${width} px, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // Without frames axe's older way of running is the same, at half the time.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
    });
}
