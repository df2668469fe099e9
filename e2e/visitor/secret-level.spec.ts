import { expect, type Page, test } from '@playwright/test';

const CODE = 'ArrowUp ArrowUp ArrowDown ArrowDown ArrowLeft ArrowRight ArrowLeft ArrowRight b a'.split(' ');
const level = (page: Page) => page.getByRole('dialog', { name: 'Secret Level' });

async function enterCode(page: Page): Promise<void> {
  for (const key of CODE) await page.keyboard.press(key);
}

/** The position of a part of the game on screen. */
const placeOf = (page: Page, part: 'ball' | 'paddle') =>
  level(page)
    .locator(`[data-${part}]`)
    .evaluate((shape) => Number(shape.getAttribute('x') ?? shape.getAttribute('cx')));

test('the code opens the game; it can be played, lost and restarted', async ({ page }) => {
  const alerts: string[] = [];
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message());
    await dialog.accept();
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/terms');
  await enterCode(page);
  await expect(level(page)).toBeVisible();
  await expect(level(page).getByText('Score: 0')).toBeVisible();
  const field = level(page).getByRole('img');
  const box = await field.boundingBox();
  if (!box) throw new Error('no field');
  // Away from the ball, so that the first fall ends the game.
  await page.mouse.move(box.x + 1, box.y + 10);
  expect(await placeOf(page, 'paddle')).toBe(0);
  await page.mouse.move(box.x + box.width - 2, box.y + 10);
  expect(await placeOf(page, 'paddle')).toBe(380);
  await page.mouse.move(box.x + 1, box.y + 10);
  // On a slow machine the ball may have hit the paddle while it moved.
  await expect.poll(() => alerts.length, { timeout: 20_000 }).toBe(1);
  expect(alerts[0]).toMatch(/^Game Over! Final Score: \d+$/);
  await level(page).getByRole('button', { name: 'Restart Game' }).click();
  await expect(level(page).getByRole('button', { name: 'Restart Game' })).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(level(page)).toHaveCount(0);
  await enterCode(page);
  await expect(level(page)).toBeVisible();
});

test('with reduced motion the game does not start by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/terms');
  await enterCode(page);
  const before = await placeOf(page, 'ball');
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await placeOf(page, 'ball')).toBe(before);
  await level(page).getByRole('button', { name: 'Start Game' }).click();
  await expect.poll(() => placeOf(page, 'ball')).not.toBe(before);
});

test('the code is ignored in form fields', async ({ page }) => {
  await page.goto('/terms');
  const field = page.getByLabel('Search miniatures').and(page.locator(':visible'));
  await field.focus();
  await enterCode(page);
  await expect(field).toHaveValue('ba');
  await expect(level(page)).toHaveCount(0);
});
