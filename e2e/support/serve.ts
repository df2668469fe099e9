import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backendTemplate, copyTemplate } from '../../src/dev/backend-template.ts';
import { openDevStack } from '../../src/dev/stack.ts';
import { sentenceOf } from '../../src/ops/announce.ts';
import { buildSite } from '../../src/ops/build/site.ts';
import { portsOf } from '../../src/ops/ports.ts';
import { onShutdown } from '../../src/ops/shutdown.ts';

/** The stack of a test run: the demo world in a temporary folder, which is deleted after the run. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string) => console.log(line);

const folder = await mkdtemp(join(tmpdir(), 'guildhall-e2e-'));
const remove = () => rm(folder, { recursive: true, force: true });
try {
  await copyTemplate(await backendTemplate(), join(folder, 'data'));
  const stack = await openDevStack({
    ports: portsOf(process.env),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    // A test run makes many requests as one client, and its webhooks go to receivers on this machine.
    env: { RATE_LIMITS: 'off', NODE_OPTIONS: `--import=${new URL('receiver-names.ts', import.meta.url)}` },
    demo: true,
    site: 'built',
    buildSite: () => buildSite(ROOT, progress),
    progress,
  });
  onShutdown(async () => {
    await stack.stop();
    await remove();
  });
} catch (reason) {
  console.error(sentenceOf(reason));
  await remove();
  process.exit(1);
}
