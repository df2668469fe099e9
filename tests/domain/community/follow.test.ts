import { describe, expect, it } from 'vitest';
import {
  FOLLOWERS_SHOWN_FROM,
  FOLLOWS_MAX,
  followersText,
  followRefusal,
} from '../../../src/domain/community/follow.ts';

const store = { ownerId: 'crow', state: 'open' } as const;

describe('following', () => {
  it('is possible for stores that are open or on vacation, not for the own store, up to a limit', () => {
    expect(followRefusal('wren', store, 0)).toBeNull();
    expect(followRefusal('wren', { ...store, state: 'vacation' }, 0)).toBeNull();
    for (const state of ['draft', 'suspended', 'closed'] as const)
      expect(followRefusal('wren', { ...store, state }, 0)).toBe('unknown');
    expect(followRefusal('wren', null, 0)).toBe('unknown');
    expect(followRefusal('crow', store, 0)).toBe('own');
    expect(followRefusal('wren', store, FOLLOWS_MAX - 1)).toBeNull();
    expect(followRefusal('wren', store, FOLLOWS_MAX)).toBe('too-many');
  });

  it('shows the number of followers from a minimum on', () => {
    expect(followersText(FOLLOWERS_SHOWN_FROM - 1)).toBeNull();
    expect(followersText(FOLLOWERS_SHOWN_FROM)).toBe('10 followers');
    expect(followersText(12_345)).toBe('12,345 followers');
  });
});
