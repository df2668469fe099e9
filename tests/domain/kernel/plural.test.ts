import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counted, plural } from '../../../src/domain/kernel/plural.ts';

it('one thing has the word for one, every other number the word for many', () => {
  expect(plural(1, 'model')).toBe('model');
  expect(plural(1, 'person gets', 'people get')).toBe('person gets');
  fc.assert(
    fc.property(
      fc.integer().filter((count) => count !== 1),
      (count) => {
        expect(plural(count, 'model')).toBe('models');
        expect(plural(count, 'person gets', 'people get')).toBe('people get');
      },
    ),
  );
});

it('a number stands before its word in groups of three', () => {
  expect(counted(0, 'file')).toBe('0 files');
  expect(counted(1, 'file')).toBe('1 file');
  expect(counted(12_345, 'file')).toBe('12,345 files');
  expect(counted(2, 'reply', 'replies')).toBe('2 replies');
});
