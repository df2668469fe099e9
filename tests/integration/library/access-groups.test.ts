import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeOfOwner } from '../../../src/data/catalogue/stores.ts';
import { accessGroupOfStore } from '../../../src/data/library/access-groups.ts';
import { remindPeople } from '../../../src/server/library/access-groups.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

it('people are reminded together, but not while the store is suspended', async () => {
  const id = await world.group([await world.product()]);
  await world.add(id, 'one@a.org other@a.org');
  world.later(2 * 86_400_000);
  const owner = (await world.pb.collection('stores').getOne(world.store))['owner'];
  const store = await storeOfOwner(world.pb, owner);
  const group = await accessGroupOfStore(world.pb, world.store, id);
  if (!store || !group) throw new Error('there is no group');
  const suspended = { ...store, state: 'suspended' as const };
  expect(await remindPeople(world.parts, { store: suspended, group })).toEqual({
    refusal: { isUnknown: false, sentence: 'Your store is suspended, so no mails are sent for it.' },
  });
  expect(await remindPeople(world.parts, { store, group })).toEqual({ mailed: 2, left: 0 });
});
