import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { copyDatabase } from '../../src/ops/snapshot/take.ts';
import { type Configuration, configurePocketBase } from '../../src/pocketbase/tools/configure.ts';
import { servePocketBase } from '../../src/pocketbase/tools/serve.ts';
import { settingsKeyOf } from '../../src/pocketbase/tools/settings-key.ts';
import { freePort } from '../dev/world/backend.ts';

const PASSWORD = 'the password of the mail server';
const CONFIGURATION: Configuration = {
  siteUrl: 'https://hall.example',
  siteName: 'The Hall',
  google: null,
  smtp: {
    ...{ host: '127.0.0.1', port: 2525, username: 'hall', password: PASSWORD },
    ...{ tls: false, from: 'hall@hall.example' },
  },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-key-'));
  await cp(inject('backend').dataDir, join(folder, 'first'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts PocketBase on a folder, configures it, and answers its settings. */
async function settingsOf(name: string, settingsKey: string): Promise<Record<string, unknown>> {
  const template = inject('backend');
  const served = await servePocketBase({
    ...{ ...template, dataDir: join(folder, name), port: await freePort() },
    ...(settingsKey === '' ? {} : { settingsKey }),
  });
  try {
    const pb = serviceClient({ url: served.url, ...template.service });
    await configurePocketBase(pb, CONFIGURATION);
    return await pb.settings.getAll();
  } finally {
    await served.stop();
  }
}

function stored(name: string): string {
  const database = new DatabaseSync(join(folder, name, 'data.db'), { readOnly: true });
  try {
    return String(
      database.prepare("SELECT CAST(value AS TEXT) AS value FROM _params WHERE id = 'settings'").get()?.[
        'value'
      ],
    );
  } finally {
    database.close();
  }
}

it('the password of the mail server lay readable in the database and its copies', async () => {
  const plain = await settingsOf('first', '');
  expect(stored('first')).toContain(PASSWORD);
  const key = settingsKeyOf('the password of the service account');
  expect(key).toHaveLength(32);
  // From the first start with a key on.
  expect(await settingsOf('first', key)).toEqual(plain);
  expect(stored('first')).not.toMatch(new RegExp(`${PASSWORD}|hall\\.example`));
  expect(await settingsOf('first', key)).toEqual(plain);

  // A copy on another machine: its key opens nothing, and its settings come from its environment.
  copyDatabase(join(folder, 'first/data.db'), join(folder, 'data.db'));
  await cp(join(folder, 'data.db'), join(folder, 'second/data.db'));
  expect(await settingsOf('second', settingsKeyOf('another password'))).toEqual(plain);
  expect(stored('second')).not.toContain(PASSWORD);
  // Nor does a machine without a key fail.
  await cp(join(folder, 'data.db'), join(folder, 'third/data.db'));
  expect(await settingsOf('third', '')).toEqual(plain);
});
