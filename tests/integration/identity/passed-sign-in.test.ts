import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';

/** Signing in through the backend's own address, which the site passes on. */
const PASSWORD = 'a password of the tests';

let backend: TestBackend;
let front: TestFront;
beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend, { BEHIND_PROXY: '1' });
  for (const username of ['owner', 'other'])
    await backend.pb.collection('users').create({
      email: `${username}@guildhall.test`,
      username,
      password: PASSWORD,
      passwordConfirm: PASSWORD,
    });
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

function signIn(body: unknown, from = '192.0.2.1', more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${front.url}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...more },
    body: JSON.stringify(body),
  });
}

describe('the passed sign-in', () => {
  it('answers as the backend does', async () => {
    const answer = await signIn({ identity: 'owner@guildhall.test', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      token: expect.stringMatching(/\./),
      record: { username: 'owner', email: 'owner@guildhall.test' },
    });
    const wrong = await signIn({ identity: 'owner@guildhall.test', password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    null,
    [],
    'x',
    {},
    { identity: 'a' },
    { identity: ['a'], password: 'b' },
    { identity: 'a', password: 5 },
  ])('refuses %j', async (body) => {
    expect((await signIn(body)).status).toBe(400);
  });

  it('lets ten wrong passwords for one account pass, from whatever addresses', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 60; time++) {
      const wrong = { identity: 'other@guildhall.test', password: `wrong ${time}` };
      statuses.push((await signIn(wrong, `192.0.2.${10 + (time % 6)}`)).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    const right = await signIn({ identity: 'other@guildhall.test', password: PASSWORD }, '192.0.2.30');
    expect(right.status).toBe(429);
    // The sign-in page counts the same attempts, and a device that has signed in before is not locked out.
    const attempt = { account: 'other@guildhall.test', client: '192.0.2.31' };
    expect(await front.app.identity.signInLimits.minutesToWait('password', attempt)).not.toBeNull();
    let cookie = '';
    front.app.identity.knownDevices.mark(
      {
        set: (name, value) => {
          cookie = `${name}=${String(value)}`;
        },
      },
      null,
      attempt.account,
    );
    const known = await signIn({ identity: attempt.account, password: PASSWORD }, '192.0.2.32', { cookie });
    expect(known.status).toBe(200);
  });

  it('takes no more than 4 kB and nothing from other sites', async () => {
    expect((await signIn({ identity: 'a', password: 'b'.repeat(5000) })).status).toBe(413);
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await signIn({ identity: 'a', password: 'b' }, '192.0.2.1', elsewhere)).status).toBe(403);
  });
});
