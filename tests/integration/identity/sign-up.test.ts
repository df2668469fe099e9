import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recognise, signInWithPassword } from '../../../src/data/identity/users.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { signInWithCode } from '../../../src/server/identity/sign-in-codes.ts';
import {
  confirmSignUp,
  createAccount,
  SIGN_UP_SECONDS,
  type SignUpParts,
} from '../../../src/server/identity/sign-up.ts';
import { openAfterAnswers } from '../../../src/server/jobs/after-answers.ts';
import { signUpMail } from '../../../src/server/notifications/account-mails.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { type Mailbox, openMailbox } from '../notifications/mailbox.ts';

let backend: TestBackend;
let parts: SignUpParts;
beforeAll(async () => {
  backend = await openTestBackend();
  parts = {
    pb: backend.pb,
    backend: { url: backend.url, client: '203.0.113.7' },
    afterAnswers: openAfterAnswers((reason) => errors.push(reason)),
    mail: signUpMail({ siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall' }),
  };
});
const errors: unknown[] = [];
afterAll(async () => {
  await backend.close();
  expect(errors, 'nothing failed after an answer').toEqual([]);
});

const password = 'a long enough password';
const account = (username: string, name = username) => ({
  ...{ username, email: `${name}@guildhall.test`, password },
});
const SECRET = 'a secret of the browser';
const signUp = (input: ReturnType<typeof account>, redirect = '', secret = SECRET) =>
  createAccount(parts, input, { secret, redirect }, Date.now());
/** Signs up in a browser of its own. */
const signUpElsewhere = (input: ReturnType<typeof account>) => signUp(input, '', crypto.randomUUID());
/** The answer that every sign-up gets. */
const CODE = { codeId: expect.any(String) };
const usernames = async () =>
  (await backend.pb.collection('users').getFullList()).map(({ username }) => String(username));

it('sign-up answers the same for a taken address, and says when the name is taken', async () => {
  const mailbox = await openMail();
  expect(await signUp(account('first'))).toEqual(CODE);
  expect(await signUpElsewhere(account('second', 'first'))).toEqual(CODE);
  expect(await signUpElsewhere(account('first', 'third'))).toMatchObject({ isNameTaken: true });
  // A taken name is reported even where the address is taken too.
  expect(await signUpElsewhere(account('first'))).toMatchObject({ isNameTaken: true });
  expect(await signUp({ ...account('fourth'), email: 'no address' })).toMatchObject({
    isNameTaken: false,
  });
  const taken = ['first', 'second', 'third', 'fourth'];
  expect((await usernames()).filter((name) => taken.includes(name))).toEqual(['first']);
  await parts.afterAnswers.settled();
  await mailbox.close();
});

/** Lets the backend mail into a mailbox. */
async function openMail() {
  const mailbox = await openMailbox();
  const smtp = {
    host: '127.0.0.1',
    port: mailbox.port,
    username: '',
    password: '',
    tls: false,
    from: 'mail@guildhall.test',
  };
  const site = { siteUrl: 'http://127.0.0.1:4321', siteName: 'Guildhall', google: null };
  await configurePocketBase(backend.pb, { ...site, smtp });
  return mailbox;
}

/** The mails to this name: those of earlier tests, sent after their answers, may arrive between them. */
const mailsTo = ({ mails }: Mailbox, name: string) =>
  mails.filter(({ to }) => to?.some(({ address }) => address === `${name}@guildhall.test`));

it('the owner of a taken address gets a code, which signs them in to their own account', async () => {
  const mailbox = await openMail();
  await signUp(account('owner'));
  const subjects = () => mailsTo(mailbox, 'owner').map(({ subject }) => subject);
  await expect.poll(subjects).toHaveLength(1);
  const made = await signUpElsewhere(account('stranger', 'owner'));
  const codeId = 'codeId' in made ? made.codeId : '';
  await expect.poll(subjects).toHaveLength(2);
  expect(subjects()[1]).toContain('is your code');
  const code = /\d{8}/.exec(subjects()[1] ?? '')?.[0] ?? '';
  const entered = { id: codeId, code, secret: 'of the stranger' };
  const signedIn = await signInWithCode(backend.pb, '203.0.113.8', entered, Date.now());
  expect(signedIn?.user).toMatchObject({ username: 'owner', email: 'owner@guildhall.test' });
  await mailbox.close();
});

describe('who signs up again in the same browser', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMail();
  });
  afterAll(() => mailbox.close());

  /** The sign-up itself is stored after the answer. */
  const stored = (name: string) =>
    expect
      .poll(() => backend.pb.collection('sign_ups').getFullList({ filter: `user.username = '${name}'` }))
      .toHaveLength(1);

  it('gets the mail again, and the newer password counts', async () => {
    await signUp(account('again'));
    await stored('again');
    await expect.poll(() => mailsTo(mailbox, 'again')).toHaveLength(1);
    expect(await signUp({ ...account('again'), password: 'another long password' })).toEqual(CODE);
    // The link of the first mail is dead with the first password: the second is mailed at once.
    await expect.poll(() => mailsTo(mailbox, 'again')).toHaveLength(2);
    await expect(signInWithPassword(parts.backend, 'again@guildhall.test', password)).rejects.toThrow();
    const { user } = await signInWithPassword(parts.backend, 'again@guildhall.test', 'another long password');
    expect(user).toMatchObject({ username: 'again', verified: false });
  });

  it('mends a mistyped address and keeps their name; its link confirms the new address only', async () => {
    await signUp(account('mistyped', 'mistypde'));
    await stored('mistyped');
    await expect.poll(() => mailsTo(mailbox, 'mistypde')).toHaveLength(1);
    const old = /token=([\w.-]+)/.exec(mailsTo(mailbox, 'mistypde')[0]?.text ?? '')?.[1] ?? '';
    expect(await signUp(account('mistyped'))).toEqual(CODE);
    await expect.poll(() => mailsTo(mailbox, 'mistyped')).toHaveLength(1);
    await expect(confirmSignUp(parts, { token: old, secret: SECRET }, Date.now())).rejects.toThrow();
    const token = /token=([\w.-]+)/.exec(mailsTo(mailbox, 'mistyped')[0]?.text ?? '')?.[1] ?? '';
    const { session } = await confirmSignUp(parts, { token, secret: SECRET }, Date.now());
    expect(session?.user).toMatchObject({ username: 'mistyped', verified: true });
    // Once confirmed, the account is not changed by signing up any more.
    expect(await signUp(account('mistyped', 'somebody'))).toMatchObject({ isNameTaken: true });
  });

  it('cannot take the address of somebody else, who gets a code for their own account', async () => {
    await signUpElsewhere(account('settled'));
    await signUp(account('taker'));
    await stored('taker');
    expect(await signUp(account('taker', 'settled'))).toEqual(CODE);
    const subjects = () => mailsTo(mailbox, 'settled').map(({ subject }) => subject);
    await expect.poll(subjects).toHaveLength(2);
    const user = await backend.pb.collection('users').getFirstListItem("username = 'taker'");
    expect(user['email']).toBe('taker@guildhall.test');
  });
});

it('the code of the mail confirms the address and signs in, also without a password', async () => {
  const mailbox = await openMail();
  const made = await signUp({ ...account('coded'), password: '' }, '/shopping-cart');
  await expect.poll(() => mailsTo(mailbox, 'coded')).toHaveLength(1);
  const [mail] = mailsTo(mailbox, 'coded');
  const code = /^(\d{8}) confirms your address/.exec(mail?.subject ?? '')?.[1] ?? '';
  expect(mail?.text).toContain(code);
  expect(mail?.text).toMatch(/verify-email\?token=[\w.-]+$/m);
  const enter = (digits: string) =>
    signInWithCode(
      backend.pb,
      '203.0.113.9',
      { id: 'codeId' in made ? made.codeId : '', code: digits, secret: SECRET },
      Date.now(),
    );
  expect(await enter('00000000')).toBeNull();
  expect(await enter(code)).toMatchObject({
    ...{ user: { username: 'coded', verified: true }, endedEarlierAccess: false },
  });
  expect(await enter(code)).toBeNull();
  await mailbox.close();
});

describe('the mailed link', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMail();
  });
  afterAll(() => mailbox.close());

  /** Signs up and answers the token of the mail. */
  async function tokenOf(name: string, redirect: string): Promise<string> {
    await signUp(account(name), redirect);
    await expect.poll(() => mailsTo(mailbox, name)).toHaveLength(1);
    return /token=([\w.-]+)/.exec(mailsTo(mailbox, name)[0]?.text ?? '')?.[1] ?? '';
  }

  it('leads back to the cart, and signs in only the browser that signed up, once', async () => {
    const token = await tokenOf('from-the-cart', '/shopping-cart');
    const { session, redirect } = await confirmSignUp(parts, { token, secret: SECRET }, Date.now());
    expect(redirect).toBe('/shopping-cart');
    expect(session?.user).toMatchObject({ username: 'from-the-cart', verified: true });
    const known = await recognise(parts.backend, session?.session.token ?? '');
    expect(known.state).toBe('known');
    const again = await confirmSignUp(parts, { token, secret: SECRET }, Date.now()).catch(() => null);
    expect(again?.session ?? null).toBeNull();
  });

  it.each([null, 'another secret'])(
    'leads another browser to the sign-in page, holding %j',
    async (secret) => {
      const token = await tokenOf(secret === null ? 'no-secret' : 'wrong-secret', '/shopping-cart');
      const confirmed = await confirmSignUp(parts, { token, secret }, Date.now());
      expect(confirmed).toMatchObject({ redirect: '/shopping-cart', session: null });
    },
  );

  it('signs nobody in after a week', async () => {
    const token = await tokenOf('late', '/shopping-cart');
    const later = Date.now() + SIGN_UP_SECONDS * 1000 + 1;
    expect(await confirmSignUp(parts, { token, secret: SECRET }, later)).toMatchObject({
      redirect: '',
      session: null,
    });
  });

  it('confirms the address of a suspended user without signing them in', async () => {
    const token = await tokenOf('suspended', '/shopping-cart');
    const user = await backend.pb.collection('users').getFirstListItem("username = 'suspended'");
    await backend.pb.collection('users').update(user.id, { suspended: true });
    const confirmed = await confirmSignUp(parts, { token, secret: SECRET }, Date.now());
    expect(confirmed.session).toBeNull();
    await expect(signInWithPassword(parts.backend, 'suspended@guildhall.test', password)).rejects.toThrow();
  });
});
