import { expect, it } from 'vitest';
import {
  DESK_PAGES,
  deskPageAt,
  deskPagesOf,
  isDeskPath,
} from '../../../../src/features/desk/shell/desk-pages.ts';

it('the desk opens at its first page, and people without a role find none', () => {
  expect(deskPageAt('operator', 'operator')).toBe(DESK_PAGES[0]);
  expect(deskPageAt('operator/audit', 'moderator')?.label).toBe('Audit log');
  for (const path of ['operator', 'operator/audit']) expect(deskPageAt(path, null)).toBeNull();
  expect(deskPageAt('operator/nothing', 'operator')).toBeNull();
  expect(deskPagesOf(null)).toEqual([]);
});

it('tells the paths of the desk from others that begin like it', () => {
  expect(['operator', 'operator/audit', 'operators', 'profile'].map(isDeskPath)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
