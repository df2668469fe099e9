import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantAtWallClock, momentText, wallClockAt } from '../../../src/domain/kernel/wall-clock.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'] as const;

describe('local time', () => {
  it.each([
    ['2026-11-21T17:00:00Z', 'UTC', '2026-11-21T17:00'],
    ['2026-11-21T17:00:59.999Z', 'Europe/Berlin', '2026-11-21T18:00'],
    ['2026-07-01T22:30:00Z', 'Europe/Berlin', '2026-07-02T00:30'],
    ['2026-11-21T02:00:00Z', 'America/New_York', '2026-11-20T21:00'],
    ['2026-11-21T00:00:00Z', 'Asia/Kathmandu', '2026-11-21T05:45'],
  ])('at %s in %s: %s', (iso, zone, clock) => {
    expect(wallClockAt(Date.parse(iso), zone)).toBe(clock);
    expect(instantAtWallClock(clock, zone)).toBe(Math.floor(Date.parse(iso) / 60_000) * 60_000);
  });

  it.each([
    ['shown twice as summer time ends: the first', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['never shown as it begins: as if not yet changed', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
    ['just before it begins', '2026-03-29T01:59', '2026-03-29T00:59:00Z'],
    ['just after it began', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
  ])('%s', (_, clock, iso) => {
    expect(instantAtWallClock(clock, 'Europe/Berlin')).toBe(Date.parse(iso));
  });

  it.each([
    '',
    'tomorrow',
    '2026-11-21',
    '2026-02-31T10:00',
    '2026-13-01T10:00',
    '2026-11-21T24:30',
    '2026-11-21T10:00Z',
  ])('%j is no moment', (clock) => {
    expect(instantAtWallClock(clock, 'UTC')).toBeNull();
  });

  it('converts there and back, except for the hour that occurs twice', () => {
    const minute = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 });
    fc.assert(
      fc.property(minute, fc.constantFrom(...ZONES), (minutes, zone) => {
        const clock = wallClockAt(minutes * 60_000, zone);
        const back = instantAtWallClock(clock, zone) ?? 0;
        expect(wallClockAt(back, zone)).toBe(clock);
        expect([0, 30, 60]).toContain(minutes - back / 60_000);
      }),
    );
  });
});

it('a moment is shown in the reader’s time zone', () => {
  expect(momentText(Date.UTC(2026, 10, 21, 17), 'Europe/Berlin')).toBe('21 November 2026 at 18:00');
});
