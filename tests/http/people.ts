import PocketBase, { type RecordModel } from 'pocketbase';
import { proofCookieOf } from '../../src/dev/proofs.ts';

/**
 * Who sends a request. The forgers hold a cookie that claims to be the buyer's, or more; "buyer from another site" is the
 * buyer's browser on a page of another site.
 */
export const PEOPLE = ['buyer', 'other buyer', 'seller', 'other seller', 'unverified'] as const;
export const FORGERS = [
  'unsigned token',
  'claimed superuser',
  'service token',
  'expired token',
  'no token',
] as const;
/**
 * People with a role at the operator desk; the last one has not entered the second factor in this session. They come into the tables of
 * the desk's own actions only.
 */
export const DESK_ROLES = ['moderator', 'operator', 'unconfirmed operator'] as const;
export type DeskRole = (typeof DESK_ROLES)[number];
export const ROLES = ['anonymous', ...FORGERS, ...PEOPLE, 'buyer from another site'] as const;
export type Person = (typeof PEOPLE)[number];
export type Role = (typeof ROLES)[number];

export const PASSWORD = 'a password of the tests';
export const emailOf = (name: string) => `${name.replaceAll(' ', '-')}@guildhall.test`;

interface Account {
  id: string;
  token: string;
  record: object;
}

/** Creates a user and signs them in. */
export async function signedInUser(pb: PocketBase, name: string, verified = true): Promise<Account> {
  const { id, email } = await createUser(pb, name, verified);
  return signIn(pb, id, String(email));
}

async function signIn(pb: PocketBase, id: string, email: string): Promise<Account> {
  const client = new PocketBase(pb.baseURL);
  const { token, record } = await client.collection('users').authWithPassword(email, PASSWORD);
  return { id, token, record };
}

/** The cookie of a new user who owns nothing. */
export async function newUserCookie(pb: PocketBase): Promise<string> {
  const record = await createUser(pb, `n-${crypto.randomUUID().slice(0, 8)}`, true);
  const client = await pb.collection('users').impersonate(record.id, 600);
  return cookieOf(client.authStore.token, record);
}

function createUser(pb: PocketBase, name: string, verified: boolean): Promise<RecordModel> {
  return pb.collection('users').create({
    email: emailOf(name),
    username: name.replaceAll(' ', '-'),
    password: PASSWORD,
    passwordConfirm: PASSWORD,
    verified,
  });
}

export const cookieOf = (token: unknown, record: object): string =>
  `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`;

/** Creates a user with a role and signs them in. Whoever is given a role later is signed out by it. */
export async function signedInStaff(
  pb: PocketBase,
  name: string,
  role: 'operator' | 'moderator',
): Promise<Account> {
  const { id, email } = await createUser(pb, name, true);
  await pb.collection('roles').create({ user: id, role, givenBy: 'the tests' });
  return signIn(pb, id, String(email));
}

/** The cookies of a new person with a role. */
export async function deskCookie(pb: PocketBase, role: DeskRole): Promise<string> {
  const { id, token, record } = await signedInStaff(
    pb,
    role,
    role === 'moderator' ? 'moderator' : 'operator',
  );
  const session = `${cookieOf(token, record)}; ${await proofCookieOf(pb, id, 'fresh')}`;
  return role === 'unconfirmed operator' ? session : `${session}; ${await proofCookieOf(pb, id, 'desk')}`;
}
const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** The cookie of each forger: of this user's account, or of the service account. */
export async function forgedCookies(
  pb: PocketBase,
  { id, token, record }: Account,
): Promise<Record<(typeof FORGERS)[number], string>> {
  const [, claims = ''] = token.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const superuser = { ...record, collectionName: '_superusers', collectionId: 'pbc_3142635823' };
  const short = await pb.collection('users').impersonate(id, 1);
  const expired = short.authStore.token;
  await waitForExpiry(pb.baseURL, expired);
  return {
    'unsigned token': cookieOf(`${part({ alg: 'none', typ: 'JWT' })}.${claims}.x`, record),
    'claimed superuser': cookieOf(
      `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...payload, collectionId: 'pbc_3142635823' })}.c2lnbmVk`,
      superuser,
    ),
    'service token': cookieOf(pb.authStore.token, superuser),
    'expired token': cookieOf(expired, record),
    'no token': cookieOf(['a', 'b', 'c'], record),
  };
}

/** Waits until the backend refuses a token that lives for one second. */
async function waitForExpiry(url: string, token: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/api/collections/users/auth-refresh`, {
      method: 'POST',
      headers: { authorization: token },
    });
    if (answer.status === 401) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the short-lived token does not expire');
}
