import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { announcePause, changeGuildState } from '../../../src/data/guild/guilds.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { cancelPause } from '../../../src/server/guild/guild-pauses.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { daysPass, joined, paidGuild, standingOf } from './guild-commerce.ts';

let commerce: TestCommerce;

beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

describe('a guild', () => {
  it('that pauses charges nobody in it, keeps the row, and goes on by itself; called off it is as ever', async () => {
    const pausing = await paidGuild(commerce);
    const person = await joined(commerce, pausing);
    const fileOf = async () =>
      (await membershipOfUser(commerce.pb, person.id, pausing.id)) ?? expect.fail('no member');
    const due = (await fileOf()).nextChargeAt ?? 0;
    const pause = { from: due - 5 * 86_400_000, to: due + 5 * 86_400_000 };
    expect(await announcePause(commerce.pb, pausing.id, pause, commerce.now())).toBe(true);
    await reconcile(commerce);
    expect((await fileOf()).nextChargeAt).toBeGreaterThan(pause.to);
    const told = await commerce.pb.collection('mails').getFullList({ filter: "subject ~ 'pauses'" });
    expect(told.map((mail) => mail['to'])).toEqual([person.email]);
    expect(await cancelPause(commerce, pausing.id)).toBe(true);
    expect((await fileOf()).nextChargeAt).toBe(due);
    await announcePause(commerce.pb, pausing.id, pause, commerce.now());
    await reconcile(commerce);
    await daysPass(commerce, 32);
    await reconcile(commerce);
    const stateOf = async () => (await commerce.pb.collection('guilds').getOne(pausing.id))['state'];
    expect(await stateOf()).toBe('paused');
    await daysPass(commerce, 31);
    await reconcile(commerce);
    expect(await stateOf()).toBe('live');
    const { months } = await standingOf(commerce, pausing, person);
    expect(months.map((month) => month.split(' ')[1])).toEqual(['paid', 'skipped', 'paid']);
    expect((await fileOf()).streak).toBe(2);
  });

  it('that closes charges nobody again, and is closed when the last paid month is over', async () => {
    const closing = await paidGuild(commerce);
    const person = await joined(commerce, closing);
    await changeGuildState(commerce.pb, { id: closing.id, state: 'live' }, 'closing', commerce.now());
    await reconcile(commerce);
    expect((await standingOf(commerce, closing, person)).state).toBe('cancelling');
    await daysPass(commerce, 33);
    await reconcile(commerce);
    expect(await standingOf(commerce, closing, person)).toMatchObject({
      state: 'left',
      months: [expect.anything()],
    });
    expect((await commerce.pb.collection('guilds').getOne(closing.id))['state']).toBe('closed');
  });
});
