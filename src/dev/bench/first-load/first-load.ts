import { type Browser, chromium } from 'playwright';
import { figure, median, terminalTable } from '../figures.ts';
import { openFloor } from './floor.ts';

const ROUNDS = 9;
/** Slow 4G: round trip in ms, both directions in bytes a second. */
const LATENCY_MS = 150;
const BYTES_A_SECOND = (1.6 * 1_000_000) / 8;
/** The largest picture is known when nothing larger has been drawn for so long. In ms. */
const SETTLED_MS = 1_500;

interface Load {
  fcp: number;
  lcp: number;
  cls: number;
}

/** Loads a page once on a throttled phone with an empty cache. Times in ms since the navigation began. */
async function load(chrome: Browser, url: string): Promise<Load> {
  const context = await chrome.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND,
    });
    await page.goto(url, { waitUntil: 'load' });
    return await page.evaluate(
      (settled) =>
        new Promise<Load>((resolve) => {
          const found = { fcp: Number.NaN, lcp: Number.NaN, cls: 0 };
          let waiting = setTimeout(() => resolve(found), settled);
          const take: Record<string, (entry: PerformanceEntry) => void> = {
            paint: ({ name, startTime }) => {
              if (name === 'first-contentful-paint') found.fcp = startTime;
            },
            'largest-contentful-paint': ({ startTime }) => {
              found.lcp = startTime;
            },
            'layout-shift': (entry) => {
              found.cls += (entry as PerformanceEntry & { value: number }).value;
            },
          };
          for (const [type, note] of Object.entries(take))
            new PerformanceObserver((list) => {
              list.getEntries().forEach(note);
              clearTimeout(waiting);
              waiting = setTimeout(() => resolve(found), settled);
            }).observe({ type, buffered: true });
        }),
      SETTLED_MS,
    );
  } finally {
    await context.close();
  }
}

/** On a busy machine the browser sometimes does not finish in time; such a load is made again. */
const loadPatiently = (chrome: Browser, url: string) => load(chrome, url).catch(() => load(chrome, url));

/**
 * Prints the first load of each page beside its floor, a hand-written page with the same pictures, in turns so that both
 * meet the same machine. Medians and smallest values of nine rounds.
 */
export async function benchFirstLoad(
  origin: string,
  pages: Record<string, string>,
  browser: string,
  flags: readonly string[],
): Promise<void> {
  const floor = await openFloor(origin, Object.values(pages));
  const chrome = await chromium.launch({ executablePath: browser, args: [...flags] });
  const rows: string[][] = [];
  try {
    for (const [name, path] of Object.entries(pages)) {
      const loads: Record<'page' | 'floor', Load[]> = { page: [], floor: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        loads.page.push(await loadPatiently(chrome, origin + path));
        loads.floor.push(await loadPatiently(chrome, floor.origin + path));
      }
      const of = (kind: 'page' | 'floor', field: keyof Load) => loads[kind].map((one) => one[field]);
      const ratio = (field: 'fcp' | 'lcp') => median(of('page', field)) / median(of('floor', field));
      for (const kind of ['page', 'floor'] as const)
        rows.push([
          kind === 'page' ? name : '  floor',
          ...(['fcp', 'lcp'] as const).flatMap((field) => [
            `${figure(Math.min(...of(kind, field)))} / ${figure(median(of(kind, field)))}`,
            kind === 'page' ? figure(ratio(field)) : '1',
          ]),
          figure(Math.max(...of(kind, 'cls'))),
        ]);
    }
  } finally {
    await chrome.close();
    await floor.close();
  }
  console.log(
    `First load: phone of 412 px, ${LATENCY_MS} ms, 1.6 Mbit/s, smallest / median of ${ROUNDS} rounds`,
  );
  console.log(terminalTable(['', 'FCP ms', 'of floor', 'LCP ms', 'of floor', 'CLS max'], rows));
  console.log('');
}
