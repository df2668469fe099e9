import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The local superuser: created once, in a file only its owner can read, never in an environment file. */
export function localServiceAccount(dataDir: string): { email: string; password: string } {
  const file = join(dataDir, 'service.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { email: string; password: string };
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') throw reason;
  }
  const account = { email: 'service@guildhall.test', password: randomBytes(24).toString('base64url') };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(account), { mode: 0o600 });
  return account;
}
