import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedProduct } from '../../../src/data/catalogue/products.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import {
  addProductToGroup,
  productsOfGroup,
  removePersonFromGroup,
  removeProductFromGroup,
} from '../../../src/data/library/access-groups.ts';
import { libraryProduct } from '../../../src/data/library/library.ts';
import { libraryChanges } from '../../../src/data/library/library-copies.ts';
import { libraryItems } from '../../../src/domain/library/library-rows.ts';
import { claim, claimPreview, receiveDeliveries } from '../../../src/server/library/access-claims.ts';
import { runDeliveries } from '../../../src/server/library/access-imports.ts';
import { exportUser } from '../../data/account/exported.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

const personOf = async (group: string, email: string) => {
  const [person] = await world.rows('access_group_people', 'accessGroup = {:group} && email = {:email}', {
    group,
    email,
  });
  if (!person) throw new Error(`no person has ${email}`);
  return person;
};
const access = (user: string) =>
  world.rows('entitlements', "user = {:user} && source = 'access_group'", { user });

describe('a claim link', () => {
  it('grants the whole group to one of twenty concurrent users, and nothing to the others', async () => {
    const products = [await world.product(), await world.product({ licences: ['merchant', 'personal'] })];
    const group = await world.group(products);
    await world.add(group, 'wanted@x.org');
    const { token } = await world.mail('wanted@x.org');
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => world.person(`crowd-${at}@x.org`)));
    const answers = await Promise.all(crowd.map((user) => claim(world.parts, token, user)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(19);
    const winner = crowd[answers.indexOf(null)] ?? '';
    const all = await world.rows('entitlements', "source = 'access_group'");
    expect(all.map((grant) => grant['user'])).toEqual([winner, winner]);
    expect(await world.owned(winner)).toEqual(products.toSorted());
    // Claiming again is not refused for the owner.
    expect(await claim(world.parts, token, winner)).toBeNull();
    const [merchant] = await world.rows('entitlements', 'product = {:id}', { id: products[1] });
    const owned = await libraryProduct(world.pb, winner, products[1] ?? '');
    expect(merchant?.['licences']).toEqual(['personal', 'merchant']);
    expect(owned?.grants[0]?.licence).toContain('Merchant licence');
  });

  it('gives access to drafts only to the user who claimed', async () => {
    const draft = await world.product({ name: 'Not in the shop' });
    const group = await world.group([draft]);
    await world.add(group, 'draft@x.org');
    const { token, subject, body } = await world.mail('draft@x.org');
    expect(subject).toBe('A delivery from Crow Miniatures');
    expect(body).toContain('  Not in the shop\n');
    const [reader, other] = [await world.person('reader@x.org'), await world.person('other@x.org')];
    expect((await claimPreview(world.parts, token, reader)).products).toMatchObject([{ id: draft }]);
    expect(await claim(world.parts, token, reader)).toBeNull();
    expect(libraryItems((await libraryChanges(world.pb, reader, null)).rows)).toMatchObject([
      { id: draft, sources: ['access_group'] },
    ]);
    expect(await libraryProduct(world.pb, other, draft)).toBeNull();
    expect(await publishedProduct(world.pb, draft)).toBeNull();
  });

  it('is not used up by an account that has claimed, also under concurrency', async () => {
    const group = await world.group([await world.product()]);
    await world.add(group, 'one@y.org two@y.org');
    const [one, two] = [await world.mail('one@y.org'), await world.mail('two@y.org')];
    const both = await world.person('both@y.org');
    const answers = await Promise.all([one, two].map(({ token }) => claim(world.parts, token, both)));
    expect(answers.toSorted()).toEqual(['yours', null].toSorted());
    const left = answers[0] === null ? two : one;
    expect(await claim(world.parts, left.token, both)).toBe('yours');
    expect(await claim(world.parts, left.token, await world.person('friend@y.org'))).toBeNull();
  });

  it.each(['', 'short', "' || 1=1 --", 'x'.repeat(40), '../../account'])('is not %j', async (token) => {
    expect(await claim(world.parts, token, await world.person(`${Math.random()}@x.org`))).toBe('unknown');
  });

  it('of a removed person stops working, and the queued mail is deleted', async () => {
    const group = await world.group([await world.product()]);
    await world.add(group, 'gone@x.org');
    const { token } = await world.mail('gone@x.org');
    const { id } = await personOf(group, 'gone@x.org');
    expect(await removePersonFromGroup(world.pb, await world.group(), id, world.parts.now())).toBe(false);
    expect(await removePersonFromGroup(world.pb, group, id, world.parts.now())).toBe(true);
    expect(await world.rows('mails', "to = 'gone@x.org'")).toEqual([]);
    expect(await claim(world.parts, token, await world.person('late@x.org'))).toBe('removed');
  });

  it('cannot be claimed while the store is suspended', async () => {
    const group = await world.group([await world.product()]);
    await world.add(group, 'patient@x.org');
    const { token } = await world.mail('patient@x.org');
    const reader = await world.person('patient@x.org');
    await world.pb.collection('stores').update(world.store, { state: 'suspended' });
    expect(await claim(world.parts, token, reader)).toBe('not-now');
    await receiveDeliveries(world.parts, reader);
    expect(await world.owned(reader)).toEqual([]);
    await world.pb.collection('stores').update(world.store, { state: 'open' });
    expect(await claim(world.parts, token, reader)).toBeNull();
  });
});

describe('a confirmed address', () => {
  it('receives everything at once, in any spelling, with its own mail', async () => {
    const product = await world.product();
    const group = await world.group([product]);
    const mira = await world.person('Mira@Guildhall.Test');
    const unconfirmed = await world.person('wren@guildhall.test', false);
    await world.add(group, 'mira@guildhall.test wren@guildhall.test');
    expect(await world.owned(mira)).toEqual([product]);
    expect(await world.owned(unconfirmed)).toEqual([]);
    expect((await world.mail('mira@guildhall.test')).subject).toBe('A delivery from Crow Miniatures');
    expect((await world.mail('mira@guildhall.test')).token).toBe('');
    expect((await world.mail('wren@guildhall.test')).token).not.toBe('');
  });

  it('receives everything once it is confirmed, not before', async () => {
    const products = [await world.product(), await world.product()];
    const [one, two] = [await world.group(products.slice(0, 1)), await world.group(products.slice(1))];
    for (const group of [one, two]) await world.add(group, 'later@guildhall.test');
    const { token } = await world.mail('later@guildhall.test');
    const later = await world.person('LATER@guildhall.test', false);
    await receiveDeliveries(world.parts, later);
    expect(await world.owned(later)).toEqual([]);
    await world.pb.collection('users').update(later, { verified: true });
    await Promise.all([1, 2, 3].map(() => receiveDeliveries(world.parts, later)));
    expect(await world.owned(later)).toEqual(products.toSorted());
    expect(await access(later)).toHaveLength(2);
    expect(await claim(world.parts, token, later)).toBeNull();
    expect(await claim(world.parts, token, await world.person('thief@x.org'))).toBe('taken');
  });

  it('of a suspended account receives nothing', async () => {
    const group = await world.group([await world.product()]);
    const banned = await world.person('banned@x.org');
    await world.pb.collection('users').update(banned, { suspended: true });
    await world.add(group, 'banned@x.org');
    expect(await world.owned(banned)).toEqual([]);
  });
});

describe('a product added later', () => {
  it('reaches people who claimed, not removed or invited ones; removed products stay owned', async () => {
    const [first, second] = [await world.product(), await world.product()];
    const group = await world.group([first]);
    const [stays, leaves] = [await world.person('stays@x.org'), await world.person('leaves@x.org')];
    await world.add(group, 'stays@x.org leaves@x.org waits@x.org');
    await removePersonFromGroup(
      world.pb,
      group,
      (await personOf(group, 'leaves@x.org')).id,
      world.parts.now(),
    );
    await addProductToGroup(world.pb, group, second, world.parts.now());
    await removeProductFromGroup(world.pb, group, first);
    await runDeliveries(world.parts);
    expect(await world.owned(stays)).toEqual([first, second].toSorted());
    expect(await world.owned(leaves)).toEqual([first]);
    expect(await productsOfGroup(world.pb, group)).toMatchObject([{ id: second, delivered: true }]);
    const { token } = await world.mail('waits@x.org');
    const waits = await world.person('waits-elsewhere@x.org');
    expect(await claim(world.parts, token, waits)).toBeNull();
    expect(await world.owned(waits)).toEqual([second]);
    // Invited again, the removed person gets what was added meanwhile.
    await world.add(group, 'leaves@x.org');
    expect(await world.owned(leaves)).toEqual([first, second].toSorted());
    expect(await access(leaves)).toHaveLength(2);
  });

  it('waits while it is suspended', async () => {
    const product = await world.product({ state: 'suspended' });
    const group = await world.group([await world.product(), product]);
    const reader = await world.person('suspense@x.org');
    await world.add(group, 'suspense@x.org');
    expect(await world.owned(reader)).toHaveLength(1);
    await world.pb.collection('products').update(product, { state: 'draft' });
    await runDeliveries(world.parts);
    expect(await world.owned(reader)).toHaveLength(2);
  });

  it('reaches everyone who claims at the same moment', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => world.product()));
    const group = await world.group();
    const names = Array.from({ length: 12 }, (_, at) => `race-${at}@x.org`);
    await world.add(group, names.join(' '));
    const tokens = await Promise.all(names.map((name) => world.mail(name)));
    const users = await Promise.all(names.map((name) => world.person(`of-${name}`)));
    const put = async () => {
      for (const product of products) {
        await addProductToGroup(world.pb, group, product, world.parts.now());
        await runDeliveries(world.parts);
      }
    };
    await Promise.all([put(), ...users.map((user, at) => claim(world.parts, tokens[at]?.token ?? '', user))]);
    for (const user of users) expect(await world.owned(user)).toEqual(products.toSorted());
  });
});

describe('a deleted account', () => {
  it('leaves the counts of the group, also for several accounts', async () => {
    const group = await world.group([await world.product()]);
    const users = [await world.person('goes-1@x.org'), await world.person('goes-2@x.org')];
    await world.add(group, 'goes-1@x.org goes-2@x.org');
    for (const user of users) await deleteUser(world.pb, user);
    expect((await personOf(group, 'goes-1@x.org'))['state']).toBe('claimed');
  });

  it('has the data of stores in its export, but not that of an unconfirmed address', async () => {
    const group = await world.group();
    await world.add(group, 'Wren <takes@x.org>, others@x.org');
    const unconfirmed = await world.person('others@x.org', false);
    const taker = await world.person('elsewhere@x.org');
    await claim(world.parts, (await world.mail('takes@x.org')).token, taker);
    expect(await exportUser(world.pb, taker)).toMatchObject({
      deliveries: [{ store: 'Crow Miniatures', email: 'takes@x.org', name: 'Wren', state: 'claimed' }],
    });
    expect(await exportUser(world.pb, unconfirmed)).toMatchObject({ deliveries: [] });
  });
});
