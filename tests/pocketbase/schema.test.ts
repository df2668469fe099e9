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

/** The migrations after those of the first schema. */
const LATER = readdirSync(new URL('../../src/pocketbase/migrations/', import.meta.url))
  .filter((name) => /^\d{4}_/.test(name) && name >= '0015')
  .map((name) => name.replace(/\.ts$/, '.js'));

/** Replaces the first schema's entries of `_migrations` by these. Later migrations were applied and stay listed. */
function pretendApplied(names: string[]): void {
  const opened = new DatabaseSync(database);
  opened.exec("DELETE FROM _migrations WHERE file GLOB '[0-9][0-9][0-9][0-9]_*'");
  const add = opened.prepare('INSERT INTO _migrations (file, applied) VALUES (?, 1)');
  for (const name of [...names, ...LATER]) add.run(name);
  opened.close();
}

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
  it('is unchanged when all of them were applied', async () => {
    pretendApplied(['0001_settings.js', '0079_whole_releases.js']);
    await applyMigrations();
    expect(describeSchema(database)).toBe(EXPECTED);
  });

  it('is refused with instructions when only some were applied', async () => {
    pretendApplied(['0001_settings.js', '0042_guilds.js']);
    await expect(applyMigrations()).rejects.toThrow('delete the folder and start again');
  });
});
