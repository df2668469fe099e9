import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** What of axe depends on colours, and so on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * At the width the page has now: nothing sticks out to the side, and axe finds nothing wrong in each of these themes; in
 * the second it looks at colours only. They are the same at every width, so one theme is enough at further widths.
 */
export async function expectItReadsWell(page: Page, themes: readonly Theme[] = THEMES): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // A page that was just made narrower may draw its header anew first.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `fits ${width} px` })
    .toBeLessThanOrEqual(width);
  for (const [place, colorScheme] of themes.entries())
    await test.step(`${width} px, ${colorScheme}`, async () => {
      // Motion first: colours that fade from one theme to the other are neither's.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await fadingIsOver(page);
      // Without frames axe's older way of running is the same, at half the time.
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const { violations } = await (place === 0 ? axe : axe.withRules(COLOUR_RULES)).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
    });
}

/** Waits until nothing fades any more. */
async function fadingIsOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running'),
  );
}
