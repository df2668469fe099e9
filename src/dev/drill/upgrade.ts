import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findPocketBase } from '../../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../../pocketbase/tools/build.ts';
import { describeSchema } from '../../pocketbase/tools/schema.ts';
import { preparePocketBase } from '../../pocketbase/tools/serve.ts';

/**
 * `npm run drill:upgrade -- FOLDER`: the folder with the `data.db` of an older version, whose site must not be running, such as
 * a demo world that the commit before has made. A copy of it is brought to this version. Afterwards it has the schema that an
 * empty one gets, and of each row what it had. It ends with 1 where something differs. Migrations that change rows make rows
 * differ; which ones is said.
 */
const SCRATCH = { email: 'upgrade-drill@guildhall.test', password: 'only for this drill' };
/** What the upgrade itself writes: which migrations are applied, collections, and the drill's own account. */
const OF_UPGRADE = ['_migrations', '_collections', '_superusers'];

/** Of each table, how many rows it has and a hash of them. */
function rowsOf(file: string): Map<string, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual', 'shadow')",
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_') && !OF_UPGRADE.includes(name));
    return new Map(
      tables.map((name) => {
        const rows = database.prepare(`SELECT * FROM "${name}"`).all();
        const lines = rows.map((row) => JSON.stringify(row)).sort();
        return [name, `${rows.length} rows, ${createHash('sha256').update(lines.join('\n')).digest('hex')}`];
      }),
    );
  } finally {
    database.close();
  }
}

/** Collections, tables, indexes and triggers: without settings, which a site makes at its start, and without rows. */
const schemaOf = (file: string) =>
  describeSchema(file)
    .split('\n')
    .filter((line) => !/^(row|settings| {2}option) /.test(line));

async function drill(older: string): Promise<void> {
  if (!existsSync(join(older, 'data.db'))) throw new Error(`There is no data.db in ${older}.`);
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-upgrade-'));
  try {
    const options = {
      ...(await buildPocketBase(join(folder, 'built'))),
      binary: await findPocketBase({ production: false, keepIn: join(folder, 'bin') }),
      service: SCRATCH,
    };
    const [upgraded, empty] = [join(folder, 'upgraded'), join(folder, 'empty')];
    await cp(older, upgraded, { recursive: true });
    const before = rowsOf(join(upgraded, 'data.db'));
    await preparePocketBase({ ...options, dataDir: upgraded });
    await preparePocketBase({ ...options, dataDir: empty });
    assert.deepEqual(schemaOf(join(upgraded, 'data.db')), schemaOf(join(empty, 'data.db')), 'the schema');
    assert.deepEqual(rowsOf(join(upgraded, 'data.db')), before, 'the rows from before');
    const rows = [...before.values()].reduce((sum, said) => sum + Number.parseInt(said, 10), 0);
    console.log(
      `${before.size} tables and ${rows} rows are what they were, under the schema of this version.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

drill(process.argv[2] ?? '').catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
