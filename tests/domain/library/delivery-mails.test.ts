import { describe, expect, it } from 'vitest';
import {
  DELIVERY_MAILS_A_DAY,
  type DeliveryStanding,
  deliveryMailRefusal,
  deliveryMailsADay,
  deliveryMailsLeft,
  deliveryMailsNote,
} from '../../../src/domain/library/delivery-mails.ts';

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const KNOWN: DeliveryStanding = {
  ...{ state: 'open', openedAt: NOW - 400 * DAY, account: 'active', isOff: false, approved: null },
  ...{ today: 0, sent: 0, claimed: 0, bounced: 0, stopped: 0 },
};
const aDay = (more: Partial<DeliveryStanding>) => deliveryMailsADay({ ...KNOWN, ...more }, NOW);

describe('a store mails about its deliveries', () => {
  it('nobody while it is a draft, closed, suspended or stopped by the desk, whatever was approved', () => {
    for (const state of ['draft', 'closed', 'suspended'] as const)
      expect(aDay({ state, approved: 5000 })).toBe('not-open');
    expect(aDay({ isOff: true, approved: 5000 })).toBe('off');
    expect(deliveryMailsLeft({ ...KNOWN, state: 'draft' }, NOW)).toBe(0);
  });

  it('few people without an active business account, then more with its age, never above 500 without approval', () => {
    const { unchecked, week, month, most } = DELIVERY_MAILS_A_DAY;
    expect(aDay({ account: 'none' })).toBe(unchecked);
    expect(aDay({ account: 'pending' })).toBe(unchecked);
    expect([1, 8, 31].map((days) => aDay({ openedAt: NOW - days * DAY }))).toEqual([week, month, most]);
    expect(aDay({ openedAt: null })).toBe(week);
    expect(aDay({ sent: 1000, claimed: 900 })).toBe(500);
    expect(aDay({ approved: 8000 })).toBe(8000);
    expect(aDay({ approved: 20 })).toBe(20);
  });

  it('more where people claim, fewer where mails bounce or are not wanted, and nobody where many do', () => {
    const young = { openedAt: NOW - DAY };
    expect(aDay({ ...young, sent: 100, claimed: 30 })).toBe(200);
    expect(aDay({ ...young, sent: 20, claimed: 20 })).toBe(100);
    expect(aDay({ sent: 100, bounced: 4, stopped: 2, approved: 5000 })).toBe(50);
    expect(aDay({ sent: 100, bounced: 8, stopped: 3, approved: 5000 })).toBe('unwanted');
    expect(aDay({ sent: 40, bounced: 40 })).toBe(500);
  });

  it('and its seller is told who is left out, and why', () => {
    const used = { ...KNOWN, today: 480 };
    expect(deliveryMailsNote(used, 20, NOW)).toBeNull();
    expect(deliveryMailsNote(used, 21, NOW)).toContain('can mail 20 of them today');
    expect(deliveryMailRefusal({ ...KNOWN, today: 500 }, NOW)).toBe('used-up');
    expect(deliveryMailsNote({ ...KNOWN, state: 'draft' }, 1, NOW)).toContain('Open your store first');
  });
});
