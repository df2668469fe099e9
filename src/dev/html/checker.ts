import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * The Nu Html Checker of the W3C, a Java program. Its package is not among the project's, because it has 32 MB and its own
 * installation fetches a Java: `npm run check:html` gets it once, into `.cache`, and verifies that it is this one.
 */
const PACKAGE = 'vnu-jar@26.9.27';
const SHA256 = '22f15dd39a33bed929d2a5c0cddf5946849a647eca9272bf4d5d00bc7e7a4d47';
const ROOT = join(import.meta.dirname, '../../..');
const PLACE = join(ROOT, '.cache', PACKAGE.replace('@', '-'));
const JAR = join(PLACE, 'node_modules/vnu-jar/build/dist/vnu.jar');
const INSTALL = ['install', '--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--ignore-scripts'];

/** Its CSS parser is years behind browsers and does not know what Tailwind writes, such as `@property`; only HTML counts here. */
const OF_CSS = /^CSS: /;

export interface CheckerMessage {
  page: string;
  /** The last line and column that it is about, from 1. */
  line: number;
  column: number;
  text: string;
  /** The markup that it is about, with some of what surrounds it. */
  extract: string;
}

/** The Java of JAVA_HOME or on the path; null where there is none. */
export function installedJava(env: NodeJS.ProcessEnv = process.env): string | null {
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const folders = [
    ...(env['JAVA_HOME'] ? [join(env['JAVA_HOME'], 'bin')] : []),
    ...(env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Whether the checker was fetched before; tests fetch nothing. */
export const isCheckerFetched = (): boolean => existsSync(JAR);

/**
 * Fetches the checker by npm if it is not there.
 * @throws Error if npm fails or what it brought is another file.
 */
export async function fetchChecker(): Promise<void> {
  if (!isCheckerFetched()) {
    await mkdir(PLACE, { recursive: true });
    const script = process.env['npm_execpath'];
    const words = [...INSTALL, '--loglevel=error', '--prefix', PLACE, PACKAGE];
    const { code, errors } = script?.endsWith('.js')
      ? await run(process.execPath, [script, ...words])
      : await run('npm', words);
    if (code !== 0 || !isCheckerFetched())
      throw new Error(`npm could not fetch ${PACKAGE}: ${errors.trim()}`);
  }
  const hash = createHash('sha256')
    .update(await readFile(JAR))
    .digest('hex');
  if (hash === SHA256) return;
  await rm(PLACE, { recursive: true });
  throw new Error(`What npm brought as ${PACKAGE} is not the file that the project knows.`);
}

/**
 * What the checker calls an error in the HTML of these pages, in their order.
 * @param pages markup by address.
 * @throws Error if the checker does not run.
 */
export async function checkPages(
  java: string,
  pages: ReadonlyMap<string, string>,
): Promise<CheckerMessage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-html-'));
  try {
    const addresses = [...pages.keys()];
    for (const [at, html] of [...pages.values()].entries()) await writeFile(join(folder, `${at}.html`), html);
    const options = ['--format', 'json', '--errors-only', '--exit-zero-always', '--no-langdetect'];
    const { code, errors } = await run(java, ['-Xss16m', '-jar', JAR, ...options, folder]);
    if (code !== 0) throw new Error(`The checker did not run: ${errors.slice(-2000)}`);
    return messagesOf(errors, addresses);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads what the checker writes about files named after the places of their addresses, as in `7.html`. */
export function messagesOf(json: string, addresses: readonly string[]): CheckerMessage[] {
  const { messages } = JSON.parse(json) as {
    messages: {
      type: string;
      url?: string;
      lastLine?: number;
      lastColumn?: number;
      message: string;
      extract?: string;
    }[];
  };
  return messages
    .filter(({ type, message }) => type !== 'info' && !OF_CSS.test(message))
    .map(({ url = '', lastLine = 0, lastColumn = 0, message, extract = '' }) => ({
      at: Number(/(\d+)\.html$/.exec(url)?.[1] ?? -1),
      line: lastLine,
      column: lastColumn,
      text: message,
      extract,
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...rest }) => ({ page: addresses[at] ?? '', ...rest }));
}

function run(program: string, args: string[]): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    const pieces: Buffer[] = [];
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, errors: Buffer.concat(pieces).toString() }));
  });
}
