import PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerCase, casesAgainst } from '../../src/data/cases.ts';
import { tellCases } from '../../src/server/cases.ts';
import { openCounter, type TestCounter } from './counter.ts';

let counter: TestCounter;
let store: string;
let product: string;
let owner: string;
let made = 0;

beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());
beforeEach(async () => {
  store = await counter.store(`cased-${++made}`);
  owner = (await counter.pb.collection('stores').getOne(store))['owner'];
  product = await counter.product(store, 500, { name: 'Wyrm' });
});

const row = (collection: string, id: string) => counter.pb.collection(collection).getOne(id);
const openCase = async (more: object = {}) =>
  (
    await counter.pb.collection('cases').create({
      kind: 'copyright',
      product,
      reporter: 'maker@guildhall.test',
      claim: 'This is my dragon.',
      state: 'open',
      ...more,
    })
  ).id;
const decide = (id: string, state: string) =>
  counter.pb.collection('cases').update(id, { state, decision: 'We compared both.' });
/** The letters about a case so far: to whom, subject. */
const letters = async (id: string) =>
  (
    await counter.pb
      .collection('mails')
      .getFullList({ filter: counter.pb.filter('mailKey ~ {:id}', { id }), sort: '@rowid' })
  ).map(({ to, subject, body }) => ({ to: String(to), subject: String(subject), body: String(body) }));

describe('a case', () => {
  it('is numbered, waits seven days, and both sides hear of each step once', async () => {
    const id = await openCase();
    const seller = `seller-cased-${made}@guildhall.test`;
    const opened = await row('cases', id);
    expect(opened).toMatchObject({ store, number: made, what: 'product', subject: product, accused: owner });
    const days = (Date.parse(opened['deadline']) - Date.parse(opened['created'])) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(await tellCases(counter)).toBe(1);
    expect(await tellCases(counter)).toBe(0);
    const first = await letters(id);
    expect(first.map(({ to }) => to)).toEqual([seller, 'maker@guildhall.test']);
    expect(first[0]?.body).toContain('> This is my dragon.');
    expect(first[0]?.body).not.toContain('maker@guildhall.test');
    expect(first[0]?.subject).toBe(`Case C-${made} is open`);

    expect(await answerCase(counter.pb, owner, id, 'I drew it first.', counter.now())).toBe(true);
    expect(await answerCase(counter.pb, owner, id, 'Once more.', counter.now())).toBe(false);
    await tellCases(counter);
    const second = (await letters(id)).slice(2);
    expect(second.map(({ to }) => to)).toEqual(['maker@guildhall.test']);
    expect(second[0]?.body).toContain('> I drew it first.');

    await decide(id, 'upheld');
    await tellCases(counter);
    expect((await letters(id)).slice(3).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `${seller}: Case C-${made} is decided: the claim is right`,
      `maker@guildhall.test: Case C-${made} is decided: the claim is right`,
    ]);
    expect(await row('products', product)).toMatchObject({
      state: 'suspended',
      suspendedWhy: `Case C-${made}`,
    });
    expect(await casesAgainst(counter.pb, owner)).toMatchObject([
      { state: 'upheld', about: { what: 'product', id: product, name: 'Wyrm' }, suspends: true },
    ]);
  });

  it('of another store cannot be answered', async () => {
    const id = await openCase();
    const { owner: other } = await counter.pb
      .collection('stores')
      .getOne(await counter.store(`other-${made}`));
    expect(await answerCase(counter.pb, other, id, 'Mine.', counter.now())).toBe(false);
    expect((await row('cases', id))['answer']).toBe('');
  });

  it('hides a product meanwhile where the operator wants it, and gives it back when dismissed', async () => {
    const id = await openCase({ suspendMeanwhile: true });
    expect((await row('products', product))['state']).toBe('suspended');
    await decide(id, 'dismissed');
    expect(await row('products', product)).toMatchObject({
      state: 'published',
      suspendedByCase: false,
      suspendedWhy: '',
    });
  });

  it('leaves alone what another case, or the operator himself, hides', async () => {
    const [one, two] = [await openCase(), await openCase({ kind: 'licence' })];
    await decide(one, 'upheld');
    await decide(two, 'upheld');
    await decide(one, 'dismissed');
    expect((await row('products', product))['state']).toBe('suspended');
    await decide(two, 'dismissed');
    expect((await row('products', product))['state']).toBe('published');
    await counter.pb.collection('products').update(product, { state: 'suspended' });
    await decide(one, 'upheld');
    await decide(one, 'dismissed');
    expect((await row('products', product))['state']).toBe('suspended');
  });

  it('about a whole store hides the store', async () => {
    const id = await openCase({ product: '', store });
    await decide(id, 'upheld');
    expect((await row('stores', store))['state']).toBe('suspended');
    expect((await row('products', product))['state']).toBe('published');
    await decide(id, 'dismissed');
    expect((await row('stores', store))['state']).toBe('open');
  });

  it('decided at the dashboard stands in the audit log as the operator’s deed', async () => {
    const id = await openCase();
    const operator = new PocketBase(counter.pb.baseURL);
    operator.authStore.save(counter.pb.authStore.token, null);
    await operator.collection('cases').update(id, { state: 'upheld' });
    const [entry] = await counter.pb
      .collection('audit_log')
      .getFullList({ filter: counter.pb.filter('record = {:product}', { product }) });
    expect(entry).toMatchObject({ before: 'published', after: 'suspended', who: 'operator' });
  });
});
