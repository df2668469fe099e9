import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestProject } from 'vitest/node';
import { findPocketBase } from '../../../src/pocketbase/tools/binary.ts';
import { buildPocketBase } from '../../../src/pocketbase/tools/build.ts';
import { preparePocketBase, type ServeOptions } from '../../../src/pocketbase/tools/serve.ts';

/** A prepared backend that is never served; each test backend is a copy of it. */
export type BackendTemplate = Omit<ServeOptions, 'port'>;

declare module 'vitest' {
  interface ProvidedContext {
    backend: BackendTemplate;
  }
}

/** Creates the template once for all test files: a migration takes 4 s, a copy almost nothing. */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'backend-template-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const template: BackendTemplate = {
      ...(await buildPocketBase(join(folder, 'built'))),
      binary: await findPocketBase({ production: false, keepIn: join(folder, 'bin') }),
      dataDir: join(folder, 'data'),
      service: { email: 'service@guildhall.test', password: 'a password of the tests' },
    };
    await preparePocketBase(template);
    hashCheaply(join(template.dataDir, 'data.db'));
    // Prepared again, so that the service's own password is hashed cheaply, too: every test file signs in with it.
    await rm(join(template.dataDir, 'prepared.json'));
    await preparePocketBase(template);
    project.provide('backend', template);
    return remove;
  } catch (reason) {
    await remove();
    throw reason;
  }
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
