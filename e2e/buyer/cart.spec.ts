import { expect, type Page, test } from '@playwright/test';
import { service } from '../support/service.ts';

const addButtons = (page: Page) => page.getByRole('button', { name: /^Add .+ to cart$/ });
const trigger = (page: Page, count: number) =>
  page.getByRole('button', { name: `Cart, ${count} products`, exact: true });
const dropdown = (page: Page) => page.getByRole('region', { name: 'Cart', exact: true });
const keep = (page: Page, cart: string) =>
  page.addInitScript((value) => localStorage.setItem('cart', value), cart);

/** `count` products; their pictures need not exist. */
const cartOf = (count: number) =>
  JSON.stringify({
    products: Array.from({ length: count }, (_, n) => ({
      id: String(n).padStart(15, 'm'),
      name: `Miniature ${n}`,
      price: n * 250,
      mainImage: 'picture.webp',
    })),
    coupons: [],
  });

/** Opens a page with a stopped clock, so that nothing closes by itself. */
async function openStopped(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') });
  await page.goto(path);
  await page.mouse.move(5, 400);
  await page.clock.pauseAt(new Date('2026-11-21T11:00:00Z'));
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('adding a product opens the cart for three seconds', async ({ page }) => {
    await openStopped(page, '/');
    await addButtons(page).first().click();
    await expect(dropdown(page).getByRole('heading', { name: '1 products in cart' })).toBeVisible();
    await expect(trigger(page, 1)).toBeVisible();
    await page.clock.runFor(2999);
    await expect(dropdown(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(dropdown(page)).toBeHidden();
    await addButtons(page).first().click();
    await expect(dropdown(page).getByRole('heading', { name: '2 products in cart' })).toBeVisible();
  });

  test('the button shows that a product is in the cart, and adds it once', async ({ page }) => {
    await page.goto('/');
    const contract = await addButtons(page).first().getAttribute('data-cart-add');
    const { name } = JSON.parse(contract ?? '{}') as { name: string };
    await addButtons(page).first().click();
    const again = page.getByRole('button', { name: `${name}: In cart` }).first();
    await again.click();
    await expect(trigger(page, 1)).toBeVisible();
    await page.reload();
    await expect(again).toBeVisible();
    await expect(trigger(page, 1)).toBeVisible();
  });

  test('hovering opens it, and it closes 300 ms after the pointer left', async ({ page }) => {
    await keep(page, cartOf(2));
    await openStopped(page, '/terms');
    await trigger(page, 2).hover();
    await expect(dropdown(page)).toBeVisible();
    await dropdown(page).getByRole('link', { name: 'Miniature 0' }).hover();
    await page.clock.runFor(5000);
    await expect(dropdown(page)).toBeVisible();
    await page.mouse.move(5, 800);
    await page.clock.runFor(299);
    await expect(dropdown(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(dropdown(page)).toBeHidden();
  });

  test('a click right after the page load opens it and leaves it open', async ({ page }) => {
    await keep(page, cartOf(1));
    await page.goto('/terms');
    await trigger(page, 1).click();
    await expect(dropdown(page)).toBeVisible();
    await expect(trigger(page, 1)).toHaveAttribute('aria-expanded', 'true');
  });

  test('shows picture, name and price, 400 px wide, and scrolls above 200 px', async ({ page }) => {
    await keep(page, cartOf(9));
    await page.goto('/terms');
    await trigger(page, 9).click();
    const items = dropdown(page).getByRole('listitem');
    await expect(items).toHaveCount(9);
    await expect(items.nth(0)).toContainText('Free');
    await expect(items.nth(1)).toContainText('$2.50');
    await expect(items.nth(1).getByRole('link')).toHaveAttribute('href', '/product/mmmmmmmmmmmmmm1');
    expect((await dropdown(page).boundingBox())?.width).toBe(400);
    const list = dropdown(page).getByRole('list');
    expect((await list.boundingBox())?.height).toBe(200);
    expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  });

  test('can be used by keyboard', async ({ page }) => {
    await keep(page, cartOf(2));
    await page.goto('/terms');
    await trigger(page, 2).focus();
    await page.keyboard.press('Enter');
    await expect(dropdown(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(dropdown(page).getByRole('link', { name: 'Miniature 0' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dropdown(page).getByRole('heading', { name: '1 products in cart' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dropdown(page)).toBeHidden();
    await expect(trigger(page, 1)).toBeFocused();
  });

  test('shows when it is empty, and its button is inert then', async ({ page }) => {
    await keep(page, cartOf(1));
    await openStopped(page, '/terms');
    await trigger(page, 1).hover();
    await dropdown(page).getByRole('button', { name: 'Remove Miniature 0 from cart' }).click();
    await expect(dropdown(page).getByText('No products in cart', { exact: true })).toBeVisible();
    await expect(dropdown(page).getByRole('link', { name: 'View Cart' })).toHaveCount(0);
    await page.mouse.move(5, 800);
    await page.clock.runFor(300);
    await expect(dropdown(page)).toBeHidden();
    await trigger(page, 0).click({ force: true });
    await expect(trigger(page, 0)).toHaveAttribute('aria-disabled', 'true');
    await expect(dropdown(page)).toBeHidden();
  });

  test('View Cart opens the cart page, where the button is inert', async ({ page }) => {
    await keep(page, cartOf(2));
    await page.goto('/terms');
    await trigger(page, 2).click();
    await dropdown(page).getByRole('link', { name: 'View Cart' }).click();
    await expect(page).toHaveURL('/shopping-cart');
    await trigger(page, 2).click({ force: true });
    await expect(trigger(page, 2)).toHaveAttribute('aria-disabled', 'true');
    await expect(dropdown(page)).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a tap opens and closes it, and it fits the screen', async ({ page }) => {
    await keep(page, cartOf(2));
    await page.goto('/terms');
    await trigger(page, 2).tap();
    await expect(dropdown(page)).toBeVisible();
    const box = await dropdown(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    await trigger(page, 2).tap();
    await expect(dropdown(page)).toBeHidden();
  });
});

test('below 768 px hovering does nothing', async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 800 });
  await keep(page, cartOf(2));
  await page.goto('/terms');
  const hydrated = page.locator('astro-island:not([ssr])', { has: trigger(page, 2) });
  await trigger(page, 2).hover();
  await expect(hydrated).toHaveCount(1);
  await page.mouse.move(5, 600);
  await trigger(page, 2).hover();
  await expect(trigger(page, 2)).toHaveAttribute('aria-expanded', 'false');
  await expect(dropdown(page)).toBeHidden();
});

test('two tabs share the cart', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/');
  await addButtons(page).first().click();
  await expect(trigger(page, 1)).toBeVisible();
  await expect(trigger(other, 1)).toBeVisible();
  await addButtons(other).first().click();
  await expect(trigger(page, 2)).toBeVisible();
});

for (const broken of ['{', 'null', '[]', '{"products":"all"}', '{"products":[{"id":"<b>"},null,7]}']) {
  test(`an invalid stored cart counts as empty: ${broken}`, async ({ page }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.addInitScript((value) => {
      if (localStorage.getItem('cart') === null) localStorage.setItem('cart', value);
    }, broken);
    await page.goto('/');
    await expect(trigger(page, 0)).toBeVisible();
    await addButtons(page).first().click();
    await expect(trigger(page, 1)).toBeVisible();
    await page.goto('/shopping-cart');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    expect(errors).toEqual([]);
  });
}

test('the cart page shows the total, removes and restores products', { tag: '@phone' }, async ({ page }) => {
  const { items } = await service().collection('products').getList(1, 3, {
    filter: "state = 'published' && free = false && salePercent = 0 && store.slug ~ 'ashgrove'",
    sort: 'name',
  });
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const prices = items.map(({ priceCents }) => Number(priceCents));
  const whole = prices.reduce((sum, cents) => sum + cents, 0);
  const products = items.map(({ id, name }, at) => ({ id, name, price: prices[at], mainImage: 'a.webp' }));
  await page.addInitScript(
    (value) => {
      if (localStorage.getItem('cart') === null) localStorage.setItem('cart', value);
    },
    JSON.stringify({ products, coupons: [] }),
  );
  await page.goto('/shopping-cart');
  const main = page.getByRole('main');
  const [, second] = products;
  await expect(main.getByRole('listitem')).toHaveCount(3);
  await expect(main.getByRole('region', { name: 'Total' })).toContainText(dollars(whole));
  await main.getByRole('button', { name: `Remove ${second?.name} from cart` }).click();
  await expect(main.getByRole('region', { name: 'Total' })).toContainText(dollars(whole - (prices[1] ?? 0)));
  await expect(trigger(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('listitem').nth(1)).toContainText(second?.name ?? '');
  for (const { name } of products)
    await main.getByRole('button', { name: `Remove ${name} from cart` }).click();
  await expect(main.getByRole('heading', { name: 'No products in cart' })).toBeFocused();
  await main.getByRole('link', { name: 'Find something to print' }).click();
  await expect(page).toHaveURL(/\/search/);
});

test('a cart without available products cannot be checked out', async ({ page }) => {
  await keep(page, cartOf(2));
  await page.goto('/shopping-cart');
  const total = page.getByRole('main').getByRole('region', { name: 'Total' });
  await expect(total).toContainText('Nothing in this cart can be bought now.');
  await expect(total.getByRole('link', { name: /sign in/i })).toHaveCount(0);
});
