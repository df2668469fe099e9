import type { RecordOf } from '../../../src/data/kernel/record.ts';
import { everyone, signedIn } from '../answers.ts';
import { emailOf } from '../people.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anyUser,
  backend,
  form,
  newName,
  newRow,
  noInput,
  policy,
} from './policy-terms.ts';

const newCase = (world: World) =>
  newRow(world, 'cases', {
    kind: 'other',
    store: world.stores.seller,
    reporter: 'maker@guildhall.test',
    claim: 'Mine.',
    state: 'open',
  });

const newListed = (world: World) =>
  newRow(world, 'products', {
    store: world.stores.seller,
    name: 'New',
    slug: newName(),
    state: 'published',
    free: true,
  });

let upheld: Promise<string | null> = Promise.resolve(null);
/**
 * A case upheld against the seller: the same one until it is appealed. Each further one would be a strike, and a seller
 * with three may not post any more, which every other test of the seller would notice.
 */
function upheldCase(world: World): Promise<string> {
  const next = upheld.then(async (id) => {
    const known = id && (await backend(world).collection('cases').getOne<RecordOf<'cases'>>(id));
    if (known && known.state === 'upheld') return known.id;
    return newRow(world, 'cases', {
      kind: 'abuse',
      what: 'message',
      subject: world.order.id,
      accused: world.users.seller,
      claim: 'He was rude.',
      state: 'upheld',
    });
  });
  upheld = next;
  return next;
}

/** About something of the seller, even without a store. */
const sellersOwn = (input: ActionPolicy['input']) => policy(signedIn(401, 404, { seller: 200 }), input);

/** Policies of the actions about cases and reports. */
export const CASE_ACTIONS: Record<string, ActionPolicy> = {
  'cases.list': anyUser(noInput),
  'cases.answer': sellersOwn(async (world) => ({ id: await newCase(world), answer: 'I drew it first.' })),

  // Sellers cannot report their own products.
  'reports.make': policy(
    signedIn(401, 200, { seller: 409 }),
    async (world) => ({
      what: 'product',
      id: await newListed(world),
      kind: 'other',
      text: 'Something is wrong with this one.',
    }),
    form,
  ),
  'notices.give': policy(
    everyone(200),
    async (world) => ({
      what: 'product',
      id: await newListed(world),
      kind: 'other',
      text: 'Something is wrong with this one.',
      name: 'A Maker',
      email: emailOf(newName()),
      goodFaith: 'true',
    }),
    form,
  ),
  // No such link was mailed.
  'notices.confirm': policy(everyone(404), () => ({ token: 'a'.repeat(43) }), form),
  'reports.list': anyUser(noInput),
  // This case is no claim of copyright.
  'reports.counterNotice': policy(signedIn(401, 404, { seller: 409 }), async (world) => ({
    id: await upheldCase(world),
    name: 'Tess Seller',
    address: '1 Mill Lane, Ashgrove',
    phone: '+44 20 7946 0000',
    statement: 'I sculpted it myself in May.',
    believesMistake: true,
    acceptsCourt: true,
  })),
  'reports.appeal': sellersOwn(async (world) => ({ id: await upheldCase(world), appeal: 'It was a joke.' })),
};
