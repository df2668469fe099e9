import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { inject } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { servePrepared } from '../../../src/pocketbase/tools/serve.ts';
import { settingStates } from '../../dashboard-states.ts';

/** A backend for one test file: a real PocketBase with all migrations, and a folder for model files. */
export interface TestBackend {
  pb: PocketBase;
  url: string;
  /** Its superuser. */
  service: { email: string; password: string };
  modelsDir: string;
  /** The folder of its database. */
  dataDir: string;
  close(): Promise<void>;
}

/** The engine collects garbage when its memory has grown fivefold: it lives for a minute and holds little. */
const LAZY = { GOGC: '400' };

/** @param database a copy of another backend's database to begin with; empty without one. */
export async function openTestBackend(database?: string): Promise<TestBackend> {
  const template = inject('backend');
  const folder = await mkdtemp(join(tmpdir(), 'backend-'));
  const dataDir = join(folder, 'data');
  await cp(template.dataDir, dataDir, { recursive: true });
  if (database) await cp(database, join(dataDir, 'data.db'));
  const served = await servePrepared({ ...template, dataDir, port: await freePort(), env: LAZY });
  const { service } = template;
  return {
    pb: settingStates(serviceClient({ url: served.url, ...service })),
    url: served.url,
    service,
    modelsDir: join(folder, 'models'),
    dataDir,
    async close() {
      await served.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
