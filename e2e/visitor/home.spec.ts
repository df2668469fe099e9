import { expect, test } from '@playwright/test';

test('the figure at the top turns in its place; the model is fetched with the first turn', {
  tag: '@phone',
}, async ({ page }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const button = page.getByRole('button', { name: 'Turn it' });
  await expect(async () => {
    await page.goto('/');
    await expect(button).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
  const models: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.glb')) models.push(request.url());
  });
  await page.reload({ waitUntil: 'networkidle' });
  expect(models).toEqual([]);

  await button.click();
  const figure = page.getByRole('application', { name: /Turn it with the arrow keys/ });
  await expect(figure).toBeVisible();
  expect(models).toHaveLength(1);
  await figure.focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.getByRole('status')).toHaveText(/^Seen from/);
  // The page scrolls on over it: it takes no room that it did not have.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
