import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../src/ops/ports.ts';
import { type House, openHouse } from '../../src/ops/stack.ts';

/**
 * A house for one story that does harm to it: empty unless the demo world is asked for, on ports of its own, with the
 * site that the run has built. The caller closes it.
 */
export async function openOwnHouse(env: Record<string, string> = {}, { demo = false } = {}): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-own-'));
  const house = await openHouse({
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
