import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { visibleStore } from '../../../src/data/catalogue/stores.ts';
import {
  questionOfStore,
  questionsByAsker,
  questionsOfProduct,
} from '../../../src/data/community/questions.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import type { Store } from '../../../src/domain/catalogue/store.ts';
import { ASK_REFUSAL_TEXTS, WAITING_QUESTIONS_MAX } from '../../../src/domain/community/question.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import { paths } from '../../../src/paths.ts';
import {
  changeStoreQuestion,
  postQuestion,
  type QuestionParts,
  type SellerQuestionAction,
  withdrawQuestion,
} from '../../../src/server/community/questions.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { exportUser } from '../../data/account/exported.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const START = Date.UTC(2026, 10, 21, 12);
let world: TestWorld;
let parts: QuestionParts;
let now = START;
let seller: User;
let wren: User;
let store: Store;
let product: { id: string; name: string };

beforeAll(async () => {
  world = await openTestWorld();
  parts = {
    commerce: {
      pb: world.pb,
      siteUrl: 'http://127.0.0.1:4321',
      siteName: 'Guildhall',
      now: () => now,
      mailQueued: () => undefined,
      onError: (reason) => {
        throw reason;
      },
    },
    postingLimits: openPostingLimits(false),
  };
  seller = await world.person('mira');
  wren = await world.person('wren');
  await world.store('crow', { owner: seller.id, name: 'Crow Miniatures' });
  store = (await visibleStore(world.pb, 'crow')) as Store;
  product = await newProduct('Golem');
});
afterAll(() => world.close());
afterEach(async () => {
  now = START;
  for (const name of ['questions', 'mails', 'notifications'])
    for (const { id } of await world.pb.collection(name).getFullList())
      await world.pb.collection(name).delete(id);
});

async function newProduct(name: string) {
  return { id: await world.product(store.id, { name }), name };
}
const asks = (text: string, asker = wren, about = product) =>
  postQuestion(parts, asker, { product: about, store, text });
const listed = async () =>
  (await questionsOfProduct(world.pb, product.id, { page: 1, perPage: 50 })).questions;
const theOne = async () => {
  const [question] = await questionsByAsker(world.pb, wren.id, product.id);
  if (!question) throw new Error('nothing was asked');
  return question;
};
const does = async (deed: SellerQuestionAction) =>
  changeStoreQuestion(parts, seller, store, await theOne(), deed);
const told = async (user: User) =>
  (await world.pb.collection('notifications').getFullList<RecordOf<'notifications'>>({ sort: 'created' }))
    .filter((row) => row.user === user.id)
    .map(({ kind, path }) => [kind, path]);

it('is asked once, notified to the seller, and notified to the asker only for the first answer', async () => {
  expect(await asks('  How tall\r\n\u202eis it?  ')).toEqual({ kind: 'asked' });
  expect(await asks('How tall\nis it?')).toEqual({ kind: 'asked' });
  expect(await listed()).toMatchObject([
    { text: 'How tall\nis it?', asker: { username: 'wren' }, answer: null },
  ]);
  expect(await told(seller)).toEqual([['question', paths.sellerQuestions()]]);
  now += 1000;
  expect(await does({ verb: 'answer', text: 'Forty millimetres.' })).toMatchObject({
    question: { state: 'answered', answer: { text: 'Forty millimetres.', changedAt: null } },
  });
  now += 1000;
  expect(await does({ verb: 'answer', text: 'Forty-one millimetres.' })).toMatchObject({
    question: { answer: { text: 'Forty-one millimetres.', at: START + 1000, changedAt: START + 2000 } },
  });
  const { id } = await theOne();
  expect(await told(wren)).toEqual([['question-answer', paths.productQuestions(product.id, id)]]);
  const mails = await world.pb.collection('mails').getFullList<RecordOf<'mails'>>();
  expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    ['mira@guildhall.test', 'A question about Golem'],
    ['wren@guildhall.test', 'Crow Miniatures answered your question about Golem'],
  ]);
});

it('is sorted answered before open, and when hidden is visible only to asker and seller', async () => {
  await asks('The first question of all?');
  now += 1000;
  await asks('The second question of all?');
  now += 1000;
  const [, first] = await questionsByAsker(world.pb, wren.id, product.id);
  if (!first) throw new Error('nothing was asked');
  await changeStoreQuestion(parts, seller, store, first, { verb: 'answer', text: 'Yes.' });
  expect((await listed()).map(({ text }) => text)).toEqual([
    'The first question of all?',
    'The second question of all?',
  ]);
  now += 1000;
  await does({ verb: 'hide', reason: 'rude' });
  expect((await listed()).map(({ text }) => text)).toEqual(['The first question of all?']);
  expect(await theOne()).toMatchObject({ state: 'hidden', hiddenFor: 'rude' });
  expect(await told(wren)).toContainEqual(['question-answer', paths.askQuestion(product.id)]);
  expect(await does({ verb: 'answer', text: 'Now then.' })).toEqual({ refusal: 'hidden' });
  await does({ verb: 'show' });
  expect(await listed()).toHaveLength(2);
});

it('is not found by another store, and is not overwritten from an outdated view', async () => {
  await asks('How tall is the golem?');
  const question = await theOne();
  const other = { ...store, id: 'a'.repeat(15) };
  const deed = { verb: 'answer', text: 'Tall.' } as const;
  expect(await changeStoreQuestion(parts, seller, other, question, deed)).toEqual({ refusal: 'gone' });
  expect(await questionOfStore(world.pb, other.id, question.id)).toBeNull();
  const both = await Promise.all([
    changeStoreQuestion(parts, seller, store, question, deed),
    changeStoreQuestion(parts, seller, store, question, { verb: 'hide', reason: 'rude' }),
  ]);
  expect(both.filter((one) => 'refusal' in one)).toEqual([{ refusal: 'changed' }]);
});

it('can be withdrawn by its asker while unanswered, and by no other user', async () => {
  await asks('How tall is the golem?');
  const { id } = await theOne();
  expect(await withdrawQuestion(parts, seller.id, id)).toMatchObject({ refusal: 'gone' });
  await does({ verb: 'answer', text: 'Tall.' });
  expect(await withdrawQuestion(parts, wren.id, id)).toMatchObject({ refusal: 'answered' });
  await asks('And how wide is the golem?');
  const wide = (await questionsByAsker(world.pb, wren.id, product.id)).find(({ answer }) => !answer);
  expect(await withdrawQuestion(parts, wren.id, wide?.id ?? '')).toBeNull();
  expect(await listed()).toHaveLength(1);
});

it('is refused from the seller, over the limit, or with a link of a new user; repeated elsewhere it is held', async () => {
  expect(await asks('How tall is my own golem?', seller)).toEqual({
    kind: 'refused',
    sentence: ASK_REFUSAL_TEXTS['own-product'],
  });
  expect(await asks('Look at https://evil.example now')).toMatchObject({ kind: 'refused' });
  const all = await Promise.all(
    Array.from({ length: WAITING_QUESTIONS_MAX + 3 }, (_, index) => asks(`How tall is it, time ${index}?`)),
  );
  expect(all.filter(({ kind }) => kind === 'asked')).toHaveLength(WAITING_QUESTIONS_MAX);
  for (let index = 0; index < 3; index++)
    await asks('Would you like to have more customers?', wren, await newProduct(`Other ${index}`));
  const last = await newProduct('The last');
  expect(await asks('Would you like to have more customers?', wren, last)).toEqual({ kind: 'held' });
  expect(await questionsByAsker(world.pb, wren.id, last.id)).toMatchObject([{ hiddenFor: 'held' }]);
});

it('is in the asker’s export, and loses the name when the account is deleted', async () => {
  const leaver = await world.person('leaver');
  await asks('How tall is the golem?', leaver);
  expect(JSON.stringify(await exportUser(world.pb, leaver.id))).toContain('How tall is the golem?');
  await deleteUser(world.pb, leaver.id);
  expect(await listed()).toMatchObject([{ text: 'How tall is the golem?', asker: null }]);
});

it('stays when its product is deleted, and its pages are refreshed on every change', async () => {
  const about = await newProduct('Gone soon');
  await asks('How tall is the golem?', wren, about);
  const changes = await world.pb.send<{ changes: { collection: string; record: string }[] }>(
    '/internal/changes?after=0',
    {},
  );
  expect(changes.changes).toContainEqual(
    expect.objectContaining({ collection: 'questions', record: about.id }),
  );
  await world.pb.collection('products').delete(about.id);
  expect(await world.pb.collection('questions').getFullList()).toHaveLength(1);
});
