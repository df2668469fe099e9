import { expect, test } from 'vitest';
import { type LetterDraft, letterRefusals } from '../../../src/domain/moderation/letter.ts';
import { subjectAt } from '../../../src/server/desk/letter-notices.ts';

const LETTER: Omit<LetterDraft, 'letterId'> = {
  ...{ address: '/product/wyrm', kind: 'copyright', text: 'This is my dragon.', name: 'Ada', email: '' },
  isHidden: false,
};

test('a letter about a review cannot hide it, one about a product can', () => {
  expect(letterRefusals({ ...LETTER, kind: 'spam', isHidden: true }, 'review')).toHaveProperty('isHidden');
  expect(letterRefusals({ ...LETTER, isHidden: true }, 'product')).toEqual({});
});

test('each field that is wrong is named', () => {
  expect(letterRefusals(LETTER, 'store')).toEqual({});
  expect(Object.keys(letterRefusals({ ...LETTER, text: 'No.', name: '' }, 'store')).sort()).toEqual([
    'name',
    'text',
  ]);
  expect(letterRefusals({ ...LETTER, kind: '' }, 'store')).toHaveProperty('kind');
  expect(letterRefusals({ ...LETTER, kind: 'copyright' }, 'question')).toHaveProperty('kind');
  expect(letterRefusals(LETTER, null)).toHaveProperty('address');
});

test.each([
  ['https://guildhall.example/product/wyrm?reviews=2#reviews', { what: 'product', id: 'wyrm' }],
  [' /store/ashgrove/guild ', { what: 'store', id: 'ashgrove' }],
  ['/report/review/abcdefghijklmno', { what: 'review', id: 'abcdefghijklmno' }],
  ['/post/abcdefghijklmno', { what: 'post', id: 'abcdefghijklmno' }],
  ['https://guildhall.example/post/abcdefghijklmno/members', { what: 'post', id: 'abcdefghijklmno' }],
  ['/post/aaaaaaaaaaaaaaa/members#q-abcdefghijklmno', { what: 'question', id: 'abcdefghijklmno' }],
  ['/report/message/abcdefghijklmno#q-abcdefghijklmn', null],
  ['/report/message/abcdefghijklmno', null],
  ['/report/confirm/abc', null],
  ['/product/', null],
  ['/product/%2e%2e', null],
  ['javascript:alert(1)', null],
])('what is shown at %s', (address, subject) => {
  expect(subjectAt(address)).toEqual(subject);
});
