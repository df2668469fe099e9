import type { ActionAPIContext } from 'astro:actions';
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../src/actions/identity/session.ts';
import { transport } from '../../../src/data/kernel/transport.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';

/** The time of an answer told who has an account. What is counted here is the work before the answer. */
type Handler = (input: object, context: ActionAPIContext) => Promise<unknown>;
const PASSWORD = 'a password of the tests';

let backend: TestBackend;
let front: TestFront;
beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend);
  await backend.pb.collection('users').create({
    email: 'known@guildhall.test',
    username: 'known',
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  });
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

const asked: string[] = [];
/** Tells what an action asks from what jobs of the app ask meanwhile. */
const inAction = new AsyncLocalStorage<true>();
let clients = 0;
beforeEach(() => {
  const fetched = transport.fetch;
  const spy = vi.spyOn(transport, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(String(input));
    if (inAction.getStore() && /users|health|internal\/(code|sign-up|session)/.test(pathname))
      asked.push(`${init?.method} ${pathname}`);
    return fetched(input, init);
  });
  return () => spy.mockRestore();
});

/** Calls an action as an anonymous visitor. Returns its answer, and what it asked of the backend before it. */
async function call(action: keyof typeof session, input: object) {
  clients += 1;
  await backend.pb.collection('users').getList(1, 1);
  asked.length = 0;
  const context = {
    locals: { app: front.app, pb: front.app.pb, client: `203.0.113.${clients}`, user: null, session: null },
    cookies: { set: () => undefined, get: () => undefined, delete: () => undefined },
    request: new Request('http://127.0.0.1/'),
    url: new URL('http://127.0.0.1/signup?redirect=/shopping-cart'),
  } as unknown as ActionAPIContext;
  const { handler } = session[action] as unknown as { handler: Handler };
  const answer = await inAction.run(true, () =>
    handler(input, context).catch((reason: Error) => reason.message),
  );
  const before = [...asked];
  await front.app.afterAnswers.settled();
  return { answer, before };
}

const emails = { known: 'known@guildhall.test', unknown: 'nobody@guildhall.test' };

it.each([
  ['requestPasswordReset', {}, ['GET /api/health']],
  ['requestVerification', {}, ['GET /api/health']],
  ['requestCode', {}, []],
  // The backend hashes a password for an unknown address, too.
  ['signIn', { password: 'wrong' }, ['POST /api/collections/users/auth-with-password']],
] as const)('%s does not tell by its time who has an account', async (action, more, calls) => {
  const known = await call(action, { email: emails.known, ...more });
  const unknown = await call(action, { email: emails.unknown, ...more });
  expect(unknown.before).toEqual(known.before);
  expect(known.before).toEqual(calls);
  const plain = (answer: unknown) => (typeof answer === 'string' ? answer : Object.keys(Object(answer)));
  expect(plain(unknown.answer)).toEqual(plain(known.answer));
});

it('signUp mails after it has answered, for a free address and for a taken one', async () => {
  const taken = await call('signUp', { email: emails.known, username: 'one', password: PASSWORD });
  const free = await call('signUp', { email: 'free@guildhall.test', username: 'two', password: PASSWORD });
  expect(free.before).toEqual(['POST /api/collections/users/records']);
  expect(taken.before).toEqual(free.before);
  const otpId = expect.any(String);
  expect([taken.answer, free.answer]).toEqual([
    { email: emails.known, otpId },
    { email: 'free@guildhall.test', otpId },
  ]);
});
