import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportable } from '../../../src/data/account/reportables.ts';
import { sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { answerCase, appealCase, casesAgainst } from '../../../src/data/moderation/cases.ts';
import { reportsOf } from '../../../src/data/moderation/reports.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import type { NewReport } from '../../../src/domain/moderation/report.ts';
import { transitionProduct } from '../../../src/server/catalogue/product-editing.ts';
import { holdPost, judgePost } from '../../../src/server/community/spam-hold.ts';
import { expireStrikes, notifyCases } from '../../../src/server/moderation/cases.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { makeReport } from '../../../src/server/moderation/reports.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

const DAY = 86_400_000;
let commerce: TestCommerce;
let store: string;
let product: string;
let owner: string;
let reporter: User;
let made = 0;

beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());
beforeEach(async () => {
  store = await commerce.store(`reported-${++made}`);
  owner = (await row('stores', store))['owner'];
  product = await commerce.product(store, 500, { name: 'Wyrm' });
  reporter = await somebody(`reporter-${made}`);
});

const row = (collection: string, id: string) => commerce.pb.collection(collection).getOne(id);
async function somebody(name: string): Promise<User> {
  const { id, email } = await commerce.person(name);
  const since = commerce.now() - 30 * DAY;
  const shown = { avatar: null, theme: 'system', showMature: false, hidesAi: false } as const;
  return { id, email, username: name, verified: true, ...shown, since, strikes: 0 };
}
const limits = openPostingLimits(false);
const report = async (who: User, more: Partial<NewReport> = {}, postingLimits = limits) => {
  const text = 'My cousin sculpted this dragon.';
  const written: NewReport = { what: 'product', id: product, kind: 'copyright', text, ...more };
  const about = await reportable(commerce.pb, written.what, written.id, who.id);
  return makeReport({ ...commerce, postingLimits }, who, written, about);
};
const caseOf = async (who: User) => (await reportsOf(commerce.pb, who.id))[0]?.caseId ?? '';
const decide = (id: string, state: string) =>
  commerce.pb.collection('cases').update(id, { state, decision: 'We compared both.' });
const letters = async (id: string) =>
  (
    await commerce.pb
      .collection('mails')
      .getFullList({ filter: commerce.pb.filter('mailKey ~ {:id}', { id }), sort: '@rowid' })
  ).map(({ to, subject, body }) => ({ to: String(to), subject: String(subject), body: String(body) }));

describe('a report', () => {
  it('opens a case with a number, and both sides get a mail', async () => {
    const outcome = await report(reporter, { text: '  My cousin\u202e sculpted this dragon.\r\n' });
    const [own] = await reportsOf(commerce.pb, reporter.id);
    expect(outcome).toEqual({ is: 'made', number: own?.number });
    expect(own).toMatchObject({
      state: 'open',
      text: 'My cousin sculpted this dragon.',
      about: { name: 'Wyrm' },
    });
    await notifyCases(commerce);
    const [toSeller, toReporter, ...rest] = await letters(own?.caseId ?? '');
    expect(rest).toEqual([]);
    expect(toSeller).toMatchObject({ to: `seller-reported-${made}@guildhall.test` });
    expect(toSeller?.body).toContain('> My cousin sculpted this dragon.');
    expect(toSeller?.body).not.toContain(reporter.username);
    expect(toReporter?.to).toBe(reporter.email);
  });

  it('about the same subject joins the open case; each person reports it once', async () => {
    const other = await somebody(`second-${made}`);
    const [first, second] = await Promise.all([
      report(reporter),
      report(other, { text: 'I know it from elsewhere.' }),
    ]);
    expect(first).toMatchObject({ is: 'made' });
    expect(second).toEqual(first);
    expect(await report(reporter)).toMatchObject({
      is: 'refused',
      sentence: /reported this already: it is case C-/,
    });
    const [one] = await casesAgainst(commerce.pb, owner);
    expect([one?.claim, ...(one?.moreClaims ?? [])].toSorted()).toEqual([
      'I know it from elsewhere.',
      'My cousin sculpted this dragon.',
    ]);
    await notifyCases(commerce);
    const recipients = (await letters(one?.id ?? '')).map(({ to }) => to);
    expect(recipients.toSorted()).toEqual(
      [other.email, reporter.email, `seller-reported-${made}@guildhall.test`].toSorted(),
    );
    await decide(one?.id ?? '', 'dismissed');
    expect(await report(reporter)).toMatchObject({ is: 'made' });
  });

  it('is refused about missing subjects, one’s own, and without text or kind', async () => {
    const draft = await commerce.product(store, 500, { state: 'draft' });
    expect(await report(reporter, { id: draft })).toEqual({ is: 'unknown' });
    expect(await report(reporter, { id: 'nothing' })).toEqual({ is: 'unknown' });
    expect(await report(reporter, { what: 'store' })).toEqual({ is: 'unknown' });
    expect(await report({ ...reporter, id: owner })).toMatchObject({ is: 'refused', sentence: /yours/ });
    expect(await report(reporter, { text: ' \u200b ' })).toMatchObject({ field: 'text' });
    expect(await report(reporter, { kind: 'abuse' })).toMatchObject({ field: 'kind' });
    expect(await reportsOf(commerce.pb, reporter.id)).toEqual([]);
  });

  it('about a store hides the store where it is upheld, and shows it again after an objection', async () => {
    await report(reporter, { what: 'store', id: `reported-${made}`, kind: 'spam' });
    const id = await caseOf(reporter);
    await decide(id, 'upheld');
    await notifyCases(commerce);
    expect((await row('stores', store))['state']).toBe('suspended');
    expect(await appealCase(commerce.pb, owner, id, 'It was a joke.', commerce.now())).toBe(true);
    expect((await row('stores', store))['state']).toBe('suspended');
    await decide(id, 'dismissed');
    expect((await row('stores', store))['state']).toBe('open');
  });

  it('is limited, and more so for an unreliable reporter', async () => {
    const postingLimits = openPostingLimits(true);
    const doubted = await somebody(`doubted-${made}`);
    for (let times = 0; times < 5; times++) {
      expect(await report(doubted, { text: `Something is wrong, ${times}` })).toMatchObject({ is: 'made' });
      await decide(await caseOf(doubted), 'dismissed');
    }
    const taken = async (who: User) => {
      for (let times = 0; ; times++) {
        const id = await commerce.product(store, 500);
        if ((await report(who, { id }, postingLimits)).is !== 'made') return times;
      }
    };
    expect(await taken(doubted)).toBe(6);
    expect(await taken(reporter)).toBe(20);
  });
});

describe('a decision', () => {
  beforeEach(async () => {
    await report(reporter);
  });

  it('can be appealed once, in time, by the losing side', async () => {
    const id = await caseOf(reporter);
    expect(await appealCase(commerce.pb, owner, id, 'Too early.', commerce.now())).toBe(false);
    await decide(id, 'upheld');
    expect(await appealCase(commerce.pb, reporter.id, id, 'Not mine.', commerce.now())).toBe(false);
    expect(await appealCase(commerce.pb, owner, id, 'Too late.', commerce.now() + 185 * DAY)).toBe(false);
    const stranger = await somebody(`stranger-${made}`);
    expect(await appealCase(commerce.pb, stranger.id, id, 'Me too.', commerce.now())).toBe(false);
    expect(await appealCase(commerce.pb, owner, id, 'I drew it first.', commerce.now())).toBe(true);
    expect(await appealCase(commerce.pb, owner, id, 'Once more.', commerce.now())).toBe(false);
    expect((await row('products', product))['state']).toBe('suspended');
    await decide(id, 'dismissed');
    expect((await row('products', product))['state']).toBe('published');
    expect(await appealCase(commerce.pb, reporter.id, id, 'I object.', commerce.now())).toBe(false);
  });

  it('against a report can be appealed by its author; both sides are notified twice', async () => {
    const id = await caseOf(reporter);
    await decide(id, 'dismissed');
    await notifyCases(commerce);
    expect((await letters(id)).at(-1)).toMatchObject({
      to: reporter.email,
      body: /object once, within 6 months/,
    });
    expect(await appealCase(commerce.pb, reporter.id, id, 'Look at the wings.', commerce.now())).toBe(true);
    await notifyCases(commerce);
    await decide(id, 'dismissed');
    await notifyCases(commerce);
    const ends = (await letters(id)).filter(({ subject }) => subject.includes('is decided'));
    expect(ends).toHaveLength(4);
    expect(ends.at(-1)?.body).toContain('This decision is final');
  });

  it('is valid without an answer', async () => {
    const id = await caseOf(reporter);
    expect(await answerCase(commerce.pb, reporter.id, id, 'Not mine to answer.', commerce.now())).toBe(false);
    expect(await answerCase(commerce.pb, owner, id, 'I drew it.', commerce.now())).toBe(true);
    expect((await reportsOf(commerce.pb, reporter.id))[0]).toMatchObject({
      state: 'answered',
      answer: 'I drew it.',
    });
  });
});

describe('a report about a text', () => {
  const now = () => new Date().toISOString();
  const reviewed = async (writer: User) => {
    const asked = { product, store, user: writer.id, source: 'purchase', stars: 1 };
    const written = { text: 'A rude word.', writtenAt: now() };
    return (await commerce.pb.collection('reviews').create({ ...asked, ...written })).id;
  };
  const asked = async (writer: User) => {
    const question = { product, store, asker: writer.id, question: 'A rude question?', state: 'open' };
    return (await commerce.pb.collection('questions').create(question)).id;
  };
  const messaged = async (writer: User) => {
    const talk = await commerce.pb
      .collection('conversations')
      .create({ buyer: writer.id, store, excerpt: 'A rude', lastNumber: 1 });
    const message = {
      conversation: talk.id,
      number: 1,
      by: 'buyer',
      author: writer.id,
      kind: 'text',
      text: 'A rude message.',
    };
    return (await commerce.pb.collection('messages').create(message)).id;
  };
  const seller = async (): Promise<User> => ({
    ...reporter,
    id: owner,
    email: `seller-reported-${made}@guildhall.test`,
  });

  it.each([
    ['review', reviewed, 'reviews', (row: Record<string, unknown>) => row['hiddenAt'] !== ''],
    ['question', asked, 'questions', (row: Record<string, unknown>) => row['state'] === 'hidden'],
    ['message', messaged, 'messages', (row: Record<string, unknown>) => row['hiddenAt'] !== ''],
  ] as const)(
    'hides a %s where it is upheld, and shows it again',
    async (what, written, collection, isHidden) => {
      const id = await written(reporter);
      const hidden = async () => isHidden(await row(collection, id));
      const who = await seller();
      expect(
        await report(await somebody(`curious-${what}-${made}`), { what, id, kind: 'abuse' }),
      ).toMatchObject({
        is: what === 'message' ? 'unknown' : 'made',
      });
      expect(await report(reporter, { what, id, kind: 'abuse' })).toMatchObject(
        what === 'message' ? { is: 'unknown' } : { is: 'refused', sentence: /yours/ },
      );
      expect(await report(who, { what, id, kind: 'abuse' })).toMatchObject({ is: 'made' });
      const caseId = await caseOf(who);
      expect(await casesAgainst(commerce.pb, reporter.id)).toMatchObject([
        { about: { what, id }, quote: /rude/ },
      ]);
      expect(await hidden()).toBe(false);
      await decide(caseId, 'upheld');
      expect(await hidden()).toBe(true);
      expect((await row('stores', store))['state']).toBe('open');
      await appealCase(commerce.pb, reporter.id, caseId, 'It was a joke.', commerce.now());
      expect(await hidden()).toBe(true);
      await decide(caseId, 'dismissed');
      expect(await hidden()).toBe(false);
    },
  );

  it('hides a photo alone', async () => {
    const review = await reviewed(reporter);
    const photo = { review, product, store, position: 1 };
    const { id } = await commerce.pb.collection('review_photos').create(photo);
    const who = await seller();
    expect(await report(who, { what: 'print', id, kind: 'mature' })).toMatchObject({ is: 'made' });
    await decide(await caseOf(who), 'upheld');
    expect((await row('review_photos', id))['hiddenAt']).not.toBe('');
    expect((await row('reviews', review))['hiddenAt']).toBe('');
  });
});

describe('posts that look like advertising', () => {
  it('are held in a case until the operator decides, and shown where it is dismissed', async () => {
    const writer = await somebody(`advertiser-${made}`);
    const asked = {
      product,
      store,
      asker: writer.id,
      question: 'Cheap casino here?',
      state: 'hidden',
      hiddenFor: 'held',
    };
    const { id } = await commerce.pb.collection('questions').create(asked);
    const about = { what: 'question', id, quote: asked.question, accusedId: writer.id } as const;
    await holdPost(
      commerce.pb,
      { ...about, productId: product, storeId: store },
      'A word of the list: casino',
      commerce.now(),
    );
    const [one] = await casesAgainst(commerce.pb, writer.id);
    expect(one).toMatchObject({ kind: 'spam', suspends: true, claim: /A word of the list: casino/ });
    expect(await row('questions', id)).toMatchObject({ state: 'hidden', hiddenFor: 'held' });
    await decide(one?.id ?? '', 'dismissed');
    expect(await row('questions', id)).toMatchObject({ state: 'open', hiddenFor: '' });
  });

  it('are checked by the operator’s list and the author’s purchases', async () => {
    const writer = await somebody(`linker-${made}`);
    const judge = (text: string) => judgePost(commerce, { userId: writer.id, text, elsewhere: 0 });
    expect(await judge('Look at www.cheap.example')).toMatchObject({ is: 'refused' });
    await commerce.pb.collection('entitlements').create({
      user: writer.id,
      product,
      source: 'purchase',
      sourceId: 'x',
      licences: ['personal'],
      licenceText: 'a'.repeat(64),
      grantedAt: new Date().toISOString(),
    });
    expect(await judge('Look at www.cheap.example')).toEqual({ is: 'allowed' });
    const word = await commerce.pb.collection('spam_words').create({ word: 'quick cash', deed: 'refuse' });
    expect(await judge('Quick cash for all')).toMatchObject({ is: 'refused' });
    await commerce.pb.collection('spam_words').delete(word.id);
    expect(await judge('Quick cash for all')).toEqual({ is: 'allowed' });
  });
});

describe('upheld claims', () => {
  const strikes = async () => (await row('users', owner))['strikes'];

  it('stop publishing from the third one on', async () => {
    const draft = await commerce.product(store, 0, { state: 'ready' });
    const publish = async () => {
      const own = await sellerProduct(commerce.pb, store, draft);
      const by = await ownerOf(commerce.pb, store);
      return own ? transitionProduct(by, own, 'publish', null, commerce.now()) : ['gone'];
    };
    await commerce.pb.collection('users').update(owner, { strikes: 2 });
    expect((await publish()).join()).not.toMatch(/were upheld/);
    await commerce.pb.collection('users').update(owner, { strikes: 3 });
    expect(await publish()).toEqual([expect.stringMatching(/3 claims against you were upheld/)]);
  });

  it('count for a year, but not under appeal', async () => {
    for (let times = 0; times < 3; times++) {
      product = await commerce.product(store, 500);
      await report(reporter);
      await decide(await caseOf(reporter), 'upheld');
      await notifyCases(commerce);
      expect(await strikes()).toBe(times + 1);
    }
    await appealCase(commerce.pb, owner, await caseOf(reporter), 'It is mine.', commerce.now());
    await notifyCases(commerce);
    expect(await strikes()).toBe(2);
    expect(await expireStrikes({ ...commerce, now: () => commerce.now() + 300 * DAY })).toBeGreaterThan(0);
    expect(await strikes()).toBe(2);
    await expireStrikes({ ...commerce, now: () => commerce.now() + 370 * DAY });
    expect(await strikes()).toBe(0);
  });
});
