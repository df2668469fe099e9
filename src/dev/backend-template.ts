import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { preparePocketBase, type ServeOptions } from '../pocketbase/tools/serve.ts';

/** A prepared backend that is never served; each backend of a test is a copy of it. */
export type BackendTemplate = Omit<ServeOptions, 'port'>;

/** The setting that names the folder of a template which several suites share. */
export const TEMPLATE_SETTING = 'TEST_BACKEND';

/** Written last: a folder with this file holds a whole template. */
const DESCRIPTION = 'template.json';

/** The files of a database. */
const DATABASES = ['data.db', 'auxiliary.db'];

/**
 * The template in this folder: a database with all migrations and without any row. It is made where there is none yet: to
 * migrate takes ten seconds of computing, to copy almost none.
 * @returns the template, and whether it was made by this call
 */
export async function backendTemplate(folder: string): Promise<{ template: BackendTemplate; made: boolean }> {
  const description = join(folder, DESCRIPTION);
  const known = await readFile(description, 'utf8').catch(() => null);
  if (known !== null) return { template: JSON.parse(known) as BackendTemplate, made: false };
  const template: BackendTemplate = {
    ...(await buildPocketBase(join(folder, 'built'))),
    binary: await findPocketBase({ production: false, keepIn: join(folder, 'bin') }),
    dataDir: join(folder, 'data'),
    service: { email: 'service@guildhall.test', password: 'a password of the tests' },
  };
  await preparePocketBase(template);
  await cp(template.dataDir, asMigrated(template), { recursive: true });
  // What is done there next is to be done, not to be found done.
  await rm(join(asMigrated(template), 'prepared.json'), { force: true });
  hashCheaply(join(template.dataDir, 'data.db'));
  // Prepared again, so that the service's own password is hashed cheaply, too: every test file signs in with it.
  await rm(join(template.dataDir, 'prepared.json'), { force: true });
  await preparePocketBase(template);
  await writeFile(description, JSON.stringify(template));
  return { template, made: true };
}

/** The data folder of the template as the migrations left it, before its passwords were made cheap to hash. */
export const asMigrated = ({ dataDir }: BackendTemplate): string => `${dataDir}-as-migrated`;

/**
 * Puts a copy of the database where a stack with this data folder has its own. What says how the folder was prepared is left
 * out, since each stack has a service account of its own.
 */
export async function copyDatabase({ dataDir: from }: BackendTemplate, dataDir: string): Promise<void> {
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
