import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileDownloadedAt,
  fileIsNew,
  isUpdated,
  LIBRARY_FACETS,
  LIST_NAME_MAX,
  libraryValues,
  listName,
  listNameRefusal,
  NEW_FOR_MS,
} from '../../../src/domain/library/library.ts';
import { anItem, DAY, NOW, someItem } from './library-items.ts';

describe('updated', () => {
  it.each([
    ['the newest file came after the last download', 5, 9, true],
    ['both are of the same moment', 5, 5, false],
    ['it was fetched after the newest file', 9, 5, false],
  ])('%s', (_, newest, fetched, expected) => {
    expect(isUpdated({ newestFileAt: NOW - newest * DAY, downloadedAt: NOW - fetched * DAY })).toBe(expected);
  });

  it('excludes items never downloaded or without files', () => {
    expect(isUpdated({ newestFileAt: NOW, downloadedAt: null })).toBe(false);
    expect(isUpdated({ newestFileAt: null, downloadedAt: NOW })).toBe(false);
  });
});

describe('the values of an item', () => {
  const values = (more: Parameters<typeof anItem>[0], facet: (typeof LIBRARY_FACETS)[number]) =>
    libraryValues(anItem(more), facet, NOW);

  it.each([
    ['2026-10-31T23:59:59.999Z', '2026-10'],
    ['2026-11-01T00:00:00.000Z', '2026-11'],
    ['2025-01-01T00:00:00.000Z', '2025-01'],
  ])('%s is of the month %s, in UTC', (at, month) => {
    expect(values({ grantedAt: Date.parse(at) }, 'month')).toEqual([month]);
  });

  it.each([
    [NOW - NEW_FOR_MS + 1, true],
    [NOW - NEW_FOR_MS, false],
    [NOW, true],
  ])('what came at %i is new: %s', (grantedAt, isNew) => {
    expect(values({ grantedAt }, 'state').includes('new')).toBe(isNew);
  });

  it('what its owner has seen is new no more', () => {
    expect(values({ grantedAt: NOW, seen: true }, 'state')).not.toContain('new');
  });

  it('are not new any more once something was downloaded, as the badge says', () => {
    const item = { grantedAt: NOW - DAY, downloadedAt: NOW, newestFileAt: NOW - 2 * DAY };
    expect(values(item, 'state')).toEqual([]);
  });

  it('include updated, not waiting, for a downloaded item with new files', () => {
    const changed = { downloadedAt: NOW - 3 * DAY, newestFileAt: NOW - DAY };
    expect(values(changed, 'state')).toEqual(['updated']);
    expect(values({ downloadedAt: NOW }, 'state')).toEqual([]);
    expect(values({}, 'state')).toEqual(['waiting']);
  });

  it('are empty for unknown properties', () => {
    const bare = { type: null, scale: null, supports: [], print: null, lists: [] };
    for (const facet of ['type', 'scale', 'supports', 'print', 'list'] as const)
      expect(values(bare, facet)).toEqual([]);
  });

  it('are unique texts for any item and facet', () => {
    fc.assert(
      fc.property(someItem, fc.constantFrom(...LIBRARY_FACETS), (item, facet) => {
        const all = libraryValues(item, facet, NOW);
        expect(new Set(all).size).toBe(all.length);
        for (const value of all) expect(typeof value).toBe('string');
      }),
    );
  });
});

describe('a file', () => {
  const file = { id: 'file-b', addedAt: NOW };
  const variants = [
    { key: 'presupported-32', fileIds: ['file-a', 'file-b'] },
    { key: 'unsupported-32', fileIds: ['file-c'] },
  ];
  const at = (part: string, days: number) => ({ part, at: NOW + days * DAY });

  it.each([
    ['by itself', [at('file-b', 1)], 1],
    ['in the archive of everything', [at('all', 2)], 2],
    ['in the archive of its variant', [at('presupported-32', 3)], 3],
    ['at the moment it came', [at('file-b', 0)], 0],
    ['more than once: the last time counts', [at('all', 5), at('file-b', 9), at('all', 7)], 9],
  ])('was fetched %s', (_, fetched, days) => {
    expect(fileDownloadedAt(file, fetched, variants)).toBe(NOW + days * DAY);
    expect(fileIsNew(file, fetched, variants)).toBe(false);
  });

  it.each([
    ['when nothing was', [], false],
    ['with another file', [at('file-a', 1)], false],
    ['with another variant', [at('unsupported-32', 1)], false],
    ['with a variant that is no more', [at('sliced-75', 1)], false],
    ['when all was fetched before it came', [at('all', -1)], true],
    ['when its variant was fetched before it came', [at('presupported-32', -1)], true],
    ['when another file was fetched before it came', [at('file-a', -1)], true],
  ])('was not fetched %s; new: %s', (_, fetched, isNew) => {
    expect(fileDownloadedAt(file, fetched, variants)).toBeNull();
    expect(fileIsNew(file, fetched, variants)).toBe(isNew);
  });

  it('is not new once everything was downloaded after it', () => {
    const part = fc.record({
      part: fc.constantFrom('all', 'file-a', 'file-b', 'presupported-32'),
      at: fc.integer({ min: NOW - 9 * DAY, max: NOW + 9 * DAY }),
    });
    fc.assert(
      fc.property(fc.array(part), (fetched) => {
        expect(fileIsNew(file, [...fetched, at('all', 10)], variants)).toBe(false);
      }),
    );
  });
});

describe('the name of a list', () => {
  it.each([
    ['  Next month ', 'Next month'],
    ['two   spaces', 'two spaces'],
    ['a\ttab\nand a line', 'a tab and a line'],
    ['\u202Eback to front', 'back to front'],
    ['in\u200Bvisible', 'invisible'],
    ['e\u0301tage\u0300re', 'étagère'],
    ['👩\u200D🎨 to paint', '👩\u200D🎨 to paint'],
    ['\u00a0wide\u3000space', 'wide space'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(listName(typed)).toBe(kept);
  });

  it('is idempotent under cleaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(listName(listName(typed))).toBe(listName(typed));
      }),
      { numRuns: 300 },
    );
  });

  const lists = [{ id: 'a', name: 'Dungeon' }];
  it.each([
    ['', 'empty'],
    ['\u200d', 'empty'],
    ['Dungeon', 'taken'],
    ['dUNGEON', 'taken'],
    ['Dungeons', null],
    ['x'.repeat(LIST_NAME_MAX), null],
    ['x'.repeat(LIST_NAME_MAX + 1), 'too-long'],
    ['🐉'.repeat(LIST_NAME_MAX), null],
    ['🐉'.repeat(LIST_NAME_MAX + 1), 'too-long'],
    ['<script>', null],
  ])('%j: %s', (name, refusal) => {
    expect(listNameRefusal(name, lists)).toBe(refusal);
  });

  it('has no invisible characters and fits the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const name = listName(typed);
        if (listNameRefusal(name, []) !== null) return;
        expect(name).toMatch(/[^\p{C}\p{Z}]/u);
        expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]|^\s|\s$|\s\s/u);
      }),
      { numRuns: 300 },
    );
  });
});
