import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropOldTries } from '../../../src/data/identity/sign-in-tries.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { mailboxOf } from '../../../src/domain/notifications/addressed-mail.ts';
import { openSignInLimits } from '../../../src/server/identity/sign-in-limits.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());
beforeEach(() => transaction(backend.pb).exec(sql`DELETE FROM sign_in_tries`, {}).run());

/** The limits of a site that was started just now. @param now in ms. */
const ofSite = (now?: () => number) => openSignInLimits(true, backend.pb, undefined, now);

/** Makes a number of attempts and returns the last answer. */
async function tries(times: number, once: (time: number) => Promise<number | null>): Promise<number | null> {
  let said: number | null = null;
  for (let time = 0; time < times; time++) said = await once(time);
  return said;
}

const MIRA = 'mira@guildhall.test';
const at = (place: number) => `192.0.2.${place}`;

describe('wrong passwords for one account', () => {
  it('end after ten, however the address is written and wherever they come from', async () => {
    const limits = ofSite();
    const once = (time: number) =>
      limits.minutesToWait('password', {
        account: time % 2 ? 'Mira@Guildhall.test ' : MIRA,
        client: at(time),
      });
    expect(await tries(10, once)).toBeNull();
    expect(await once(10)).toBeGreaterThan(0);
    expect(
      await limits.minutesToWait('password', { account: 'ivo@guildhall.test', client: at(1) }),
    ).toBeNull();
  });

  it('start over after a successful sign-in', async () => {
    const limits = ofSite();
    const attempt = { account: MIRA, client: at(1) };
    await tries(10, () => limits.minutesToWait('password', attempt));
    await limits.forget('password', { ...attempt, account: 'MIRA@guildhall.test' });
    expect(await limits.minutesToWait('password', attempt)).toBeNull();
  });

  it('by strangers leave the owner mailed codes and links', async () => {
    const limits = ofSite();
    await tries(30, (time) => limits.minutesToWait('password', { account: MIRA, client: at(time) }));
    for (const way of ['code', 'code-entry', 'reset', 'confirmation'] as const)
      expect(await limits.minutesToWait(way, { account: MIRA, client: at(99) })).toBeNull();
  });

  it('by strangers leave the owner’s own device its tries', async () => {
    const limits = ofSite();
    const owner = { account: MIRA, client: at(1), device: 'hers' };
    await tries(300, (time) => limits.minutesToWait('password', { account: MIRA, client: at(time % 3) }));
    const once = () => limits.minutesToWait('password', owner);
    expect(await tries(10, once)).toBeNull();
    expect(await once()).toBeGreaterThan(0);
  });
});

describe('mails to one account', () => {
  it('are limited from one address, for each way and for all of them together', async () => {
    const limits = ofSite();
    const granted = { code: 0, reset: 0, verification: 0 };
    for (const way of ['code', 'reset', 'verification'] as const)
      for (let time = 0; time < 60; time++)
        if ((await limits.minutesToWait(way, { account: MIRA, client: at(way.length) })) === null)
          granted[way]++;
    // Each way has its limit, and all share one: six mails in ten minutes.
    expect(granted).toEqual({ code: 5, reset: 1, verification: 0 });
  });

  it('can still be asked for from elsewhere, up to six, and by the owner’s own device', async () => {
    const limits = ofSite();
    let granted = 0;
    for (let time = 0; time < 60; time++)
      if ((await limits.minutesToWait('code', { account: MIRA, client: at(time % 6) })) === null) granted++;
    expect(granted).toBe(6);
    expect(await limits.minutesToWait('code', { account: MIRA, client: at(7), device: 'hers' })).toBeNull();
  });
});

describe('strangers who try everything at once', () => {
  const stranger = (time: number) => ({ account: MIRA, client: `203.0.113.${time % 250}` });

  it('close passwords to a new device, but not the entering of a mailed code', async () => {
    const limits = ofSite();
    for (const way of ['password', 'code', 'code-entry', 'reset', 'sign-up'] as const)
      await tries(80, (time) => limits.minutesToWait(way, stranger(time)));
    const owner = { account: MIRA, client: at(1) };
    expect(await limits.minutesToWait('password', owner)).toBeGreaterThan(0);
    // Above these two limits a page asks the browser for work instead of refusing.
    expect(await limits.minutesToWait('code', owner)).toBeGreaterThan(0);
    expect(await limits.minutesToWait('reset', owner)).toBeGreaterThan(0);
    expect(await limits.minutesToWait('code-entry', owner)).toBeNull();
  });

  it('have eight times the tries of one network, with all networks of an IPv6 /48', async () => {
    const limits = ofSite();
    let letIn = 0;
    for (let net = 1; net <= 40; net++)
      for (let time = 0; time < 3; time++)
        if (
          (await limits.minutesToWait('code-entry', { account: MIRA, client: `2001:db8:1:${net}::` })) ===
          null
        )
          letIn++;
    // Three of each are below the limit of a network; the site has 8 × 20.
    expect(letIn).toBe(120);
    for (let net = 41; net <= 80; net++)
      if (
        (await limits.minutesToWait('code-entry', { account: MIRA, client: `2001:db8:1:${net}::` })) === null
      )
        letIn++;
    expect(letIn).toBe(160);
    expect(await limits.minutesToWait('code-entry', { account: MIRA, client: '2001:db8:2:1::' })).toBeNull();
  });
});

describe('mails to one mailbox', () => {
  const WAYS = ['code', 'reset', 'sign-up', 'verification', 'cancel-link'] as const;

  it('are six in ten minutes by all ways together, however its address is written', async () => {
    const limits = openSignInLimits(true, backend.pb, undefined, undefined, mailboxOf);
    let granted = 0;
    for (let time = 0; time < 30; time++) {
      const account = time % 2 ? MIRA : MIRA.replace('@', `+${time}@`);
      const way = WAYS[time % WAYS.length] ?? 'code';
      if ((await limits.minutesToWait(way, { account, client: at(time) })) === null) granted++;
    }
    expect(granted).toBe(6);
    expect(await limits.minutesToWait('code', { account: 'ivo@guildhall.test', client: at(1) })).toBeNull();
  });

  it('are twenty in a day', async () => {
    const limits = openSignInLimits(true, backend.pb, undefined, undefined, mailboxOf);
    let granted = 0;
    for (let time = 0; time < 40; time++) {
      if ((await limits.minutesToWait('code', { account: MIRA, client: at(time) })) === null) granted++;
      // Ten minutes pass: counts of that time are over, those of a day are not.
      await transaction(backend.pb)
        .exec(sql`UPDATE sign_in_tries SET until = 0 WHERE until < {:until}`, {
          until: Date.now() + 3_600_000,
        })
        .run();
    }
    expect(granted).toBe(20);
  });
});

describe('attempts from one address', () => {
  it('end after a hundred, for any accounts', async () => {
    const limits = ofSite();
    const once = (time: number) =>
      limits.minutesToWait('password', { account: `${time}@guildhall.test`, client: at(1) });
    expect(await tries(100, once)).toBeNull();
    expect(await once(100)).toBeGreaterThan(0);
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('lifts the limits of signing in', async () => {
    const limits = openSignInLimits(false, backend.pb);
    expect(
      await tries(300, () => limits.minutesToWait('password', { account: MIRA, client: at(1) })),
    ).toBeNull();
  });
});

describe('the tries of several sites', () => {
  const attempt = { account: MIRA, client: at(1) };
  const from = (place: number) => ({ account: MIRA, client: at(place) });

  it('go on counting at a site that is started again', async () => {
    let letIn = 0;
    for (let time = 0; time < 30; time++)
      if ((await ofSite().minutesToWait('password', from(time))) === null) letIn++;
    expect(letIn).toBe(10);
  });

  it('that come at once are let in ten times in all', async () => {
    const sites = [ofSite(), ofSite(), ofSite()];
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, time) => sites[time % 3]?.minutesToWait('password', from(time))),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  });

  it('that are refused count nowhere, and stop counting when their ten minutes are over', async () => {
    const limits = ofSite();
    expect(await tries(12, () => limits.minutesToWait('password', attempt))).toBe(10);
    const rows = await backend.pb.collection('sign_in_tries').getFullList();
    expect(rows.map((row) => row['tries'])).toEqual([10, 10]);
    await overNow();
    expect(await ofSite().minutesToWait('password', attempt)).toBeNull();
    expect(await counted()).toBe(1);
  });

  it('cost the database nothing for a second after a refusal, and a sign-in at another site opens it again', async () => {
    let now = 0;
    const limits = ofSite(() => now);
    await tries(11, () => limits.minutesToWait('password', attempt));
    let asked = 0;
    backend.pb.beforeSend = (url, options) => {
      asked += 1;
      return { url, options };
    };
    await tries(50, (time) => limits.minutesToWait('password', from(time)));
    delete backend.pb.beforeSend;
    expect(asked).toBe(0);
    await ofSite().forget('password', attempt);
    expect(await limits.minutesToWait('password', attempt)).not.toBeNull();
    now += 1_000;
    expect(await limits.minutesToWait('password', attempt)).toBeNull();
  });

  it('leave no rows behind: others take them away, or a job does', async () => {
    const limits = ofSite();
    for (let time = 0; time < 5; time++)
      await limits.minutesToWait('password', { account: `${time}@guildhall.test`, client: at(1) });
    await overNow();
    await limits.minutesToWait('password', attempt);
    const rows = async () => (await backend.pb.collection('sign_in_tries').getFullList()).length;
    expect(await rows()).toBe(2);
    await overNow();
    await dropOldTries(backend.pb);
    expect(await rows()).toBe(0);
  });

  async function overNow() {
    await transaction(backend.pb).exec(sql`UPDATE sign_in_tries SET until = 1`, {}).run();
  }
  async function counted() {
    const rows = await backend.pb.collection('sign_in_tries').getFullList();
    return Math.max(...rows.map((row) => Number(row['tries'])));
  }
});
