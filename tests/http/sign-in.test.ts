import { describe, expect, it } from 'vitest';
import { PASSWORD } from './people.ts';
import { callAction, freshAddress } from './request.ts';

/** Tries a password once for each address, all at the same time, and answers how often each status came. */
async function tries(addresses: string[]): Promise<Record<number, number>> {
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

/** The backend lets one address try 20 times in ten seconds; so many are too many even where ten seconds end meanwhile. */
const MANY = 45;

describe('behind a proxy', () => {
  it('everybody is counted by his own address, and not all by the one of the proxy', async () => {
    expect(await tries(Array.from({ length: MANY }, freshAddress))).toEqual({ 400: MANY });
  });

  it('whoever tried too often is told so, and not that his password is wrong', async () => {
    const counted = await tries(new Array<string>(MANY).fill(freshAddress()));
    expect(Object.keys(counted)).toEqual(['400', '429']);
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('reaches the actions: the eleventh try at one account is a try', async () => {
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
