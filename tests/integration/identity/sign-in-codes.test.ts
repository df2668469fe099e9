import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recognise, renewTokenKey, signUp } from '../../../src/data/identity/users.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { configurePocketBase } from '../../../src/pocketbase/tools/configure.ts';
import {
  ENTRIES_MAX,
  JOINED_MS,
  type OwnPurpose,
  requestCode,
  requestOwnCode,
  signInWithCode,
  spendOwnCode,
} from '../../../src/server/identity/sign-in-codes.ts';
import { openAfterAnswers } from '../../../src/server/jobs/after-answers.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openMailbox } from '../notifications/mailbox.ts';

const CLIENT = '203.0.113.7';
const MINUTES = 60_000;
const password = 'a long enough password';

let backend: TestBackend;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
const errors: unknown[] = [];
const afterAnswers = openAfterAnswers((reason) => errors.push(reason));

beforeAll(async () => {
  backend = await openTestBackend();
  mailbox = await openMailbox();
  await configurePocketBase(backend.pb, {
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    google: null,
    smtp: {
      host: '127.0.0.1',
      port: mailbox.port,
      username: '',
      password: '',
      tls: false,
      from: 'mail@guildhall.test',
    },
  });
});
afterAll(async () => {
  await mailbox.close();
  await backend.close();
});

const person = (name: string) =>
  signUp({ url: backend.url, client: CLIENT }, { username: name, email: `${name}@guildhall.test`, password });

/** When a code that was mailed just now is not good for other requests any more. */
const soon = () => Date.now() + JOINED_MS + 1000;
/** Asks for a code and reads the mail. */
async function mailedCode(name: string, now = Date.now()): Promise<{ id: string; code: string }> {
  const before = mailbox.mails.length;
  const id = await requestCode({ pb: backend.pb, afterAnswers }, `${name}@guildhall.test`, now);
  await afterAnswers.settled();
  await expect.poll(() => mailbox.mails.length).toBe(before + 1);
  return { id, code: /^(\d{8}) is your code/.exec(mailbox.mails[before]?.subject ?? '')?.[1] ?? '' };
}
const enter = (id: string, code: string, now = Date.now()) =>
  signInWithCode(backend.pb, CLIENT, { id, code, secret: null }, now);
/** Another code of eight digits. */
const wrong = (code: string, by = 1) => String((Number(code) + by) % 10 ** 8).padStart(8, '0');

describe('a mailed code', () => {
  it('signs in once, with a session that the backend renews, and confirms the address', async () => {
    await person('mira');
    const { id, code } = await mailedCode('mira');
    const signedIn = await enter(id, code);
    expect(signedIn?.user).toMatchObject({ username: 'mira', verified: true });
    const renewed = await recognise({ url: backend.url, client: CLIENT }, signedIn?.session.token ?? '');
    expect(renewed.state === 'known' && renewed.person.user.id).toBe(signedIn?.user.id);
    expect(await enter(id, code)).toBeNull();
  });

  it('signs in once when it is entered twice at the same moment', async () => {
    await person('twice');
    const { id, code } = await mailedCode('twice');
    const outcomes = await Promise.all([enter(id, code), enter(id, code), enter(id, code)]);
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
  });

  it('is void after five wrong guesses, also for the right one', async () => {
    await person('guessed');
    const { id, code } = await mailedCode('guessed');
    for (let guess = 1; guess <= ENTRIES_MAX; guess++) expect(await enter(id, wrong(code, guess))).toBeNull();
    expect(await enter(id, code)).toBeNull();
    const other = await mailedCode('guessed', soon());
    expect(await enter(other.id, other.code)).not.toBeNull();
  });

  it('counts guesses that come at once', async () => {
    await person('rushed');
    const { id, code } = await mailedCode('rushed');
    await Promise.all(Array.from({ length: 20 }, (_, guess) => enter(id, wrong(code, guess + 1))));
    const row = await backend.pb.collection('sign_in_codes').getOne(id);
    expect(row['entries']).toBe(ENTRIES_MAX);
    expect(await enter(id, code)).toBeNull();
  });

  it('signs in within five minutes, and with its own id only', async () => {
    await person('slow');
    const asked = soon();
    const first = await mailedCode('slow');
    const second = await mailedCode('slow', asked);
    if (first.code !== second.code) expect(await enter(first.id, second.code)).toBeNull();
    expect(await enter(second.id, second.code, asked + 6 * MINUTES)).toBeNull();
    expect(await enter('no such code', second.code)).toBeNull();
    expect(await enter(second.id, second.code, asked + 4 * MINUTES)).not.toBeNull();
  });

  it('ends with all sessions of the account', async () => {
    const userId = await person('ended');
    const { id, code } = await mailedCode('ended');
    await renewTokenKey(backend.pb, userId);
    expect(await enter(id, code)).toBeNull();
  });

  it('does not sign a suspended user in', async () => {
    const userId = await person('suspended');
    const { id, code } = await mailedCode('suspended');
    await backend.pb.collection('users').update(userId, { suspended: true });
    await expect(enter(id, code)).rejects.toThrow();
  });
});

describe('a code that was mailed a moment ago', () => {
  const ask = async (name: string, now = Date.now()) => {
    const id = await requestCode({ pb: backend.pb, afterAnswers }, `${name}@guildhall.test`, now);
    await afterAnswers.settled();
    return id;
  };
  const mailsTo = (name: string) =>
    mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === `${name}@guildhall.test`));

  it('is good for whoever asks next, so that strangers can neither fill the mailbox nor void it', async () => {
    await person('sought');
    const stranger = await mailedCode('sought');
    const owner = await ask('sought');
    const others = await Promise.all(Array.from({ length: 5 }, () => ask('sought')));
    for (const id of [stranger.id, ...others])
      for (let guess = 1; guess <= ENTRIES_MAX; guess++)
        expect(await enter(id, wrong(stranger.code, guess))).toBeNull();
    expect(mailsTo('sought')).toHaveLength(1);
    expect(await enter(owner, stranger.code)).toMatchObject({ user: { username: 'sought' } });
    const [other = ''] = others;
    expect(await enter(other, stranger.code)).toBeNull();
  });

  it('is mailed once where two ask at the same moment, and anew after two minutes or once it is used', async () => {
    await person('again');
    await Promise.all([ask('again'), ask('again')]);
    await expect.poll(() => mailsTo('again').length).toBe(1);
    await ask('again', Date.now() + JOINED_MS + 1000);
    await expect.poll(() => mailsTo('again').length).toBe(2);
    await person('used');
    const first = await mailedCode('used');
    expect(await enter(first.id, first.code)).not.toBeNull();
    const second = await mailedCode('used');
    expect(await enter(second.id, second.code)).not.toBeNull();
  });

  it('is not good for the desk, nor one of the desk for signing in', async () => {
    const userId = await person('at-the-desk');
    await requestOwnCode({ pb: backend.pb, afterAnswers }, userId, 'set-up', Date.now());
    await afterAnswers.settled();
    await expect.poll(() => mailsTo('at-the-desk').length).toBe(1);
    await ask('at-the-desk');
    await expect.poll(() => mailsTo('at-the-desk').length).toBe(2);
  });
});

describe('an address that nobody has', () => {
  /** The paths asked of the backend before the answer, with what is made up left out. */
  async function askedBeforeAnswer(work: () => Promise<unknown>): Promise<string[]> {
    const asked: string[] = [];
    // A refusal before may have ended the service's own session.
    await backend.pb.collection('users').getList(1, 1);
    const fetched = transport.fetch;
    const spy = vi.spyOn(transport, 'fetch').mockImplementation((input, init) => {
      asked.push(`${init?.method} ${new URL(String(input)).pathname.replace(/[a-z0-9]{15}/, '{id}')}`);
      return fetched(input, init);
    });
    await work();
    const before = [...asked];
    await afterAnswers.settled();
    spy.mockRestore();
    return before;
  }

  it('is not known by the time of the answer: a code is hashed and mailed after it', async () => {
    await person('known');
    const ask = (name: string) => () =>
      requestCode({ pb: backend.pb, afterAnswers }, `${name}@guildhall.test`, Date.now());
    const known = await askedBeforeAnswer(ask('known'));
    const unknown = await askedBeforeAnswer(ask('nobody'));
    expect(unknown).toEqual(known);
    expect(known).toEqual(['POST /internal/tx']);
  });

  it('is not known by the time of the refusal: a wrong code costs the same', async () => {
    const before = mailbox.mails.length;
    const id = await requestCode({ pb: backend.pb, afterAnswers }, 'nobody@guildhall.test', Date.now());
    await afterAnswers.settled();
    expect(mailbox.mails).toHaveLength(before);
    const { id: knownId, code } = await mailedCode('known', soon());
    const unknown = await askedBeforeAnswer(() => enter(id, '12345678'));
    const known = await askedBeforeAnswer(() => enter(knownId, wrong(code)));
    expect(unknown).toEqual(known);
    expect(known).toHaveLength(2);
  });
});

it('nothing failed after an answer', () => expect(errors).toEqual([]));

describe('a code that a signed-in person confirms something with', () => {
  async function ownCode(userId: string, purpose: OwnPurpose): Promise<{ id: string; code: string }> {
    const before = mailbox.mails.length;
    const id = await requestOwnCode({ pb: backend.pb, afterAnswers }, userId, purpose, Date.now());
    await afterAnswers.settled();
    await expect.poll(() => mailbox.mails.length).toBe(before + 1);
    return { id, code: /^(\d{8}) is your code/.exec(mailbox.mails[before]?.subject ?? '')?.[1] ?? '' };
  }
  const spend = (userId: string, code: { id: string; code: string }, purpose: OwnPurpose = 'set-up') =>
    spendOwnCode(backend.pb, userId, purpose, code, Date.now());

  it('is good once, for the person it was mailed to, and signs nobody in', async () => {
    const odile = await person('odile');
    const magnus = await person('magnus');
    const mailed = await ownCode(odile, 'set-up');
    expect(await enter(mailed.id, mailed.code)).toBeNull();
    expect(await spend(magnus, mailed)).toBe(false);
    expect(await spend(odile, { ...mailed, code: wrong(mailed.code) })).toBe(false);
    expect(await spend(odile, mailed, 'step-up')).toBe(false);
    expect(await spend(odile, mailed)).toBe(true);
    expect(await spend(odile, mailed)).toBe(false);
  });

  it('is not one that was mailed for signing in', async () => {
    const userId = await person('gwen');
    expect(await spend(userId, await mailedCode('gwen'))).toBe(false);
  });
});
