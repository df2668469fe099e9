import { describe, expect, it } from 'vitest';
import {
  askRefusal,
  compareQuestions,
  isNewAnswer,
  type Question,
  type QuestionAction,
  questionRefusal,
  questionTextRefusal,
  shownState,
  WAITING_QUESTIONS_MAX,
} from '../../../src/domain/community/question.ts';
import { draftForCookie, draftOfCookie } from '../../../src/features/community/question/draft-question.ts';
import { questionsData } from '../../../src/features/community/question/structured-data.ts';
import { HOSTILE } from '../../hostile-texts.ts';

const question = (id: string, askedAt: number, answeredAt: number | null = null): Question => ({
  id,
  productId: 'p',
  text: 'How tall is it?',
  askedAt,
  asker: { id: 'u', username: 'tobias' },
  answer: answeredAt === null ? null : { text: 'Tall.', at: answeredAt, changedAt: null },
  state: answeredAt === null ? 'open' : 'answered',
  hiddenFor: null,
  seen: 0,
});

describe('a question', () => {
  it('can be asked by a confirmed user who is not the seller and has few unanswered ones', () => {
    const asker = { verified: true, ownsStore: false, waiting: 0 };
    expect(askRefusal(asker)).toBeNull();
    expect(askRefusal({ ...asker, verified: false })).toBe('unverified');
    expect(askRefusal({ ...asker, ownsStore: true })).toBe('own-product');
    expect(askRefusal({ ...asker, waiting: WAITING_QUESTIONS_MAX - 1 })).toBeNull();
    expect(askRefusal({ ...asker, waiting: WAITING_QUESTIONS_MAX })).toBe('too-many-waiting');
  });

  it('has 10 to 1000 visible characters', () => {
    expect(questionTextRefusal('How tall?')).toBe('Use at least 10 characters.');
    expect(questionTextRefusal('How tall??')).toBeNull();
    expect(questionTextRefusal('x'.repeat(1000))).toBeNull();
    expect(questionTextRefusal('x'.repeat(1001))).toBe('Use at most 1000 characters.');
    expect(questionTextRefusal('\u202e\u200b'.repeat(20))).toBe('Write your question.');
  });

  it.each<[QuestionAction, string | null, string | null, string | null]>([
    ['answer', null, null, 'hidden'],
    ['hide', null, null, 'already-hidden'],
    ['show', 'not-hidden', 'not-hidden', null],
    ['remove', null, 'answered', null],
  ])('lets one %s it as it stands', (verb, open, answered, hidden) => {
    expect(questionRefusal(question('a', 1), verb)).toBe(open);
    expect(questionRefusal(question('a', 1, 2), verb)).toBe(answered);
    expect(questionRefusal({ ...question('a', 1), state: 'hidden' }, verb)).toBe(hidden);
  });

  it('returns to its previous state when it is shown again', () => {
    expect(shownState(question('a', 1))).toBe('open');
    expect(shownState(question('a', 1, 2))).toBe('answered');
  });

  it('is sorted answered before open, each newest first', () => {
    const all = [question('a', 9), question('b', 8), question('c', 1, 5), question('d', 2, 7)];
    expect(all.sort(compareQuestions).map(({ id }) => id)).toEqual(['d', 'c', 'a', 'b']);
  });

  it('is not answered again by the same text', () => {
    expect(isNewAnswer(question('a', 1, 2), ' Tall. ')).toBe(false);
    expect(isNewAnswer(question('a', 1, 2), 'Small.')).toBe(true);
  });

  it('is in the structured data only with its answer', () => {
    const about = { id: 'p', name: 'Golem', storeName: 'Ashgrove' };
    const absolute = (path: string) => `https://hall.example${path}`;
    expect(questionsData([question('a', 1)], about, absolute)).toBeNull();
    expect(questionsData([question('a', 1), question('b', 1, 2)], about, absolute)).toMatchObject({
      '@type': 'QAPage',
      mainEntity: [
        {
          name: 'How tall is it?',
          acceptedAnswer: { text: 'Tall.', url: 'https://hall.example/product/p/questions#q-b' },
        },
      ],
    });
  });
});

describe('a draft question', () => {
  it.each(Object.values(HOSTILE).map((text) => text.toWellFormed().slice(0, 1000).toWellFormed()))(
    'come back as they were: %j',
    (text) => {
      expect(draftOfCookie(draftForCookie(text))).toBe(text);
      expect(draftForCookie(text)).toMatch(/^[\w-]*$/);
    },
  );

  it('fits into a cookie in every script', () => {
    expect(draftForCookie('鎧'.repeat(1000)).length).toBeLessThanOrEqual(4000);
    expect(draftForCookie('🐉'.repeat(500)).length).toBeLessThanOrEqual(4000);
  });

  it('is empty without a cookie or with a forged one', () => {
    expect(draftOfCookie(undefined)).toBe('');
    expect(draftOfCookie('\u0000"><script>').length).toBeLessThan(20);
  });
});
