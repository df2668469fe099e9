import { partnersOfStore } from '../../../../src/data/catalogue/product-partners.ts';
import { productById } from '../../../../src/data/catalogue/products.ts';
import { storeSearch } from '../../../../src/data/catalogue/saved-searches.ts';
import { withProductChange } from '../../../../src/data/catalogue/seller-products.ts';
import { visibleStore } from '../../../../src/data/catalogue/stores.ts';
import { follow } from '../../../../src/data/community/follows.ts';
import { addPost, publishPost, savePost } from '../../../../src/data/community/post-writing.ts';
import { questionsByAsker } from '../../../../src/data/community/questions.ts';
import { dateOf } from '../../../../src/data/kernel/fields.ts';
import { transaction } from '../../../../src/data/kernel/transaction.ts';
import { addProductToGroup, createAccessGroup } from '../../../../src/data/library/access-groups.ts';
import { saveCheckedList, startImport } from '../../../../src/data/library/access-imports.ts';
import { addWish } from '../../../../src/data/library/wishes.ts';
import { NO_PRINT_SETTINGS } from '../../../../src/domain/catalogue/print/print-settings.ts';
import type { OwnStore } from '../../../../src/domain/catalogue/store.ts';
import type { User } from '../../../../src/domain/identity/user.ts';
import { digestMoment } from '../../../../src/domain/notifications/notification.ts';
import { agreeToPartner, askPartner, endPartner } from '../../../../src/server/catalogue/product-partners.ts';
import { runSavedSearches } from '../../../../src/server/catalogue/saved-search-job.ts';
import { askStaff } from '../../../../src/server/catalogue/store-staff.ts';
import { sendFollowNews } from '../../../../src/server/community/follow-news.ts';
import { changeStoreQuestion, postQuestion } from '../../../../src/server/community/questions.ts';
import { answerAsSeller, submitReview } from '../../../../src/server/community/reviews.ts';
import { runDeliveries } from '../../../../src/server/library/access-imports.ts';
import { tellProductUpdates, UPDATE_SETTLES_MS } from '../../../../src/server/library/product-updates.ts';
import { sendSaleAlerts } from '../../../../src/server/library/sale-alerts.ts';
import {
  notifyUnreadMessages,
  sendMessage,
  startConversation,
  UNREAD_NOTICE_AFTER_MS,
} from '../../../../src/server/messaging/conversations.ts';
import { openPostingLimits } from '../../../../src/server/moderation/posting-limits.ts';
import { sendDigests } from '../../../../src/server/notifications/digests.ts';
import { PEOPLE } from './people-table.ts';
import { playTold, type Stage } from './told.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const partsOf = ({ commerce }: Stage) => ({ ...commerce, commerce, postingLimits: openPostingLimits(false) });
const asUser = ({ id, email }: { id: string; email: string }): User => ({
  ...{ id, email, username: email.replace(/@.*/, ''), avatar: null, verified: true, theme: 'system' },
  ...{ showMature: false, hidesAi: false, since: 0, strikes: 0 },
});
/** A store as its seller has it, and the seller. */
async function shop(stage: Stage, name?: string): Promise<{ store: OwnStore; seller: User }> {
  const id = await stage.store(name);
  const store = (await visibleStore(stage.commerce.pb, id)) as OwnStore;
  const owner = await stage.commerce.pb.collection('users').getOne(await stage.ownerOf(id));
  return { store, seller: asUser({ id: owner.id, email: String(owner['email']) }) };
}
const later = (stage: Stage, ms: number) => {
  const { now } = stage.commerce;
  return { ...stage.commerce, now: () => now() + ms };
};

async function asked(stage: Stage) {
  const found = await shop(stage);
  const asker = asUser(await stage.person('asker'));
  const product = { id: await stage.commerce.product(found.store.id, 900), name: 'Golem' };
  const outcome = await postQuestion(partsOf(stage), asker, {
    product,
    store: found.store,
    text: 'How tall is it?',
  });
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  const [question] = await questionsByAsker(stage.commerce.pb, asker.id, product.id);
  if (!question) throw new Error('nothing was asked');
  return { ...found, question };
}
async function owner(stage: Stage) {
  const found = await shop(stage);
  const buyer = asUser(await stage.person('buyer'));
  return { ...found, buyer, ...(await stage.bought(found.store.id, buyer)) };
}
const review = { ...NO_PRINT_SETTINGS, stars: 4 as const, text: 'Prints well.', variant: '', outcome: null };
async function reviewed(stage: Stage, { buyer, productId }: Awaited<ReturnType<typeof owner>>) {
  const answer = await submitReview(partsOf(stage), buyer, productId, review);
  if (!answer || !('review' in answer)) throw new Error(JSON.stringify(answer));
  return answer.review.id;
}
/** A store with a follower. */
async function followed(stage: Stage) {
  const found = await shop(stage);
  const { pb, now } = stage.commerce;
  const fan = await stage.person('follower');
  await follow(pb, fan.id, found.store, now() - HOUR);
  await pb
    .collection('follows')
    .update((await pb.collection('follows').getFirstListItem(pb.filter('user = {:id}', fan))).id, {
      created: dateOf(now() - HOUR),
    });
  return found;
}
const published = async (stage: Stage, storeId: string, more: object = {}) => {
  const id = await stage.commerce.product(storeId, 900, { state: 'ready', ai: 'none', ...more });
  const publishedAt = dateOf(stage.commerce.now());
  await stage.commerce.pb.collection('products').update(id, { state: 'published', publishedAt });
  return id;
};
async function partnerAsked(stage: Stage) {
  const { store, seller } = await shop(stage);
  const other = await shop(stage, 'deep');
  const productId = await stage.commerce.product(store.id, 900);
  const address = `https://guildhall.test/store/${other.store.slug}`;
  const refusal = await askPartner(partsOf(stage), seller, store, { productId, address, percent: 30 });
  if (refusal !== null) throw new Error(JSON.stringify(refusal));
  const { given } = await partnersOfStore(stage.commerce.pb, store.id);
  return { store, other: other.store, id: given[0]?.id ?? '' };
}

/** A review of a store whose seller reads of reviews at this pace. */
async function digest(stage: Stage, pace: 'daily' | 'weekly') {
  const { pb, now } = stage.commerce;
  await stage.before(async () => {
    const found = await owner(stage);
    // Where their mails are off they stay off.
    const chosen = await pb.collection('notification_switches').getFullList({
      filter: pb.filter("user = {:id} && kind = 'review' && mail = 'now'", { id: found.seller.id }),
    });
    for (const { id } of chosen) await pb.collection('notification_switches').update(id, { mail: pace });
    await reviewed(stage, found);
  });
  await sendDigests({ ...stage.commerce, now: () => digestMoment(pace, now() + 7 * DAY) });
}

playTold('people', PEOPLE, {
  question: (stage) => asked(stage),
  async 'question answered'(stage) {
    const { store, seller, question } = await stage.before(() => asked(stage));
    const deed = { verb: 'answer', text: 'Ninety millimetres.' } as const;
    await changeStoreQuestion(partsOf(stage), seller, store, question, deed);
  },
  async review(stage) {
    const found = await stage.before(() => owner(stage));
    await reviewed(stage, found);
  },
  async 'review answered'(stage) {
    const { seller, store, id } = await stage.before(async () => {
      const found = await owner(stage);
      return { ...found, id: await reviewed(stage, found) };
    });
    await answerAsSeller(partsOf(stage), seller, store, id, 'Thank you.');
  },
  async message(stage) {
    const buyer = await stage.person('buyer');
    const { store } = await shop(stage);
    const who = { userId: buyer.id, storeId: null };
    const parts = partsOf(stage);
    const begun = await startConversation(parts, who, { storeId: store.id, productId: null, orderId: null });
    if (!('conversation' in begun)) throw new Error(begun.refusal);
    const text = { id: begun.conversation.id, key: crypto.randomUUID(), text: 'Hello', attachments: [] };
    await sendMessage(parts, who, { id: buyer.id, since: 0, strikes: 0 }, text);
    await notifyUnreadMessages(later(stage, UNREAD_NOTICE_AFTER_MS + 1000));
  },
  async 'new model'(stage) {
    const { store } = await stage.before(() => followed(stage));
    await published(stage, store.id);
    await sendFollowNews(stage.commerce);
  },
  async 'new post'(stage) {
    const { store } = await stage.before(() => followed(stage));
    const { pb, now } = stage.commerce;
    const at = now();
    const id = await addPost(pb, store.id, at);
    const text = {
      title: 'News',
      teaser: 'A look.',
      text: 'All of it.',
      audience: 'everybody',
      tierIds: [],
    } as const;
    await savePost(pb, { id, storeId: store.id, seen: at }, { ...text, tierIds: [] }, [], at);
    const refusal = await publishPost(pb, { id, storeId: store.id, seen: at + 1 }, at + 2);
    if (refusal !== null) throw new Error(JSON.stringify(refusal));
    await sendFollowNews(later(stage, HOUR));
  },
  async 'release of a followed guild'(stage) {
    const { store } = await stage.before(() => followed(stage));
    const guild = await stage.row('guilds', {
      ...{
        store: store.id,
        name: 'The Nest',
        state: 'live',
        billings: ['monthly'],
        grantRule: 'one_per_payment',
      },
    });
    const release = await stage.row('releases', {
      guild,
      title: 'November',
      month: '2026-11',
      state: 'draft',
    });
    const publishedAt = dateOf(stage.commerce.now());
    await stage.commerce.pb.collection('releases').update(release, { state: 'published', publishedAt });
    await sendFollowNews(later(stage, HOUR));
  },
  async 'model changed'(stage) {
    const { productId } = await stage.before(() => owner(stage));
    const { pb, now } = stage.commerce;
    await withProductChange(transaction(pb), productId, 2, 'Thicker ankles', now() + 1000).run();
    await tellProductUpdates(later(stage, UPDATE_SETTLES_MS + 2000));
  },
  async 'sale on a wish list'(stage) {
    const { pb, now } = stage.commerce;
    const id = await stage.before(async () => {
      const { store } = await shop(stage);
      const product = await stage.commerce.product(store.id, 900);
      await addWish(pb, (await stage.person('wisher')).id, product, now() - HOUR);
      return product;
    });
    const sale = { salePercent: 25, saleFrom: dateOf(now() - 1000), saleTo: dateOf(now() + DAY) };
    await pb.collection('products').update(id, sale);
    await sendSaleAlerts(stage.commerce);
  },
  async 'saved search'(stage) {
    const { pb, now } = stage.commerce;
    const found = await stage.before(async () => {
      const { store } = await shop(stage);
      const searcher = await stage.person('searcher');
      const wish = { name: 'Dragons', query: 'query=dragon', pace: 'daily' } as const;
      await storeSearch(pb, searcher.id, wish, now() - 2 * DAY);
      return published(stage, store.id, { name: 'Old dragon' });
    });
    const product = await productById(pb, found);
    if (!product) throw new Error('no product');
    // What the search engine answers is tested with it.
    const search = async () => ({ ids: [found], total: 1, facets: {}, ready: true }) as never;
    await runSavedSearches({ ...later(stage, DAY), search: { search } });
  },
  async delivery(stage) {
    const { pb, now } = stage.commerce;
    const group = await stage.before(async () => {
      const { store } = await shop(stage);
      const id = (await createAccessGroup(pb, { storeId: store.id, name: 'Backers' }, now())) ?? '';
      await addProductToGroup(pb, id, await stage.commerce.product(store.id, 900), now());
      return id;
    });
    const people = ['backer-1@guildhall.test', (await stage.person('owner')).email].map((email) => ({
      ...{ email, name: '', note: '' },
    }));
    const list = await saveCheckedList(pb, { groupId: group, fileName: 'backers.csv', people }, now());
    const refusal = await startImport(pb, group, list, now());
    if (refusal) throw new Error(refusal);
    await runDeliveries(stage.commerce);
  },
  'partner asked': (stage) => partnerAsked(stage),
  async 'partner agreed'(stage) {
    const { other, id } = await stage.before(() => partnerAsked(stage));
    await agreeToPartner(partsOf(stage), other, { id, percent: 30 });
  },
  async 'partner declined'(stage) {
    const { other, id } = await stage.before(() => partnerAsked(stage));
    await endPartner(partsOf(stage), other, id);
  },
  async 'work for a store'(stage) {
    const { store, seller } = await stage.before(() => shop(stage));
    const { email } = await stage.person('helper');
    const input = { username: email.replace(/@.*/, ''), roles: ['support'] as const };
    const refusal = await askStaff(partsOf(stage), seller, store, input);
    if (refusal !== null) throw new Error(JSON.stringify(refusal));
  },
  'daily digest': (stage) => digest(stage, 'daily'),
  'weekly digest': (stage) => digest(stage, 'weekly'),
});
