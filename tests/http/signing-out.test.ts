import { expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { newUserCookie } from './people.ts';
import { callAction, request, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

it('signing out clears the browser’s cache, but neither all cookies nor the storage', async () => {
  // A user of their own: the buyer of the other tests stays signed in.
  const headers = { cookie: await newUserCookie(pb) };
  const answers = [
    await request('buyer', paths.signedOut(), { method: 'POST', headers }),
    await callAction('buyer', 'session.signOut', {}, { form: true, headers }),
  ];
  for (const { headers } of answers) {
    // Neither all cookies, which would forget the device, nor the storage, which holds the cart.
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(headers.get('cache-control')).toContain('no-store');
  }
  // The log-out in the browser may be told late, when somebody has signed in again.
  const told = await request('anonymous', paths.signedOut(), { method: 'POST' });
  expect(told.headers.getSetCookie()).toEqual([]);
});

it('another answer does not empty the cache', async () => {
  const answer = await callAction(
    'buyer',
    'session.signIn',
    { email: 'nobody@guildhall.test' },
    { form: true },
  );
  expect(answer.headers.get('clear-site-data')).toBeNull();
});
