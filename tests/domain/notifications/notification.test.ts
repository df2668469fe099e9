import { describe, expect, it } from 'vitest';
import { DIGEST_LINES, digestParts } from '../../../src/domain/notifications/digest-parts.ts';
import {
  bellText,
  defaultSwitch,
  digestMoment,
  KIND_FACTS,
  NOTIFICATION_KINDS,
  switchFor,
  switchRefusal,
} from '../../../src/domain/notifications/notification.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('a switch', () => {
  it('for a store overrides the general one, each channel by itself', () => {
    const general = { kind: 'message', storeId: null, inApp: false, mail: 'weekly' } as const;
    const own = { kind: 'message', storeId: 'a', inApp: null, mail: 'off' } as const;
    const chosen = [own, general];
    expect(switchFor(chosen, 'message', 'a')).toEqual({ inApp: false, mail: 'off' });
    expect(switchFor(chosen, 'message', 'b')).toEqual({ inApp: false, mail: 'weekly' });
    expect(switchFor(chosen, 'message', null)).toEqual({ inApp: false, mail: 'weekly' });
    expect(switchFor(chosen, 'review', 'a')).toEqual(defaultSwitch('review'));
  });

  it('accepts only what its kind offers', () => {
    const choice = { kind: 'guild-news', storeId: null, inApp: null, mail: 'daily' } as const;
    expect(switchRefusal(choice)).toBe('no-such-pace');
    expect(switchRefusal({ ...choice, mail: 'off' })).toBeNull();
    expect(switchRefusal({ ...choice, kind: 'case', mail: 'off' })).toBe('no-such-pace');
    expect(switchRefusal({ ...choice, kind: 'sale-made', storeId: 'a', mail: 'off' })).toBe('no-store');
    for (const kind of NOTIFICATION_KINDS) {
      const { paces, mail } = KIND_FACTS[kind];
      expect([kind, paces.length === 0 || paces.includes(mail)]).toEqual([kind, true]);
    }
  });
});

describe('a digest', () => {
  it.each([
    ['daily', '2026-11-21T06:59:59.999Z', '2026-11-20T07:00:00.000Z'],
    ['daily', '2026-11-21T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    ['daily', '2026-11-21T23:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    // 23 November 2026 is a Monday.
    ['weekly', '2026-11-23T06:59:00.000Z', '2026-11-16T07:00:00.000Z'],
    ['weekly', '2026-11-23T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
    ['weekly', '2026-11-29T12:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  ] as const)('%s at %s stands for %s', (digest, now, moment) => {
    expect(iso(digestMoment(digest, at(now)))).toBe(moment);
  });

  it('lists entries by kind, and counts the rest', () => {
    const line = (kind: 'review' | 'new-product', n: number) => ({ kind, title: `${kind} ${n}`, path: '/' });
    const many = Array.from({ length: DIGEST_LINES + 3 }, (_, n) => line('new-product', n));
    const parts = digestParts([line('review', 1), ...many]);
    expect(parts.map(({ kind, lines, more }) => [kind, lines.length, more])).toEqual([
      ['new-product', DIGEST_LINES, 3],
      ['review', 1, 0],
    ]);
  });
});

it('the bell counts to 99', () => {
  expect([0, 1, 99, 100].map(bellText)).toEqual(['', '1', '99', '99+']);
});
