import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { preparePocketBase, type ServeOptions } from '../pocketbase/tools/serve.ts';

/** A prepared backend that is never served; each backend of a test is a copy of it. */
export type BackendTemplate = Omit<ServeOptions, 'port'>;

/** The files of a database. */
const DATABASES = ['data.db', 'auxiliary.db'];

/** Where templates are kept between runs, each in a folder named by what it was made of. */
const KEPT = fileURLToPath(new URL('../../.cache/backend', import.meta.url));

/** A kept template that was not used for so long is deleted. */
const KEPT_MS = 3 * 86_400_000;

/** The account with which tests sign in to the backend. */
const SERVICE = { email: 'service@guildhall.test', password: 'a password of the tests' };

/**
 * The kept template: a database with all migrations and without any row. It is made where there is none yet, and again when
 * a migration, a hook or the engine changes: to make one takes seconds of computing, to copy it almost none.
 */
export async function backendTemplate(): Promise<BackendTemplate> {
  await mkdir(KEPT, { recursive: true });
  const made = await mkdtemp(join(KEPT, 'new-'));
  try {
    await buildPocketBase(join(made, 'built'));
    const folder = join(KEPT, await digestOf(made));
    if (!existsSync(folder)) {
      await makeTemplate(made);
      await forgetOld();
      // Another run may have been faster; its template is as good.
      await rename(made, folder).catch((reason: unknown) => {
        if (!existsSync(folder)) throw reason;
      });
    }
    await utimes(folder, new Date(), new Date());
    return await templateIn(folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

const templateIn = async (folder: string): Promise<BackendTemplate> => ({
  ...placesIn(folder),
  binary: await engine(),
  service: SERVICE,
});

const placesIn = (folder: string) => ({
  hooksDir: join(folder, 'built', 'hooks'),
  migrationsDir: join(folder, 'built', 'migrations'),
  dataDir: join(folder, 'data'),
});

/** Fingerprint of everything a template is made of: hooks, migrations, the engine and this file. */
async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const { hooksDir, migrationsDir } = placesIn(folder);
  for (const place of [hooksDir, migrationsDir])
    for (const name of (await readdir(place)).sort())
      hash.update(name).update(await readFile(join(place, name)));
  const { size, mtimeMs } = await stat(await engine());
  hash.update(`${size} ${mtimeMs}`).update(await readFile(fileURLToPath(import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

const engine = () => findPocketBase({ production: false, keepIn: join(KEPT, 'bin') });

async function makeTemplate(made: string): Promise<void> {
  const template = await templateIn(made);
  await preparePocketBase(template);
  await cp(template.dataDir, asMigrated(template), { recursive: true });
  // What is done there next is to be done, not to be found done.
  await rm(join(asMigrated(template), 'prepared.json'), { force: true });
  hashCheaply(join(template.dataDir, 'data.db'));
  // Prepared again, so that the service's own password is hashed cheaply, too: every test file signs in with it.
  await rm(join(template.dataDir, 'prepared.json'), { force: true });
  await preparePocketBase(template);
}

async function forgetOld(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    if (name === 'bin') continue;
    const { mtimeMs } = await stat(join(KEPT, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - KEPT_MS) await rm(join(KEPT, name), { recursive: true, force: true });
  }
}

/** The data folder of the template as the migrations left it, before its passwords were made cheap to hash. */
export const asMigrated = ({ dataDir }: BackendTemplate): string => `${dataDir}-as-migrated`;

/**
 * Puts a copy of the database where a stack with this data folder has its own. What says how the folder was prepared is left
 * out, since each stack has a service account of its own.
 */
export async function copyTemplate({ dataDir: from }: BackendTemplate, dataDir: string): Promise<void> {
  const to = join(dataDir, 'data');
  await mkdir(to, { recursive: true });
  for (const name of DATABASES) await cp(join(from, name), join(to, name));
}

/** Sets bcrypt's lowest cost: test setups create thousands of users. */
function hashCheaply(file: string): void {
  const database = new DatabaseSync(file);
  const changed = database
    .prepare(
      `UPDATE _collections SET fields = (
        SELECT json_group_array(json(CASE WHEN json_extract(value, '$.type') = 'password'
          THEN json_set(value, '$.cost', 4) ELSE value END)) FROM json_each(fields)
      ) WHERE type = 'auth'`,
    )
    .run();
  database.close();
  if (Number(changed.changes) < 2) throw new Error('users and service are not hashed as the tests want');
}
