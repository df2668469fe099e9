import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopMails, switchOfMail } from '../../../src/data/notifications/mail-switches.ts';
import { saveSwitch } from '../../../src/data/notifications/notification-switches.ts';
import {
  clearNotifications,
  markNotificationsRead,
  notificationsOf,
} from '../../../src/data/notifications/notifications.ts';
import {
  digestMoment,
  READ_RETENTION_MS,
  UNREAD_RETENTION_MS,
} from '../../../src/domain/notifications/notification.ts';
import { sendDigests } from '../../../src/server/notifications/digests.ts';
import { type NotifyParts, notify } from '../../../src/server/notifications/notifications.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let commerce: TestCommerce;
let parts: NotifyParts;
/** A Wednesday, an hour after the digests. */
let now = Date.UTC(2026, 10, 18, 8);
let made = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  parts = { ...commerce, now: () => now };
});
afterAll(() => commerce.close());

const newUser = () => commerce.person(`digested${++made}`);
const say = (to: { id: string }, key: string, title = `Model ${key}`) =>
  notify(parts, {
    to: [to.id],
    kind: 'new-product',
    storeId: null,
    key: `${made}:${key}`,
    title,
    path: `/product/${key}`,
    mail: { subject: title, paragraphs: ['A new model.'] },
  });
async function mailsTo({ email }: { email: string }) {
  const { pb } = commerce;
  const list = await pb
    .collection('mails')
    .getFullList({ filter: pb.filter('to = {:email}', { email }), sort: 'created,mailKey' });
  return list.map((row) => ({ id: row.id, subject: String(row['subject']), body: String(row['body']) }));
}

describe('a digest', () => {
  it('holds what came before its hour, once, and leaves the rest to the next', async () => {
    const person = await newUser();
    await say(person, 'a');
    now += HOUR;
    await say(person, 'b');
    expect(await sendDigests(parts)).toBe(0);
    now = digestMoment('daily', now) + DAY;
    await say(person, 'c');
    expect(await sendDigests(parts)).toBe(1);
    expect(await sendDigests(parts)).toBe(0);
    now += DAY;
    expect(await sendDigests(parts)).toBe(1);
    const [first, second, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(first?.subject).toBe('Your daily digest: 2 new things');
    expect(first?.body).toBe(
      [
        'New for you until 19 November 2026, 07:00 UTC:',
        '',
        'New from artists you follow',
        '  Model a',
        '    http://127.0.0.1:4321/product/a?from=mail',
        '  Model b',
        '    http://127.0.0.1:4321/product/b?from=mail',
        '',
        'All notifications and settings:',
        'http://127.0.0.1:4321/account/notifications',
        '',
        'Guildhall',
        '',
      ].join('\n'),
    );
    expect(second?.subject).toBe('Model c');
  });

  it('is sent once by any number of processes, and completely where one of them crashes', async () => {
    const people = [await newUser(), await newUser(), await newUser(), await newUser()];
    for (const [at, person] of people.entries()) await say(person, `race${at}`);
    now = digestMoment('daily', now) + DAY;
    let writes = 0;
    // Crashes at the second transaction: before it is committed, or after, with the answer lost.
    const dying = (committed: boolean): NotifyParts => ({
      ...parts,
      pb: Object.create(commerce.pb, {
        send: {
          value: async (...sent: Parameters<typeof commerce.pb.send>) => {
            if (++writes % 2 === 1) return commerce.pb.send(...sent);
            if (committed) await commerce.pb.send(...sent);
            throw new Error('the process ended');
          },
        },
      }),
    });
    await expect(sendDigests(dying(false))).rejects.toThrow('the process ended');
    writes = 0;
    await expect(sendDigests(dying(true))).rejects.toThrow('the process ended');
    await Promise.all([1, 2, 3].map(() => sendDigests(parts)));
    for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
  });

  it('that cannot be written waits alone, and everybody after gets theirs', async () => {
    const people = [await newUser(), await newUser()];
    for (const [at, person] of people.entries()) await say(person, `bad${at}`);
    now = digestMoment('daily', now) + DAY;
    const reported: string[] = [];
    const broken = Object.create(parts, {
      onError: { value: (reason: unknown) => void reported.push(String(reason)) },
      siteUrl: {
        get() {
          if (reported.length === 0) throw new Error('not to be written');
          return parts.siteUrl;
        },
      },
    }) as NotifyParts;
    expect(await sendDigests(broken)).toBe(1);
    expect(reported).toEqual(['Error: not to be written']);
    expect(await sendDigests(parts)).toBe(1);
    for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
  });

  it('leaves out what was read meanwhile, and is not sent where nothing is left', async () => {
    const [one, other] = [await newUser(), await newUser()];
    await say(one, 'read');
    await say(other, 'unread', 'Still unread');
    await markNotificationsRead(commerce.pb, one.id, { until: now }, now);
    now = digestMoment('daily', now) + DAY;
    expect(await sendDigests(parts)).toBe(1);
    expect(await mailsTo(one)).toEqual([]);
    expect((await mailsTo(other)).map(({ subject }) => subject)).toEqual(['Still unread']);
  });

  it('is sent on Mondays where weekly is chosen, and is stopped by its link', async () => {
    const person = await newUser();
    const weekly = { kind: 'new-product', storeId: null, inApp: null, mail: 'weekly' } as const;
    await saveSwitch(commerce.pb, person.id, weekly, now);
    await say(person, 'weekly');
    const monday = digestMoment('weekly', now) + 7 * DAY;
    now = monday - 1;
    expect(await sendDigests(parts)).toBe(0);
    now = monday;
    expect(await sendDigests(parts)).toBe(1);
    const [mail] = await mailsTo(person);
    const found = await switchOfMail(commerce.pb, mail?.id ?? '');
    expect(found).toMatchObject({ userId: person.id, of: 'weekly' });
    if (found) await stopMails(commerce.pb, found, false, now);
    await say(person, 'after');
    now += 8 * DAY;
    expect(await sendDigests(parts)).toBe(0);
    expect((await notificationsOf(commerce.pb, person.id, { page: 1, perPage: 9 })).total).toBe(2);
  });
});

it('read notifications are deleted after half a year, unread ones after a year', async () => {
  const person = await newUser();
  const shown = async () =>
    (await notificationsOf(commerce.pb, person.id, { page: 1, perPage: 9 })).notifications.map(
      ({ title }) => title,
    );
  await say(person, 'x', 'Read');
  await markNotificationsRead(commerce.pb, person.id, { until: now }, now);
  await say(person, 'y', 'Unread');
  await clearNotifications(commerce.pb, now + READ_RETENTION_MS - HOUR, 1000);
  expect(await shown()).toEqual(['Unread', 'Read']);
  await clearNotifications(commerce.pb, now + READ_RETENTION_MS + HOUR, 1000);
  expect(await shown()).toEqual(['Unread']);
  await clearNotifications(commerce.pb, now + UNREAD_RETENTION_MS + HOUR, 1000);
  expect(await shown()).toEqual([]);
});
