import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise, signInWithPassword } from '../../../src/data/identity/users.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { makeToken, tokenHolder } from '../../../src/server/account/api-tokens.ts';
import { requestCode, signInWithCode } from '../../../src/server/identity/sign-in-codes.ts';
import { confirmSignUp, createAccount, type SignUpParts } from '../../../src/server/identity/sign-up.ts';
import { openAfterAnswers } from '../../../src/server/jobs/after-answers.ts';
import { signUpMail } from '../../../src/server/notifications/account-mails.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { type Mailbox, openMailbox } from '../notifications/mailbox.ts';

/** Whoever signs up first with an address need not own it: its owner's first confirmation ends all that they hold. */

const password = 'a long enough password';
const SECRET = 'what the browser that signed up keeps';
let backend: TestBackend;
let mailbox: Mailbox;
let parts: SignUpParts;
const errors: unknown[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
  mailbox = await openMailbox();
  const smtp = { host: '127.0.0.1', port: mailbox.port, username: '', password: '', tls: false };
  await configurePocketBase(backend.pb, {
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    google: null,
    smtp: { ...smtp, from: 'mail@guildhall.test' },
  });
  parts = {
    pb: backend.pb,
    backend: { url: backend.url, client: '203.0.113.7' },
    afterAnswers: openAfterAnswers((reason) => errors.push(reason)),
    mail: signUpMail({ siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall' }),
  };
});
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

const emailOf = (name: string) => `${name}@guildhall.test`;
/** What a mail to this name holds, by the newest that has it. */
async function mailed(name: string, pattern: RegExp): Promise<string> {
  const found = () =>
    mailbox.mails
      .filter(({ to }) => to?.some(({ address }) => address === emailOf(name)))
      .map(({ subject, text }) => pattern.exec(`${subject}\n${text}`)?.[1])
      .findLast((value) => value !== undefined);
  await expect.poll(found, { timeout: 5000 }).toBeDefined();
  return found() ?? '';
}

/** Signs up, and takes all that a password opens: a session and an API token. */
async function signUp(name: string) {
  const account = { username: name, email: emailOf(name), password };
  expect(
    await createAccount(parts, account, { secret: SECRET, redirect: '/shopping-cart' }, Date.now()),
  ).toMatchObject({ codeId: expect.any(String) });
  await parts.afterAnswers.settled();
  const { user, session } = await signInWithPassword(parts.backend, emailOf(name), password);
  const context = {
    pb: backend.pb,
    siteUrl: 'http://x.test',
    siteName: 'Guildhall',
    mailQueued: () => undefined,
  };
  const made = await makeToken(
    context,
    user,
    { name: 'mine', scopes: ['library.read'], days: 30 },
    Date.now(),
  );
  return {
    id: user.id,
    /** What still opens the account. */
    async opened() {
      const bySession = (await recognise(parts.backend, session.token)).state === 'known';
      const byPassword = await signInWithPassword(parts.backend, emailOf(name), password).then(
        () => true,
        () => false,
      );
      const byToken = (await tokenHolder(backend.pb, `Bearer ${made?.secret}`, Date.now())) !== null;
      const filter = backend.pb.filter('user = {:id}', { id: user.id });
      const bySignUp = (await backend.pb.collection('sign_ups').getFullList({ filter })).length > 0;
      return { bySession, byPassword, byToken, bySignUp };
    },
  };
}
const NOTHING = { bySession: false, byPassword: false, byToken: false, bySignUp: false };
const KEPT = { bySession: true, byPassword: true, byToken: true, bySignUp: false };

async function enterCode(name: string, secret: string | null) {
  const id = await requestCode(parts, emailOf(name), Date.now());
  const code = await mailed(name, /(\d{8}) is your code/);
  return signInWithCode(backend.pb, '203.0.113.8', { id, code, secret }, Date.now());
}
const linkOf = (name: string) => mailed(name, /token=([\w.-]+)/);

describe('who signed up with the address of somebody else', () => {
  it.each([null, 'the secret of another sign-up'])(
    'keeps nothing once its owner signs in by a mailed code, holding %j',
    async (secret) => {
      const name = secret === null ? 'by-code' : 'by-code-too';
      const stranger = await signUp(name);
      const owner = await enterCode(name, secret);
      expect(owner).toMatchObject({ endedEarlierAccess: true, user: { id: stranger.id, verified: true } });
      expect(await stranger.opened()).toEqual(NOTHING);
      expect((await recognise(parts.backend, owner?.session.token ?? '')).state).toBe('known');
    },
  );

  it.each([null, 'the secret of another sign-up'])(
    'keeps nothing once its owner opens the mailed link, holding %j',
    async (secret) => {
      const name = secret === null ? 'by-link' : 'by-link-too';
      const stranger = await signUp(name);
      const confirmed = await confirmSignUp(parts, { token: await linkOf(name), secret }, Date.now());
      expect(confirmed).toMatchObject({
        ...{ userId: stranger.id, redirect: '/shopping-cart', endedEarlierAccess: true, session: null },
      });
      const filter = backend.pb.filter('recordRef = {:id}', { id: stranger.id });
      expect(await backend.pb.collection('_authOrigins').getFullList({ filter })).toEqual([]);
      expect(await stranger.opened()).toEqual(NOTHING);
    },
  );

  it('keeps nothing where the engine is asked without the site', async () => {
    const stranger = await signUp('past-the-site');
    const token = await linkOf('past-the-site');
    const answer = await fetch(`${backend.url}/api/collections/users/confirm-verification`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(204);
    expect(await stranger.opened()).toEqual(NOTHING);
  });

  it('is not let in by a secret of a sign-up that is over', async () => {
    const stranger = await signUp('over');
    const row = await backend.pb.collection('sign_ups').getFirstListItem(`user = '${stranger.id}'`);
    await backend.pb.collection('sign_ups').update(row.id, { expiresAt: '2020-01-01 00:00:00.000Z' });
    expect(await enterCode('over', SECRET)).toMatchObject({ endedEarlierAccess: true });
    expect(await stranger.opened()).toEqual(NOTHING);
  });
});

describe('who signed up with their own address, in the same browser', () => {
  it('keeps session, password and tokens when they open the mailed link', async () => {
    const person = await signUp('honest-link');
    const confirmed = await confirmSignUp(
      parts,
      { token: await linkOf('honest-link'), secret: SECRET },
      Date.now(),
    );
    expect(confirmed).toMatchObject({ endedEarlierAccess: false, session: { user: { verified: true } } });
    expect(await person.opened()).toEqual(KEPT);
  });

  it('keeps session, password and tokens when they enter a mailed code', async () => {
    const person = await signUp('honest-code');
    expect(await enterCode('honest-code', SECRET)).toMatchObject({
      ...{ endedEarlierAccess: false, user: { verified: true } },
    });
    expect(await person.opened()).toEqual(KEPT);
  });

  it('loses nothing by later codes in any browser', async () => {
    const person = await signUp('later');
    await confirmSignUp(parts, { token: await linkOf('later'), secret: SECRET }, Date.now());
    expect(await enterCode('later', null)).toMatchObject({ endedEarlierAccess: false });
    expect(await person.opened()).toEqual(KEPT);
  });
});

it('a code that another request used up changes nothing', async () => {
  const person = await signUp('unused');
  const body = { user: person.id, code: newRecordId(), secret: null };
  const asked = backend.pb.send('/internal/session', { method: 'POST', body });
  await expect(asked).rejects.toMatchObject({ status: 409 });
  expect(await person.opened()).toEqual({ ...KEPT, bySignUp: true });
});

it('nothing failed after an answer', () => expect(errors).toEqual([]));
