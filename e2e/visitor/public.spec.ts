import { expect, type Page, test } from '@playwright/test';
import { CHECKED_WIDTHS, type CheckedPage } from '../../src/features/site/legal/checked-pages.ts';
import { paths } from '../../src/paths.ts';
import { expectItReadsWell } from '../support/reading.ts';

/** Every public page at every width, in both themes, and without JavaScript. */
interface PublicPage {
  /** The address, or the start of the first link on the home page that leads to it. */
  path: string;
  firstLink?: string;
  heading: RegExp;
  /** The page title. */
  title?: RegExp;
}

const PAGES: Record<CheckedPage, PublicPage> = {
  home: { path: '/', heading: /\w/, title: /marketplace for 3D printed miniature artists and enthusiasts/i },
  join: { path: '/join', heading: /^Sell on Guildhall$/, title: /^Sell on Guildhall \| Guildhall$/ },
  login: { path: '/login', heading: /sign in|log ?in|welcome/i },
  signup: { path: '/signup', heading: /^Create your account$/ },
  withdraw: {
    path: '/withdraw',
    heading: /^Withdraw from a contract$/,
    title: /^Withdraw from a contract \| Guildhall$/,
  },
  'cancel membership': { path: '/cancel-membership', heading: /^Cancel a membership$/ },
  imprint: { path: '/imprint', heading: /^Imprint$/, title: /^Imprint \| Guildhall$/ },
  terms: { path: '/terms', heading: /^Terms$/, title: /^Terms \| Guildhall$/ },
  privacy: { path: '/privacy', heading: /^Privacy$/, title: /^Privacy \| Guildhall$/ },
  licensing: { path: '/licensing', heading: /^Licensing$/, title: /^Licensing \| Guildhall$/ },
  help: { path: '/help', heading: /^Help$/, title: /^Help \| Guildhall$/ },
  'help search': { path: '/help?query=refund', heading: /^Help$/, title: /^Help: refund \| Guildhall$/ },
  'help page': { path: '/help/buying', heading: /^Buying$/, title: /^Buying – Help \| Guildhall$/ },
  accessibility: { path: '/accessibility', heading: /^Accessibility$/ },
  search: { path: '/search?query=stone', heading: /stone|search|result/i },
  categories: { path: '/categories', heading: /^Categories$/, title: /^Categories \| Guildhall$/ },
  artists: { path: '/artists', heading: /^Artists$/, title: /^Artists \| Guildhall$/ },
  guilds: { path: '/guilds', heading: /^Guilds$/, title: /^Guilds \| Guildhall$/ },
  'empty search': { path: '/search?query=zzzzqqqq', heading: /zzzzqqqq|search|nothing|no /i },
  cart: { path: '/shopping-cart', heading: /cart/i },
  'my printers': { path: '/my-printers', heading: /^My printers$/, title: /^My printers \| Guildhall$/ },
  product: { path: '', firstLink: '/product/', heading: /\w/ },
  'payment success': { path: '/product-payment-success', heading: /\w/ },
  'subscription success': { path: '/subscription-payment-success', heading: /\w/ },
  store: { path: '', firstLink: '/store/', heading: /\w/ },
  'store products': { path: '/products', firstLink: '/store/', heading: /\w/ },
  'store categories': { path: '/categories', firstLink: '/store/', heading: /\w/ },
  'store guild': { path: '/guild', firstLink: '/store/', heading: /\w/ },
  'store posts': { path: '/posts', firstLink: '/store/', heading: /\w/ },
};

/** The address to visit; read from the home page if it contains an id. */
async function addressOf(page: Page, { path, firstLink }: PublicPage): Promise<string> {
  if (firstLink === undefined) return path;
  const home = await (await page.request.get('/')).text();
  const found = new RegExp(`href="(${firstLink}[^"/?#]+)"`).exec(home)?.[1];
  expect(found, `the home page links to ${firstLink}`).toBeTruthy();
  return found + path;
}

for (const [name, publicPage] of Object.entries(PAGES)) {
  test(`${name} is readable at every width, in both themes`, async ({ page }) => {
    test.slow();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
    });
    const address = await addressOf(page, publicPage);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(publicPage.heading);
    await expect(page).toHaveTitle(publicPage.title ?? /\S \| Guildhall$/);
    for (const { width, themes } of CHECKED_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectItReadsWell(page, themes);
    }
    expect(complaints).toEqual([]);
  });
}

test('what is loading does not flicker for people who ask for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/shopping-cart', { waitUntil: 'load' });
  const times = await page.evaluate(() => {
    const loading = Object.assign(document.createElement('p'), { className: 'skeleton' });
    document.body.append(loading);
    return getComputedStyle(loading).animationIterationCount;
  });
  expect(times).toBe('1');
});

test('pages of one form are readable on the narrowest screen, in both themes', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 900 });
  const product = (await addressOf(page, { path: '', firstLink: '/product/', heading: /./ }))
    .split('/')
    .at(-1);
  for (const address of [
    paths.aiModels(),
    paths.mature(),
    paths.report('product', product ?? ''),
    paths.withdraw('no-such-link'),
    '/reset-password',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expectItReadsWell(page);
  }
});

test('an unknown path shows a message', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Oops! The page you are looking for does not exist.')).toBeVisible();
  await expect(page.getByText('Page not found')).toContainText('/no/such/page');
  await expectItReadsWell(page);
});

test('the sitemap lists every product', async ({ page }) => {
  const index = await (await page.request.get('/sitemap.xml')).text();
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname);
  expect(parts.length).toBeGreaterThan(0);
  const maps = await Promise.all(parts.map(async (part) => (await page.request.get(part)).text()));
  expect(maps.join('')).toContain(await addressOf(page, { path: '', firstLink: '/product/', heading: /./ }));
  for (const page of ['/terms', '/help', '/help/buying']) expect(maps.join('')).toContain(`${page}</loc>`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home links to a product page with its details and price', async ({ page }) => {
    await page.goto('/');
    await page.locator('main a[href^="/product/"]').first().click();
    await expect(page).toHaveURL(/\/product\/[a-z0-9]{15}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/\$\d+\.\d\d|Free/);
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  });

  test('the search form searches, and a facet narrows', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/');
    const form = page.getByRole('search').locator('visible=true').first();
    await form.locator('input[name="query"]').fill('stone');
    await form.locator('input[name="query"]').press('Enter');
    await expect(page).toHaveURL(/\/search\?.*query=stone/);
    await expect(page.locator('main a[href^="/product/"]').first()).toBeVisible();
    const value = page
      .locator('main details[open] li')
      .locator('visible=true')
      .first()
      .locator('label')
      .first();
    const promised = /(\d+)\s*$/.exec((await value.textContent()) ?? '')?.[1];
    await value.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Show \d+ model/ }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`^${promised} models?$`));
  });

  test('on a phone the menu opens and leads to the artists', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Explore' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await menu.getByRole('link', { name: 'Artists' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Artists');
    await page.getByRole('main').getByRole('link', { name: 'Ashgrove Miniatures' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ashgrove Miniatures');
  });

  test('a store shows its products', async ({ page }) => {
    await page.goto(await addressOf(page, { path: '', firstLink: '/store/', heading: /./ }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main a[href^="/product/"]').first()).toBeVisible();
  });

  test('the terms are readable and their table of contents works', async ({ page }) => {
    await page.goto('/terms');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'The keep guarantee' })
      .click();
    await expect(page).toHaveURL(/#keep$/);
    await expect(page.getByRole('heading', { name: 'The keep guarantee' })).toBeInViewport();
  });
});
