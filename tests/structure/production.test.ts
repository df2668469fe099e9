import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../src/ops/ports.ts';
import { reachedFrom, wayTo } from './reach.ts';
import { ROOT, readSources, type SourceFile } from './source.ts';

const source = [
  ...readSources(['src'], ['.ts', '.tsx', '.astro', '.mjs']),
  ...readSources(['.'], ['astro.config.mjs']),
];

/** The entry points of production: the commands start and refund, the site with its pages and actions, and the build. */
const ENTRIES = [
  'astro.config.mjs',
  'src/ops/bootstrap.mjs',
  'src/ops/start.ts',
  'src/ops/backend.ts',
  'src/ops/site.ts',
  'src/ops/jobs.ts',
  'src/ops/refund.ts',
  'src/server/http/main.ts',
  'src/server/app/jobs-main.ts',
  'src/middleware.ts',
  'src/actions/index.ts',
  ...source.map(({ path }) => path).filter((path) => path.startsWith('src/pages/')),
];

/** The two imports of src/dev that are behind a condition, so production does not run them. */
const CONDITIONAL = [
  'src/ops/load-dev-stack.ts → src/dev/stack.ts',
  'astro.config.mjs → src/dev/astro-middleware.ts',
];

function waysToDev(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const reached = reachedFrom(files, entries, CONDITIONAL);
  return [...reached.keys()]
    .filter((path) => path.startsWith('src/dev/'))
    .map((path) => wayTo(reached, path));
}

describe('production', () => {
  it('reaches no file of src/dev', () => {
    expect(waysToDev(source, ENTRIES)).toEqual([]);
  });

  it('is followed through static imports, dynamic imports and workers', () => {
    const reached = reachedFrom(source, ENTRIES, CONDITIONAL);
    for (const path of ['src/ops/stack.ts', 'src/server/app/settings.ts', 'src/ops/build/site.ts'])
      expect([...reached.keys()]).toContain(path);
    const workers = [...reached.keys()].filter((path) => /worker/.test(path));
    expect(workers.length).toBeGreaterThan(0);
  });

  it.each([
    "import { demoLogins } from '../dev/world.ts';",
    "export * from '../dev/world.ts';",
    "const later = await import('../dev/world.ts');",
    "new Worker(new URL('../dev/world.ts', import.meta.url));",
  ])('is refused with %j', (text) => {
    const files = [
      { path: 'src/ops/start.ts', text: "import './x.ts';" },
      { path: 'src/ops/x.ts', text },
      { path: 'src/dev/world.ts', text: '' },
    ];
    expect(waysToDev(files, ['src/ops/start.ts'])).toEqual([
      'src/ops/start.ts → src/ops/x.ts → src/dev/world.ts',
    ]);
  });
});

/** Preloaded module: throws when a file of src/dev is loaded. */
const REFUSE_DEV = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (url.includes('/src/dev/')) throw new Error('A file of src/dev was loaded.');
      return next(url, context);
    },
  });
`)}`;

/** The minimal valid settings of production. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_SITE_URL: 'https://guildhall.example',
  POCKETBASE_PASSWORD: 'a password of twenty letters',
  SMTP_HOST: 'mail.guildhall.example',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  PUBLIC_OPERATOR_NAME: 'Miniatures Ltd',
  PUBLIC_OPERATOR_EMAIL: 'office@guildhall.example',
  OPERATOR_ADDRESS: '1 Main Street; Springfield',
  OPERATOR_COUNTRY: 'US',
};

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-start-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts it while its port is taken, so that it stops before it builds or opens anything; returns its error output. */
  async function startOnTakenPort(env: Record<string, string>): Promise<string> {
    const ports = await freePorts();
    const other = createServer().listen(ports.site, '127.0.0.1');
    await once(other, 'listening');
    const child = spawn(process.execPath, ['--import', REFUSE_DEV, 'src/ops/start.ts'], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        PORT: String(ports.site),
        POCKETBASE_PORT: String(ports.pocketbase),
        ...env,
      },
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const [code] = await once(child, 'close');
    other.close();
    expect(code).toBe(1);
    return output.replace(String(ports.site), '<port>').trim();
  }

  it('loads no file of src/dev in production', async () => {
    expect(await startOnTakenPort(PRODUCTION)).toBe(
      'Port <port> is taken by another program; close it, or set PORT to a free port.',
    );
  });

  it('loads the development stack otherwise', async () => {
    expect(await startOnTakenPort({})).toBe('A file of src/dev was loaded.');
  });
});
