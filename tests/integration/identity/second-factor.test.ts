import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskAccess, giveRole, saveProof } from '../../../src/data/identity/roles.ts';
import { factorOfUser, withFactorRemoved } from '../../../src/data/identity/second-factors.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { AUTHENTICATOR, SET_UP_WITHIN_MS } from '../../../src/domain/identity/second-factor.ts';
import { factorSeal } from '../../../src/server/identity/authenticator.ts';
import { beginSetUp, enterFactor, finishSetUp } from '../../../src/server/identity/factor-entry.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const STEP_MS = AUTHENTICATOR.period * 1000;
const seal = factorSeal('the password of the service account');

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const parts = () => ({ pb: backend.pb, seal });

async function staff(username: string): Promise<{ id: string; username: string }> {
  const password = 'a long enough password';
  const { id } = await backend.pb
    .collection('users')
    .create({ username, email: `${username}@guildhall.test`, password, passwordConfirm: password });
  await giveRole(backend.pb, { userId: id, role: 'operator', givenBy: 'the test', now: NOW });
  return { id, username };
}

const codeOf = (secret: string, at: number) =>
  new TOTP({ ...AUTHENTICATOR, secret }).generate({ timestamp: at });

async function begun(person: { id: string; username: string }, now = NOW): Promise<string> {
  const answer = await beginSetUp(parts(), person, 'Guildhall', now);
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer.secret;
}

/** Sets up a factor at NOW. */
async function withFactor(username: string) {
  const person = await staff(username);
  const secret = await begun(person);
  const steps = transaction(backend.pb);
  const recovery = await finishSetUp(parts(), steps, person.id, codeOf(secret, NOW), NOW);
  if (!recovery) throw new Error('the factor was not set up');
  return { ...person, secret, recovery };
}

const enter = (userId: string, code: string, now: number) =>
  enterFactor(parts(), userId, { is: 'app', code }, now);
const recover = (userId: string, code: string) => enterFactor(parts(), userId, { is: 'recovery', code }, NOW);

describe('a second factor', () => {
  it('is set up with a right code of the newest secret, and once', async () => {
    const person = await staff('odile');
    const old = await begun(person);
    const secret = await begun(person);
    const finish = (code: string) => finishSetUp(parts(), transaction(backend.pb), person.id, code, NOW);
    expect(await finish(codeOf(old, NOW))).toBeNull();
    expect(await enter(person.id, codeOf(secret, NOW), NOW)).toBe('wrong');
    expect(await finish(codeOf(secret, NOW))).toHaveLength(10);
    expect(await finish(codeOf(secret, NOW + STEP_MS))).toBeNull();
    expect(await beginSetUp(parts(), person, 'Guildhall', NOW)).toHaveProperty('refusal');
    const stored = await factorOfUser(backend.pb, person.id);
    expect(stored).toMatchObject({ setUpAt: NOW, recoveryCodesLeft: 10 });
    expect(stored?.sealedSecret).not.toContain(secret);
  });

  it('is not set up by who comes after the seven days, nor without a role', async () => {
    const late = await staff('late');
    expect(await beginSetUp(parts(), late, 'Guildhall', NOW + SET_UP_WITHIN_MS + 1)).toHaveProperty(
      'refusal',
    );
    const gone = await staff('gone');
    await giveRole(backend.pb, { userId: gone.id, role: null, givenBy: 'the test', now: NOW });
    expect(await beginSetUp(parts(), gone, 'Guildhall', NOW)).toHaveProperty('refusal');
  });

  it('takes no code twice, whoever enters it and however often at once', async () => {
    const { id, secret } = await withFactor('replayed');
    // The code of the set-up itself is spent too.
    expect(await enter(id, codeOf(secret, NOW), NOW)).toBe('wrong');
    const later = NOW + 5 * STEP_MS;
    const code = codeOf(secret, later);
    const tries = await Promise.all(Array.from({ length: 8 }, () => enter(id, code, later)));
    expect(tries.filter((outcome) => outcome === 'right')).toHaveLength(1);
    expect(await enter(id, code, later + STEP_MS)).toBe('wrong');
    // Nor one of before.
    expect(await enter(id, codeOf(secret, later - STEP_MS), later)).toBe('wrong');
    expect(await enter(id, codeOf(secret, later + STEP_MS), later + STEP_MS)).toBe('right');
  });

  it('is nobody else’s', async () => {
    const [one, other] = [await withFactor('one'), await withFactor('other')];
    const later = NOW + 9 * STEP_MS;
    expect(await enter(other.id, codeOf(one.secret, later), later)).toBe('wrong');
    expect(await recover(other.id, one.recovery[0] ?? '')).toBe('wrong');
  });

  it('has recovery codes that are good once and stored as hashes', async () => {
    const { id, recovery } = await withFactor('recovering');
    const [code = ''] = recovery;
    const tries = await Promise.all([recover(id, code), recover(id, code)]);
    expect(tries.toSorted()).toEqual(['right', 'wrong']);
    expect((await factorOfUser(backend.pb, id))?.recoveryCodesLeft).toBe(9);
    const rows = await backend.pb.collection('recovery_codes').getFullList();
    for (const one of recovery) expect(JSON.stringify(rows)).not.toContain(one);
  });

  it('that was encrypted with another key lets recovery codes in', async () => {
    const { id, secret, recovery } = await withFactor('restored');
    const other = { pb: backend.pb, seal: factorSeal('another password') };
    const later = NOW + 5 * STEP_MS;
    const typed = { is: 'app' as const, code: codeOf(secret, later) };
    expect(await enterFactor(other, id, typed, later)).toBe('unreadable');
    const code = { is: 'recovery' as const, code: recovery[0] ?? '' };
    expect(await enterFactor(other, id, code, later)).toBe('right');
  });

  it('ends with its removal, with the sessions it opened and its codes, and a new one may be set up', async () => {
    const { id, username, secret, recovery } = await withFactor('removed');
    const proof = { userId: id, secretHash: 'd'.repeat(64), now: NOW };
    await saveProof(backend.pb, { ...proof, expiresAt: NOW + 1000 });
    expect(await deskAccess(backend.pb, proof)).toEqual({ role: 'operator', isConfirmed: true });
    const removed = NOW + 30 * SET_UP_WITHIN_MS;
    await withFactorRemoved(transaction(backend.pb), id, removed).run();
    expect(await deskAccess(backend.pb, proof)).toEqual({ role: 'operator', isConfirmed: false });
    expect(await enter(id, codeOf(secret, NOW + 9 * STEP_MS), NOW + 9 * STEP_MS)).toBe('wrong');
    expect(await recover(id, recovery[0] ?? '')).toBe('wrong');
    expect(await begun({ id, username }, removed)).not.toBe(secret);
  });

  it('goes with the role', async () => {
    const { id } = await withFactor('demoted');
    await giveRole(backend.pb, { userId: id, role: null, givenBy: 'the test', now: NOW });
    await giveRole(backend.pb, { userId: id, role: 'moderator', givenBy: 'the test', now: NOW });
    expect(await factorOfUser(backend.pb, id)).toMatchObject({ setUpAt: null, recoveryCodesLeft: 0 });
  });

  it('is set up anew where the role was given in the dashboard', async () => {
    const { id, username } = await staff('dashboard');
    await transaction(backend.pb).exec(sql`DELETE FROM roles WHERE user = {:id}`, { id }).run();
    await backend.pb.collection('roles').create({ user: id, role: 'operator', givenBy: 'the dashboard' });
    expect(await begun({ id, username }, Date.now())).toBeTruthy();
  });
});
