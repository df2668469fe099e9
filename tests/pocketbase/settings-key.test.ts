import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { freePort } from '../../src/ops/ports.ts';
import { type Configuration, configurePocketBase } from '../../src/pocketbase/tools/configure.ts';
import { servePocketBase } from '../../src/pocketbase/tools/serve.ts';
import { settingsKeyOf } from '../../src/pocketbase/tools/settings-key.ts';

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

const KEY = settingsKeyOf('the password of the service account');

it('the password of the mail server is encrypted in the database', async () => {
  const plain = await settingsOf('first', '');
  expect(stored('first')).toContain(PASSWORD);
  expect(KEY).toHaveLength(32);
  // From the first start with a key on, and at the next one.
  expect(await settingsOf('first', KEY)).toEqual(plain);
  expect(stored('first')).not.toMatch(new RegExp(`${PASSWORD}|hall\\.example`));
  expect(await settingsOf('first', KEY)).toEqual(plain);
});

it('a copy on a machine with another key, or none, starts with the settings of that machine', async () => {
  const first = await settingsOf('first', KEY);
  for (const [name, key] of [
    ['second', settingsKeyOf('another password')],
    ['third', ''],
  ] as const) {
    await cp(join(folder, 'first'), join(folder, name), { recursive: true });
    expect(await settingsOf(name, key)).toEqual(first);
    expect(stored(name).includes(PASSWORD)).toBe(key === '');
  }
});
