import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadSetting, readSettings, type Settings } from '../server/app/settings.ts';

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

/**
 * The settings by which a process without a database of its own signs in to the backend. On the backend's own machine the
 * local account is found in its data folder.
 * @throws BadSetting where the address or the password is missing.
 */
export function backendSettings(
  env: Record<string, string | undefined>,
  root: string,
): Record<'POCKETBASE_URL' | 'POCKETBASE_EMAIL' | 'POCKETBASE_PASSWORD', string> {
  const { pocketbase, dataDir } = settingsOfSite(env, root);
  const isLocal = pocketbase.password === '' && existsSync(join(dataDir, 'service.json'));
  const { email, password } = isLocal ? localServiceAccount(dataDir) : pocketbase;
  if (password === '')
    throw new BadSetting('POCKETBASE_PASSWORD must be the password of the backend’s service account.');
  return { POCKETBASE_URL: pocketbase.url, POCKETBASE_EMAIL: email, POCKETBASE_PASSWORD: password };
}

/** The settings of a process without a database of its own. What is missing is listed together. @throws BadSetting */
function settingsOfSite(env: Record<string, string | undefined>, root: string): Settings {
  const wrong = env['POCKETBASE_URL']?.trim()
    ? []
    : [
        'POCKETBASE_URL must name the backend that npm run backend has started, such as http://127.0.0.1:8090.',
      ];
  try {
    const settings = readSettings(env, root);
    if (wrong.length === 0) return settings;
  } catch (reason) {
    if (!(reason instanceof BadSetting)) throw reason;
    wrong.push(reason.message);
  }
  throw new BadSetting(wrong.join('\n'));
}
