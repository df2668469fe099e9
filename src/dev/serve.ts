import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announcement, sentenceOf } from '../ops/announce.ts';
import { portsOf } from '../ops/ports.ts';
import { onShutdown } from '../ops/shutdown.ts';
import { readSettings } from '../server/app/settings.ts';
import { demoSizeOf, openDevStack } from './stack.ts';

/** `npm run dev`: the stack with Astro's own server, which reloads on every change, in place of the built site. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function develop(): Promise<void> {
  const settings = readSettings(process.env, ROOT);
  const ports = portsOf(process.env);
  const stack = await openDevStack({
    ports,
    dataDir: settings.dataDir,
    cacheDir: settings.cacheDir,
    demo: process.env['DEMO_WORLD'] !== 'off',
    demoSize: demoSizeOf(process.env),
    site: null,
    progress: (line) => console.log(`  ${line}`),
  });
  console.log(announcement(stack).join('\n'));
  const astro = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/astro/bin/astro.mjs'),
      'dev',
      '--host=127.0.0.1',
      `--port=${ports.site}`,
      ...process.argv.slice(2),
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...stack.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' },
    },
  );
  const gone = new Promise<number | null>((resolve) => astro.once('close', resolve));
  onShutdown(async () => {
    astro.kill('SIGTERM');
    await gone;
    await stack.stop();
  });
  process.exitCode = (await gone) ?? 0;
  process.emit('SIGTERM');
}

develop().catch((reason: unknown) => {
  console.error(sentenceOf(reason));
  process.exit(1);
});
