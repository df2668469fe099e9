import { createDecipheriv, hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * PocketBase keeps its settings in the database, with the passwords of the mail server and the bucket. With a key it encrypts
 * them, so that a copy of the database, such as a replica's, does not hold them.
 */

/** The environment variable in which PocketBase finds the key. */
export const SETTINGS_KEY_NAME = 'POCKETBASE_SETTINGS_KEY';

/** The key of a machine: 32 characters, as PocketBase asks. @param password that of the service account */
export function settingsKeyOf(password: string): string {
  return Buffer.from(hkdfSync('sha256', password, '', 'settings of pocketbase', 24)).toString('base64url');
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whether settings as they are stored can be read: they are plain, or encrypted with this key. */
function isReadable(stored: string, key: string): boolean {
  if (stored.startsWith('{')) return true;
  try {
    // A JSON text, in Base64.
    const bytes = Buffer.from(stored.replaceAll('"', ''), 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytes.subarray(-TAG_BYTES));
    decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

/**
 * Deletes settings that were encrypted with another key, as after a restore on a machine with another service account:
 * PocketBase would not start. It makes new ones, and configure.ts fills them from the environment and BASE_SETTINGS.
 * PocketBase must not be running.
 * @param key "" where this machine has none. @returns whether there were such.
 */
export function forgetForeignSettings(dataDir: string, key: string): boolean {
  const file = join(dataDir, 'data.db');
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 10000');
    const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_params'").get();
    const row =
      isThere &&
      database.prepare("SELECT CAST(value AS TEXT) AS value FROM _params WHERE id = 'settings'").get();
    if (!row || isReadable(String(row['value']), key)) return false;
    database.exec("DELETE FROM _params WHERE id = 'settings'");
    return true;
  } finally {
    database.close();
  }
}
