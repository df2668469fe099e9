import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';

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
      expect(await violationsOf(page, place === 0 ? null : COLOUR_RULES)).toEqual([]);
    });
}

/** Waits until all transitions have ended. */
async function fadingIsOver(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running'),
  );
}

/**
 * What axe reports about the page by these rules, by all where there are none. Axe stays in the page: compiling it again
 * each time, as its builder for Playwright does twice, and sending everything that passed cost a sixth of the computing.
 */
async function violationsOf(page: Page, rules: readonly string[] | null): Promise<string[]> {
  // A frame would need axe of its own.
  expect(page.frames(), 'axe reads pages without frames').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (values) => {
      const options = values ? { runOnly: { type: 'rule' as const, values } } : {};
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...options,
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
    },
    rules && [...rules],
  );
}
