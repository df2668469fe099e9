import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backendTemplate, copyTemplate } from '../../src/dev/backend-template.ts';
import { type DevStack, openDevStack } from '../../src/dev/stack.ts';
import { freePorts } from '../../src/ops/ports.ts';

/**
 * A separate stack for a story that would affect others: empty unless `demo` is set, on its own ports, with the site
 * built for the run. The caller stops it.
 * @param options the tax of a country without a rate of its own, in percent; it counts where STRIPE_TAX is on
 */
export async function openOwnStack(
  env: Record<string, string> = {},
  { demo = false, taxPercent = 0 } = {},
): Promise<DevStack> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-own-'));
  await copyTemplate(await backendTemplate(), join(folder, 'data'));
  const stack = await openDevStack({
    ports: await freePorts(),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: { LOG_LEVEL: 'silent', ...env },
    demo,
    taxPercent,
    site: 'built',
    progress: () => undefined,
  });
  return {
    ...stack,
    async stop() {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
