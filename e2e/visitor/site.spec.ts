import { expect, type Page, test } from '@playwright/test';

/** Adds a link to the page, as a seller's text might. */
async function addLink(page: Page, href: string, external = false): Promise<void> {
  await page.evaluate(
    ([to, mark]) => {
      const link = document.createElement('a');
      link.href = to;
      link.textContent = 'A way out';
      if (mark) link.dataset['external'] = '';
      document.querySelector('main')?.prepend(link);
    },
    [href, external] as const,
  );
}
const messages = (page: Page) => page.getByRole('region', { name: /^Messages/ });
const searchField = (page: Page) =>
  page.getByRole('banner').getByLabel('Search miniatures').and(page.locator(':visible'));

test('an external link is refused with a message', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/terms');
  await addLink(page, 'https://elsewhere.example/');
  await page.getByRole('link', { name: 'A way out' }).click();
  const toast = messages(page).getByRole('listitem');
  await expect(toast).toHaveText(/elsewhere\.example, outside this site, and was not opened/);
  await expect(page).toHaveURL('/terms');
  // Toasts are 356 px wide and 32 px from the corner.
  await expect(toast).toHaveCSS('width', '356px');
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      const width = await page.evaluate(() => document.documentElement.clientWidth);
      return box && [width - box.x - box.width, 800 - box.y - box.height];
    })
    .toEqual([32, 32]);
});

test('a toast swiped by 20 px is dismissed, one swiped by less stays', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') });
  await page.goto('/terms');
  await addLink(page, 'https://elsewhere.example/');
  await page.clock.pauseAt(new Date('2026-11-21T11:00:00Z'));
  await page.getByRole('link', { name: 'A way out' }).click();
  const toast = messages(page).getByRole('listitem');
  // The toaster loads on demand and renders in a timer.
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return toast.count();
    })
    .toBe(1);
  /** Drags slowly, so that it does not count as a flick. */
  const push = async (px: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('no toast');
    const [x, y] = [Math.round(box.x) + 100, Math.round(box.y) + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px, y, { steps: 4 });
    await page.clock.runFor(500);
    await page.mouse.up();
  };
  await push(19);
  await page.clock.runFor(100);
  await expect(toast).toHaveAttribute('data-removed', 'false');
  await push(20);
  await page.clock.runFor(100);
  await expect(toast).toHaveAttribute('data-removed', 'true');
  // It leaves in the 200 ms after which it is taken off the page.
  await expect(toast).toHaveCSS('transition-duration', '0.2s');
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
});

test('an allowed link opens', async ({ page, context }) => {
  await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'There.' }));
  await page.goto('/terms');
  await addLink(page, 'https://elsewhere.example/', true);
  await page.getByRole('link', { name: 'A way out' }).click();
  await expect(page).toHaveURL('https://elsewhere.example/');
});

test('the search form is silent below three characters', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/terms');
  // The window of a busy browser may not have the keyboard yet: then the key is pressed again.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(searchField(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  for (const words of ['', ' ab ']) {
    await searchField(page).fill(words);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/terms');
    await expect(searchField(page)).toBeFocused();
  }
  await searchField(page).fill('  dragon ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?query=dragon');
});

test('dropdown, toast and secret level respect the content security policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  await page.addInitScript(() => {
    const product = { id: 'a'.repeat(15), name: 'Wyrm', price: 599, mainImage: 'wyrm.webp' };
    localStorage.setItem('cart', JSON.stringify({ products: [product], coupons: [] }));
  });
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Cart, 1 products' }).click();
  await expect(page.getByRole('region', { name: 'Cart', exact: true })).toBeVisible();
  await addLink(page, 'https://elsewhere.example/');
  await page.getByRole('link', { name: 'A way out' }).click();
  await expect(messages(page).getByRole('listitem')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const key of 'ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a'.split(
    ' ',
  ))
    await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Secret Level' })).toBeVisible();
  expect(complaints).toEqual([]);
});
