import {
  addQuestion,
  changeQuestion,
  countRepeatedQuestions,
  myQuestion,
  type QuestionChange,
  questionOfStore,
  removeQuestion,
  type StoreQuestion,
  waitingQuestions,
} from '../../data/community/questions.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import type { Product } from '../../domain/catalogue/product.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import {
  ASK_REFUSAL_TEXTS,
  askRefusal,
  HIDE_REASONS,
  type HideReason,
  isNewAnswer,
  QUESTION_REFUSAL_TEXTS,
  type QuestionRefusal,
  questionRefusal,
  shownState,
} from '../../domain/community/question.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { paths } from '../../paths.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import { oneLineName, quoted } from '../notifications/mail-layout.ts';
import { type NotifyParts, withNotice } from '../notifications/notifications.ts';
import { holdPost, judgePost } from './spam-hold.ts';

const DAY_MS = 86_400_000;

/** What questions and answers need of the app. */
export interface QuestionParts {
  commerce: NotifyParts;
  postingLimits: PostingLimits;
}

/** Outcome of asking: stored, stored but held until the operator has checked it, or refused. */
export type AskOutcome = { kind: 'asked' | 'held' } | { kind: 'refused'; sentence: string };

/**
 * Posts a question. The caller has checked its length. Repeating the same text has no effect.
 * @param store the product's store, which is public.
 */
export async function postQuestion(
  { commerce, postingLimits }: QuestionParts,
  asker: User,
  { product, store, text: typed }: { product: Pick<Product, 'id' | 'name'>; store: OwnStore; text: string },
): Promise<AskOutcome> {
  const { pb } = commerce;
  const now = commerce.now();
  const text = cleanText(typed);
  const waiting = await waitingQuestions(pb, asker.id, product.id);
  const refusal = askRefusal({ verified: asker.verified, ownsStore: store.ownerId === asker.id, waiting });
  if (refusal) return { kind: 'refused', sentence: ASK_REFUSAL_TEXTS[refusal] };
  const same = { userId: asker.id, productId: product.id, text };
  const elsewhere = await countRepeatedQuestions(pb, same, now - DAY_MS);
  const judgement = await judgePost(commerce, { userId: asker.id, text, elsewhere });
  if (judgement.is === 'refused') return { kind: 'refused', sentence: judgement.sentence };
  const tooOften = await postingLimits.postingRefusal(asker, 'question', now);
  if (tooOften) return { kind: 'refused', sentence: tooOften };
  const held = judgement.is === 'held';
  const id = newRecordId();
  const own = { id, productId: product.id, storeId: store.id, askerId: asker.id, text, held };
  const notAdded = await addQuestion(pb, own, now, (steps) => {
    if (!held) notifySeller(commerce, steps, { id, product, store, text }, now);
  });
  if (notAdded === 'too-many-waiting') return { kind: 'refused', sentence: ASK_REFUSAL_TEXTS[notAdded] };
  if (notAdded === null && !held) commerce.mailQueued();
  if (notAdded === null && judgement.is === 'held') {
    const about = { what: 'question', id, quote: text, accusedId: asker.id } as const;
    await holdPost(pb, { ...about, productId: product.id, storeId: store.id }, judgement.why, now);
  }
  return { kind: held ? 'held' : 'asked' };
}

function notifySeller(
  commerce: NotifyParts,
  steps: Transaction,
  {
    id,
    product,
    store,
    text,
  }: { id: string; product: Pick<Product, 'id' | 'name'>; store: OwnStore; text: string },
  now: number,
): void {
  const name = oneLineName(product.name);
  withNotice(
    steps,
    commerce,
    {
      to: [store.ownerId],
      kind: 'question',
      storeId: null,
      key: `question:${id}`,
      about: `questions:${product.id}`,
      title: `New question about ${name}`,
      path: paths.sellerQuestions(),
      mail: {
        subject: `A question about ${name}`,
        paragraphs: [
          `A visitor asks on the page of ${name}:`,
          quoted(text),
          'Your answer will be public. You can find the question here:',
        ],
      },
    },
    now,
  );
}

/** An action of the seller on a question. */
export type SellerQuestionAction =
  | { verb: 'answer'; text: string }
  | { verb: 'hide'; reason: Exclude<HideReason, 'held'> }
  | { verb: 'show' };

/** Applies an action to a question of the store. Returns the changed question, or why not; `gone` also for another store's question. */
export async function changeStoreQuestion(
  { commerce, postingLimits }: QuestionParts,
  seller: User,
  store: OwnStore,
  { id, seen }: { id: string; seen: number },
  action: SellerQuestionAction,
): Promise<{ refusal: QuestionRefusal } | { sentence: string } | { question: StoreQuestion }> {
  const { pb } = commerce;
  const question = await questionOfStore(pb, store.id, id);
  if (!question) return { refusal: 'gone' };
  const now = commerce.now();
  const refusal = question.seen === seen ? questionRefusal(question, action.verb) : 'changed';
  if (refusal) return { refusal };
  if (action.verb === 'answer' && !isNewAnswer(question, action.text)) return { question };
  if (action.verb === 'answer') {
    const tooOften = await postingLimits.postingRefusal(seller, 'answer', now);
    if (tooOften) return { sentence: tooOften };
  }
  const change = changeOf(question, action, now);
  const changed = await changeQuestion(pb, question, change, now, (steps) =>
    notifyAsker(commerce, steps, { question, store, action }, now),
  );
  if (changed) return { refusal: changed };
  commerce.mailQueued();
  const after = await questionOfStore(pb, store.id, id);
  return after ? { question: after } : { refusal: 'gone' };
}

function changeOf(question: StoreQuestion, action: SellerQuestionAction, now: number): QuestionChange {
  switch (action.verb) {
    case 'answer': {
      const { answer } = question;
      const text = cleanText(action.text);
      return { answer: text, state: 'answered', at: answer?.at ?? now, changedAt: answer ? now : null };
    }
    case 'hide':
      return { state: 'hidden', hiddenFor: action.reason };
    case 'show':
      return { state: shownState(question), hiddenFor: null };
  }
}

/** Notifies the asker of the first answer and of hiding; later changes of the answer are not notified. */
function notifyAsker(
  commerce: NotifyParts,
  steps: Transaction,
  { question, store, action }: { question: StoreQuestion; store: OwnStore; action: SellerQuestionAction },
  now: number,
): void {
  const { asker, productId, post } = question;
  if (!asker || action.verb === 'show' || (action.verb === 'answer' && question.answer)) return;
  const name = oneLineName(post ? post.title : question.productName);
  const by = oneLineName(store.name);
  const what = post ? `comment on ${name}` : `question about ${name}`;
  const said = post ? 'You wrote:' : 'You asked:';
  const page = post ? paths.readPost(post.id, post.isPublic, question.id) : null;
  const notice =
    action.verb === 'answer'
      ? {
          key: `question-answer:${question.id}`,
          title: `${by} answered your ${what}`,
          path: page ?? paths.productQuestions(productId, question.id),
          paragraphs: [said, quoted(question.text), `${by} answers:`, quoted(cleanText(action.text))],
        }
      : {
          key: `question-hidden:${question.id}:${action.reason}`,
          title: `${by} hid your ${what}`,
          path: post ? paths.commentOnPost(post.id) : paths.askQuestion(productId),
          paragraphs: [said, quoted(question.text), `${by} hid it. ${HIDE_REASONS[action.reason]}`],
        };
  withNotice(
    steps,
    commerce,
    {
      to: [asker.id],
      kind: 'question-answer',
      storeId: store.id,
      key: notice.key,
      title: notice.title,
      path: notice.path,
      mail: { subject: notice.title, paragraphs: notice.paragraphs },
    },
    now,
  );
}

/** Withdraws the user's own question. Refused if it is answered or another user's. */
export async function withdrawQuestion(
  { commerce }: Pick<QuestionParts, 'commerce'>,
  askerId: string,
  id: string,
): Promise<{ sentence: string; refusal: QuestionRefusal } | null> {
  const question = await myQuestion(commerce.pb, askerId, id);
  const refusal = question
    ? (questionRefusal(question, 'remove') ?? (await removeQuestion(commerce.pb, askerId, id)))
    : 'gone';
  return refusal && { refusal, sentence: QUESTION_REFUSAL_TEXTS[refusal] };
}
