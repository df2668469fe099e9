import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { readSession, SESSION_COOKIE, sessionValue } from '../data/identity/session.ts';
import { paths } from '../paths.ts';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';
import { DEMO_PASSWORD, PEOPLE } from './world/people.ts';

/**
 * Makes the pictures of the help pages from a running demo world: `node src/dev/help-pictures.ts <site> <backend>`, with the
 * addresses of both. Run it after a page that the help shows has changed, and look at what it made.
 */

const FOLDER = join(import.meta.dirname, '../features/site/help/pictures');
/** In CSS pixels; the pictures are half as large again, so that letters stay sharp. */
const VIEW = { width: 1120, height: 700 };

interface Shot {
  who: keyof typeof PEOPLE | null;
  /** Where to go; with `first`, the first link of that page's main part that begins so. */
  path: string;
  first?: string;
  prepare?: (page: Page) => Promise<unknown>;
}

const SHOTS: Record<string, Shot> = {
  search: { who: null, path: paths.search('stone') },
  product: { who: null, path: paths.home(), first: '/product/' },
  cart: {
    who: null,
    path: paths.search(),
    async prepare(page) {
      const buttons = page.getByRole('main').getByRole('button', { name: /add .*cart/i });
      for (const at of [0, 1]) await buttons.nth(at).click();
      await page.goto(new URL(paths.cart(), page.url()).href);
      await page
        .getByText(/coupon/i)
        .first()
        .waitFor();
    },
  },
  library: { who: 'tobias', path: paths.library() },
  guild: { who: null, path: paths.guilds(), first: '/store/' },
};

const [site, backend] = process.argv.slice(2);
if (!site || !backend) throw new Error('Name the addresses of the site and of PocketBase.');
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...BROWSER_FLAGS] });
for (const [name, { who, path, first, prepare }] of Object.entries(SHOTS)) {
  const context = await browser.newContext({
    viewport: VIEW,
    deviceScaleFactor: 1.5,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  if (who !== null) await context.addCookies([await sessionOf(who, site, backend)]);
  const page = await context.newPage();
  await page.goto(site + path, { waitUntil: 'networkidle' });
  if (first !== undefined) {
    const link = await page.locator(`main a[href^="${first}"]`).first().getAttribute('href');
    await page.goto(site + link, { waitUntil: 'networkidle' });
  }
  await prepare?.(page);
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  const bytes = await page.screenshot();
  const { size } = await sharp(bytes)
    .resize({ width: 1120 })
    .webp({ quality: 62, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`));
  console.log(`${name}: ${Math.round(size / 1024)} kB`);
  await context.close();
}
await browser.close();

async function sessionOf(who: keyof typeof PEOPLE, at: string, pocketbase: string) {
  const answer = await fetch(`${pocketbase}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: PEOPLE[who].email, password: DEMO_PASSWORD }),
  });
  const { token, record } = (await answer.json()) as { token: string; record: unknown };
  const session = readSession(`${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify({ token, record }))}`);
  if (!session) throw new Error(`${who} could not sign in.`);
  return {
    name: SESSION_COOKIE,
    value: encodeURIComponent(sessionValue(session)),
    url: at,
    sameSite: 'Strict' as const,
  };
}
