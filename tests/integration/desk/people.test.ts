import PocketBase from 'pocketbase';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addProductPictures } from '../../../src/data/catalogue/product-drafts.ts';
import { sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { deskOrders } from '../../../src/data/desk/orders.ts';
import { deskPeople } from '../../../src/data/desk/people.ts';
import { personPart } from '../../../src/data/desk/person-parts.ts';
import { deskProducts } from '../../../src/data/desk/products.ts';
import { deskStores } from '../../../src/data/desk/stores.ts';
import { endLook, lookedAt, looksAt } from '../../../src/data/identity/account-looks.ts';
import { giveRole } from '../../../src/data/identity/roles.ts';
import { PERSON_LISTS, type PersonPart } from '../../../src/domain/desk/person.ts';
import { LOOK_MS } from '../../../src/domain/identity/look.ts';
import { publishProduct } from '../../../src/server/catalogue/product-publishing.ts';
import {
  agreeCommission,
  beginLook,
  decideReview,
  endSessions,
  resendMail,
  type StaffParts,
  suspendOffer,
  suspendPerson,
  verifyStore,
} from '../../../src/server/desk/staff-deeds.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const PASSWORD = 'a password of the tests';
const REASON = 'Sold the work of others.';
let backend: TestBackend;
let parts: StaffParts;
let clock = Date.UTC(2026, 10, 22, 12);
const people: Record<'odile' | 'otto' | 'mira' | 'tobias', string> = {
  odile: '',
  otto: '',
  mira: '',
  tobias: '',
};
let store: string;

async function row(collection: string, data: object): Promise<string> {
  return (await backend.pb.collection(collection).create(data)).id;
}
const person = (username: string) =>
  row('users', {
    ...{ username, email: `${username}@guildhall.test`, password: PASSWORD, passwordConfirm: PASSWORD },
    verified: true,
  });
const odile = () => ({ id: people.odile, name: 'odile', role: 'operator' as const });
const mailsTo = async (to: string) =>
  (await backend.pb.collection('mails').getFullList({ filter: `to = "${to}@guildhall.test"` })).map(
    ({ subject, body }) => `${subject}\n${body}`,
  );
const logged = async (record: string) =>
  (await backend.pb.collection('audit_log').getFullList({ filter: `record = "${record}"` })).map(
    ({ field, actorName }) => `${actorName} ${field}`,
  );
const signIn = (username: string) =>
  new PocketBase(backend.pb.baseURL)
    .collection('users')
    .authWithPassword(`${username}@guildhall.test`, PASSWORD);

async function giveaway(slug: string): Promise<string> {
  const id = await row('products', {
    ...{ store, name: slug, slug, state: 'ready', free: true, priceCents: 0 },
    ...{ licences: ['personal'], type: 'figure', scale: '32', genre: ['fantasy'], ai: 'none' },
  });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  await addProductPictures(backend.pb, id, [{ bytes: new Uint8Array(picture), alt: 'A box' }]);
  await row('product_files', {
    ...{ product: id, name: 'a.stl', role: 'unsupported', version: 1 },
    ...{ storageKey: slug, sha256: 'a'.repeat(64), sizeBytes: 84 },
  });
  return id;
}

beforeAll(async () => {
  backend = await openTestBackend();
  parts = {
    pb: backend.pb,
    siteUrl: 'https://guildhall.example',
    siteName: 'Guildhall',
    now: () => {
      clock += 1000;
      return clock;
    },
    mailQueued: () => undefined,
  };
  for (const name of Object.keys(people) as (keyof typeof people)[]) people[name] = await person(name);
  await giveRole(backend.pb, { userId: people.odile, role: 'operator', givenBy: 'root', now: clock });
  await giveRole(backend.pb, { userId: people.otto, role: 'moderator', givenBy: 'root', now: clock });
  store = await row('stores', { owner: people.mira, slug: 'ashgrove', name: 'Ashgrove', state: 'open' });
});
afterAll(() => backend.close());

describe('a search at the desk', () => {
  it('finds people by the beginning of a name or address and by id, page by page', async () => {
    const names = async (text: string, seesAddresses = true) =>
      (await deskPeople(backend.pb, text, null, 10, seesAddresses)).rows.map(({ username }) => username);
    expect(await names('TOB')).toEqual(['tobias']);
    expect(await names('mira@GUILD')).toEqual(['mira']);
    expect(await names(people.otto)).toEqual(['otto']);
    expect((await names('')).sort()).toEqual(Object.keys(people).sort());
    const first = await deskPeople(backend.pb, 'o', null, 1, true);
    const second = await deskPeople(backend.pb, 'o', first.next, 1, true);
    expect([first, second].flatMap(({ rows }) => rows.map(({ username }) => username))).toEqual([
      'odile',
      'otto',
    ]);
    expect(second.next).toBeNull();
    const all: string[] = [];
    for (let after: Parameters<typeof deskPeople>[2] = null, at = 0; at < 4; at++) {
      const page = await deskPeople(backend.pb, '', after, 1, true);
      all.push(...page.rows.map(({ id }) => id));
      after = page.next;
    }
    expect(new Set(all).size).toBe(4);
  });

  it('shows a moderator no addresses of people', async () => {
    const { rows } = await deskPeople(backend.pb, 'mira', null, 10, false);
    expect(rows.map(({ username, email }) => [username, email])).toEqual([['mira', '']]);
    expect((await deskPeople(backend.pb, 'mira@guildhall.test', null, 10, false)).rows).toEqual([]);
    expect((await deskStores(backend.pb, 'mira@guildhall.test', null, 10, false)).rows).toEqual([]);
  });

  it('finds stores by name, address and owner, and orders by number, payment and buyer', async () => {
    for (const text of ['ash', 'ashgrove', store, 'mira@guildhall.test'])
      expect((await deskStores(backend.pb, text, null, 10, true)).rows.map(({ id }) => id)).toEqual([store]);
    const order = await row('orders', {
      ...{ buyer: people.tobias, email: 'tobias@guildhall.test', state: 'paid', currency: 'usd' },
      ...{
        totalCents: 900,
        checkoutKey: 'k1',
        fingerprint: 'f1',
        expiresAt: new Date(clock),
        paymentId: 'pi_12345',
        placedAt: new Date(clock),
      },
    });
    const number = `G-2026-${order.slice(0, 8).toUpperCase()}`;
    for (const text of ['', order, number, 'pi_12345', 'Tobias@guildhall.test', 'tobias'])
      expect((await deskOrders(backend.pb, text, null, 10)).rows.map(({ id }) => id)).toEqual([order]);
    for (const text of ['pi_9', 'G-2026-XXXXXXXX', 'mira'])
      expect((await deskOrders(backend.pb, text, null, 10)).rows).toEqual([]);
    expect((await personPart(backend.pb, 'bought', people.tobias, null, 10)).rows).toMatchObject([
      { target: order, cents: 900, state: 'paid' },
    ]);
  });

  it('reads every list of a person', async () => {
    for (const part of Object.keys(PERSON_LISTS) as PersonPart[])
      expect((await personPart(backend.pb, part, 'a'.repeat(15), null, 10)).rows).toEqual([]);
  });
});

describe('a suspension', () => {
  it('is mailed once, though it is sent twice', async () => {
    const sent = { personId: people.tobias, suspend: true, reason: REASON };
    expect([await suspendPerson(parts, odile(), sent), await suspendPerson(parts, odile(), sent)]).toEqual([
      null,
      null,
    ]);
    const mails = await mailsTo('tobias');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`> ${REASON}`);
    await expect(signIn('tobias')).rejects.toThrow();
    expect(await logged(people.tobias)).toEqual(
      expect.arrayContaining(['odile suspended', 'odile person.suspend']),
    );
    await suspendPerson(parts, odile(), { ...sent, suspend: false, reason: 'It was a mistake.' });
    expect((await signIn('tobias')).record.id).toBe(people.tobias);
  });

  it('of somebody who works at the desk is refused', async () => {
    for (const personId of [people.odile, people.otto])
      expect(await suspendPerson(parts, odile(), { personId, suspend: true, reason: REASON })).not.toBeNull();
    expect((await signIn('otto')).record.id).toBe(people.otto);
  });

  it('of a store or product returns to the state before, with the reason meanwhile', async () => {
    const product = await giveaway('suspended-one');
    const cases = [
      ['stores', store, 'open'],
      ['products', product, 'ready'],
    ] as const;
    for (const [what, id, before] of cases) {
      const now = async () => {
        const { state, suspendedWhy } = await backend.pb.collection(what).getOne(id);
        return [state, suspendedWhy];
      };
      for (let times = 0; times < 2; times++)
        expect(await suspendOffer(parts, odile(), what, { id, suspend: true, reason: REASON })).toBeNull();
      expect(await now()).toEqual(['suspended', REASON]);
      expect(await suspendOffer(parts, odile(), what, { id, suspend: false, reason: REASON })).toBeNull();
      expect(await now()).toEqual([before, '']);
    }
    expect((await mailsTo('mira')).filter((mail) => mail.includes('suspended\n'))).toHaveLength(2);
  });
});

it('ending sessions leaves no session alive', async () => {
  const client = new PocketBase(backend.pb.baseURL);
  await client.collection('users').authWithPassword('mira@guildhall.test', PASSWORD);
  expect(await endSessions(parts, odile(), { personId: people.mira, reason: REASON })).toBeNull();
  await expect(client.collection('users').authRefresh()).rejects.toThrow();
  expect((await signIn('mira')).record.id).toBe(people.mira);
});

it('a mail is sent once more, and not while it waits', async () => {
  const mail = await row('mails', {
    ...{ mailKey: 'again', kind: 'receipt', to: 'wren@guildhall.test', subject: 'A', body: 'B' },
    ...{ state: 'failed', sendAfter: new Date(clock), tries: 9, error: 'refused' },
  });
  for (let times = 0; times < 2; times++) expect(await resendMail(parts, odile(), mail)).toBeNull();
  expect(await backend.pb.collection('mails').getOne(mail)).toMatchObject({ state: 'waiting', tries: 0 });
  expect(await logged(mail)).toEqual(['odile mail.resend']);
});

it('a store is verified once, and a commission agreed with its seller', async () => {
  const verify = (isVerified: boolean) =>
    verifyStore(parts, odile(), { storeId: store, isVerified, reason: REASON });
  expect([await verify(true), await verify(true)]).toEqual([null, null]);
  expect((await mailsTo('mira')).filter((mail) => mail.startsWith('Your identity'))).toHaveLength(1);
  const agree = (percent: number | null) => agreeCommission(parts, odile(), { storeId: store, percent });
  expect(await agree(7)).toContain('no business account');
  await row('business_accounts', { store, state: 'active', plan: 'free' });
  expect(await agree(7)).toBeNull();
  const { rows } = await deskStores(backend.pb, 'ashgrove', null, 10, true);
  expect(rows).toMatchObject([{ verified: true, commissionPercent: 7 }]);
  await agree(null);
  expect((await deskStores(backend.pb, store, null, 10, true)).rows[0]?.commissionPercent).toBeNull();
});

describe('a review', () => {
  const waiting = async (slug: string) => {
    const id = await giveaway(slug);
    expect(
      await publishProduct({ pb: await ownerOf(backend.pb, store), reviewScope: 'all' }, id, parts.now()),
    ).toEqual([]);
    const seen = (await sellerProduct(backend.pb, store, id))?.product.updatedAt ?? 0;
    return { productId: id, seen };
  };
  const counted = async () => (await backend.pb.collection('stores').getOne(store))['productCount'];

  it('publishes no product that was changed after it was looked at', async () => {
    const one = await waiting('changed-one');
    await backend.pb.collection('products').update(one.productId, { name: 'Something else' });
    expect(await decideReview(parts, odile(), { ...one, approve: true, reason: '' })).toContain('changed');
    expect((await sellerProduct(backend.pb, store, one.productId))?.product.state).toBe('in-review');
  });

  it('publishes, once, and tells the seller', async () => {
    const before = await counted();
    const one = await waiting('good-one');
    const approve = () => decideReview(parts, odile(), { ...one, approve: true, reason: '' });
    expect([await approve(), await approve()].map((refusal) => refusal === null)).toEqual([true, false]);
    expect(await counted()).toBe(Number(before) + 1);
    expect((await mailsTo('mira')).filter((mail) => mail.startsWith('"good-one" is published'))).toHaveLength(
      1,
    );
  });

  it('sends back with a reason that the seller reads', async () => {
    const one = await waiting('poor-one');
    const { rows } = await deskProducts(
      backend.pb,
      { text: '', storeId: null, inReview: true, found: [] },
      null,
      10,
    );
    expect(rows.map(({ id }) => id)).toContain(one.productId);
    const reason = 'The pictures show another model.';
    expect(await decideReview(parts, odile(), { ...one, approve: false, reason })).toBeNull();
    expect(await sellerProduct(backend.pb, store, one.productId)).toMatchObject({
      product: { state: 'ready' },
      reviewNote: reason,
    });
    expect((await mailsTo('mira')).some((mail) => mail.includes(`> ${reason}`))).toBe(true);
  });
});

describe('a look at an account', () => {
  it('is allowed for a while to whoever began it, and its owner reads about it', async () => {
    const begun = await beginLook(parts, odile(), { personId: people.mira, reason: 'A support case.' });
    if ('refusal' in begun) throw new Error(begun.refusal);
    const seen = (staffId: string, at: number) => lookedAt(backend.pb, begun.lookId, staffId, at);
    expect(await seen(people.odile, clock)).toBe(people.mira);
    expect(await seen(people.otto, clock)).toBeNull();
    expect(await seen(people.odile, clock + LOOK_MS + 1)).toBeNull();
    expect(await looksAt(backend.pb, people.mira, 0)).toMatchObject([{ reason: 'A support case.' }]);
    expect(await logged(people.mira)).toContain('odile person.look');
    await endLook(backend.pb, begun.lookId, people.otto, clock);
    expect(await seen(people.odile, clock)).toBe(people.mira);
    await endLook(backend.pb, begun.lookId, people.odile, clock);
    expect(await seen(people.odile, clock)).toBeNull();
  });
});
