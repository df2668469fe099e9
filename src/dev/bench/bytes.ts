import { chromium } from 'playwright';
import { figure, terminalTable } from './figures.ts';
import { inlineScriptBytes, interact, type Transfers, watchTransfers } from './transfers.ts';

const kilobytes = (bytes: number): string => figure(bytes / 1000);

/** Prints what each page transfers before and after a visitor's first interaction, on a phone with an empty cache. */
export async function benchBytes(
  pages: Record<string, string>,
  browser: string,
  flags: readonly string[],
): Promise<void> {
  const rows: string[][] = [];
  const chrome = await chromium.launch({ executablePath: browser, args: [...flags] });
  try {
    for (const [name, url] of Object.entries(pages)) {
      const context = await chrome.newContext({ viewport: { width: 412, height: 823 } });
      const page = await context.newPage();
      const transfers = await watchTransfers(page);
      await page.goto(url, { waitUntil: 'networkidle' });
      const before = transfers();
      const inline = await inlineScriptBytes(page);
      await interact(page);
      rows.push(row(name, before, inline), row('  after interaction', transfers(), inline));
      await context.close();
    }
  } finally {
    await chrome.close();
  }
  console.log(
    'Transfers in kB (1000 bytes), compressed, phone with an empty cache; JS with what stands in the HTML',
  );
  console.log(
    terminalTable(['', 'requests', 'HTML', 'CSS', 'JS', 'font', 'images', 'other', 'headers'], rows),
  );
  console.log('');
}

function row(
  name: string,
  { requests, html, css, js, font, image, other, headers }: Transfers,
  inline: number,
): string[] {
  return [name, String(requests), ...[html, css, js + inline, font, image, other, headers].map(kilobytes)];
}
