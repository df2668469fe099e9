import { setTimeout as pause } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { readSession, SESSION_COOKIE, sessionCookie } from '../../data/identity/session.ts';
import { ACCOUNT_ROUTES } from '../../features/account/app/routes.ts';
import { paths } from '../../paths.ts';
import { withDrillStack } from '../drill/drill-stack.ts';
import type { DevStack } from '../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../world/people.ts';
import { type CheckerMessage, checkPages, fetchChecker, installedJava } from './checker.ts';

/**
 * `npm run check:html`: starts the built site with the demo world, fetches its public pages and the pages of an account as the
 * server sends them, and prints what the Nu Html Checker calls an error, with the page. Needs Java 17 or later.
 */

/** Pages that no other page links to without a question mark, or that are no answer of 200. */
const ALSO = [
  paths.search('stone'),
  paths.search('no such model'),
  paths.artists(1, 'newest'),
  paths.login(paths.library()),
  paths.signup(),
  paths.withdraw(),
  paths.help('refund'),
  paths.cart(),
  '/no-such-page',
];
/** The demo world has about 220 pages. */
const MOST = 500;
const RETRY = { times: 20, ms: 250 };
const LINK = /<a\b[^>]*\shref="(\/[^"?#]*)"/g;
const PLACE = /<loc>([^<]+)<\/loc>/g;

/** Markup by address, with "as a seller" where somebody is signed in. */
async function pagesOf(stack: DevStack): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = new Set<string>([paths.home(), ...ALSO, ...(await sitemapPages(stack.siteUrl))]);
  for (const path of waiting) {
    if (pages.size >= MOST) break;
    const html = await markupAt(stack.siteUrl + path);
    if (html === null) continue;
    pages.set(path, html);
    for (const [, link = ''] of html.matchAll(LINK)) waiting.add(link);
  }
  const cookie = await cookieOf(stack, PEOPLE.mira.email);
  for (const { path } of ACCOUNT_ROUTES) {
    if (path.includes(':')) continue;
    const address = paths.account(path === '' ? undefined : path);
    const html = await markupAt(stack.siteUrl + address, cookie);
    if (html !== null) pages.set(`${address} as a seller`, html);
  }
  return pages;
}

/** The paths that the site's own map names, in its files too. */
async function sitemapPages(site: string): Promise<string[]> {
  const placesIn = async (path: string) => {
    const text = await (await fetch(site + path)).text();
    return Array.from(text.matchAll(PLACE), ([, place = '']) => new URL(place).pathname);
  };
  const found = await placesIn(paths.sitemap());
  const files = found.filter((path) => path.endsWith('.xml'));
  const listed = await Promise.all(files.map(placesIn));
  return [...found.filter((path) => !path.endsWith('.xml')), ...listed.flat()];
}

/** The page at an address; null where it is no HTML or leads elsewhere. A busy machine is asked again. */
async function markupAt(address: string, cookie = ''): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    const text = await answer.text();
    if (answer.status >= 500 && attempt < RETRY.times) {
      await pause(RETRY.ms);
      continue;
    }
    if (answer.status >= 500) throw new Error(`${address} answered ${answer.status}.`);
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') && text !== '';
    return isPage && (answer.status < 300 || answer.status >= 400) ? text : null;
  }
}

async function cookieOf(stack: DevStack, email: string): Promise<string> {
  const users = new PocketBase(stack.pocketbaseUrl).collection('users');
  const { token, record } = await users.authWithPassword(email, DEMO_PASSWORD);
  const session = readSession(`${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify({ token, record }))}`);
  return sessionCookie(session).split(';')[0] ?? '';
}

/** Each message once, with the markup that it is about and every page that has it. */
function report(messages: readonly CheckerMessage[]): string[] {
  const byText = Map.groupBy(messages, ({ text }) => text);
  return [...byText].flatMap(([text, found]) => [
    `${text} (${found.length})`,
    ...found.map(
      ({ page, line, column, extract }) => `  ${page} ${line}:${column}  ${JSON.stringify(extract)}`,
    ),
  ]);
}

const java = installedJava();
if (java === null) {
  console.error('The checker needs Java 17 or later: install a JRE, or set JAVA_HOME to the folder of one.');
  process.exitCode = 2;
} else {
  await fetchChecker();
  await withDrillStack({ env: { RATE_LIMITS: 'off' }, demo: true }, async ({ stack }) => {
    const pages = await pagesOf(stack);
    const messages = await checkPages(java, pages);
    for (const line of report(messages)) console.log(line);
    const invalid = new Set(messages.map(({ page }) => page)).size;
    console.log(
      invalid === 0 ? `All ${pages.size} pages are valid.` : `${invalid} of ${pages.size} pages are invalid.`,
    );
    process.exitCode = invalid === 0 ? 0 : 1;
  });
}
