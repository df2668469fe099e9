import { fileURLToPath } from 'node:url';
import type PocketBase from 'pocketbase';
import { deskTransaction, giveRole, withDeed } from '../data/identity/roles.ts';
import { withFactorRemoved, withResetAllowed } from '../data/identity/second-factors.ts';
import { userIdOfEmail } from '../data/identity/users.ts';
import { serviceClient } from '../data/kernel/client.ts';
import { refusalOf } from '../data/kernel/refusal.ts';
import { ROLES, type Role } from '../domain/identity/role.ts';
import { RESET_ALLOWED_MS } from '../domain/identity/second-factor.ts';
import { readSettings } from '../server/app/settings.ts';
import { localServiceAccount } from './service-account.ts';

/**
 * `npm run role -- <e-mail> operator|moderator|none|password|factor`, while the stack runs: gives a person a role or takes it
 * away; lets somebody with a role set a new password by mail, or removes their second factor.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'Write: npm run role -- <e-mail> operator|moderator|none|password|factor';
const RESTORED = {
  password: 'may set a new password by mail within a day: they ask for it on the login page.',
  factor: 'has no second factor any more: at their next visit to the operator desk they set one up.',
} as const;

async function setRole([email = '', wanted = '']: readonly string[]): Promise<void> {
  const restored = wanted === 'password' || wanted === 'factor' ? wanted : null;
  const role: Role | null | undefined = wanted === 'none' ? null : ROLES.find((known) => known === wanted);
  if (email === '' || (role === undefined && restored === null)) throw new Error(USAGE);
  const settings = readSettings(process.env, ROOT);
  const { url, secret, email: serviceEmail, password } = settings.pocketbase;
  const service = password === '' ? localServiceAccount(settings.dataDir) : { email: serviceEmail, password };
  const pb = serviceClient({ url, secret, ...service });
  const userId = await userIdOfEmail(pb, email);
  if (userId === null) throw new Error(`Nobody has the address ${email}; they sign up first.`);
  if (restored !== null) {
    await restore(pb, userId, restored);
    console.log(`${email} ${RESTORED[restored]}`);
    return;
  }
  await giveRole(pb, { userId, role: role ?? null, givenBy: 'npm run role', now: Date.now() });
  console.log(
    role === null
      ? `${email} has no role any more.`
      : `${email} is a ${role} now. They sign in again, and set up their second factor within seven days.`,
  );
}

async function restore(pb: PocketBase, userId: string, what: 'password' | 'factor'): Promise<void> {
  const now = Date.now();
  const shell = { id: '', name: 'npm run role', role: 'operator' as const };
  const deed = { deed: 'access.restore', collection: 'users', record: userId, detail: what };
  const steps = withDeed(deskTransaction(pb, shell), deed, now);
  if (what === 'factor') withFactorRemoved(steps, userId, now);
  else withResetAllowed(steps, { userId, until: now + RESET_ALLOWED_MS, now });
  if ((await refusalOf(steps, ['not-found'])) !== null)
    throw new Error('They have no role: they can set a new password by mail themselves.');
}

setRole(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
