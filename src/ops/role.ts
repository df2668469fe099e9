import { fileURLToPath } from 'node:url';
import { giveRole } from '../data/identity/roles.ts';
import { userIdOfEmail } from '../data/identity/users.ts';
import { serviceClient } from '../data/kernel/client.ts';
import { ROLES, type Role } from '../domain/identity/role.ts';
import { readSettings } from '../server/app/settings.ts';
import { localServiceAccount } from './service-account.ts';

/** `npm run role -- <e-mail> operator|moderator|none`: gives a person a role, or takes it away, while the stack runs. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'Write: npm run role -- <e-mail> operator|moderator|none';

async function setRole([email = '', wanted = '']: readonly string[]): Promise<void> {
  const role: Role | null | undefined = wanted === 'none' ? null : ROLES.find((known) => known === wanted);
  if (email === '' || role === undefined) throw new Error(USAGE);
  const settings = readSettings(process.env, ROOT);
  const { url, secret, email: serviceEmail, password } = settings.pocketbase;
  const service = password === '' ? localServiceAccount(settings.dataDir) : { email: serviceEmail, password };
  const pb = serviceClient({ url, secret, ...service });
  const userId = await userIdOfEmail(pb, email);
  if (userId === null) throw new Error(`Nobody has the address ${email}; they sign up first.`);
  await giveRole(pb, { userId, role, givenBy: 'npm run role', now: Date.now() });
  console.log(role === null ? `${email} has no role any more.` : `${email} is a ${role} now.`);
}

setRole(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
