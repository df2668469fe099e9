import { chromium } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { BROWSER_FLAGS, installedBrowser } from './src/local/browser.ts';
import { openOwnHouse } from './e2e/support/house.ts';
const house = await openOwnHouse({}, { demo: true });
const browser = await chromium.launch({ args: [...BROWSER_FLAGS], executablePath: installedBrowser() ?? undefined });
const home = await (await fetch(house.siteUrl + '/')).text();
const link = /href="(\/product\/[^"\/?#]+)"/.exec(home)?.[1] ?? '';
console.log('product', link);
const html = await (await fetch(house.siteUrl + link)).text();
console.log('product html brotli', brotliCompressSync(Buffer.from(html)).length);
const bare = html.replace(/<section[^>]*id="reviews"[\s\S]*?<\/section>/, '');
console.log('without reviews', brotliCompressSync(Buffer.from(bare)).length);
for (const css of html.matchAll(/href="([^"]+\.css)"/g)) { const t = await (await fetch(house.siteUrl + css[1])).text(); console.log(css[1], brotliCompressSync(Buffer.from(t)).length); }
const gulper = (await (await fetch(house.siteUrl + '/search?query=gulper')).text()).match(/\/product\/[a-z0-9]{15}/)?.[0] ?? '';
const list = [link, gulper, gulper + '?reviews=1&sort=lowest', link + '/prints', '/store/ashgrove-miniatures/prints', '/store/ashgrove-miniatures', '/search?rating=4-up&sort=rating'];
for (const [scheme, width] of [['light', 1280], ['dark', 320]] as const) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce', javaScriptEnabled: false });
  for (const [n, path] of list.entries()) {
    const a = await page.goto(house.siteUrl + path);
    console.log(path, a?.status());
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/rv-${n}-${scheme}.png`, fullPage: true });
  }
}
await browser.close(); await house.stop();
