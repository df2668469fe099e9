import { describe, expect, it } from 'vitest';
import { PASSWORD } from './people.ts';
import { callAction, freshAddress } from './request.ts';

/** Tries to sign in once from each IP address, all at once; returns how often each status was answered. */
async function attempts(addresses: string[]): Promise<Record<number, number>> {
  const statuses = await Promise.all(
    addresses.map(async (address) => {
      const input = { email: `${crypto.randomUUID()}@guildhall.test`, password: PASSWORD };
      const headers = { 'x-forwarded-for': `192.0.2.1, ${address}` };
      const answer = await callAction('anonymous', 'session.signIn', input, { form: true, headers });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const counted: Record<number, number> = {};
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

/** The backend allows 20 attempts in 10 s from one address; this is too many even across two such windows. */
const MANY = 45;

describe('behind a proxy', () => {
  it('sign-in attempts are limited by the client’s address, not the proxy’s', async () => {
    expect(await attempts(Array.from({ length: MANY }, freshAddress))).toEqual({ 400: MANY });
  });

  it('too many attempts are answered with 429 instead of a wrong password', async () => {
    const counted = await attempts(new Array<string>(MANY).fill(freshAddress()));
    expect(Object.keys(counted)).toEqual(['400', '429']);
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('lifts the actions’ own limit of ten attempts for one account', async () => {
    const input = { email: 'nobody@guildhall.test', password: PASSWORD };
    const statuses = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const answer = await callAction('anonymous', 'session.signIn', input, { form: true });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});
