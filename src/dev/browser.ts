import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How a browser is started for tests and measurements: quiet, offline, without a sandbox it could not have in CI. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where the three systems install it when it is not on the path. */
function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  const windows = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((folder) =>
    folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : [],
  );
  return [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...windows,
  ];
}

/** An installed Chrome or Chromium: the one CHROMIUM names, else one on the path, else one at a usual place; or null. */
export function installedBrowser(
  env: NodeJS.ProcessEnv = process.env,
  exists: (file: string) => boolean = existsSync,
): string | null {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  const ending = process.platform === 'win32' ? '.exe' : '';
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name + ending)));
  return [...onPath, ...usualPlaces(env)].find(exists) ?? null;
}

/**
 * A Chromium to drive: an installed one, else Playwright's own, else the one inside @sparticuz/chromium, which is
 * unpacked on first use.
 * @throws Error with a sentence that says what to install.
 */
export async function findBrowser(): Promise<string> {
  const installed = installedBrowser();
  if (installed) return installed;
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  try {
    const packed = await import('@sparticuz/chromium');
    return await packed.default.executablePath();
  } catch (reason) {
    throw new Error('No browser was found. Install Chrome or Chromium, or set CHROMIUM to the path of one.', {
      cause: reason,
    });
  }
}
