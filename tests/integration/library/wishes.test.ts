import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteUser } from '../../../src/data/identity/users.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addWish, hasWish, removeWish, wishesOf } from '../../../src/data/library/wishes.ts';
import { mailsAreOff, stopMails, switchOfMail } from '../../../src/data/notifications/mail-switches.ts';
import { saveSwitch } from '../../../src/data/notifications/notification-switches.ts';
import { unreadCount } from '../../../src/data/notifications/notifications.ts';
import { SALE_ALERT_INTERVAL_MS, WISHES_MAX } from '../../../src/domain/library/wish.ts';
import { type AlertParts, openSaleAlerts, sendSaleAlerts } from '../../../src/server/library/sale-alerts.ts';
import { exportUser } from '../../data/account/exported.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const START = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

let world: TestWorld;
let parts: AlertParts;
let now = START;
let wakes = 0;
let wren: string;
let tobias: string;
let store: string;
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
  parts = {
    pb: world.pb,
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    now: () => now,
    mailQueued: () => {
      wakes++;
    },
    onError: (reason) => {
      throw reason;
    },
  };
  wren = await person('wren');
  tobias = await person('tobias');
  store = await world.store('crow', { name: 'Crow Miniatures' });
});
afterAll(() => world.close());
beforeEach(() => {
  now = START;
  wakes = 0;
});
afterEach(async () => {
  for (const name of ['wishes', 'mails']) {
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
  }
});

const person = async (name: string, verified = true) => (await world.person(name, { verified })).id;
const product = (more: Record<string, unknown> = {}) =>
  world.product(store, { name: `Dragon ${++made}`, priceCents: 1000, ...more });

const sale = (from: number, to: number, salePercent = 25) => ({
  salePercent,
  saleFrom: dateOf(from),
  saleTo: dateOf(to),
});
const change = (id: string, data: object) => world.pb.collection('products').update(id, data);
const mails = () => world.pb.collection('mails').getFullList<RecordOf<'mails'>>({ sort: 'to' });

describe('a wish list', () => {
  it('stores each wish once, newest first, per user', async () => {
    const [first, second] = [await product(), await product()];
    expect(await addWish(world.pb, wren, first, now)).toBeNull();
    expect(await addWish(world.pb, wren, second, now + 1)).toBeNull();
    expect(await addWish(world.pb, wren, first, now + 2)).toBeNull();
    await addWish(world.pb, tobias, first, now);
    expect(await wishesOf(world.pb, wren)).toMatchObject([
      { productId: second, card: { id: second }, seenCents: 1000, wishedAt: now + 1 },
      { productId: first, wishedAt: now },
    ]);
    await removeWish(world.pb, wren, first);
    await removeWish(world.pb, wren, first);
    expect(await hasWish(world.pb, wren, first)).toBe(false);
    expect(await hasWish(world.pb, wren, second)).toBe(true);
    expect(await hasWish(world.pb, tobias, first)).toBe(true);
  });

  it('restores a removed wish at its old position, and no wish in the future', async () => {
    const [first, second, third] = [await product(), await product(), await product()];
    await addWish(world.pb, wren, second, now);
    await addWish(world.pb, wren, first, now, now - HOUR);
    await addWish(world.pb, wren, third, now + 1, now + HOUR);
    expect(await wishesOf(world.pb, wren)).toMatchObject([
      { productId: third, wishedAt: now + 1 },
      { productId: second },
      { productId: first, wishedAt: now - HOUR },
    ]);
  });

  it('is in the user’s export and is deleted with the account', async () => {
    const leaver = await person('leaver');
    const id = await product();
    for (const who of [leaver, wren]) await addWish(world.pb, who, id, now);
    expect(await exportUser(world.pb, leaver)).toMatchObject({
      notifications: [],
      wishes: [{ user: leaver, product: id }],
    });
    await deleteUser(world.pb, leaver);
    expect(await world.pb.collection('wishes').getFullList()).toMatchObject([{ user: wren }]);
  });

  it('accepts only published products, and keeps those that leave the shop without their card', async () => {
    expect(await addWish(world.pb, wren, await product({ state: 'draft' }), now)).toBe('unknown');
    expect(await addWish(world.pb, wren, 'no product', now)).toBe('unknown');
    const id = await product();
    await addWish(world.pb, wren, id, now);
    await change(id, { state: 'archived' });
    expect(await wishesOf(world.pb, wren)).toMatchObject([{ productId: id, card: null }]);
  });

  it(`is limited to ${WISHES_MAX}, and accepts existing wishes again`, async () => {
    const id = await product();
    await transaction(world.pb)
      .exec(
        sql`INSERT INTO wishes (id, [[user]], product, seenCents, alertedSale, created, updated)
          SELECT printf('w%014d', value), {:wren}, printf('p%014d', value), 0, '', {:now}, {:now} FROM json_each({:all})`,
        { wren, all: JSON.stringify(Array.from({ length: WISHES_MAX }, (_, at) => at)), now: dateOf(now) },
      )
      .run();
    expect(await addWish(world.pb, wren, id, now)).toBe('too-many');
    const [one] = await world.pb.collection('wishes').getFullList<{ id: string; product: string }>();
    await world.pb.collection('wishes').update(one?.id ?? '', { product: id });
    expect(await addWish(world.pb, wren, id, now)).toBeNull();
  });
});

describe('a sale', () => {
  it('is alerted once to every user who wished for it, and only while it runs', async () => {
    const id = await product();
    await addWish(world.pb, wren, id, now);
    await addWish(world.pb, tobias, id, now);
    await change(id, sale(now + HOUR, now + 3 * HOUR));
    expect(await sendSaleAlerts(parts)).toBe(0);
    now += 2 * HOUR;
    const [one, other] = await Promise.all([sendSaleAlerts(parts), sendSaleAlerts(parts)]);
    expect(one + other).toBe(2);
    expect(await sendSaleAlerts(parts)).toBe(0);
    expect((await mails()).map(({ to, kind, subject }) => ({ to, kind, subject }))).toEqual([
      { to: 'tobias@guildhall.test', kind: 'sale', subject: `Dragon ${made} is on sale` },
      { to: 'wren@guildhall.test', kind: 'sale', subject: `Dragon ${made} is on sale` },
    ]);
    expect(wakes).toBeGreaterThan(0);
  });

  it('that is over, or was running when the wish was added, is not alerted', async () => {
    const [over, on] = [await product(), await product(sale(now - HOUR, now + HOUR))];
    await addWish(world.pb, wren, over, now);
    await addWish(world.pb, wren, on, now);
    await change(over, sale(now - 2 * HOUR, now - HOUR));
    expect(await sendSaleAlerts(parts)).toBe(0);
    expect(wakes).toBe(0);
  });

  it('is alerted again when another starts days later, not when its dates change', async () => {
    const id = await product();
    await addWish(world.pb, wren, id, now);
    await change(id, sale(now - HOUR, now + HOUR));
    expect(await sendSaleAlerts(parts)).toBe(1);
    await change(id, sale(now - HOUR / 2, now + HOUR));
    expect(await sendSaleAlerts(parts)).toBe(0);
    now += SALE_ALERT_INTERVAL_MS;
    await change(id, sale(now - HOUR, now + HOUR));
    expect(await sendSaleAlerts(parts)).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  it('is not alerted to owners, to unverified addresses, or for a store on vacation', async () => {
    const [owned, open] = [await product(), await product()];
    const newcomer = await person('newcomer', false);
    await addWish(world.pb, newcomer, open, now);
    await addWish(world.pb, tobias, open, now);
    const grant = { source: 'operator', sourceId: 'x', licenceText: 'a'.repeat(64), grantedAt: dateOf(now) };
    const entitlement = await world.row('entitlements', { user: wren, product: owned, ...grant });
    await addWish(world.pb, wren, owned, now);
    for (const id of [owned, open]) await change(id, sale(now - HOUR, now + HOUR));
    await world.pb.collection('stores').update(store, { state: 'vacation' });
    expect(await sendSaleAlerts(parts)).toBe(0);
    await world.pb.collection('stores').update(store, { state: 'open' });
    expect(await sendSaleAlerts(parts)).toBe(1);
    expect((await mails()).map(({ to }) => to)).toEqual(['tobias@guildhall.test']);
    // Refunded meanwhile: the sale counts as alerted.
    await world.pb.collection('entitlements').update(entitlement, { revokedAt: dateOf(now) });
    expect(await sendSaleAlerts(parts)).toBe(0);
  });

  it('is not alerted to users who turned the mails off by link, until they turn them on', async () => {
    const first = await product(sale(now + HOUR, now + 2 * HOUR));
    const second = await product(sale(now + 3 * HOUR, now + 4 * HOUR));
    for (const id of [first, second]) for (const who of [wren, tobias]) await addWish(world.pb, who, id, now);
    now += HOUR;
    expect(await sendSaleAlerts(parts)).toBe(2);
    const mail = (await mails()).find(({ to }) => to === 'wren@guildhall.test')?.id ?? '';
    const found = await switchOfMail(world.pb, mail);
    expect(found).toEqual({ userId: wren, of: 'wish-sale', store: { id: store, name: 'Crow Miniatures' } });
    if (found) await stopMails(world.pb, found, false, now);
    expect(await mailsAreOff(world.pb, wren, 'wish-sale')).toBe(true);
    expect(await mailsAreOff(world.pb, tobias, 'wish-sale')).toBe(false);
    const unread = await unreadCount(world.pb, wren);
    now += 2 * HOUR;
    expect(await sendSaleAlerts(parts)).toBe(2);
    expect(await unreadCount(world.pb, wren)).toBe(unread + 1);
    // The sale that started meanwhile counts as alerted.
    await saveSwitch(world.pb, wren, { kind: 'wish-sale', storeId: null, inApp: null, mail: 'now' }, now);
    expect(await sendSaleAlerts(parts)).toBe(0);
    expect((await mails()).map(({ to }) => to)).toEqual([
      'tobias@guildhall.test',
      'tobias@guildhall.test',
      'wren@guildhall.test',
    ]);
  });

  it('has no switch in transactional mails, in mails to unknown addresses, or for forged links', async () => {
    const queued = { sendAfter: dateOf(now), state: 'sent', subject: 'x', body: 'x' };
    const receipt = { ...queued, mailKey: 'receipt:1', kind: 'receipt', to: 'wren@guildhall.test' };
    const stray = { ...queued, mailKey: 'sale:1', kind: 'sale', to: 'nobody@guildhall.test' };
    const ids = [
      await world.row('mails', receipt),
      await world.row('mails', stray),
      'aaaaaaaaaaaaaaa',
      'x',
      '',
    ];
    for (const id of ids) expect(await switchOfMail(world.pb, id)).toBeNull();
  });

  it('is searched for now and every three minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const [first, second] = [await product(), await product()];
      for (const id of [first, second]) await addWish(world.pb, wren, id, now);
      await change(first, sale(now, now + HOUR));
      const alerts = openSaleAlerts(parts);
      await vi.waitFor(() => expect(wakes).toBe(1));
      await change(second, sale(now, now + HOUR));
      vi.advanceTimersByTime(3 * 60_000);
      await alerts.close();
      expect(await mails()).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is alerted for more wishes than one query returns', async () => {
    for (let more = 0; more < 60; more++) {
      const id = await product();
      await addWish(world.pb, wren, id, now);
      await change(id, sale(now, now + HOUR));
    }
    expect(await sendSaleAlerts(parts)).toBe(60);
    expect(new Set((await mails()).map(({ subject }) => subject)).size).toBe(60);
  });
});
