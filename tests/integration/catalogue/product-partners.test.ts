import { afterAll, beforeAll, expect, it } from 'vitest';
import { partnerOfProduct, partnersOfStore } from '../../../src/data/catalogue/product-partners.ts';
import { visibleStore } from '../../../src/data/catalogue/stores.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { PARTNER_REFUSAL_TEXTS } from '../../../src/domain/catalogue/product-partner.ts';
import type { Store } from '../../../src/domain/catalogue/store.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import { agreeToPartner, askPartner, endPartner } from '../../../src/server/catalogue/product-partners.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let mira: Store;
let tobias: Store;
const parts = () => ({ commerce, postingLimits: openPostingLimits(false) });
const asker: User = {
  ...{ id: 'asker', username: 'mira', email: 'mira@guildhall.test', avatar: null, verified: true, since: 0 },
  ...{ theme: 'system', showMature: false, hidesAi: false, strikes: 0 },
};

beforeAll(async () => {
  commerce = await openTestCommerce();
  mira = await newStore('crow');
  tobias = await newStore('anvil');
});
afterAll(() => commerce.close());

const row = async (collection: string, data: object): Promise<string> =>
  (await commerce.pb.collection(collection).create(data)).id;

async function newStore(slug: string): Promise<Store> {
  const { id: owner } = await commerce.person(`${slug}-owner`);
  await row('stores', { owner, slug, name: slug, state: 'open' });
  return (await visibleStore(commerce.pb, slug)) as Store;
}
const newProduct = (name: string) =>
  row('products', { store: mira.id, name, slug: name, state: 'published', priceCents: 500 });
const asks = (productId: string, address = 'https://guildhall.test/store/anvil') =>
  askPartner(parts(), asker, mira, { productId, address, percent: 30 });
const told = async (store: Store) =>
  (await commerce.pb.collection('notifications').getFullList<RecordOf<'notifications'>>({ sort: '@rowid' }))
    .filter(({ user }) => user === store.ownerId)
    .map(({ title }) => title);
const idOf = async (productId: string) => {
  const { given } = await partnersOfStore(commerce.pb, mira.id);
  return given.find(({ product }) => product.id === productId)?.id ?? '';
};

it('a partner is named once they agreed, until one of both ends it, and each is told', async () => {
  const { pb } = commerce;
  const golem = await newProduct('golem');
  // Two requests at once: one of them is made.
  const answers = await Promise.all([asks(golem), asks(golem)]);
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(answers).toContainEqual({ sentence: PARTNER_REFUSAL_TEXTS.taken, field: 'productId' });
  expect(await partnerOfProduct(pb, golem)).toBeNull();
  const id = await idOf(golem);
  const shown = { id, state: 'asked', percent: 30, product: { id: golem, name: 'golem', published: true } };
  expect(await partnersOfStore(pb, tobias.id)).toEqual({
    given: [],
    received: [{ ...shown, other: { id: mira.id, slug: 'crow', name: 'crow' } }],
  });
  expect(await told(tobias)).toEqual(['crow asks to name you as a partner']);

  // Only who was asked can agree.
  expect(await agreeToPartner(parts(), mira, { id, percent: 30 })).toBe('not-found');
  // They saw another part than the one that is asked.
  expect(await agreeToPartner(parts(), tobias, { id, percent: 60 })).toBe('changed-meanwhile');
  expect(await agreeToPartner(parts(), tobias, { id, percent: 30 })).toBeNull();
  expect(await agreeToPartner(parts(), tobias, { id, percent: 30 })).toBeNull();
  expect(await partnerOfProduct(pb, golem)).toEqual({ id: tobias.id, slug: 'anvil', name: 'anvil' });
  await pb.collection('stores').update(tobias.id, { state: 'suspended' });
  expect(await partnerOfProduct(pb, golem)).toBeNull();
  await pb.collection('stores').update(tobias.id, { state: 'open' });

  const third = await newStore('third');
  expect(await endPartner(parts(), third, id)).toBe('not-found');
  expect(await endPartner(parts(), tobias, id)).toBeNull();
  expect(await endPartner(parts(), tobias, id)).toBe('not-found');
  expect(await partnerOfProduct(pb, golem)).toBeNull();
  expect(await told(mira)).toEqual(['anvil is a partner of golem', 'No longer partners of golem']);

  // Asked again for the same model, they are not told again; and what is taken back is told to nobody.
  expect(await asks(golem)).toBeNull();
  expect(await endPartner(parts(), mira, await idOf(golem))).toBeNull();
  expect(await told(tobias)).toHaveLength(1);
  expect(
    (await pb.collection('mails').getFullList<RecordOf<'mails'>>()).map(({ subject }) => subject).sort(),
  ).toEqual([
    'No longer partners of golem',
    'anvil is a partner of golem',
    'crow asks to name you as a partner',
  ]);
});

it('is refused for models of others, the own store and stores that are not visible', async () => {
  const { pb } = commerce;
  const troll = await newProduct('troll');
  expect(await asks(troll, 'nobody')).toEqual({
    sentence: PARTNER_REFUSAL_TEXTS['no-store'],
    field: 'address',
  });
  expect(await asks(troll, 'crow')).toEqual({
    sentence: PARTNER_REFUSAL_TEXTS['own-store'],
    field: 'address',
  });
  const input = { productId: troll, address: 'crow', percent: 30 };
  expect(await askPartner(parts(), asker, tobias, input)).toBe('not-found');
  expect(
    await askPartner(parts(), { ...asker, strikes: 9 }, mira, { ...input, address: 'anvil' }),
  ).toMatchObject({
    sentence: expect.any(String),
  });
  expect((await partnersOfStore(pb, mira.id)).given).toEqual([]);
});

it('ends with the store of either side', async () => {
  const { pb } = commerce;
  const leaving = await newStore('leaving');
  const ogre = await newProduct('ogre');
  expect(await asks(ogre, 'leaving')).toBeNull();
  expect(await agreeToPartner(parts(), leaving, { id: await idOf(ogre), percent: 30 })).toBeNull();
  await pb.collection('stores').delete(leaving.id);
  expect((await partnersOfStore(pb, mira.id)).given).toEqual([]);
});
