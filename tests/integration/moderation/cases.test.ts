import PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queuePage } from '../../../src/data/desk/queue.ts';
import { type Actor, actingAs } from '../../../src/data/kernel/actor.ts';
import { decideCase } from '../../../src/data/moderation/case-decisions.ts';
import { answerCase, appealCase, casesAgainst } from '../../../src/data/moderation/cases.ts';
import { CASE_APPEAL_DAYS } from '../../../src/domain/moderation/case.ts';
import type { LetterDraft } from '../../../src/domain/moderation/letter.ts';
import { paths } from '../../../src/paths.ts';
import { recordLetter } from '../../../src/server/desk/letter-notices.ts';
import { decisionOfLink, objectAsStranger } from '../../../src/server/moderation/case-replies.ts';
import { notifyCases } from '../../../src/server/moderation/cases.ts';
import { openObjectionLinks } from '../../../src/server/moderation/objection-links.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let store: string;
let product: string;
let owner: string;
let made = 0;

beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());
beforeEach(async () => {
  store = await commerce.store(`cased-${++made}`);
  owner = (await commerce.pb.collection('stores').getOne(store))['owner'];
  product = await commerce.product(store, 500, { name: 'Wyrm' });
});

const row = (collection: string, id: string) => commerce.pb.collection(collection).getOne(id);
const openCase = async (more: object = {}) =>
  (
    await commerce.pb.collection('cases').create({
      kind: 'copyright',
      product,
      reporter: 'maker@guildhall.test',
      claim: 'This is my dragon.',
      state: 'open',
      ...more,
    })
  ).id;
const decide = (id: string, state: string) =>
  commerce.pb.collection('cases').update(id, { state, decision: 'We compared both.' });
/** The mails about a case so far: recipient, subject. */
const letters = async (id: string) =>
  (
    await commerce.pb
      .collection('mails')
      .getFullList({ filter: commerce.pb.filter('mailKey ~ {:id}', { id }), sort: '@rowid' })
  ).map(({ to, subject, body }) => ({ to: String(to), subject: String(subject), body: String(body) }));

describe('a case', () => {
  it('has a number and a deadline of seven days, and both sides are notified of each step once', async () => {
    const id = await openCase();
    const seller = `seller-cased-${made}@guildhall.test`;
    const opened = await row('cases', id);
    expect(opened).toMatchObject({ store, number: made, what: 'product', subject: product, accused: owner });
    const days = (Date.parse(opened['deadline']) - Date.parse(opened['created'])) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(await notifyCases(commerce)).toBe(1);
    expect(await notifyCases(commerce)).toBe(0);
    const first = await letters(id);
    expect(first.map(({ to }) => to)).toEqual([seller, 'maker@guildhall.test']);
    expect(first[0]?.body).toContain('> This is my dragon.');
    expect(first[0]?.body).not.toContain('maker@guildhall.test');
    expect(first[0]?.subject).toBe(`Case C-${made} is open`);

    expect(await answerCase(commerce.pb, owner, id, 'I drew it first.', commerce.now())).toBe(true);
    expect(await answerCase(commerce.pb, owner, id, 'Once more.', commerce.now())).toBe(false);
    await notifyCases(commerce);
    const second = (await letters(id)).slice(2);
    expect(second.map(({ to }) => to)).toEqual(['maker@guildhall.test']);
    expect(second[0]?.body).toContain('> I drew it first.');

    await decide(id, 'upheld');
    await notifyCases(commerce);
    expect((await letters(id)).slice(3).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `${seller}: Case C-${made} is decided: the claim is upheld`,
      `maker@guildhall.test: Case C-${made} is decided: the claim is upheld`,
    ]);
    expect(await row('products', product)).toMatchObject({
      state: 'suspended',
      suspendedWhy: `Case C-${made}`,
    });
    expect(await casesAgainst(commerce.pb, owner)).toMatchObject([
      { state: 'upheld', about: { what: 'product', id: product, name: 'Wyrm' }, suspends: true },
    ]);
  });

  it('decided alike again after an objection tells both sides of the second decision', async () => {
    const id = await openCase();
    await decide(id, 'upheld');
    await notifyCases(commerce);
    expect(await appealCase(commerce.pb, owner, id, 'Mine has wings.', commerce.now())).toBe(true);
    const { updated: seen } = await row('cases', id);
    const decision = {
      verdict: 'upheld' as const,
      ...{ ground: 'law' as const, groundText: 'Copyright', reason: 'Looked again.' },
    };
    const desk = actingAs(commerce.pb, { id: '', name: 'odile', role: 'moderator' });
    expect(await decideCase(desk, { id, seen, decision, now: commerce.now() })).toBe(true);
    expect(await notifyCases(commerce)).toBe(1);
    const told = (await letters(id)).filter(({ body }) => body.includes('Looked again.'));
    expect(told.map(({ to }) => to)).toEqual([`seller-cased-${made}@guildhall.test`, 'maker@guildhall.test']);
    expect(await notifyCases(commerce)).toBe(0);
  });

  it('decided at the dashboard in other words, or to and fro, is told once for each decision', async () => {
    const id = await openCase();
    const subjects = async () => (await letters(id)).map(({ subject }) => subject.replace(/^.*: /, ''));
    await commerce.pb.collection('cases').update(id, { state: 'upheld' });
    await notifyCases(commerce);
    // The words come after the verdict: they are told, once.
    await commerce.pb.collection('cases').update(id, { decision: 'The wings are the same.' });
    expect([await notifyCases(commerce), await notifyCases(commerce)]).toEqual([1, 0]);
    const told = (await letters(id)).filter(({ body }) => body.includes('The wings are the same.'));
    expect(told.map(({ to }) => to)).toEqual([`seller-cased-${made}@guildhall.test`, 'maker@guildhall.test']);
    // An objection that is decided alike before the job ran.
    await appealCase(commerce.pb, owner, id, 'Mine has horns.', commerce.now());
    await decide(id, 'upheld');
    expect([await notifyCases(commerce), await notifyCases(commerce)]).toEqual([1, 0]);
    // Changed, and changed back after that was told.
    for (const state of ['dismissed', 'upheld']) {
      await decide(id, state);
      expect([await notifyCases(commerce), await notifyCases(commerce)]).toEqual([1, 0]);
    }
    const verdicts = (await subjects()).filter((subject) => subject.startsWith('the claim'));
    expect(verdicts).toHaveLength(10);
    // What is no decision is not told again.
    await commerce.pb.collection('cases').update(id, { claim: 'This was my dragon.' });
    expect(await notifyCases(commerce)).toBe(0);
  });

  it('of another store cannot be answered', async () => {
    const id = await openCase();
    const { owner: other } = await commerce.pb
      .collection('stores')
      .getOne(await commerce.store(`other-${made}`));
    expect(await answerCase(commerce.pb, other, id, 'Mine.', commerce.now())).toBe(false);
    expect((await row('cases', id))['answer']).toBe('');
  });

  it('hides a product until the decision where the operator wants it, and shows it again when dismissed', async () => {
    const id = await openCase({ suspendMeanwhile: true });
    expect((await row('products', product))['state']).toBe('suspended');
    await decide(id, 'dismissed');
    expect(await row('products', product)).toMatchObject({
      state: 'published',
      suspendedByCase: false,
      suspendedWhy: '',
    });
  });

  it('does not show again what another case or the operator hides', async () => {
    const [one, two] = [await openCase(), await openCase({ kind: 'licence' })];
    await decide(one, 'upheld');
    await decide(two, 'upheld');
    await decide(one, 'dismissed');
    expect((await row('products', product))['state']).toBe('suspended');
    await decide(two, 'dismissed');
    expect((await row('products', product))['state']).toBe('published');
    await commerce.pb.collection('products').update(product, { state: 'suspended' });
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

  it('decided at the dashboard is in the audit log as the operator’s action', async () => {
    const id = await openCase();
    const operator = new PocketBase(commerce.pb.baseURL);
    operator.authStore.save(commerce.pb.authStore.token, null);
    await operator.collection('cases').update(id, { state: 'upheld' });
    const [entry] = await commerce.pb
      .collection('audit_log')
      .getFullList({ filter: commerce.pb.filter('record = {:product}', { product }) });
    expect(entry).toMatchObject({ before: 'published', after: 'suspended', who: 'operator' });
  });
});

describe('somebody without an account whose report was dismissed', () => {
  it('can object once to the decision, by the link in its mail', async () => {
    const { pb } = commerce;
    const links = openObjectionLinks('a secret of the tests');
    const to = `objects-${made}@maker.test`;
    const id = await openCase({ reporter: '' });
    const text = 'This is my dragon, see my page.';
    await pb
      .collection('reports')
      .create({ inCase: id, kind: 'copyright', name: 'A Maker', email: to, text });
    const decided = async () => {
      await notifyCases(commerce, links);
      await decide(id, 'dismissed');
      await notifyCases(commerce, links);
      return (await letters(id)).findLast((mail) => mail.to === to)?.body ?? '';
    };
    const mail = await decided();
    expect(mail).toContain('object once, within 6 months');
    const token = /\/report\/object\/([\w-]+)/.exec(mail)?.[1] ?? '';
    const found = await decisionOfLink(commerce, links, token);
    expect(found).toMatchObject({ text, case: { id, state: 'dismissed' } });
    const reportId = found?.reportId ?? '';

    // A forged token, one of another installation, and one whose time is over lead nowhere.
    const forged = token.replace(/^.{15}/, 'b'.repeat(15));
    expect(await decisionOfLink(commerce, links, forged)).toBeNull();
    expect(await decisionOfLink(commerce, openObjectionLinks('another secret'), token)).toBeNull();
    const late = { pb, now: () => commerce.now() + (CASE_APPEAL_DAYS + 1) * 86_400_000 };
    expect(await decisionOfLink(late, links, token)).toBeNull();
    expect(await objectAsStranger(late, reportId, 'They are the same.')).toContain('no longer possible');

    expect(await objectAsStranger(commerce, reportId, ' ')).toContain('Write why you object');
    const twice = await Promise.all(
      [1, 2].map(() => objectAsStranger(commerce, reportId, 'They are the same.')),
    );
    expect(twice.filter((refusal) => refusal === null)).toHaveLength(1);
    const { entries } = await queuePage(pb, {
      kinds: ['appeal'],
      after: null,
      limit: 50,
      now: commerce.now(),
    });
    expect(entries.map((entry) => entry.id)).toContain(id);

    // The second decision is final.
    expect(await decided()).toContain('final here');
    expect(await objectAsStranger(commerce, reportId, 'Once more.')).toContain('no longer possible');
  });
});

describe('a letter', () => {
  const magnus: Actor = { id: 'm'.repeat(15), name: 'magnus', role: 'moderator' };
  const letter = (address: string, more: Partial<LetterDraft> = {}): LetterDraft => ({
    ...{ letterId: `l${String(made).padStart(14, '0')}`, address, isHidden: false, email: '' },
    ...{ kind: 'abuse' as const, text: 'This insults me by name.', name: 'Ada Maker' },
    ...more,
  });
  const numberOf = async (about: LetterDraft) => {
    const outcome = await recordLetter(commerce, magnus, about);
    return 'number' in outcome ? outcome.number : outcome;
  };

  it('about a members’ post, or a comment on it, opens a case by its address', async () => {
    const create = async (collection: string, data: object) =>
      (await commerce.pb.collection(collection).create(data)).id;
    const post = await create('posts', {
      ...{ store, title: 'Sketches', text: 'Only for you.', audience: 'members', state: 'published' },
      publishedAt: new Date(commerce.now() - 60_000).toISOString(),
    });
    const asker = (await commerce.person(`commenting-${made}`)).id;
    const comment = await create('questions', {
      post,
      store,
      asker,
      question: 'Ada is a thief.',
      state: 'open',
    });
    expect(await numberOf(letter(`https://guildhall.example${paths.memberPost(post)}`))).toEqual(
      expect.any(Number),
    );
    const about = letter(paths.readPost(post, false, comment), { letterId: 'c'.repeat(15) });
    expect(await numberOf(about)).toEqual(expect.any(Number));
    const { items } = await commerce.pb.collection('cases').getList(1, 5, { sort: '-number' });
    expect(items.slice(0, 2).map(({ what, subject, accused }) => [what, subject, accused])).toEqual([
      ['question', comment, asker],
      ['post', post, owner],
    ]);
    // What nobody sees any more is found by nobody.
    await commerce.pb.collection('posts').update(post, { state: 'draft' });
    const late = letter(paths.memberPost(post), { letterId: 'd'.repeat(15) });
    expect(await numberOf(late)).toHaveProperty('problems.address');
  });

  it('sent again after its case was decided opens no second case', async () => {
    const about = letter(paths.product(product), { kind: 'copyright', isHidden: true });
    const number = await numberOf(about);
    const { id } = await commerce.pb.collection('cases').getFirstListItem(`number = ${number}`);
    for (const verdict of ['upheld', 'dismissed']) {
      await decide(id, verdict);
      expect(await numberOf(about)).toBe(number);
    }
    const { totalItems } = await commerce.pb
      .collection('cases')
      .getList(1, 1, { filter: commerce.pb.filter('product = {:product}', { product }) });
    expect(totalItems).toBe(1);
    expect(await row('products', product)).toMatchObject({ state: 'published' });
    // Another letter about it is another claim.
    expect(await numberOf({ ...about, letterId: 'e'.repeat(15), isHidden: false })).not.toBe(number);
  });
});
