import { describe, expect, it } from 'vitest';
import {
  ACCESS_GROUP_LIMITS,
  claimRefusal,
  groupNameRefusal,
  groupProductRefusal,
  MAILS_PER_PERSON,
  REMIND_AFTER_MS,
  remindRefusal,
} from '../../../src/domain/library/access-group.ts';

const NOW = Date.UTC(2026, 10, 21);

describe('an access group', () => {
  it.each([
    ['Backers 2026', null],
    ['', 'empty'],
    [' \u200b\t', 'empty'],
    ['a'.repeat(ACCESS_GROUP_LIMITS.name), null],
    ['a'.repeat(ACCESS_GROUP_LIMITS.name + 1), 'too-long'],
  ])('named %j: %s', (name, refusal) => {
    expect(groupNameRefusal(name)).toBe(refusal);
  });

  it.each([
    ['active', 'draft', 1, null],
    ['active', 'unlisted', 1, null],
    ['active', 'published', 1, null],
    ['active', 'suspended', 1, 'suspended'],
    ['active', 'archived', 1, 'archived'],
    ['active', 'draft', 0, 'no-file'],
    ['closed', 'published', 1, 'closed'],
  ] as const)('that is %s takes a %s product of %i files: %s', (state, of, files, refusal) => {
    expect(groupProductRefusal({ state }, { state: of, files })).toBe(refusal);
  });

  it.each([
    ['invited', 'open', null, 0, null],
    ['invited', 'open', NOW - REMIND_AFTER_MS, 1, null],
    ['invited', 'open', NOW - REMIND_AFTER_MS + 1, 1, 'too-soon'],
    ['invited', 'closed', NOW - REMIND_AFTER_MS, MAILS_PER_PERSON, 'too-often'],
    ['invited', 'suspended', null, 0, 'store-suspended'],
    ['claimed', 'open', null, 0, 'claimed'],
    ['removed', 'open', null, 0, 'removed'],
  ] as const)(
    'writes again to who is %s, of a store that is %s: %s',
    (state, store, mailedAt, mails, refusal) => {
      expect(remindRefusal({ state, mailedAt, mails }, store, NOW)).toBe(refusal);
    },
  );

  it.each([
    [null, 'unknown'],
    [{ state: 'invited', store: 'open', claimedHere: false }, null],
    [{ state: 'invited', store: 'closed', claimedHere: false }, null],
    [{ state: 'invited', store: 'open', claimedHere: true }, 'yours'],
    [{ state: 'invited', store: 'suspended', claimedHere: false }, 'not-now'],
    [{ state: 'claimed', store: 'open', claimedHere: true }, 'taken'],
    [{ state: 'removed', store: 'open', claimedHere: false }, 'removed'],
  ] as const)('is claimed by %j: %s', (link, refusal) => {
    expect(claimRefusal(link)).toBe(refusal);
  });
});
