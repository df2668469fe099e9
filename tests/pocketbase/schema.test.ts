import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeSchema } from '../../src/pocketbase/tools/schema.ts';
import { preparePocketBase } from '../../src/pocketbase/tools/serve.ts';

const EXPECTED = readFileSync(new URL('schema.txt', import.meta.url), 'utf8');

let folder: string;
let database: string;

/** Applies the migrations to the test's own data folder: the template's passwords are hashed with less work. */
const applyMigrations = () => preparePocketBase({ ...inject('hall'), dataDir: join(folder, 'data') });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
  database = join(folder, 'data', 'data.db');
  await applyMigrations();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the schema', () => {
  it('is the one in schema.txt; `npm run records` writes it after a change that is meant', () => {
    expect(describeSchema(database)).toBe(EXPECTED);
  });
});
