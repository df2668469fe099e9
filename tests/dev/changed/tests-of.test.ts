import { describe, expect, it } from 'vitest';
import { chosenTests, testsOf } from '../../../src/dev/changed/tests-of.ts';

const TESTS = [
  'tests/domain/money.test.ts',
  'tests/domain/money-rounding.test.ts',
  'tests/domain/moneyless.test.ts',
  'tests/integration/commerce/checkout.test.ts',
  'tests/server/receipts.test.ts',
];
const FILE = 'src/domain/money.ts';
const IMPORTS = new Map([
  ['tests/server/receipts.test.ts', ['src/server/receipts.ts']],
  ['src/server/receipts.ts', [FILE]],
  ['tests/domain/moneyless.test.ts', ['src/server/receipts.ts', FILE]],
]);
const NONE = new Map<string, string[]>();

describe('the tests of a file', () => {
  it('are those at its own path, then those that run little else', () => {
    const table = new Map([
      ['tests/integration/commerce/checkout.test.ts', [FILE, 'src/server/receipts.ts']],
      ['tests/server/receipts.test.ts', [FILE]],
      ['tests/domain/moneyless.test.ts', ['src/server/receipts.ts']],
    ]);
    expect(testsOf(FILE, TESTS, table, IMPORTS)).toEqual([
      'tests/domain/money.test.ts',
      'tests/domain/money-rounding.test.ts',
      'tests/server/receipts.test.ts',
      'tests/integration/commerce/checkout.test.ts',
    ]);
  });

  it('are found by imports, the nearest first, where no test is known to run it', () => {
    expect(testsOf(FILE, TESTS, NONE, IMPORTS)).toEqual([
      'tests/domain/money.test.ts',
      'tests/domain/money-rounding.test.ts',
      'tests/domain/moneyless.test.ts',
      'tests/server/receipts.test.ts',
    ]);
  });

  it('of a test are the test itself, unless it is gone', () => {
    expect(testsOf('tests/domain/money.test.ts', TESTS, NONE, IMPORTS)).toEqual([
      'tests/domain/money.test.ts',
    ]);
    expect(testsOf('tests/domain/gone.test.ts', TESTS, NONE, IMPORTS)).toEqual([]);
  });
});

it('each changed file has its nearest test before one has its second', () => {
  const lists = [['a', 'b', 'c'], ['d'], ['a', 'e']];
  expect(chosenTests(lists, 3)).toEqual(['a', 'd', 'b']);
  expect(chosenTests(lists, 9)).toEqual(['a', 'd', 'b', 'e', 'c']);
  expect(chosenTests([], 9)).toEqual([]);
});
