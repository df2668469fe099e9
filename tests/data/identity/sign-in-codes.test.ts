import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignCode, countEntry, createCode, spendCode } from '../../../src/data/identity/sign-in-codes.ts';
import { openSessionByCode, signUp } from '../../../src/data/identity/users.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const CLIENT = '203.0.113.7';
const NOW = Date.UTC(2027, 4, 1);

let backend: TestBackend;
const people: Record<string, string> = {};
beforeAll(async () => {
  backend = await openTestBackend();
  for (const username of ['mira', 'odile'])
    people[username] = await signUp(
      { url: backend.url, client: CLIENT },
      { username, email: `${username}@guildhall.test`, password: 'a long enough password' },
    );
});
afterAll(() => backend.close());

/** A code of this person that is good until a minute after `NOW`. */
async function codeOf(name: string): Promise<string> {
  const id = newRecordId();
  await createCode(backend.pb, { id, codeHash: 'a'.repeat(64), now: NOW, expiresAt: NOW + 60_000 });
  await assignCode(backend.pb, id, people[name] ?? '');
  return id;
}
const entry = (id: string, now = NOW) => countEntry(backend.pb, id, { most: 5, now });
const spend = (id: string, name: string) => spendCode(backend.pb, id, people[name] ?? '');
const openedBy = (code: string, name: string) =>
  openSessionByCode(backend.pb, CLIENT, { userId: people[name] ?? '', code, secret: null });

describe('a code', () => {
  it('is used up by the person it was mailed to, and by nobody else', async () => {
    const id = await codeOf('mira');
    expect(await spend(id, 'odile')).toBe(false);
    expect(await spend(id, 'mira')).toBe(true);
    expect(await spend(id, 'mira')).toBe(false);
  });

  it('is used up once by requests that come at once', async () => {
    const id = await codeOf('mira');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => spend(id, 'mira')));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('opens a session of the person it was mailed to, and of nobody else', async () => {
    const id = await codeOf('mira');
    expect(await openedBy(id, 'odile')).toBeNull();
    expect(await openedBy(id, 'mira')).toMatchObject({ user: { username: 'mira' } });
  });

  it('that is entered twice at once opens one session', async () => {
    const id = await codeOf('odile');
    // Both have passed the count of entries: only using it up tells them apart.
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => openedBy(id, 'odile')));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await openedBy(id, 'odile')).toBeNull();
  });

  it('is good up to the moment at which it expires, and five times', async () => {
    const id = await codeOf('mira');
    expect(await entry(id, NOW + 60_001)).toBeNull();
    for (let time = 0; time < 5; time++)
      expect(await entry(id, NOW + 60_000)).toMatchObject({ id, userId: people['mira'] });
    expect(await entry(id)).toBeNull();
  });
});
