import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskPeople } from '../../../src/data/desk/people.ts';
import { noteReading } from '../../../src/data/desk/readings.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

it('who at the desk opened what about a person stands in the audit log; a list does not', async () => {
  const { pb } = world;
  const [ada, noor] = [await world.person('ada'), await world.person('noor')];
  const staff = { id: ada.id, name: 'ada', role: 'moderator' } as const;
  const read = { deed: 'people.read', collection: 'users', record: noor.id, detail: 'reviews' } as const;
  await deskPeople(pb, '', null, 10, true);
  await noteReading(pb, staff, read, Date.now());
  const log = await pb.collection('audit_log').getFullList({ filter: "kind = 'desk'" });
  const told = log.map((one) =>
    ['field', 'record', 'who', 'actor', 'actorName', 'detail'].map((name) => one[name]),
  );
  expect(told).toEqual([['people.read', noor.id, 'moderator', ada.id, 'ada', 'reviews']]);
});
