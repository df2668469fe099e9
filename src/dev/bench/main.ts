import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite, builtSiteIsStale } from '../../ops/build/site.ts';
import { freePorts } from '../../ops/ports.ts';
import { BROWSER_FLAGS, findBrowser } from '../browser.ts';
import { type DevStack, openDevStack } from '../stack.ts';
import { benchArchives } from './archives.ts';
import { benchBytes } from './bytes.ts';
import { benchCheckout } from './checkout.ts';
import { benchFirstLoad } from './first-load/first-load.ts';
import { benchLighthouse } from './first-load/lighthouse.ts';
import { benchNewPages } from './floor/new-pages.ts';
import { benchGrown } from './grown/grown.ts';
import { benchGuild } from './guild.ts';
import { benchHttp } from './http.ts';
import { benchLibrary } from './library.ts';
import { benchLive } from './live.ts';
import { NEW_ID } from './load.ts';
import { benchMemory } from './memory.ts';
import { benchMesh } from './mesh.ts';
import { benchOverload } from './overload.ts';
import { type BenchPages, findPages, warmPictures } from './pages.ts';
import { benchRelevance } from './relevance.ts';
import { benchSearch } from './search.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const progress = (line: string) => console.error(`  ${line}`);

/**
 * `npm run bench`, or `npm run bench -- search http` for some of its sections. Only where it is named: `grown`, the grown
 * world beside the demo world; `npm run bench -- grown 10` has ten times the products, and `npm run bench -- grown
 * library.all, sitemap` asks only for what has one of these texts in its name.
 */
const SECTIONS = [
  'search',
  'relevance',
  'memory',
  'http',
  'pages',
  'overload',
  'bytes',
  'lighthouse',
  'checkout',
  'archives',
  'library',
  'mesh',
  'guild',
  'live',
] as const;
type Section = (typeof SECTIONS)[number];

function sectionsRequested(words: readonly string[]): Section[] {
  const unknown = words.filter((word) => !SECTIONS.includes(word as Section));
  if (unknown.length > 0)
    throw new Error(`There is no section ${unknown.join(', ')}; choose from ${SECTIONS.join(', ')}.`);
  return words.length === 0 ? [...SECTIONS] : SECTIONS.filter((section) => words.includes(section));
}

/** Runs a stack of its own: fresh demo data in a temporary folder, on free ports. */
async function withStack(work: (stack: DevStack) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-bench-'));
  try {
    const stack = await openDevStack({
      ports: await freePorts(),
      dataDir: join(folder, 'data'),
      cacheDir: join(folder, 'cache'),
      // One client stands for many visitors and sends the address of each.
      env: { RATE_LIMITS: 'off', BEHIND_PROXY: '1' },
      demo: true,
      site: 'built',
      progress,
    });
    try {
      await work(stack);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(stack: DevStack, sections: readonly Section[]): Promise<void> {
  const origin = stack.siteUrl;
  const [site, pocketbase] = [stack.sitePid(), stack.supervisor.pid()];
  if (sections.includes('memory') && site !== null) await benchMemory({ origin, site, pocketbase });
  const pages = await findPages(origin);
  const visited = ['home', 'product', 'search', 'store'] as const satisfies (keyof BenchPages)[];
  for (const name of visited) await warmPictures(origin + pages[name]);
  const urls = (names: readonly (keyof BenchPages)[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, origin + pages[name]]));

  if (sections.includes('http') && site !== null)
    await benchHttp({
      origin,
      site,
      pocketbase,
      paths: { cached: pages.home, uncached: `/search?query=stone+${NEW_ID}`, file: pages.file },
    });
  if (sections.includes('pages') && site !== null) await benchNewPages({ origin, site, pocketbase, pages });
  if (sections.includes('overload')) await benchOverload(stack);
  if (sections.includes('bytes')) await benchBytes(urls(visited), await findBrowser(), BROWSER_FLAGS);
  if (sections.includes('lighthouse')) {
    const { home, product, search, store } = pages;
    await benchFirstLoad(origin, { home, search, product, store }, await findBrowser(), BROWSER_FLAGS);
    await benchLighthouse(urls(['home', 'product', 'search', 'store']), await findBrowser(), BROWSER_FLAGS);
  }
  if (sections.includes('checkout')) await benchCheckout(stack);
  if (sections.includes('archives')) await benchArchives(stack);
  if (sections.includes('mesh')) await benchMesh(stack);
  if (sections.includes('guild')) await benchGuild(stack);
  if (sections.includes('live')) await benchLive(stack);
  if (sections.includes('library')) await benchLibrary(stack, await findBrowser(), BROWSER_FLAGS);
}

const words = process.argv.slice(2);
const grownAt = words.indexOf('grown');
const [times] =
  grownAt < 0 ? [] : words.splice(grownAt, /^\d+$/.test(words[grownAt + 1] ?? '') ? 2 : 1).slice(1);
/** Parts of the names of the questions of the grown world, with commas between; empty for all. */
const asked = (grownAt < 0 ? [] : words.splice(grownAt))
  .join(' ')
  .split(',')
  .map((name) => name.trim());
const sections = grownAt >= 0 && words.length === 0 ? [] : sectionsRequested(words);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
if (sections.includes('search')) await benchSearch();
if (sections.includes('relevance')) benchRelevance();
const onStack = sections.filter((section) => section !== 'search' && section !== 'relevance');
if ((onStack.length > 0 || grownAt >= 0) && builtSiteIsStale(ROOT)) await buildSite(ROOT, progress);
if (onStack.length > 0) await withStack((stack) => measure(stack, onStack));
if (grownAt >= 0) await benchGrown(Number(times ?? 1), asked, join(ROOT, '.cache/grown'), progress);
