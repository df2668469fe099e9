import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  mailsAreStopped,
  stopAllMails,
  stopMails,
  switchOfMail,
} from '../../../src/data/notifications/mail-switches.ts';
import { saveSwitch, switchesOf } from '../../../src/data/notifications/notification-switches.ts';
import {
  markNotificationsRead,
  notificationsOf,
  unreadCount,
} from '../../../src/data/notifications/notifications.ts';
import { allMailsAreOff } from '../../../src/domain/notifications/all-mails.ts';
import { MAIL_PACES, NOTIFICATION_KINDS, switchFor } from '../../../src/domain/notifications/notification.ts';
import { type Notice, notify } from '../../../src/server/notifications/notifications.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let made = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

const newUser = () => commerce.person(`reader${++made}`);
const notice = (to: { id: string }[], more: Partial<Notice> = {}): Notice => ({
  to: to.map(({ id }) => id),
  kind: 'question',
  storeId: null,
  key: `question:${made}`,
  title: 'Somebody asks how high it is',
  path: '/product/one/two',
  mail: { subject: 'A question', paragraphs: ['How high is it?'] },
  ...more,
});
const list = async ({ id }: { id: string }) =>
  (await notificationsOf(commerce.pb, id, { page: 1, perPage: 50 })).notifications;
async function mailsTo({ email }: { email: string }) {
  const { pb } = commerce;
  return pb.collection('mails').getFullList({ filter: pb.filter('to = {:email}', { email }) });
}

it('a page of notifications comes with the numbers of all and of those not read', async () => {
  const person = await newUser();
  const title = (number: number) => `Notification ${number}`;
  for (let number = 1; number <= 7; number++)
    await notify(commerce, notice([person], { key: `page:${number}`, title: title(number), mail: null }));
  const all = await notificationsOf(commerce.pb, person.id, { page: 1, perPage: 10 });
  const read = all.notifications.find((one) => one.title === title(5));
  await markNotificationsRead(commerce.pb, person.id, { id: read?.id ?? '' }, Date.now());
  const page = async (number: number, unreadOnly: boolean) => {
    const found = await notificationsOf(commerce.pb, person.id, { page: number, perPage: 3, unreadOnly });
    return [found.notifications.map((one) => one.title), found.total, found.unread];
  };
  expect(await page(1, false)).toEqual([[7, 6, 5].map(title), 7, 6]);
  expect(await page(3, false)).toEqual([[1].map(title), 7, 6]);
  expect(await page(1, true)).toEqual([[7, 6, 4].map(title), 6, 6]);
  expect(await page(2, true)).toEqual([[3, 2, 1].map(title), 6, 6]);
  expect(await page(4, false)).toEqual([[], 7, 6]);
});

describe('a user is notified', () => {
  it('once, in the list and by mail, also by concurrent and repeated calls', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const counts = await Promise.all([1, 2, 3].map(() => notify(commerce, notice([one, other]))));
    expect(counts.sort()).toEqual([0, 0, 2]);
    for (const person of [one, other]) {
      expect(await list(person)).toMatchObject([{ kind: 'question', read: false, path: '/product/one/two' }]);
      expect(await unreadCount(commerce.pb, person.id)).toBe(1);
      const [mail, ...more] = await mailsTo(person);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({ kind: 'question', subject: 'A question', state: 'waiting' });
      expect(mail?.['body']).toBe('How high is it?\n\nhttp://127.0.0.1:4321/product/one/two\n\nGuildhall\n');
    }
  });

  it('by a later call, if left out of the first', async () => {
    const [one, other] = [await newUser(), await newUser()];
    expect(await notify(commerce, notice([one], { key: 'again' }))).toBe(1);
    expect(await notify(commerce, notice([one, other, { id: 'nobody' }], { key: 'again' }))).toBe(1);
    expect(await mailsTo(one)).toHaveLength(1);
  });

  it('of many messages by one notification and one mail, until they are read', async () => {
    const person = await newUser();
    const say = (n: number) =>
      notify(
        commerce,
        notice([person], {
          kind: 'message',
          key: `message:${n}`,
          about: 'conversation:1',
          title: `Message ${n}`,
        }),
      );
    for (const n of [1, 2, 3]) await say(n);
    // A late repetition does not replace the newest.
    expect(await say(2)).toBe(0);
    expect((await list(person)).map(({ title }) => title)).toEqual(['Message 3']);
    expect(await mailsTo(person)).toHaveLength(1);
    expect(
      await markNotificationsRead(commerce.pb, person.id, { about: 'conversation:1' }, commerce.now()),
    ).toBe(1);
    await say(4);
    expect((await list(person)).map(({ title, read }) => [title, read])).toEqual([
      ['Message 4', false],
      ['Message 3', true],
    ]);
    expect(await mailsTo(person)).toHaveLength(2);
  });

  it('and marks only their own as read', async () => {
    const [one, other] = [await newUser(), await newUser()];
    await notify(commerce, notice([one, other], { key: 'read' }));
    const [row] = await list(one);
    const { pb } = commerce;
    expect(await markNotificationsRead(pb, other.id, { id: row?.id ?? '' }, commerce.now())).toBe(0);
    expect(await markNotificationsRead(pb, one.id, { id: row?.id ?? '' }, commerce.now())).toBe(1);
    expect(await unreadCount(pb, one.id)).toBe(0);
    expect(await markNotificationsRead(pb, other.id, { until: commerce.now() }, commerce.now())).toBe(1);
    // Opening the page it leads to marks it as read; a page whose path only begins with it does not.
    await notify(commerce, notice([one], { key: 'page', path: '/product/one#questions' }));
    const seen = (path: string) => markNotificationsRead(pb, one.id, { path }, commerce.now());
    expect([await seen('/product/on'), await seen('/product/one'), await seen('/product/one')]).toEqual([
      0, 1, 0,
    ]);
  });
});

describe('switches', () => {
  it('give the same in the database as in the domain, for every kind, channel and store', async () => {
    const { pb } = commerce;
    const store = await commerce.store('switched');
    const person = await newUser();
    const choices = [null, ...MAIL_PACES];
    for (const [at, kind] of NOTIFICATION_KINDS.entries()) {
      const general = choices[at % 5] ?? null;
      const own = choices[(at * 3 + 1) % 5] ?? null;
      const now = commerce.now();
      await saveSwitch(
        pb,
        person.id,
        { kind, storeId: null, inApp: at % 2 === 0 ? null : false, mail: general },
        now,
      );
      if (at % 3 > 0) {
        await saveSwitch(
          pb,
          person.id,
          { kind, storeId: store, inApp: at % 3 === 1 ? true : null, mail: own },
          now,
        );
      }
    }
    const chosen = await switchesOf(pb, person.id);
    for (const kind of NOTIFICATION_KINDS) {
      for (const storeId of [null, store]) {
        const key = `parity:${kind}:${storeId}`;
        await notify(commerce, notice([person], { kind, storeId, key }));
        const row = await pb
          .collection('notifications')
          .getFirstListItem(pb.filter('noteKey = {:key}', { key }));
        const { inApp, mail } = switchFor(chosen, kind, storeId);
        expect([kind, storeId, row['shown'], row['mail']]).toEqual([
          kind,
          storeId,
          inApp,
          mail === 'off' ? '' : mail,
        ]);
      }
    }
  });

  it('move notifications that wait for a digest', async () => {
    const { pb } = commerce;
    const store = await commerce.store('waiting');
    const person = await newUser();
    const waits = async () =>
      (
        await pb
          .collection('notifications')
          .getFullList({ filter: pb.filter('user = {:id}', { id: person.id }), sort: 'noteKey' })
      ).map((row) => row['mail']);
    await notify(commerce, notice([person], { kind: 'new-product', key: 'w1' }));
    await notify(commerce, notice([person], { kind: 'new-product', key: 'w2', storeId: store }));
    const set = (storeId: string | null, mail: 'now' | 'weekly' | 'daily' | 'off') =>
      saveSwitch(pb, person.id, { kind: 'new-product', storeId, inApp: null, mail }, commerce.now());
    expect(await waits()).toEqual(['daily', 'daily']);
    await set(store, 'weekly');
    expect(await waits()).toEqual(['daily', 'weekly']);
    await set(null, 'off');
    expect(await waits()).toEqual(['', 'weekly']);
    await set(store, 'off');
    expect(await waits()).toEqual(['', '']);
  });

  it('are set by the link in a mail, for one store or for the kind, and can be set back', async () => {
    const { pb } = commerce;
    const [one, other] = [await commerce.store('one'), await commerce.store('other')];
    const person = await newUser();
    const choice = { kind: 'message', storeId: other, inApp: null, mail: 'now' } as const;
    await saveSwitch(pb, person.id, choice, commerce.now());
    const send = (key: string, storeId: string) =>
      notify(commerce, notice([person], { kind: 'message', key: `link:${key}`, storeId }));
    await send('a', one);
    const [mail] = await mailsTo(person);
    const found = await switchOfMail(pb, mail?.id ?? '');
    if (!found) throw new Error('a message can be switched off');
    expect(found.store).toEqual({ id: one, name: 'one Miniatures' });
    const off = async () => [await mailsAreStopped(pb, found, true), await mailsAreStopped(pb, found, false)];
    await stopMails(pb, found, true, commerce.now());
    expect(await off()).toEqual([true, false]);
    await send('b', one);
    await send('c', other);
    expect(await mailsTo(person)).toHaveLength(2);
    // The whole kind: earlier choices for a store no longer apply.
    await stopMails(pb, found, false, commerce.now());
    expect(await off()).toEqual([true, true]);
    await send('d', other);
    expect(await mailsTo(person)).toHaveLength(2);
    await saveSwitch(pb, person.id, choice, commerce.now());
    await send('e', other);
    await send('f', one);
    expect(await mailsTo(person)).toHaveLength(3);
    expect(await unreadCount(pb, person.id)).toBe(6);
  });

  it('are all off with one switch, those chosen for a store too, but for what is always sent', async () => {
    const { pb } = commerce;
    const store = await commerce.store('third');
    const person = await newUser();
    const choice = { kind: 'message', storeId: store, inApp: null, mail: 'now' } as const;
    await saveSwitch(pb, person.id, choice, commerce.now());
    expect(allMailsAreOff(await switchesOf(pb, person.id))).toBe(false);
    await stopAllMails(pb, person.id, commerce.now());
    expect(allMailsAreOff(await switchesOf(pb, person.id))).toBe(true);
    for (const kind of ['message', 'product-update', 'saved-search'] as const)
      await notify(commerce, notice([person], { kind, key: `all:${kind}`, storeId: store }));
    expect(await mailsTo(person)).toEqual([]);
    // What is always sent still is.
    await notify(commerce, notice([person], { kind: 'case', key: 'all:case', storeId: null }));
    expect(await mailsTo(person)).toHaveLength(1);
    // One that is switched on again is not all.
    await saveSwitch(pb, person.id, { ...choice, storeId: null }, commerce.now());
    expect(allMailsAreOff(await switchesOf(pb, person.id))).toBe(false);
  });
});
