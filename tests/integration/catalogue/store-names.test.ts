import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openStore,
  STORE_OPENING_REFUSAL_TEXTS,
  updateStore,
} from '../../../src/server/catalogue/store-editing.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

let people = 0;
async function person(): Promise<{ id: string; verified: true }> {
  people += 1;
  return { id: (await world.person(`artist-${people}`)).id, verified: true };
}
const open = async (name: string, slug: string) => openStore(world.pb, await person(), { name, slug });
const idOf = (opened: Awaited<ReturnType<typeof open>>) =>
  'store' in opened ? (opened.store?.id ?? '') : '';

describe('the name of another store', () => {
  it('cannot be taken by a new store, exactly or in look-alike letters', async () => {
    expect(idOf(await open('Emberfall Models', 'emberfall'))).not.toBe('');
    for (const [place, name] of [
      'Emberfall Models',
      'EMBERFALL models',
      'Еmberfаll Mоdels',
      'Emberfa11 Models',
    ].entries())
      expect(await open(name, `copy-${place}`)).toEqual({ refusal: 'name-taken' });
    expect(await open('Another Name', 'emberfall')).toEqual({ refusal: 'slug-taken' });
  });

  it('cannot be taken by renaming', async () => {
    const mine = idOf(await open('Quiet Hollow', 'quiet-hollow'));
    expect(await updateStore(world.pb, mine, { name: 'Emberfall  Models!' })).toBe(
      STORE_OPENING_REFUSAL_TEXTS['name-taken'],
    );
    expect(await updateStore(world.pb, mine, { slug: 'emberfall' })).toBe(
      STORE_OPENING_REFUSAL_TEXTS['slug-taken'],
    );
    expect(await updateStore(world.pb, mine, { name: 'QUIET Hollow', slug: 'quiet-hollow' })).toBeNull();
    expect(await updateStore(world.pb, mine, { name: 'Loud Hollow' })).toBeNull();
    expect(idOf(await open('Quiet Hollow', 'quiet-hollow-2'))).not.toBe('');
  });

  it('goes to one of ten who ask for it at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, place) => open('Same Moment', `same-moment-${place}`)),
    );
    expect(outcomes.filter((outcome) => 'store' in outcome)).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => 'refusal' in outcome && outcome.refusal === 'name-taken'),
    ).toHaveLength(9);
  });
});
