import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** What a data folder was prepared for: by which program, and for which service account. */
export interface PreparedFor {
  binary: string;
  dataDir: string;
  migrationsDir: string;
  service: { email: string; password: string };
}

interface Stamp {
  /** Size and time of the program. A newer one may bring changes of its own. */
  program: string;
  salt: string;
  /** The account's password together with the hash that the database had of it, not to be read from either. */
  account: string;
}

const STAMP = 'prepared.json';

/**
 * Whether everything that `preparePocketBase` does is done: the database has each migration and the service account with
 * this password. The database itself is read, so a restored one, or an account that was changed by hand, is noticed.
 * PocketBase must not be running, or be this version of it. Unreadable means no.
 */
export async function isPrepared(wanted: PreparedFor): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(join(wanted.dataDir, STAMP), 'utf8')) as Stamp;
    if (stamp.program !== (await programOf(wanted.binary))) return false;
    const found = readDatabase(wanted);
    if (found.storedHash === null) return false;
    const files = (await readdir(wanted.migrationsDir)).filter((name) => name.endsWith('.js'));
    if (!files.every((name) => found.migrations.has(name))) return false;
    const account = await accountOf(wanted, found.storedHash, stamp.salt);
    return timingSafeEqual(Buffer.from(account, 'base64'), Buffer.from(stamp.account, 'base64'));
  } catch {
    return false;
  }
}

/** Notes that the folder is prepared. Where that fails, it is prepared again next time. */
export async function notePrepared(wanted: PreparedFor): Promise<void> {
  try {
    const { storedHash } = readDatabase(wanted);
    if (storedHash === null) return;
    const salt = randomBytes(16).toString('base64');
    const stamp: Stamp = {
      program: await programOf(wanted.binary),
      salt,
      account: await accountOf(wanted, storedHash, salt),
    };
    await writeFile(join(wanted.dataDir, STAMP), JSON.stringify(stamp), { mode: 0o600 });
  } catch {
    // A full disk, for example.
  }
}

async function programOf(binary: string): Promise<string> {
  const { size, mtimeMs } = await stat(binary);
  return `${size} ${mtimeMs}`;
}

async function accountOf({ service }: PreparedFor, storedHash: string, salt: string): Promise<string> {
  const key = (await promisify(scrypt)(`${service.password}\n${storedHash}`, salt, 32)) as Buffer;
  return key.toString('base64');
}

/** The applied migrations, and the stored hash of the service account's password; null without an account. */
function readDatabase({ dataDir, service }: PreparedFor): {
  migrations: Set<unknown>;
  storedHash: string | null;
} {
  const database = new DatabaseSync(join(dataDir, 'data.db'), { readOnly: true });
  try {
    const migrations = database.prepare('SELECT file FROM _migrations').all();
    const account = database.prepare('SELECT password FROM _superusers WHERE email = ?').get(service.email);
    return {
      migrations: new Set(migrations.map(({ file }) => file)),
      storedHash: account ? String(account['password']) : null,
    };
  } finally {
    database.close();
  }
}
