import { describe, expect, it } from 'vitest';
import { dayHead, shortWhen, untilText } from '../../../../src/features/kernel/page/when.ts';
import { CHUNK_SIZE, logChunks } from '../../../../src/features/messaging/conversation/account/log/log.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const line = (id: string, when: number, from: string | null = 'mira') => ({ id, at: when, from });

describe('the log of a conversation', () => {
  it('puts together what one person says in one go, and begins each day with its head', () => {
    const rows = logChunks([
      line('a', at(20, 23, 58)),
      line('b', at(20, 23, 59)),
      line('c', at(21, 0, 1)),
      line('d', at(21, 0, 2), 'wren'),
      line('e', at(21, 0, 9), 'wren'),
    ])[0]?.rows;
    expect(rows?.map(({ isNewDay }) => isNewDay)).toEqual([true, false, true, false, false]);
    expect(rows?.map(({ isFirst }) => isFirst)).toEqual([true, false, true, true, true]);
    expect(rows?.map(({ isLast }) => isLast)).toEqual([false, true, true, true, true]);
  });

  it('draws only the stretch anew that changed', () => {
    const newer = Array.from({ length: 3 * CHUNK_SIZE }, (_, nr) => line(`n${nr}`, at(20, 1) + nr * 600_000));
    const before = logChunks(newer);
    expect(before.map(({ rows }) => rows.length)).toEqual([CHUNK_SIZE, CHUNK_SIZE, CHUNK_SIZE]);
    const older = Array.from({ length: CHUNK_SIZE }, (_, nr) => line(`o${nr}`, at(1, 1) + nr * 600_000));
    const after = logChunks([...older, ...newer, line('new', at(28, 1))], before);
    expect(after.map(({ rows }) => rows.length)).toEqual([CHUNK_SIZE, CHUNK_SIZE, CHUNK_SIZE, CHUNK_SIZE, 1]);
    expect(after.map((stretch) => before.includes(stretch))).toEqual([false, true, true, true, false]);
  });

  it('lays out ten thousand messages with every one once', () => {
    const many = Array.from({ length: 10_000 }, (_, nr) => line(`m${nr}`, at(1, 0) + nr * 60_000));
    const stretches = logChunks(many);
    expect(stretches.flatMap(({ rows }) => rows.map((row) => row.entry))).toEqual(many);
    expect(logChunks(many, stretches).every((stretch, nr) => stretch === stretches[nr])).toBe(true);
  });
});

it('says when in the words of a person', () => {
  const now = at(21, 14, 5);
  expect([at(21, 9, 7), at(20, 23, 59), at(17, 12), at(3, 12)].map((when) => dayHead(when, now))).toEqual([
    'Today',
    'Yesterday',
    'Tuesday',
    '3 November',
  ]);
  expect([at(21, 9, 7), at(17, 12), at(3, 12)].map((when) => shortWhen(when, now))).toEqual([
    '09:07',
    'Tue',
    '3 Nov',
  ]);
  expect(shortWhen(new Date(2025, 10, 3).getTime(), now)).toBe('3 Nov 2025');
  const hour = 3_600_000;
  expect([0.5, 1, 5, 30, 6 * 24 + 1].map((hours) => untilText(now + hours * hour, now))).toEqual([
    'less than an hour',
    '1 hour',
    '5 hours',
    '1 day',
    '6 days',
  ]);
});
