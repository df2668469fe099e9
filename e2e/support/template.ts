import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPocketBase } from '../../src/pocketbase/tools/binary.ts';
import { buildPocketBase } from '../../src/pocketbase/tools/build.ts';
import { preparePocketBase } from '../../src/pocketbase/tools/serve.ts';

/**
 * A database with all migrations and without any row of a story, made once for a run: to migrate takes ten seconds of
 * computing, to copy almost none.
 */
const folder = process.env['E2E_TEMPLATE'] ?? '';

/** The files of a database. What says how the folder was prepared is left out: each stack has an account of its own. */
const DATABASES = ['data.db', 'auxiliary.db'];

/** Makes the template. Once a run, before any stack is opened. */
export async function makeTemplate(): Promise<void> {
  await preparePocketBase({
    ...(await buildPocketBase(join(folder, 'built'))),
    binary: await findPocketBase({ production: false, keepIn: join(folder, 'bin') }),
    dataDir: join(folder, 'data'),
    service: { email: 'service@guildhall.test', password: crypto.randomUUID() },
  });
}

/** Puts a copy of the template where a stack with this data folder has its database. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const to = join(dataDir, 'data');
  await mkdir(to, { recursive: true });
  for (const name of DATABASES) await cp(join(folder, 'data', name), join(to, name));
}

export async function removeTemplate(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
