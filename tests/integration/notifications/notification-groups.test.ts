import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  notificationGroupsOf,
  notificationsInGroup,
} from '../../../src/data/notifications/notification-groups.ts';
import { saveSwitches, switchesOf } from '../../../src/data/notifications/notification-switches.ts';
import { markNotificationsRead } from '../../../src/data/notifications/notifications.ts';
import { NOTIFICATION_KINDS } from '../../../src/domain/notifications/notification.ts';
import { groupTitle } from '../../../src/domain/notifications/notification-group.ts';
import { presetChoices, presetOf } from '../../../src/domain/notifications/notification-presets.ts';
import { notify } from '../../../src/server/notifications/notifications.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let commerce: TestCommerce;
let made = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

async function scene() {
  const person = await commerce.person(`grouped${++made}`);
  const store = await commerce.store(`sculptor${made}`);
  const tell = (
    kind: 'new-product' | 'message',
    title: string,
    storeId: string | null = store,
    path = `/library#${title}`,
  ) =>
    notify(commerce, {
      ...{ to: [person.id], kind, storeId, title, key: `${person.id}:${title}`, path, mail: null },
    });
  const rows = async (page = 1, perPage = 9) => {
    const found = await notificationGroupsOf(commerce.pb, person.id, { page, perPage });
    return { ...found, said: found.notifications.map(groupTitle) };
  };
  return { person, store, tell, rows };
}

describe('the list of notifications', () => {
  it('has one row for those of one kind, store and day, and one for each that somebody waits for', async () => {
    const { tell, rows } = await scene();
    await tell('new-product', 'Ogre');
    await tell('message', 'Hello');
    await tell('message', 'Hello again');
    await tell('new-product', 'Troll');
    await tell('new-product', 'Nobody’s', null);
    const { said, total, unread, notifications } = await rows();
    expect(said).toEqual(['Nobody’s', expect.stringMatching(/: 2 new models$/), 'Hello again', 'Hello']);
    expect([total, unread]).toEqual([4, 5]);
    expect(notifications.map(({ count }) => count)).toEqual([1, 2, 1, 1]);
  });

  it('goes on at the next row, not within one', async () => {
    const { tell, rows } = await scene();
    await tell('message', 'First');
    for (const title of ['Ogre', 'Troll', 'Giant']) await tell('new-product', title);
    await tell('message', 'Last');
    expect((await rows(1, 2)).said).toEqual(['Last', expect.stringMatching(/: 3 new models$/)]);
    expect((await rows(2, 2)).said).toEqual(['First']);
  });

  it('opens a row into its notifications, for their owner alone', async () => {
    const { person, tell, rows } = await scene();
    for (const title of ['Ogre', 'Troll']) await tell('new-product', title);
    await tell('message', 'Hello');
    const row = (await rows()).notifications.find(({ count }) => count === 2);
    const opened = await notificationsInGroup(commerce.pb, person.id, row?.id ?? '');
    expect(opened.map(({ title }) => title)).toEqual(['Troll', 'Ogre']);
    const stranger = await commerce.person(`stranger${made}`);
    expect(await notificationsInGroup(commerce.pb, stranger.id, row?.id ?? '')).toEqual([]);
  });

  it('marks a whole row as read, and nothing beside it', async () => {
    const { person, tell, rows } = await scene();
    for (const title of ['Ogre', 'Troll']) await tell('new-product', title);
    await tell('message', 'Hello');
    const row = (await rows()).notifications.find(({ count }) => count === 2);
    const stranger = await commerce.person(`other${made}`);
    const mark = (user: string) =>
      markNotificationsRead(commerce.pb, user, { groupOf: row?.id ?? '' }, commerce.now());
    expect(await mark(stranger.id)).toBe(0);
    expect(await mark(person.id)).toBe(2);
    const { notifications, unread } = await rows();
    expect(notifications.map(({ count, read }) => [count, read])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(unread).toBe(1);
  });

  it('shows a model’s picture only while the public sees the model', async () => {
    const { store, tell, rows } = await scene();
    const id = await commerce.product(store, 500);
    const images = [new File([PNG], 'ogre.png', { type: 'image/png' })];
    await commerce.pb.collection('products').update(id, { images });
    await tell('new-product', 'Ogre', store, `/product/${id}`);
    const picture = async () => (await rows()).notifications[0]?.picture ?? null;
    expect(await picture()).toMatchObject({ of: 'products', id, file: expect.stringMatching(/^ogre.*png$/) });
    await commerce.pb.collection('products').update(id, { mature: true });
    expect(await picture()).toBeNull();
    await commerce.pb.collection('products').update(id, { mature: false, state: 'archived' });
    expect(await picture()).toBeNull();
  });
});

it('a preset is saved as the choices that it stands for', async () => {
  const { person } = await scene();
  await saveSwitches(commerce.pb, person.id, presetChoices('weekly'), commerce.now());
  expect(presetOf(await switchesOf(commerce.pb, person.id), NOTIFICATION_KINDS)).toBe('weekly');
});
