import { expect, type Page, test } from '@playwright/test';

/** The gallery's code loads on hover or focus, and a click before that is not lost. */
const CODE = /GalleryCode.*\.js$/;

async function openProduct(page: Page): Promise<void> {
  const home = await (await page.request.get('/')).text();
  await page.goto(/href="(\/product\/[^"/?#]+)"/.exec(home)?.[1] ?? '');
}

test('pictures open large, can be browsed by keyboard, and close', { tag: '@phone' }, async ({ page }) => {
  await openProduct(page);
  const picture = page.getByRole('link', { name: /^Enlarge picture 1 of/ });
  await picture.click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await expect(dialog.getByText(/^1 of \d/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText(/^2 of \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(picture).toBeFocused();
});

test('a click before the code has loaded is replayed', async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(CODE, async (route) => {
    await arrived;
    await route.continue();
  });
  await openProduct(page);
  const requested = page.waitForRequest(CODE);
  await page.getByRole('link', { name: /^Picture 2$/ }).click();
  await requested;
  arrive();
  await expect(page.getByRole('link', { name: /^Picture 2$/ })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: /^Enlarge picture 2 of/ }).click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
});

test('if the code fails to load, the link opens the picture', async ({ page }) => {
  await page.route(CODE, (route) => route.abort());
  await openProduct(page);
  await page.getByRole('link', { name: /^Enlarge picture 1 of/ }).click();
  await page.waitForURL(/\/img\//);
});
