import { describe, expect, it } from 'vitest';
import {
  type Broadcast,
  broadcastRefusal,
  broadcastStateText,
  broadcastTextRefusal,
  leftOutText,
  reachText,
} from '../../../src/domain/messaging/broadcast.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const reach = { people: 214, shut: 0, banned: 0 };

describe('a broadcast', () => {
  it('can be sent three times a day and says when the next one can be sent', () => {
    const sent = [NOW - 30 * HOUR, NOW - 20 * HOUR, NOW - 3 * HOUR];
    expect(broadcastRefusal(reach, sent, NOW)).toBeNull();
    expect(broadcastRefusal(reach, [...sent, NOW - HOUR], NOW)).toBe(
      'You can message members 3 times a day. You can send the next message in 4 hours.',
    );
    expect(broadcastRefusal(reach, [...sent, NOW - HOUR], NOW + 3.5 * HOUR)).toMatch(/in an hour\.$/);
    expect(broadcastRefusal(reach, [...sent, NOW - HOUR], NOW + 4 * HOUR)).toBeNull();
  });

  it('needs recipients', () => {
    expect(broadcastRefusal({ people: 0, shut: 0, banned: 0 }, [], NOW)).toMatch(/^No members match/);
    expect(broadcastRefusal({ people: 0, shut: 1, banned: 2 }, [], NOW)).toMatch(/^None of these members/);
  });

  it('needs visible text no longer than a message', () => {
    expect(broadcastTextRefusal(' \u200b\n')).toBe('Write a message.');
    expect(broadcastTextRefusal('x'.repeat(5001))).toBe('Use at most 5000 characters.');
    expect(broadcastTextRefusal('Hello')).toBeNull();
  });

  it('says how many members it reaches and who is left out', () => {
    expect(reachText(1)).toBe('This goes to 1 member, in their own conversation.');
    expect(reachText(1214)).toBe('This goes to 1,214 members, each in their own conversation.');
    expect(leftOutText({ shut: 0, banned: 0 })).toBe('');
    expect(leftOutText({ shut: 2, banned: 1 })).toBe(
      '2 are left out: you blocked them, or they block you. 1 banned member is left out.',
    );
  });

  it('says how far it is delivered', () => {
    const broadcast: Broadcast = {
      id: 'a',
      text: 'Hello',
      at: NOW,
      state: 'sending',
      people: 2000,
      reached: 500,
      leftOut: 3,
    };
    expect(broadcastStateText(broadcast)).toBe('Sending: 500 of 2,000 delivered, 3 left out');
    expect(broadcastStateText({ ...broadcast, state: 'sent', reached: 1, leftOut: 0 })).toBe(
      'Delivered to 1 member',
    );
  });
});
