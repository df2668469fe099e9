import PocketBase, { ClientResponseError } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendPushHint } from '../../src/data/notifications/live.ts';
import { LIVE_CONNECTIONS_MAX, type PushHint } from '../../src/domain/notifications/live.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';
import { type Listener, listen } from './listener.ts';

const NEWS: PushHint = { kind: 'read', conversationId: 'c', by: 'buyer', upTo: 3 };
const PASSWORD = 'a password of the tests';

let backend: TestBackend;
const people: Record<'wren' | 'mira', { id: string; token: string }> = {
  wren: { id: '', token: '' },
  mira: { id: '', token: '' },
};
const open: Listener[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
  for (const name of ['wren', 'mira'] as const) {
    const email = `${name}@guildhall.test`;
    const record = { email, username: name, password: PASSWORD, passwordConfirm: PASSWORD };
    const { id } = await backend.pb.collection('users').create(record);
    const { token } = await new PocketBase(backend.url).collection('users').authWithPassword(email, PASSWORD);
    people[name] = { id, token };
  }
});
afterAll(async () => {
  for (const listener of open) listener.close();
  await backend.close();
});

const hear = async (token: string, topic = 'inbox') => {
  const listener = await listen(backend.url, token, topic);
  open.push(listener);
  return listener;
};

describe('push messages', () => {
  it('reach every page of their user, and no other user', async () => {
    const wren = [await hear(people.wren.token), await hear(people.wren.token)];
    const mira = await hear(people.mira.token);
    const signedOut = await hear('');
    expect(signedOut.status).toBe(401);
    expect(await sendPushHint(backend.pb, [people.wren.id, people.wren.id, ''], NEWS)).toBe(2);
    for (const page of wren) expect(await page.first).toBe('inbox');
    expect(wren.map(({ said }) => said)).toEqual([[JSON.stringify(NEWS)], [JSON.stringify(NEWS)]]);
    // This is the first message that Mira receives.
    await sendPushHint(backend.pb, [people.mira.id], { ...NEWS, upTo: 4 });
    await mira.first;
    expect(mira.said).toEqual([JSON.stringify({ ...NEWS, upTo: 4 })]);
    expect(signedOut.heard).toEqual([]);
  });

  it('do not reach a user who has left', async () => {
    const { id, token } = people.mira;
    const before = await sendPushHint(backend.pb, [id], NEWS);
    const listener = await hear(token);
    expect(await sendPushHint(backend.pb, [id], NEWS)).toBe(before + 1);
    listener.close();
    await expect.poll(() => sendPushHint(backend.pb, [id], NEWS)).toBe(before);
  });

  it.each(['users/*', 'users', 'conversations/*', 'inbox/1', '@oauth2', 'anything'])(
    'use a single topic: %s is not found',
    async (topic) => {
      expect((await hear(people.wren.token, topic)).status).toBe(404);
      expect((await hear('', topic)).status).toBe(404);
    },
  );

  it('are limited to a number of pages per user', async () => {
    const { token } = people.wren;
    const answers: number[] = [];
    for (let page = 0; page < LIVE_CONNECTIONS_MAX + 1; page++) answers.push((await hear(token)).status);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(await sendPushHint(backend.pb, [people.wren.id], NEWS)).toBe(LIVE_CONNECTIONS_MAX);
  });

  it('can only be sent by the service', async () => {
    const asWren = new PocketBase(backend.url);
    asWren.authStore.save(people.wren.token, null);
    for (const pb of [asWren, new PocketBase(backend.url)]) {
      const refused = await sendPushHint(pb, [people.mira.id], NEWS).catch((reason: unknown) => reason);
      expect(refused).toBeInstanceOf(ClientResponseError);
      expect([401, 403]).toContain((refused as ClientResponseError).status);
    }
  });
});
