import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { asMigrated } from '../../src/dev/backend-template.ts';
import { describeSchema } from '../../src/pocketbase/tools/schema.ts';
import { preparePocketBase } from '../../src/pocketbase/tools/serve.ts';
import { describeTables } from '../../src/pocketbase/tools/tables.ts';

const EXPECTED = readFileSync(new URL('schema.txt', import.meta.url), 'utf8');

let folder: string;
let database: string;

/** Applies what is missing of the migrations to the test's own data folder. */
const applyMigrations = () => preparePocketBase({ ...inject('backend'), dataDir: join(folder, 'data') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
  database = join(folder, 'data', 'data.db');
  await cp(asMigrated(inject('backend')), join(folder, 'data'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The names of the migrations of today. */
const TODAY = readdirSync(new URL('../../src/pocketbase/migrations/', import.meta.url))
  .filter((name) => /^\d{4}_/.test(name))
  .map((name) => name.replace(/\.ts$/, '.js'));
/** The last of those that make the first schema; later ones are applied to data folders of any age. */
const LAST_OF_FIRST_SCHEMA = '0022_desk_tables.js';

function changed<T>(change: (opened: DatabaseSync) => T): T {
  const opened = new DatabaseSync(database);
  try {
    return change(opened);
  } finally {
    opened.close();
  }
}

/** Replaces the first schema's entries of `_migrations` by these. Later migrations were applied and stay listed. */
const pretendApplied = (names: string[]) =>
  changed((opened) => {
    opened.exec("DELETE FROM _migrations WHERE file GLOB '[0-9][0-9][0-9][0-9]_*'");
    const add = opened.prepare('INSERT INTO _migrations (file, applied) VALUES (?, 1)');
    for (const name of [...names, ...TODAY.filter((one) => one > LAST_OF_FIRST_SCHEMA)]) add.run(name);
  });

it('no trigger compares two conditions without brackets, which SQLite reads from the left', () => {
  const unbracketed = /\bIN \([^()]*\)\s*(?:<>|!=|=|IS\b)/;
  expect('old.state IN (1, 2) <> new.state IN (1, 2)').toMatch(unbracketed);
  expect(EXPECTED.split('\n').filter((line) => unbracketed.test(line))).toEqual([]);
});

describe('the schema', () => {
  it('equals schema.txt, which `npm run records` writes after an intended change', () => {
    expect(describeSchema(database)).toBe(EXPECTED);
  });

  it('has the tables of src/data/kernel/tables.ts, which `npm run records` writes too', () => {
    const bare = (text: string) =>
      text
        .replace(/\s+/g, '')
        .replace(/,(?=[})])/g, '')
        .replaceAll('<|', '<')
        .replaceAll('|', '');
    expect(bare(readFileSync('src/data/kernel/tables.ts', 'utf8'))).toBe(bare(describeTables(database)));
  });
});

describe('a data folder from before the migrations were merged', () => {
  it('keeps schema and rows, and has the merged migrations noted as applied, when all of the old ones were', async () => {
    pretendApplied(['0001_kernel.js', '0002_identity.js', '0150_ai_unsaid.js']);
    const rows = (opened: DatabaseSync) =>
      opened.prepare('SELECT id, title, text, updated FROM saved_reasons ORDER BY id').all();
    changed((opened) => opened.exec("UPDATE saved_reasons SET text = 'Changed by the desk.'"));
    const before = changed(rows);
    await applyMigrations();
    expect(describeSchema(database)).toBe(
      EXPECTED.replace(/^(row saved_reasons .*"text":)"[^"]*"/gm, '$1"Changed by the desk."'),
    );
    expect(changed(rows)).toEqual(before);
    const noted = changed((opened) => opened.prepare('SELECT file FROM _migrations').all());
    expect(noted.map(({ file }) => file)).toEqual(expect.arrayContaining(TODAY));
  });

  it.each([
    ['the newest old ones', ['0001_kernel.js', '0148_file_edges.js']],
    ['the oldest ones', ['0001_settings.js', '0042_guilds.js']],
  ])('is refused with what to do when only some were applied: %s', async (_, names) => {
    pretendApplied(names);
    await expect(applyMigrations()).rejects.toThrow(
      'Start the version whose last migration is 0150_ai_unsaid on it once, and then this one again.',
    );
  });
});
