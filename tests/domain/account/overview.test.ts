import { describe, expect, it } from 'vitest';
import { type TaskCount, tasksInOrder } from '../../../src/domain/account/overview.ts';

const task = (kind: TaskCount['kind'], until: number | null = null, count = 1): TaskCount => ({
  kind,
  count,
  until,
  id: null,
});
const kinds = (found: TaskCount[]) => tasksInOrder(found).map(({ kind }) => kind);

describe('what waits for somebody', () => {
  it('leaves out what does not', () => {
    expect(kinds([task('message', null, 0), task('question', 5, 0)])).toEqual([]);
  });

  it('comes by deadline, and what has none by its weight', () => {
    const found = [task('question'), task('message'), task('case', 20), task('refund-request', 10)];
    expect(kinds(found)).toEqual(['refund-request', 'case', 'message', 'question']);
  });

  it('is by weight also where two deadlines are the same, and where they are past', () => {
    expect(kinds([task('case', -5), task('failed-payment', -5), task('business-account')])).toEqual([
      'failed-payment',
      'case',
      'business-account',
    ]);
  });

  it('changes nothing it was given', () => {
    const found = [task('question'), task('case', 1)];
    tasksInOrder(found);
    expect(found.map(({ kind }) => kind)).toEqual(['question', 'case']);
  });
});
