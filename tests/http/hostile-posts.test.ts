import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { HOSTILE, HOSTILE_NAME, unsafeCharacters } from '../hostile-texts.ts';
import {
  activeMarkup,
  type ConversationPartners,
  mailsTo,
  openConversationPartners,
} from './conversation-partners.ts';
import { request, world } from './request.ts';

/** Pages show a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
/** Shortened to a field's limit, so that the text is not refused for its length. */
const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

/** Sends a text in one field; returns the status of the answer. */
type Field = (text: string, partners: ConversationPartners, ids: Ids) => Promise<number>;
interface Ids {
  conversation: string;
  review: string;
}

const FIELDS: Record<string, Field> = {
  'a message': async (text, { buyer }, { conversation: id }) =>
    (await buyer.call('conversations.send', { id, key: crypto.randomUUID(), text })).status,
  'a saved reply': async (text, { seller }) =>
    (await seller.call('conversations.keepReply', { title: cut(text, 40), text })).status,
  'a review': async (text, { buyer }, { review: reviewId }) => {
    const texts = { text, printer: cut(text, 60), variant: cut(text, 60) };
    return (
      await buyer.call('reviews.change', { reviewId, stars: 3, material: 'resin', outcome: 'yes', ...texts })
    ).status;
  },
  'the name of a saved search': async (text, { buyer }) => {
    const search = {
      name: cut(text, 60),
      query: `query=${encodeURIComponent(cut(text, 60))}`,
      pace: 'daily',
    };
    return (await buyer.call('savedSearches.save', search, true)).status;
  },
  'the answer to a review': async (answer, { seller }, { review: reviewId }) =>
    (await seller.call('reviews.answer', { reviewId, answer })).status,
  'a question, its answer and a report about it': async (text, { buyer, seller, productId }) => {
    const { status } = await buyer.call('questions.ask', { productId, text: `${text} What is it?` }, true);
    const { data } = await seller.call('questions.ofStore', { state: 'open', page: 1 });
    const [open] = (data as { questions: { id: string; seen: number }[] } | null)?.questions ?? [];
    if (open) {
      const { id } = open;
      const report = { what: 'question', id, kind: 'spam', text };
      const reported = await seller.call('reports.make', report, true);
      const answered = await seller.call('questions.answer', { id, seen: open.seen, text });
      expect([200, 400, 409], 'answer').toContain(answered.status);
      expect([200, 400, 409], 'report').toContain(reported.status);
    }
    return status;
  },
};

let partners: ConversationPartners;
let ids: Ids;
beforeAll(async () => {
  partners = await openConversationPartners(
    pb,
    HOSTILE_NAME.replace('\u202e', ''),
    `P ${HOSTILE_NAME.replace('\u202e', '')}`,
  );
  const { buyer, storeId, productId } = partners;
  const review = { stars: 3, text: 'It prints.', printer: '', material: null, variant: '', outcome: null };
  const [started, written] = await Promise.all([
    buyer.call('conversations.start', { storeId }),
    buyer.call('reviews.write', { ...review, productId }),
  ]);
  expect([started.status, written.status]).toEqual([200, 200]);
  ids = { conversation: idOf(started.data), review: idOf(written.data) };
}, 30_000);

const idOf = (data: unknown) => (data as { id: string }).id;

/** All of them in one text, each shortened, so that the rows stored last hold all of them. */
const ALL = Object.values(HOSTILE)
  .map((text) => cut(text, 60))
  .join(' | ');

async function inEveryField(text: string): Promise<void> {
  const answers = await Promise.all(
    Object.entries(FIELDS).map(async ([name, field]) => [name, await field(text, partners, ids)] as const),
  );
  // 413: longer than the body of an action may be.
  for (const [name, status] of answers) expect([200, 400, 409, 413], name).toContain(status);
}

it.each(Object.entries(HOSTILE))('a post with %s is stored or refused in every field', (_, text) =>
  inEveryField(text),
);

it('a post with all of them at once is stored or refused in every field', () => inEveryField(ALL));

describe('a hostile post', () => {
  it('is plain text on every page, without unsafe characters', async () => {
    const { buyer, productId, storeSlug } = partners;
    await expect.poll(() => buyer.page(paths.productQuestions(productId)), WITHIN).toContain('What is it?');
    const pages = [
      paths.product(productId),
      paths.productQuestions(productId),
      `${paths.productQuestions(productId)}?page=2`,
      paths.askQuestion(productId),
      paths.store(storeSlug),
      paths.storeFeed(storeSlug, 'xml'),
      paths.storeFeed(storeSlug, 'json'),
      paths.report('product', productId),
      paths.report('review', ids.review),
    ];
    for (const path of pages) {
      const page = await buyer.page(path);
      if (!path.includes('feed.')) expect(activeMarkup(page), path).toEqual([]);
      expect(unsafeCharacters(page), path).toEqual([]);
    }
    // The posts are shown, escaped.
    expect(await buyer.page(paths.product(productId))).toContain('&lt;script&gt;window.hit=1&lt;/script&gt;');
  });

  it('is plain text in every answer and in the users’ data exports', async () => {
    const { buyer, seller } = partners;
    const answers = await Promise.all([
      buyer.call('conversations.list', {}),
      buyer.call('conversations.one', { id: ids.conversation }),
      buyer.call('notifications.list', { page: 1, unreadOnly: false }),
      buyer.exported(),
      buyer.call('savedSearches.list', undefined),
      seller.call('conversations.one', { id: ids.conversation }),
      seller.call('conversations.savedReplies', undefined),
      seller.call('notifications.list', { page: 1, unreadOnly: false }),
      seller.call('questions.ofStore', { state: 'answered', page: 1 }),
      seller.call('reports.list', undefined),
      seller.exported(),
    ]);
    for (const [at, { status, data }] of answers.entries()) {
      expect(status, `answer ${at}`).toBe(200);
      expect(textsIn(data).flatMap(unsafeCharacters), `answer ${at}`).toEqual([]);
    }
    expect(JSON.stringify(answers)).toContain('What is it?');
  });

  it('is plain text in every mail, with a one-line subject and no other recipients', async () => {
    const { buyer, seller } = partners;
    await expect.poll(() => mailsTo(buyer.email).then((mails) => mails.length), WITHIN).toBeGreaterThan(0);
    const mails = (await Promise.all([buyer, seller].map(({ email }) => mailsTo(email)))).flat();
    for (const { subject, text } of mails) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect([subject, text].flatMap(unsafeCharacters), subject).toEqual([]);
    }
    expect(await mailsTo('everybody@evil.example')).toEqual([]);
    const queued = await pb.collection('mails').getFullList({ filter: "to ~ 'evil.example'" });
    expect(queued).toEqual([]);
  });

  it('is plain text on a visitor’s page', async () => {
    const page = await (await request('anonymous', paths.product(partners.productId))).text();
    expect(activeMarkup(page)).toEqual([]);
    // The checks find what they look for.
    expect(activeMarkup('<p onclick=x>a<script>window.hit=1</script><a href=" javascript:x">')).toHaveLength(
      3,
    );
    expect(unsafeCharacters('a\u202eb\u0301\u0301\u0301\u0301')).toHaveLength(2);
  });
});

function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(textsIn);
}
