import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The axe rules that depend on colours, and so on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * At the current width: nothing overflows horizontally, and axe reports nothing in each of these themes; in the second it
 * checks colours only. Colours do not depend on the width, so one theme is enough at further widths.
 */
export async function expectItReadsWell(page: Page, themes: readonly Theme[] = THEMES): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // After a resize the header may be rendered again first.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `fits ${width} px` })
    .toBeLessThanOrEqual(width);
  for (const [place, colorScheme] of themes.entries())
    await test.step(`${width} px, ${colorScheme}`, async () => {
      // Wait for transitions, because fading colours belong to neither theme.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await fadingIsOver(page);
      // Without frames axe's legacy mode gives the same result in half the time.
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
      const { violations } = await (place === 0 ? axe : axe.withRules(COLOUR_RULES)).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
    });
}

/** Waits until all transitions have ended. */
async function fadingIsOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running'),
  );
}
