import { describe, expect, it } from 'vitest';
import { archivesToClear, type StoredArchive } from '../../../src/domain/library/archive.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const ROOMY = 1e12;

const archive = (id: string, daysAgo: number, more: Partial<StoredArchive> = {}): StoredArchive => ({
  id,
  sizeBytes: 100,
  requestedAt: NOW - daysAgo * DAY_MS,
  superseded: false,
  ...more,
});
const cleared = (archives: StoredArchive[], limitBytes: number) =>
  archivesToClear(archives, limitBytes, NOW).map(({ id }) => id);

describe('archives to clear', () => {
  it('include superseded ones not requested for 30 days', () => {
    const superseded = true;
    const archives = [
      archive('current', 400),
      archive('old', 30, { superseded }),
      archive('old, asked for', 29.9, { superseded }),
    ];
    expect(cleared(archives, ROOMY)).toEqual(['old']);
  });

  it('include the least recently requested ones over the limit, and no more than necessary', () => {
    const archives = [archive('b', 20), archive('d', 3), archive('a', 40), archive('c', 10)];
    expect(cleared(archives, 400)).toEqual([]);
    expect(cleared(archives, 399)).toEqual(['a']);
    expect(cleared(archives, 200)).toEqual(['a', 'b']);
  });

  it('count superseded ones first', () => {
    const archives = [archive('old', 31, { superseded: true }), archive('current', 40)];
    expect(cleared(archives, 100)).toEqual(['old']);
  });

  it('never include those that may still be downloading', () => {
    expect(cleared([archive('today', 0), archive('yesterday', 1.9), archive('before', 2)], 0)).toEqual([
      'before',
    ]);
  });
});
