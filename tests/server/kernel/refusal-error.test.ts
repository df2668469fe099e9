import { describe, expect, it } from 'vitest';
import {
  conflict,
  fieldsRefused,
  RefusalError,
  refusedBy,
  refusedFor,
} from '../../../src/server/kernel/refusal-error.ts';

const SENTENCES = {
  'not-found': 'There is no such {what}.',
  'changed-meanwhile': 'This {what} has changed.',
};

describe('the sentence of a refusal', () => {
  it('holds its values, which stay beside it', () => {
    const refusal = conflict('You can have up to {most} of {what}; {most} is the limit.', {
      most: 5,
      what: '$&',
    });
    expect(refusal.message).toBe('You can have up to 5 of $&; 5 is the limit.');
    expect(refusal).toMatchObject({
      code: 'conflict',
      sentence: 'You can have up to {most} of {what}; {most} is the limit.',
      values: { most: 5, what: '$&' },
      field: null,
      retryAfterS: null,
    });
  });

  it('keeps braces that have no value', () => {
    expect(conflict('{title} and {toString} stay.', { what: 'x' }).message).toBe(
      '{title} and {toString} stay.',
    );
  });

  it('is the first of several fields', () => {
    expect(fieldsRefused({ name: 'Too long.', slug: 'Taken.' })).toMatchObject({
      code: 'bad_request',
      message: 'Too long.',
      fields: { name: 'Too long.', slug: 'Taken.' },
    });
    expect(fieldsRefused({}).message).toBe('The values were refused.');
  });
});

it('a reason of a rule is a conflict unless the table says its kind or its field', () => {
  const texts = { gone: 'It is gone.', taken: 'It is taken.', full: 'It is full.' };
  const refused = (reason: keyof typeof texts) =>
    refusedFor(reason, texts, { gone: 'not_found', taken: { field: 'slug' } });
  expect(refused('gone')).toMatchObject({
    code: 'not_found',
    reason: 'gone',
    message: 'It is gone.',
    field: null,
  });
  expect(refused('taken')).toMatchObject({ code: 'conflict', reason: 'taken', field: 'slug' });
  expect(refused('full')).toMatchObject({ code: 'conflict', reason: 'full', field: null });
});

it.each([
  ['not-found', { code: 'not_found', message: 'There is no such tier.' }],
  ['changed-meanwhile', { code: 'conflict', message: 'This tier has changed.' }],
  [{ sentence: 'Too low.' }, { code: 'conflict', message: 'Too low.', field: null }],
  [
    { sentence: 'Too low.', field: 'price' },
    { code: 'bad_request', message: 'Too low.', field: 'price' },
  ],
] as const)('what a use case refused with %j is %j', (refusal, said) => {
  const error = refusedBy(refusal, SENTENCES, { what: 'tier' });
  expect(error).toBeInstanceOf(RefusalError);
  expect(error).toMatchObject(said);
});
