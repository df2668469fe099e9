import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { BackendTemplate } from '../../../src/dev/backend-template.ts';
import { freePort } from '../../../src/ops/ports.ts';
import { type Served, servePrepared } from '../../../src/pocketbase/tools/serve.ts';

/** A running PocketBase of the tests. */
export interface Engine {
  served: Served;
  /** Its own folder, with that of its database inside. */
  folder: string;
  dataDir: string;
  /** Its database beside it. Kept open: who opens one reads the whole schema. */
  database: DatabaseSync;
  /** The token of its superuser, once one has signed in: the next user of the engine goes on with it. */
  token: string;
}

/** The engine collects garbage when its memory has grown fivefold: it lives for minutes and holds little. */
const LAZY = { GOGC: '400' };
const DATABASE = 'data.db';
const PID = 'pid';

/** All engines of this worker. */
const running = new Set<Engine>();
/** Those that were given back. To start one takes half a second of computing, to empty one a tenth of that. */
const resting: Engine[] = [];
/** The database of the template, once it was needed. */
let original: ReturnType<typeof originalOf> | null = null;
process.once('exit', () => {
  for (const { served } of running) served.child.kill('SIGKILL');
});

/**
 * @param parent the folder in which its own is made
 * @param database a copy of another engine's database to begin with; empty without one
 */
export async function startEngine(
  template: BackendTemplate,
  parent: string,
  database?: string,
): Promise<Engine> {
  const folder = await mkdtemp(join(parent, 'backend-'));
  const dataDir = join(folder, 'data');
  await cp(template.dataDir, dataDir, { recursive: true });
  if (database) await cp(database, join(dataDir, DATABASE));
  const served = await servePrepared({ ...template, dataDir, port: await freePort(), env: LAZY });
  await writeFile(join(folder, PID), String(served.child.pid));
  const engine = {
    served,
    folder,
    dataDir,
    database: new DatabaseSync(join(dataDir, DATABASE), { defensive: false }),
    token: '',
  };
  running.add(engine);
  return engine;
}

/** An engine as good as new: one that was given back and is emptied, or else a new one. */
export async function takeEngine(template: BackendTemplate, parent: string): Promise<Engine> {
  for (let engine = resting.pop(); engine; engine = resting.pop()) {
    if (await emptied(engine, template)) return engine;
    await endEngine(engine);
  }
  return startEngine(template, parent);
}

/** Gives back an engine that nobody asks any more. */
export async function giveBack(engine: Engine, template: BackendTemplate): Promise<void> {
  original ??= originalOf(template);
  if (heldInMemory(engine.database) === original.inMemory) resting.push(engine);
  else await endEngine(engine);
}

export async function endEngine(engine: Engine): Promise<void> {
  running.delete(engine);
  engine.database.close();
  await engine.served.stop('SIGKILL');
  await rm(engine.folder, { recursive: true, force: true });
}

/** Ends the engines that their workers have left behind, and deletes all folders. */
export async function endAll(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    try {
      process.kill(Number(readFileSync(join(parent, name, PID), 'utf8')), 'SIGKILL');
    } catch {
      // It has ended, or was never served.
    }
  }
  await rm(parent, { recursive: true, force: true });
}

/**
 * Copies the template's database over that of a running engine. Whether it could be done. The version of the schema is set
 * back to what it was: with another the engine reads the whole schema anew on each of its connections, which takes longer
 * than the copy.
 */
async function emptied({ database, dataDir, folder }: Engine, template: BackendTemplate): Promise<boolean> {
  for (const files of [join(dataDir, 'storage'), join(folder, 'models')])
    await rm(files, { recursive: true, force: true });
  original ??= originalOf(template);
  try {
    await backup(original.database, join(dataDir, DATABASE), { rate: ALL_PAGES });
    database.exec(`PRAGMA schema_version = ${original.schemaVersion}`);
    return true;
  } catch {
    return false;
  }
}

/** More pages than a database of the tests has, so that it is copied in one step. */
const ALL_PAGES = 1_000_000;

function originalOf({ dataDir }: BackendTemplate) {
  const database = new DatabaseSync(join(dataDir, DATABASE), { readOnly: true });
  const version = database.prepare('PRAGMA schema_version').get() as { schema_version: number };
  return { database, schemaVersion: version.schema_version, inMemory: heldInMemory(database) };
}

/** What an engine has in its memory, too: settings, collections, its superuser. Whoever has changed that has used the engine up. */
function heldInMemory(database: DatabaseSync): string {
  return JSON.stringify([
    database.prepare('SELECT id, value FROM _params ORDER BY id').all(),
    database.prepare('SELECT id, name, updated FROM _collections ORDER BY id').all(),
    database.prepare('SELECT id, email, password, tokenKey FROM _superusers ORDER BY id').all(),
  ]);
}
