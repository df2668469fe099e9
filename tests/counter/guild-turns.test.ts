import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../src/data/guild-members.ts';
import { announcePause, leadGuild } from '../../src/data/guilds.ts';
import { callOffPause } from '../../src/server/guild-turns.ts';
import { reconcile } from '../../src/server/reconciler.ts';
import { openCounter, type TestCounter } from './counter.ts';
import { daysPass, joined, paidGuild, standingOf } from './guild-counter.ts';

let counter: TestCounter;

beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());

describe('a guild', () => {
  it('that pauses charges nobody in it, keeps the row, and goes on by itself; called off it is as ever', async () => {
    const pausing = await paidGuild(counter);
    const person = await joined(counter, pausing);
    const fileOf = async () =>
      (await membershipOfUser(counter.pb, person.id, pausing.id)) ?? expect.fail('no member');
    const due = (await fileOf()).nextChargeAt ?? 0;
    const pause = { from: due - 5 * 86_400_000, to: due + 5 * 86_400_000 };
    expect(await announcePause(counter.pb, pausing.id, pause, counter.now())).toBe(true);
    await reconcile(counter);
    expect((await fileOf()).nextChargeAt).toBeGreaterThan(pause.to);
    const told = await counter.pb.collection('mails').getFullList({ filter: "subject ~ 'pauses'" });
    expect(told.map((mail) => mail['to'])).toEqual([person.email]);
    expect(await callOffPause(counter, pausing.id)).toBe(true);
    expect((await fileOf()).nextChargeAt).toBe(due);
    await announcePause(counter.pb, pausing.id, pause, counter.now());
    await reconcile(counter);
    await daysPass(counter, 32);
    await reconcile(counter);
    const stateOf = async () => (await counter.pb.collection('guilds').getOne(pausing.id))['state'];
    expect(await stateOf()).toBe('paused');
    await daysPass(counter, 31);
    await reconcile(counter);
    expect(await stateOf()).toBe('live');
    const { months } = await standingOf(counter, pausing, person);
    expect(months.map((month) => month.split(' ')[1])).toEqual(['paid', 'skipped', 'paid']);
    expect((await fileOf()).streak).toBe(2);
  });

  it('that closes charges nobody again, and is closed when the last paid month is over', async () => {
    const closing = await paidGuild(counter);
    const person = await joined(counter, closing);
    await leadGuild(counter.pb, { id: closing.id, state: 'live' }, 'closing', counter.now());
    await reconcile(counter);
    expect((await standingOf(counter, closing, person)).state).toBe('cancelling');
    await daysPass(counter, 33);
    await reconcile(counter);
    expect(await standingOf(counter, closing, person)).toMatchObject({
      state: 'left',
      months: [expect.anything()],
    });
    expect((await counter.pb.collection('guilds').getOne(closing.id))['state']).toBe('closed');
  });
});
