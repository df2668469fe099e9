import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from './src/dev/browser.ts';

/** Free ports, chosen once for a run: Playwright reads this file again in each of its workers. */
const PORT_NAMES = ['PORT', 'POCKETBASE_PORT', 'MAIL_PAGE_PORT', 'MAIL_SMTP_PORT', 'PAYMENTS_PORT'];
if (!process.env['E2E_PORTS']) {
  const program = `import('./src/ops/ports.ts').then(async (ports) => console.log(Object.values(await ports.freePorts()).join(',')))`;
  process.env['E2E_PORTS'] = execFileSync(process.execPath, ['-e', program]).toString().trim();
}
const ports = process.env['E2E_PORTS'].split(',');
const env: Record<string, string> = Object.fromEntries(
  PORT_NAMES.map((name, index) => [name, ports[index] ?? '']),
);
// The stories' own access to the database, for what only an operator could prepare.
env['POCKETBASE_EMAIL'] = 'service@guildhall.test';
process.env['E2E_SERVICE_PASSWORD'] ??= crypto.randomUUID();
env['POCKETBASE_PASSWORD'] = process.env['E2E_SERVICE_PASSWORD'];
process.env['E2E_BACKEND_URL'] = `http://127.0.0.1:${env['POCKETBASE_PORT']}`;
process.env['E2E_PAYMENTS_URL'] = `http://127.0.0.1:${env['PAYMENTS_PORT']}`;
const site = `http://127.0.0.1:${env['PORT']}`;
process.env['E2E_MAIL_URL'] = `http://127.0.0.1:${env['MAIL_PAGE_PORT']}`;
const browser = installedBrowser();

/**
 * Without motion: a browser without a graphics card computes each frame of a transition, which was an eighth of the stories'
 * computing. The stories that run on a phone too see all motion there.
 */
const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
} as const;
/** Run on a phone too: stories in which touch or a small screen changes what happens. */
const ON_A_PHONE = /@phone/;
/**
 * Run last: the story in which days pass at the payment stand-in, whose clock all stories share. Beside it, on the other
 * processor, run the stories that pay nothing.
 */
const LATE = /(artist|public)\.spec\.ts/;

/** Stories of people on a whole stack that lives as long as the run. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than two processors: a story waits a third of its time for what it has started.
  workers: 3,
  // The retry is recorded, and `npm test` lists the story. More than two retried stories fail the suite.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['line']],
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    baseURL: site,
    // Recording costs a fifth of the time, so only the retry of a failed story is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    launchOptions: { args: [...BROWSER_FLAGS], ...(browser ? { executablePath: browser } : {}) },
  },
  projects: [
    { name: 'desktop', testIgnore: LATE, use: DESKTOP },
    {
      name: 'phone',
      grep: ON_A_PHONE,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // After all others: a member who joins while the stand-in is days ahead has paid for a month still to come.
    { name: 'late', testMatch: LATE, dependencies: ['desktop', 'phone'], use: DESKTOP },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/support/serve.ts`,
    url: `${site}/readyz`,
    env,
    timeout: 180_000,
    stdout: process.env['E2E_VERBOSE'] ? 'pipe' : 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: false,
  },
});
