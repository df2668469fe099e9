import { describe, expect, it } from 'vitest';
import {
  type Broadcast,
  leftOutText,
  broadcastRefusal,
  broadcastStateText,
  broadcastTextRefusal,
  reachText,
} from '../../../src/domain/messaging/broadcast.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const reach = { people: 214, shut: 0, banned: 0 };

describe('a letter to many members', () => {
  it('can be written three times within a day, and says when it can be again', () => {
    const written = [NOW - 30 * HOUR, NOW - 20 * HOUR, NOW - 3 * HOUR];
    expect(broadcastRefusal(reach, written, NOW)).toBeNull();
    expect(broadcastRefusal(reach, [...written, NOW - HOUR], NOW)).toBe(
      'Many members can be written to 3 times a day. The next time is in 4 hours.',
    );
    expect(broadcastRefusal(reach, [...written, NOW - HOUR], NOW + 3.5 * HOUR)).toMatch(/in an hour\.$/);
    expect(broadcastRefusal(reach, [...written, NOW - HOUR], NOW + 4 * HOUR)).toBeNull();
  });

  it('wants somebody to read it', () => {
    expect(broadcastRefusal({ people: 0, shut: 0, banned: 0 }, [], NOW)).toMatch(/^Nobody fits/);
    expect(broadcastRefusal({ people: 0, shut: 1, banned: 2 }, [], NOW)).toMatch(/^None of these members/);
  });

  it('wants words that can be seen, and no more than a message holds', () => {
    expect(broadcastTextRefusal(' \u200b\n')).toBe('Write a message.');
    expect(broadcastTextRefusal('x'.repeat(5001))).toBe('Use at most 5000 characters.');
    expect(broadcastTextRefusal('Hello')).toBeNull();
  });

  it('says whom it reaches and whom not', () => {
    expect(reachText(1)).toBe('This goes to 1 member, in a conversation of his own.');
    expect(reachText(1214)).toBe('This goes to 1,214 members, each in a conversation of his own.');
    expect(leftOutText({ shut: 0, banned: 0 })).toBe('');
    expect(leftOutText({ shut: 2, banned: 1 })).toBe(
      '2 are left out: blocked by you, or they take no messages from you. 1 banned member is left out.',
    );
  });

  it('says how far it has come', () => {
    const letter: Broadcast = {
      id: 'a',
      text: 'Hello',
      at: NOW,
      state: 'sending',
      people: 2000,
      reached: 500,
      leftOut: 3,
    };
    expect(broadcastStateText(letter)).toBe('On its way: 500 of 2,000 have it, 3 left out');
    expect(broadcastStateText({ ...letter, state: 'sent', reached: 1, leftOut: 0 })).toBe('1 member has it');
  });
});
