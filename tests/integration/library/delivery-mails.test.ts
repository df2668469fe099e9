import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startImport } from '../../../src/data/library/access-imports.ts';
import { deliveryStanding } from '../../../src/data/library/delivery-standing.ts';
import { resendInvitations, runDeliveries } from '../../../src/server/library/access-imports.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery.ts';

let world: DeliveryWorld;
let made = 0;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await setStore({ state: 'open', deliveryMailsADay: 0, deliveryMailsOff: false });
  await clear();
});

const setStore = (data: object) => world.pb.collection('stores').update(world.store, data);
const clear = async () => {
  for (const { id } of await world.rows('addressed_mails', "kind = 'access'"))
    await world.pb.collection('addressed_mails').delete(id);
};

/** Imports so many strangers, and answers how many were added and how many mailed. */
async function delivered(count: number): Promise<{ added: number; mailed: number; group: string }> {
  made += 1;
  const name = `stranger-${made}`;
  const group = await world.group([await world.product()]);
  const people = Array.from({ length: count }, (_, at) => ({
    email: `${name}-${at}@x.org`,
    name: '',
    note: '',
  }));
  expect(await startImport(world.pb, group, await world.check(group, people), world.parts.now())).toBeNull();
  await runDeliveries(world.parts);
  const added = (await world.rows('access_group_people', 'accessGroup = {:group}', { group })).length;
  return { added, mailed: (await world.rows('mails', `to ~ '${name}-%@x.org'`)).length, group };
}

it('a draft store mails nobody, and the people are in the group all the same', async () => {
  await setStore({ state: 'draft' });
  expect(await delivered(30)).toMatchObject({ added: 30, mailed: 0 });
});

it('a store of today without a business account mails fifty people of five hundred', async () => {
  const { added, mailed, group } = await delivered(500);
  expect([added, mailed]).toEqual([500, 50]);
  // Reminding all of them is the same door.
  await resendInvitations(world.parts, group);
  expect((await deliveryStanding(world.pb, world.store, world.parts.now())).today).toBe(50);
});

it('a store mails nobody after the desk has stopped it, and as many as the desk approved', async () => {
  await setStore({ deliveryMailsOff: true });
  expect((await delivered(5)).mailed).toBe(0);
  await setStore({ deliveryMailsOff: false, deliveryMailsADay: 300 });
  expect((await delivered(350)).mailed).toBe(300);
});

it('a store whose mails bounce mails nobody any more', async () => {
  await setStore({ deliveryMailsADay: 1000 });
  expect((await delivered(60)).mailed).toBe(60);
  const mails = await world.rows('mails', `to ~ 'stranger-${made}-%@x.org'`);
  for (const { id } of mails.slice(0, 7))
    await world.pb.collection('mails').update(id, { state: 'failed', bounced: true });
  expect((await delivered(10)).mailed).toBe(0);
});
