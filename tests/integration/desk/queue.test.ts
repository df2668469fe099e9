import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportable } from '../../../src/data/account/reportables.ts';
import { refundSum, takedownOfCase } from '../../../src/data/commerce/takedowns.ts';
import { caseFile } from '../../../src/data/desk/case-file.ts';
import { queueAges, queuePage } from '../../../src/data/desk/queue.ts';
import type { Actor } from '../../../src/data/kernel/actor.ts';
import { answerCase, appealCase } from '../../../src/data/moderation/cases.ts';
import { noticeOf } from '../../../src/data/moderation/notices.ts';
import { type QueueEntry, queueKindsOf } from '../../../src/domain/desk/queue.ts';
import type { CaseDecision } from '../../../src/domain/moderation/case-decision.ts';
import type { LetterDraft } from '../../../src/domain/moderation/letter.ts';
import { NOTICE_VALID_MS, takesNotices } from '../../../src/domain/moderation/notice.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundTakenDown } from '../../../src/server/commerce/takedowns.ts';
import { decide } from '../../../src/server/desk/case-decisions.ts';
import { recordLetter } from '../../../src/server/desk/letter-notices.ts';
import { notifyCases } from '../../../src/server/moderation/cases.ts';
import { confirmNotice, giveNotice } from '../../../src/server/moderation/notices.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let pb: PocketBase;
let store: string;
let product: string;
let made = 0;
const magnus: Actor = { id: 'm'.repeat(15), name: 'magnus', role: 'moderator' };
const odile: Actor = { id: 'o'.repeat(15), name: 'odile', role: 'operator' };

beforeAll(async () => {
  commerce = await openTestCommerce();
  pb = commerce.pb;
});
afterAll(() => commerce.close());
beforeEach(async () => {
  store = await commerce.store(`queued-${++made}`);
  product = await commerce.product(store, 500, { name: 'Wyrm' });
});

const openCase = async (more: object = {}) =>
  (
    await pb.collection('cases').create({
      kind: 'copyright',
      product,
      reporter: 'maker@guildhall.test',
      claim: 'This is my dragon.',
      state: 'open',
      ...more,
    })
  ).id;
const ALL = queueKindsOf('operator');
const countsOf = async () =>
  Object.fromEntries((await queueAges(pb, ALL, 100, commerce.now())).map(({ kind, count }) => [kind, count]));
async function buy(name: string): Promise<void> {
  const buyer = await commerce.person(`${name}-${made}`);
  const cart = { productIds: [product], codes: [], gift: null, shownCents: 500 };
  const outcome = await checkOut(commerce, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
}
const DECISION: CaseDecision = {
  verdict: 'upheld',
  ground: 'law',
  groundText: 'Copyright',
  reason: 'We compared both works.',
};
const seenOf = async (id: string) => (await caseFile(pb, id))?.seen ?? '';
const decideAs = async (
  person: Actor,
  id: string,
  more: Partial<CaseDecision> = {},
  cents: number | null = null,
) =>
  decide(
    pb,
    person,
    {
      id,
      seen: await seenOf(id),
      decision: { ...DECISION, ...more },
      refunds: cents === null ? null : { cents },
    },
    commerce.now(),
  );
const logOf = async (record: string) =>
  (
    await pb
      .collection('audit_log')
      .getFullList({ filter: pb.filter('record = {:record}', { record }), sort: '@rowid' })
  ).map(({ field, after, who, actorName }) => `${field} ${after} ${who} ${actorName}`.replaceAll('  ', ' '));

describe('the queue', () => {
  it('lists what waits by deadline, and pages never lose or repeat an entry', async () => {
    const now = commerce.now();
    const in3Days = new Date(now + 3 * 86_400_000).toISOString().replace('T', ' ');
    const same = [await openCase({ deadline: in3Days }), await openCase({ deadline: in3Days })].sort();
    const held = await openCase({
      product: '',
      what: 'review',
      subject: 'a'.repeat(15),
      kind: 'spam',
      reporter: '',
      suspendMeanwhile: true,
    });
    await pb.collection('mails').create({
      mailKey: `gave-up-${made}`,
      kind: 'sale',
      to: 'a@guildhall.test',
      subject: 'A sale',
      body: 'Hello.',
      state: 'failed',
      error: 'no such box',
      sendAfter: new Date(now).toISOString(),
    });
    const all: QueueEntry[] = [];
    let after: Awaited<ReturnType<typeof queuePage>>['next'] = null;
    do {
      const page = await queuePage(pb, { kinds: ALL, after, limit: 2, now });
      all.push(...page.entries);
      after = page.next;
    } while (after);
    const whole = await queuePage(pb, { kinds: ALL, after: null, limit: 100, now });
    expect(all).toEqual(whole.entries);
    expect(all.map(({ dueAt }) => dueAt)).toEqual(
      all.map(({ dueAt }) => dueAt).sort((one, other) => one - other),
    );
    expect(all.filter(({ id }) => same.includes(id)).map(({ id }) => id)).toEqual(same);
    expect(all.find(({ id }) => id === held)?.kind).toBe('held');
    expect(all.filter(({ kind }) => kind === 'mail').map(({ title }) => title)).toEqual(['A sale']);
    expect(await countsOf()).toMatchObject({ report: 2, held: 1, mail: 1, appeal: 0, dispute: 0 });
    expect((await queuePage(pb, { kinds: ['held'], after: null, limit: 5, now })).entries).toHaveLength(1);
    for (const id of [...same, held]) await decideAs(magnus, id, { verdict: 'dismissed' });
    expect(await countsOf()).toMatchObject({ report: 0, held: 0 });
  });
});

describe('a decision at the desk', () => {
  it('tells both sides the ground, and the log who decided', async () => {
    const id = await openCase();
    expect(await decideAs(magnus, id)).toBeNull();
    expect(await pb.collection('products').getOne(product)).toMatchObject({ state: 'suspended' });
    expect((await caseFile(pb, id))?.decidedBy?.name).toBe('magnus');
    expect(await logOf(id)).toEqual(['state upheld moderator magnus', 'case.decide moderator magnus']);
    await notifyCases(commerce);
    const mails = await pb.collection('mails').getFullList({ filter: pb.filter('mailKey ~ {:id}', { id }) });
    const toSeller = mails.find(({ to }) => String(to).startsWith('seller'));
    expect(toSeller?.['body']).toContain('The decision rests on the law: Copyright.');
    expect(toSeller?.['body']).toContain('no program took part');
    expect(toSeller?.['body']).toContain('you can object once');
  });

  it('of two moderators: the second is told who was quicker', async () => {
    const id = await openCase();
    const seen = await seenOf(id);
    const request = { id, seen, decision: DECISION, refunds: null };
    expect(await decide(pb, magnus, request, commerce.now())).toBeNull();
    const other = { ...request, decision: { ...DECISION, verdict: 'dismissed' as const } };
    const refusal = await decide(pb, odile, other, commerce.now());
    expect(refusal).toMatchObject({ sentence: expect.stringContaining('upheld meanwhile by magnus') });
    expect((await caseFile(pb, id))?.case.state).toBe('upheld');
  });

  it('sent twice is made once', async () => {
    const id = await openCase();
    const request = { id, seen: await seenOf(id), decision: DECISION, refunds: null };
    expect(await decide(pb, magnus, request, commerce.now())).toBeNull();
    expect(await decide(pb, magnus, request, commerce.now())).toBeNull();
    expect(await logOf(id)).toHaveLength(2);
  });

  it('on what was read before the answer came is refused', async () => {
    const id = await openCase();
    const seen = await seenOf(id);
    const { accused } = await pb.collection('cases').getOne(id);
    await answerCase(pb, accused, id, 'I drew it first.', commerce.now() + 5);
    const refusal = await decide(pb, magnus, { id, seen, decision: DECISION, refunds: null }, commerce.now());
    expect(refusal).toMatchObject({ sentence: expect.stringContaining('said in this case meanwhile') });
    expect(await decideAs(magnus, id)).toBeNull();
    expect(await appealCase(pb, accused, id, 'Look again.', commerce.now())).toBe(true);
    const { entries } = await queuePage(pb, {
      kinds: ['appeal'],
      after: null,
      limit: 9,
      now: commerce.now(),
    });
    expect(entries.map((entry) => entry.id)).toEqual([id]);
    expect(await decideAs(odile, id, { verdict: 'dismissed', reason: 'The sketches are older.' })).toBeNull();
    expect(await pb.collection('products').getOne(product)).toMatchObject({ state: 'published' });
  });

  it('shows messages only of a conversation that was reported', async () => {
    const buyer = await commerce.person(`writer-${made}`);
    const talk = async (text: string, number: number, conversation: string) =>
      (
        await pb
          .collection('messages')
          .create({ conversation, number, by: 'buyer', kind: 'text', author: buyer.id, text })
      ).id;
    const other = await commerce.store(`other-${made}`);
    const conversationOf = async (shop: string) =>
      (
        await pb
          .collection('conversations')
          .create({ buyer: buyer.id, store: shop, lastNumber: 2, lastAt: new Date().toISOString() })
      ).id;
    const [one, two] = [await conversationOf(store), await conversationOf(other)];
    await talk('Hello.', 1, one);
    const rude = await talk('You thief.', 2, one);
    await talk('My secret.', 1, two);
    const id = await openCase({
      product: '',
      what: 'message',
      subject: rude,
      accused: buyer.id,
      kind: 'abuse',
    });
    const file = await caseFile(pb, id);
    expect(file?.messages.map(({ text, isReported }) => [text, isReported])).toEqual([
      ['Hello.', false],
      ['You thief.', true],
    ]);
    expect((await caseFile(pb, await openCase()))?.messages).toEqual([]);
  });
});

describe('take down, and refund buyers', () => {
  it('gives every buyer their money back once, and goes on after a kill', async () => {
    for (const name of ['ann', 'ben', 'cay']) await buy(name);
    const id = await openCase();
    const sum = await refundSum(pb, product);
    expect(sum).toEqual({ buyers: 3, sales: 3, cents: 1500, hasAddedTax: false, disputed: 0 });
    expect(await decideAs(odile, id, {}, 1000)).toMatchObject({
      sentence: expect.stringContaining('look at the new sum'),
    });
    expect(await decideAs(odile, id, {}, sum.cents)).toBeNull();
    // A process that is killed after its first refund.
    const killed = new AbortController();
    const { refund } = commerce.payments;
    let refunds = 0;
    const counted = {
      ...commerce,
      payments: {
        ...commerce.payments,
        refund: (...args: Parameters<typeof refund>) => {
          if (++refunds === 1) killed.abort();
          return refund.apply(commerce.payments, args);
        },
      },
    };
    await refundTakenDown(counted, killed.signal);
    expect(await takedownOfCase(pb, id)).toMatchObject({ state: 'running', refundedLines: 1 });
    await refundTakenDown(counted);
    await refundTakenDown(counted);
    expect(refunds).toBe(3);
    expect(await takedownOfCase(pb, id)).toMatchObject({
      state: 'done',
      refundedLines: 3,
      refundedCents: 1500,
      failedLines: 0,
      startedByName: 'odile',
    });
    const lines = await pb
      .collection('order_lines')
      .getFullList({ filter: pb.filter('product = {:product}', { product }) });
    expect(lines.map(({ refundedCents }) => refundedCents)).toEqual([500, 500, 500]);
    expect(await refundSum(pb, product)).toMatchObject({ buyers: 0, cents: 0 });
    expect(await logOf(product)).toContain('case.refund operator odile');
    const logged = await pb
      .collection('audit_log')
      .getFullList({ filter: "kind = 'refund' && actorName = 'odile'" });
    expect(logged.length).toBeGreaterThanOrEqual(3);
  });

  it('of what nobody bought says so, and decides nothing', async () => {
    const id = await openCase();
    expect(await decideAs(odile, id, {}, 0)).toMatchObject({
      sentence: expect.stringContaining('Nobody has paid'),
    });
    expect((await caseFile(pb, id))?.case.state).toBe('open');
  });
});

describe('a notice of somebody without an account', () => {
  const REPORT = { what: 'product', kind: 'copyright', text: 'This is my dragon, see my page.' } as const;
  async function given(email: string): Promise<string> {
    await giveNotice(commerce, { ...REPORT, id: product, name: 'A Maker', email, goodFaith: true });
    const mail = await pb
      .collection('mails')
      .getFirstListItem(pb.filter('to = {:email} && kind = "notice"', { email }));
    expect(mail['body']).not.toContain('dragon');
    return /\/report\/confirm\/([\w-]+)/.exec(String(mail['body']))?.[1] ?? '';
  }
  const sent = async (token: string) => {
    const notice = await noticeOf(pb, token, commerce.now());
    const about = await reportable(pb, 'product', product, '');
    return notice && about ? confirmNotice(commerce, notice, about) : null;
  };

  it('enters the queue once its address is confirmed, and only once', async () => {
    const [one, other] = [await given(`one-${made}@maker.test`), await given(`two-${made}@maker.test`)];
    const about = pb.filter('product = {:product}', { product });
    expect((await pb.collection('cases').getList(1, 1, { filter: about })).items).toEqual([]);
    const number = await sent(one);
    expect(number).not.toBeNull();
    expect(await sent(one)).toBeNull();
    expect(await sent(other)).toBe(number);
    const [opened] = (await pb.collection('cases').getList(1, 5, { filter: about })).items;
    expect((await caseFile(pb, opened?.id ?? ''))?.strangers).toHaveLength(2);
    expect(await decideAs(magnus, opened?.id ?? '')).toBeNull();
    await notifyCases(commerce);
    for (const name of ['one', 'two']) {
      const mails = await pb
        .collection('mails')
        .getFullList({ filter: pb.filter('to = {:to}', { to: `${name}-${made}@maker.test` }) });
      expect(mails.some(({ subject }) => String(subject).includes('upheld'))).toBe(true);
    }
  });

  it('works two days and is never about a private message', async () => {
    const token = await given(`late-${made}@maker.test`);
    expect(await noticeOf(pb, token, Date.now() + NOTICE_VALID_MS + 60_000)).toBeNull();
    expect(await noticeOf(pb, 'a'.repeat(43), Date.now())).toBeNull();
    expect(takesNotices('message')).toBe(false);
    expect(await reportable(pb, 'message', 'a'.repeat(15), '')).toBeNull();
  });
});

describe('a notice by letter', () => {
  it('is recorded at the desk once, though it is sent twice', async () => {
    const to = `ada-${made}@maker.test`;
    const letter: LetterDraft = {
      ...{ letterId: `l${String(made).padStart(14, '0')}`, address: `/product/${product}`, isHidden: true },
      ...{ kind: 'copyright' as const, text: 'This is my dragon, see page 3.', name: 'Ada Maker', email: to },
    };
    const outcomes = await Promise.all([1, 2].map(() => recordLetter(commerce, magnus, letter)));
    expect(outcomes[0]).toEqual(outcomes[1]);
    const caseId = 'caseId' in (outcomes[0] ?? {}) ? (outcomes[0] as { caseId: string }).caseId : '';
    const file = await caseFile(pb, caseId, true);
    expect((await caseFile(pb, caseId, false))?.strangers).toMatchObject([{ name: 'Ada Maker', email: '' }]);
    expect(file).toMatchObject({ strangers: [{ name: 'Ada Maker', email: to }], case: { suspends: true } });
    expect((await pb.collection('products').getOne(product))['state']).toBe('suspended');
    expect((await logOf(caseId)).filter((line) => line.startsWith('case.record'))).toHaveLength(1);
    const { entries } = await queuePage(pb, { kinds: ALL, after: null, limit: 100, now: commerce.now() });
    expect(entries).toContainEqual(expect.objectContaining({ id: caseId, kind: 'report' }));
    const other = { ...letter, letterId: 'n'.repeat(15), address: '/product/nothing' };
    expect(await recordLetter(commerce, magnus, other)).toHaveProperty('problems.address');
  });
});
