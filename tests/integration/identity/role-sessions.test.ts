import PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveRole } from '../../../src/data/identity/roles.ts';
import { withResetAllowed } from '../../../src/data/identity/second-factors.ts';
import { openSession, recognise, signInWithPassword } from '../../../src/data/identity/users.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { ROLE_SESSION_SECONDS } from '../../../src/domain/identity/second-factor.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import { confirmReset, requestReset } from '../../../src/server/identity/password-reset.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openMailbox } from '../notifications/mailbox.ts';

const PASSWORD = 'a long enough password';
const CLIENT = '203.0.113.9';

let backend: TestBackend;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
beforeAll(async () => {
  backend = await openTestBackend();
  mailbox = await openMailbox();
  await configurePocketBase(backend.pb, {
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    google: null,
    smtp: {
      ...{ host: '127.0.0.1', port: mailbox.port, username: '', password: '' },
      ...{ tls: false, from: 'mail@guildhall.test' },
    },
  });
});
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

const asVisitor = () => ({ url: backend.url, client: CLIENT });
const emailOf = (name: string) => `${name}@guildhall.test`;

async function person(username: string): Promise<string> {
  const account = { username, email: emailOf(username), password: PASSWORD, passwordConfirm: PASSWORD };
  return (await backend.pb.collection('users').create({ ...account, verified: true })).id;
}

async function staff(username: string): Promise<string> {
  const userId = await person(username);
  await giveRole(backend.pb, { userId, role: 'operator', givenBy: 'the test', now: Date.now() });
  return userId;
}

/** When a token ends, in seconds since 1970. */
const endOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp;
const secondsLeft = (token: string) => endOf(token) - Date.now() / 1000;

describe('a session of somebody with a role', () => {
  it('ends after twelve hours, however it began', async () => {
    const id = await staff('odile');
    const byPassword = await signInWithPassword(asVisitor(), emailOf('odile'), PASSWORD);
    const byCode = await openSession(backend.pb, CLIENT, id);
    for (const { session } of [byPassword, byCode]) {
      expect(secondsLeft(session.token)).toBeLessThanOrEqual(ROLE_SESSION_SECONDS + 1);
      expect(secondsLeft(session.token)).toBeGreaterThan(ROLE_SESSION_SECONDS - 600);
    }
  });

  it('is not made longer by going on: what renews it gets the same end', async () => {
    await staff('magnus');
    const { session } = await signInWithPassword(asVisitor(), emailOf('magnus'), PASSWORD);
    const answer = await recognise(asVisitor(), session.token);
    expect(answer.state === 'known' && answer.person.session.token).toBe(session.token);
    // Programs renew it at the backend's own address.
    const program = new PocketBase(backend.url);
    program.authStore.save(session.token);
    expect(endOf((await program.collection('users').authRefresh()).token)).toBe(endOf(session.token));
  });

  it('that began before ends when the role is given, also in the dashboard', async () => {
    const [first, second] = [await person('first'), await person('second')];
    const sessions = await Promise.all(
      ['first', 'second'].map((name) => signInWithPassword(asVisitor(), emailOf(name), PASSWORD)),
    );
    await giveRole(backend.pb, { userId: first, role: 'moderator', givenBy: 'the test', now: Date.now() });
    await backend.pb
      .collection('roles')
      .create({ user: second, role: 'moderator', givenBy: 'the dashboard' });
    for (const { session } of sessions)
      expect(await recognise(asVisitor(), session.token)).toEqual({ state: 'refused' });
  });

  it('is a week for everybody else, from each renewal on', async () => {
    await person('tobias');
    const { session } = await signInWithPassword(asVisitor(), emailOf('tobias'), PASSWORD);
    expect(secondsLeft(session.token)).toBeGreaterThan(6 * 86_400);
    const answer = await recognise(asVisitor(), session.token);
    expect(answer.state === 'known' && endOf(answer.person.session.token)).toBeGreaterThanOrEqual(
      endOf(session.token),
    );
  });
});

describe('a new password by mail', () => {
  const NEW = 'another long enough password';
  const reset = (name: string) => requestReset(backend.pb, asVisitor(), emailOf(name), Date.now());
  const mailedToken = async (name: string): Promise<string> => {
    let token: string | undefined;
    await expect
      .poll(() => {
        const mail = mailbox.mails.findLast(({ to }) => to?.some(({ address }) => address === emailOf(name)));
        token = /token=([\w.-]+)/.exec(mail?.html ?? '')?.[1];
        return token;
      })
      .toBeTruthy();
    return token ?? '';
  };
  const confirm = (token: string) =>
    confirmReset(backend.pb, asVisitor(), { token, password: NEW }, Date.now());

  it('is not mailed to somebody with a role', async () => {
    await staff('ilse');
    const before = mailbox.mails.length;
    expect(await reset('ilse')).toHaveProperty('refusal');
    expect(mailbox.mails).toHaveLength(before);
  });

  it('is refused by a link that was mailed before they had the role', async () => {
    const id = await person('promoted');
    expect(await reset('promoted')).toBeNull();
    const token = await mailedToken('promoted');
    await backend.pb.collection('roles').create({ user: id, role: 'operator', givenBy: 'the test' });
    // The role ended the link; one that had survived would be refused by the rule.
    expect(await confirm(token)).toHaveProperty('refusal');
    await expect(signInWithPassword(asVisitor(), emailOf('promoted'), NEW)).rejects.toThrow();
  });

  it('is set once after another operator allowed it', async () => {
    const id = await staff('allowed');
    const now = Date.now();
    await withResetAllowed(transaction(backend.pb), { userId: id, until: now + 60_000, now }).run();
    expect(await reset('allowed')).toBeNull();
    expect(await confirm(await mailedToken('allowed'))).toEqual({ userId: id });
    expect((await signInWithPassword(asVisitor(), emailOf('allowed'), NEW)).user.id).toBe(id);
    expect(await reset('allowed')).toHaveProperty('refusal');
  });

  it('is set by its link for everybody else', async () => {
    const id = await person('wren');
    expect(await reset('wren')).toBeNull();
    expect(await confirm(await mailedToken('wren'))).toEqual({ userId: id });
  });

  it('is refused for a token that is none, without a fault', async () => {
    await expect(confirm('nonsense')).rejects.toThrow();
    expect(await requestReset(backend.pb, asVisitor(), 'nobody@guildhall.test', Date.now())).toBeNull();
  });
});
