import { expect, it } from 'vitest';
import type { ListPlace } from '../../../src/data/kernel/list-place.ts';
import { openTurns } from '../../../src/server/jobs/turns.ts';

/** A list of the database: what is handled leaves it. */
function listOf(count: number) {
  let entries: ListPlace[] = Array.from({ length: count }, (_, n) => ({ at: `day ${n >> 1}`, id: `e${n}` }));
  const isAfter = (entry: ListPlace, place: ListPlace) =>
    entry.at > place.at || (entry.at === place.at && entry.id > place.id);
  return {
    read: async (after: ListPlace | null, most: number) =>
      entries.filter((entry) => after === null || isAfter(entry, after)).slice(0, most),
    handled: (ids: readonly string[]) => {
      entries = entries.filter(({ id }) => !ids.includes(id));
    },
  };
}

const idsOf = (entries: readonly ListPlace[]) => entries.map(({ id }) => id);

it('entries behind a full run of ones that always fail have their turn', async () => {
  const list = listOf(5);
  const turns = openTurns(2);
  const runs: string[][] = [];
  for (let run = 0; run < 4; run++) runs.push(idsOf(await turns('events', list.read)));
  expect(runs).toEqual([['e0', 'e1'], ['e2', 'e3'], ['e4'], ['e0', 'e1']]);
});

it('what is handled meanwhile moves nothing past its turn', async () => {
  const list = listOf(6);
  const turns = openTurns(2);
  const seen: string[] = [];
  for (let run = 0; run < 3; run++) {
    const found = idsOf(await turns('events', list.read));
    list.handled(found);
    seen.push(...found);
  }
  expect(seen).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5']);
});

it('the list begins again in the same run where nothing stands after its place', async () => {
  const list = listOf(2);
  const turns = openTurns(2);
  expect(idsOf(await turns('events', list.read))).toEqual(['e0', 'e1']);
  expect(idsOf(await turns('events', list.read))).toEqual(['e0', 'e1']);
  list.handled(['e0', 'e1']);
  expect(await turns('events', list.read)).toEqual([]);
});

it('each list has a place of its own', async () => {
  const turns = openTurns(2);
  const [one, other] = [listOf(4), listOf(4)];
  await turns('one', one.read);
  expect(idsOf(await turns('other', other.read))).toEqual(['e0', 'e1']);
  expect(idsOf(await turns('one', one.read))).toEqual(['e2', 'e3']);
});
