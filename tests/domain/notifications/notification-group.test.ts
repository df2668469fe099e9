import { expect, it } from 'vitest';
import { GROUPED_KINDS, groupTitle } from '../../../src/domain/notifications/notification-group.ts';

const one = {
  kind: 'new-product',
  count: 1,
  title: 'Deepdelve has a new model: Ogre',
  storeName: 'Deepdelve',
} as const;

it('a row of one notification says what it says', () => {
  expect(groupTitle(one)).toBe('Deepdelve has a new model: Ogre');
});

it('a row of several says how many of what, and of whom', () => {
  expect(groupTitle({ ...one, count: 4 })).toBe('Deepdelve: 4 new models');
  expect(groupTitle({ ...one, count: 4, storeName: null })).toBe('4 new models');
});

it('what somebody waits for always stands by itself', () => {
  expect(GROUPED_KINDS).not.toContain('message');
  expect(GROUPED_KINDS).not.toContain('refund-request');
});
