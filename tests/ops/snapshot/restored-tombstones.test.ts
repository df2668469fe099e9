import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { delayDeletions } from '../../../src/ops/snapshot/restored-tombstones.ts';

const DAY = 86_400_000;

it('a restored database deletes nothing in its first day, and frees what a process was deleting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tombstones-'));
  try {
    await mkdir(join(folder, 'data'));
    const file = join(folder, 'data', 'data.db');
    const before = new DatabaseSync(file);
    before.exec(`CREATE TABLE tombstones (storageKey TEXT PRIMARY KEY, dueAt INTEGER, deleting TEXT);
      INSERT INTO tombstones VALUES ('due', 5, ''), ('taken', 7, 'gone'), ('later', ${3 * DAY}, '')`);
    before.close();
    delayDeletions(folder, DAY);
    const after = new DatabaseSync(file, { readOnly: true });
    expect(after.prepare('SELECT * FROM tombstones ORDER BY storageKey').all()).toMatchObject([
      { storageKey: 'due', dueAt: 2 * DAY, deleting: '' },
      { storageKey: 'later', dueAt: 3 * DAY, deleting: '' },
      { storageKey: 'taken', dueAt: 2 * DAY, deleting: '' },
    ]);
    after.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
