import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevStack, openDevStack } from '../../src/dev/stack.ts';
import { freePorts } from '../../src/ops/ports.ts';

/**
 * A house for one story that does harm to it: empty unless the demo world is asked for, on ports of its own, with the
 * site that the run has built. The caller closes it.
 */
export async function openOwnStack(
  env: Record<string, string> = {},
  { demo = false } = {},
): Promise<DevStack> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-own-'));
  const house = await openDevStack({
    ports: await freePorts(),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: { LOG_LEVEL: 'silent', ...env },
    demo,
    site: 'built',
    progress: () => undefined,
  });
  return {
    ...house,
    async stop() {
      await house.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
