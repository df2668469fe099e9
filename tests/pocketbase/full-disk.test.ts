import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestChange } from '../../src/data/kernel/changes.ts';
import { tryWrite } from '../../src/data/kernel/leases.ts';
import { expectedFailure } from '../../src/server/kernel/failure-log.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let database: DatabaseSync;
beforeAll(async () => {
  backend = await openTestBackend();
  database = new DatabaseSync(join(backend.dataDir, 'data.db'));
});
afterAll(async () => {
  database.close();
  await backend.close();
});

it('a full disk refuses writes with a code of its own, and reads and the next writes go on', async () => {
  // What SQLite says then.
  database.exec(`CREATE TRIGGER no_room BEFORE INSERT ON leases
    BEGIN SELECT RAISE(ABORT, 'database or disk is full (13)'); END`);
  const reason = await tryWrite(backend.pb).then(null, (said: unknown) => said);
  expect(expectedFailure(reason)).toBe('the disk is full');
  expect(reason).toMatchObject({ status: 400 });
  expect(await latestChange(backend.pb)).toBeGreaterThanOrEqual(0);
  database.exec('DROP TRIGGER no_room');
  for (let times = 0; times < 2; times++) await tryWrite(backend.pb);
  const trials = database.prepare("SELECT count(*) AS rows FROM leases WHERE name = 'write-trial'").get();
  expect(trials?.['rows']).toBe(1);
});
