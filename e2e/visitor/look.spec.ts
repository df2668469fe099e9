import { expect, type Page, test } from '@playwright/test';
import { expectItReadsWell } from '../support/reading.ts';

/** Opens a product and waits for its preview; opening the page prioritises it. */
async function openProduct(page: Page): Promise<void> {
  const found = await (await page.request.get('/search?query=golem')).text();
  const path = /href="(\/product\/[^"/?#]+)"/.exec(found)?.[1] ?? '';
  await expect(async () => {
    await page.goto(path);
    await expect(button(page)).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 45_000 });
}

const button = (page: Page) => page.getByRole('button', { name: 'View in 3D' });

test('the 3D view loads on click, can be rotated by keyboard, and returns the focus', async ({ page }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (reason) => complaints.push(String(reason)));
  await openProduct(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.reload({ waitUntil: 'networkidle' });
  await button(page).hover();
  await page.waitForLoadState('networkidle');
  const ofView = () => fetched.filter((path) => /three|\/view\.|\.glb$/.test(path));
  expect(fetched.length).toBeGreaterThan(5);
  expect(ofView()).toEqual([]);

  await button(page).click();
  const dialog = page.getByRole('dialog', { name: /in 3D$/ });
  const model = dialog.getByRole('application', { name: /^Mossback Cairn-Golem, .* mm$/ });
  await expect(model).toBeFocused();
  await expect(dialog.getByRole('status')).toHaveText(/^37\.1 × 32 × 47\.7 mm/);
  expect(ofView().filter((path) => path.endsWith('.glb'))).toHaveLength(1);
  const turntable = dialog.getByRole('button', { name: 'Turntable' });
  await expect(turntable).toHaveAttribute('aria-pressed', 'false');
  for (let turn = 0; turn < 7; turn++) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('status')).toContainText('Seen from the left');
  await dialog.getByRole('button', { name: 'Reset the view' }).click();
  await expect(dialog.getByRole('status')).toContainText('Seen from the front right');

  await expectItReadsWell(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page)).toBeFocused();
  expect(complaints).toEqual([]);
});

test('without WebGL the pictures stay, and a message explains why', async ({ page }) => {
  test.setTimeout(90_000);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openProduct(page);
  await button(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'cannot show 3D' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Enlarge picture 1 of/ })).toBeVisible();
});
