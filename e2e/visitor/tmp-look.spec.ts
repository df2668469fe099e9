import { test } from '@playwright/test';


test.describe.configure({ timeout: 240_000 });
test('look', async ({ browser }) => {
  const shots = [
    [390, 844, 'dark'],
    [1280, 800, 'light'],
    [1920, 1000, 'light'],
    [320, 640, 'dark'],
  ] as const;
  for (const [width, height, colorScheme] of shots) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce', hasTouch: width < 500 });
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log(width, m.text().slice(0, 200)));
    const html = await (await page.request.get('/')).text();
    const product = /href="(\/product\/[^"/?#]+)"/.exec(html)?.[1] ?? '';
    for (const [name, path] of [['home', '/'], ['product', product], ['search', '/search'], ['guild', '/store/ashgrove-miniatures/guild']] as const) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      console.log(name, width, wide);
      await page.screenshot({ path: `/tmp/h4-shots/${name}-${width}.png` });
      await page.evaluate(async () => { for (let y = 0; y < document.body.scrollHeight; y += 500) { scrollTo(0, y); await new Promise((r) => setTimeout(r, 60)); } scrollTo(0, 0); });
      await page.screenshot({ path: `/tmp/h4-shots/${name}-${width}-full.png`, fullPage: true });
    }
    await page.goto('/');
    const turn = page.getByRole('button', { name: 'Turn it' });
    if (await turn.isVisible().catch(() => false)) {
      await turn.click();
      await page.getByRole('application').waitFor({ timeout: 20_000 }).catch(() => console.log('no stage'));
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/h4-shots/turn-${width}.png` });
    } else console.log('no turn button');
    await context.close();
  }
});
