import { request } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import { paths } from '../../paths.ts';
import type { DevStack } from '../stack.ts';
import { figure, median, terminalTable } from './figures.ts';
import { newOwner, type Person } from './large-product.ts';
import { fillShelves } from './shelves.ts';

const LARGE = 5000;
const SMALL = 50;
const QUESTIONS = 12;
/** The text that is typed letter by letter, and the option that is chosen. */
const WORDS = ['dra', 'kni', 'gob'];
const CHOICES: [label: string, option: RegExp][] = [
  ['Scale', /^32/],
  ['Files', /Not downloaded/],
  ['Print', /queue/],
  ['Sort', /By name/],
];
/** How much slower a phone's processor is than this one's, as in Lighthouse. */
const PHONE_SLOWDOWN = 4;

/** A list that has not changed by then will not change. */
const UNCHANGED_AFTER_MS = 3_000;

interface Used {
  /** From the request until the first products are drawn, in ms. */
  opened: number;
  /** From each key, or choice, until the list that follows is drawn, in ms. */
  keys: number[];
  choices: number[];
  /** Cards in the page at first, and elements in total. */
  cards: number;
  elements: number;
}

/**
 * A library of 5 000 products beside one of 50: what its one request costs, and how long a browser takes from a key or
 * a choice to the next list.
 */
export async function benchLibrary(
  stack: DevStack,
  browser: string,
  flags: readonly string[],
): Promise<void> {
  const questions: string[][] = [];
  const uses: string[][] = [];
  const chrome = await chromium.launch({ executablePath: browser, args: [...flags] });
  try {
    for (const count of [SMALL, LARGE]) {
      const person = await newOwner(stack, `collector-${count}`);
      await fillShelves(stack, person, count);
      const { ms, plain, brotli } = await question(stack, person);
      questions.push([`${count} products`, figure(ms), figure(plain / 1000), figure(brotli / 1000)]);
      const name = `${count} products`;
      uses.push(row(name, await used(chrome, stack, person, 1)));
      uses.push(row(`${name}, phone`, await used(chrome, stack, person, PHONE_SLOWDOWN)));
    }
  } finally {
    await chrome.close();
  }
  console.log(`The library's one request, medians of ${QUESTIONS}`);
  console.log(terminalTable(['', 'ms', 'kB', 'kB brotli'], questions));
  console.log(`Its use in Chromium, in ms; a phone is a processor ${PHONE_SLOWDOWN} times as slow`);
  console.log(
    terminalTable(['', 'opened', 'key', 'at most', 'choice', 'at most', 'cards drawn', 'elements'], uses),
  );
  console.log('');
}

function row(name: string, { opened, keys, choices, cards, elements }: Used): string[] {
  const drawn = [keys, choices].map((times) => times.filter((time) => !Number.isNaN(time)));
  const times = [opened, ...drawn.flatMap((ofKind) => [median(ofKind), Math.max(...ofKind)])];
  return [name, ...times.map(figure), String(cards), String(elements)];
}

/** Requests everything a user owns, like the page. Bytes of the answer, plain and compressed. */
async function question({ siteUrl }: DevStack, { cookie }: Person) {
  const ask = (encoding: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const url = new URL('/_actions/library.all', siteUrl);
      const headers = { cookie, 'content-type': 'application/json', 'accept-encoding': encoding };
      const asking = request(url, { method: 'POST', headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('error', reject);
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`answered ${answer.statusCode}`)),
        );
      });
      asking.on('error', reject);
      asking.end('{}');
    });
  const plain = await ask('identity');
  const times: number[] = [];
  let brotli = 0;
  for (let count = 0; count < QUESTIONS; count++) {
    const begun = performance.now();
    brotli = await ask('br');
    times.push(performance.now() - begun);
  }
  return { ms: median(times), plain, brotli };
}

/** Opens the library in a window of its own and uses it like a person. */
async function used(
  chrome: Browser,
  { siteUrl }: DevStack,
  { cookie }: Person,
  slowdown: number,
): Promise<Used> {
  const context = await chrome.newContext({
    viewport: slowdown > 1 ? { width: 412, height: 823 } : { width: 1280, height: 900 },
  });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: siteUrl, secure: true, sameSite: 'Strict' }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(siteUrl + paths.library());
    const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem');
    await cards.first().waitFor();
    const opened = await page.evaluate(() => performance.now());
    const seen = {
      opened,
      cards: await cards.count(),
      elements: await page.evaluate(() => document.querySelectorAll('*').length),
    };
    const field = page.getByRole('searchbox', { name: 'Search your library' });
    const keys: number[] = [];
    for (const word of WORDS) {
      for (const letter of word) keys.push(await drawnAfter(page, 'keydown', () => field.press(letter)));
      await drawnAfter(page, 'input', () => field.fill(''));
    }
    const choices: number[] = [];
    for (const [label, option] of CHOICES) {
      const choice = page.getByLabel(label, { exact: true });
      const text = await choice.getByRole('option', { name: option }).textContent();
      choices.push(
        await drawnAfter(page, 'change', async () => {
          await choice.selectOption({ label: text ?? '' });
        }),
      );
    }
    return { ...seen, keys, choices };
  } finally {
    await context.close();
  }
}

/**
 * How long after an event the list is drawn again, in ms: until the next frame could be shown. NaN if the list does not
 * change, for example after a letter that every remaining product contains.
 */
async function drawnAfter(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  const watching = await page.evaluateHandle(
    ({ name, longest }) => {
      const drawn = new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          const unchanged = setTimeout(() => resolve(Number.NaN), longest);
          const changes = new MutationObserver(() => {
            clearTimeout(unchanged);
            changes.disconnect();
            // The first task after the next frame was handed over.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
          });
          for (const part of document.querySelectorAll('main ul, main [role=status]'))
            changes.observe(part, { childList: true, characterData: true, subtree: true });
        };
        document.addEventListener(name, begin, { capture: true, once: true });
      });
      return { drawn };
    },
    { name: event, longest: UNCHANGED_AFTER_MS },
  );
  await act();
  return watching.evaluate(({ drawn }) => drawn);
}
