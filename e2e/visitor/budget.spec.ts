import { expect, test } from '@playwright/test';
import { inlineScriptBytes, watchTransfers } from '../../src/dev/bench/transfers.ts';

/**
 * Transfer budgets of public pages before any interaction, compressed, without headers, in bytes. HTML has the styles of
 * the first paint in it, and inline scripts, which count as JavaScript too; the whole stylesheets come after it. The gallery of
 * twelve and the folded facts cost the product page 400 bytes of HTML, the figure that turns the home page 20 of CSS.
 */
const BUDGET = { js: 6_000, css: 10_100, html: 20_600 };

const PAGES: Record<string, { path: string; firstLink?: string }> = {
  home: { path: '/' },
  product: { path: '', firstLink: '/product/' },
  search: { path: '/search?query=stone' },
  store: { path: '', firstLink: '/store/' },
  artists: { path: '/artists' },
  guilds: { path: '/guilds' },
  guild: { path: '/store/ashgrove-miniatures/guild' },
};

for (const [name, { path, firstLink }] of Object.entries(PAGES))
  test(`${name} stays within its budget`, async ({ page }) => {
    const home = await (await page.request.get('/')).text();
    const link = firstLink ? new RegExp(`href="(${firstLink}[^"/?#]+)"`).exec(home)?.[1] : '';
    const transfers = await watchTransfers(page);
    const answer = await page.goto(`${link}${path}`, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(200);
    expect(await page.locator('head link[rel="stylesheet"]').count(), 'nothing is waited for').toBe(0);
    expect(
      await page.locator('body link[rel="stylesheet"]').count(),
      'the whole styles follow',
    ).toBeGreaterThan(0);
    const { js, css, html } = transfers();
    const inline = await inlineScriptBytes(page);
    expect(html, 'the page itself was seen').toBeGreaterThan(1_000);
    expect(inline, 'the scripts in the page were seen').toBeGreaterThan(200);
    expect.soft(js + inline, 'JavaScript').toBeLessThanOrEqual(BUDGET.js);
    expect.soft(css, 'CSS').toBeLessThanOrEqual(BUDGET.css);
    expect.soft(html, 'HTML').toBeLessThanOrEqual(BUDGET.html);
  });
