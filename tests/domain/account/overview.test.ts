import { describe, expect, it } from 'vitest';
import {
  type SellerStart,
  setupSteps,
  type TaskCount,
  tasksInOrder,
} from '../../../src/domain/account/overview.ts';

const task = (kind: TaskCount['kind'], until: number | null = null, count = 1): TaskCount => ({
  kind,
  count,
  until,
  id: null,
});
const kinds = (found: TaskCount[]) => tasksInOrder(found).map(({ kind }) => kind);

describe('tasks', () => {
  it('leave out kinds with a count of 0', () => {
    expect(kinds([task('message', null, 0), task('question', 5, 0)])).toEqual([]);
  });

  it('are sorted by deadline, then by priority', () => {
    const found = [task('question'), task('message'), task('case', 20), task('refund-request', 10)];
    expect(kinds(found)).toEqual(['refund-request', 'case', 'message', 'question']);
  });

  it('are sorted by priority for equal and past deadlines', () => {
    expect(kinds([task('case', -5), task('failed-payment', -5), task('business-account')])).toEqual([
      'failed-payment',
      'case',
      'business-account',
    ]);
  });

  it('do not change the input', () => {
    const found = [task('question'), task('case', 1)];
    tasksInOrder(found);
    expect(found.map(({ kind }) => kind)).toEqual(['question', 'case']);
  });
});

describe('the steps of a new seller', () => {
  const start: SellerStart = { storeState: 'draft', hasLogo: false, hasProduct: false, isPayable: false };
  const done = (now: Partial<SellerStart>) =>
    setupSteps({ ...start, ...now })
      ?.filter((one) => one.done)
      .map(({ step }) => step) ?? null;

  it('are shown to a seller with a draft store', () => {
    expect(setupSteps(start)?.map(({ step }) => step)).toEqual(['logo', 'product', 'payments', 'open']);
    expect(done({})).toEqual([]);
    expect(done({ hasLogo: true, isPayable: true })).toEqual(['logo', 'payments']);
  });

  it('stay while the store is a draft or empty, and end once it has opened with a product', () => {
    expect(done({ hasProduct: true })).toEqual(['product']);
    expect(done({ storeState: 'open' })).toEqual(['open']);
    expect(done({ storeState: 'open', hasProduct: true })).toBeNull();
    expect(done({ storeState: 'closed', hasProduct: true })).toBeNull();
  });
});
