import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

/** Signed in, the header holds more than for visitors: the bell, and an address as long as people have them. */
const WIDTHS = [320, 390, 640, 768, 800, 1024, 1280];

const PAGES = {
  home: paths.home(),
  search: paths.search('stone'),
  product: paths.product(demoProduct('Idol of the Rain King').id),
  cart: paths.cart(),
  help: paths.help(),
  account: paths.account(),
  library: paths.library(),
};

for (const [name, address] of Object.entries(PAGES)) {
  test(`signed in, ${name} is as wide as the window, and the cart is in it`, async ({ page }) => {
    const person = newcomer('person-with-long-name');
    await arriveAs(page, await signedUp({ ...person, email: `${person.username}@guildhall.test` }), address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const cart = page.getByRole('banner').getByRole('button', { name: /^Cart, / });
      await expect(cart).toBeInViewport({ ratio: 1 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(width);
    }
  });
}
