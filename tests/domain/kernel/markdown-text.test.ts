import { describe, expect, it } from 'vitest';
import {
  MARKDOWN_NESTING_MAX,
  markdownRefusal,
  TABLE_CELLS_MAX,
  TABLE_COLUMNS_MAX,
} from '../../../src/domain/kernel/markdown-text.ts';

const DEEP = /levels deep/;
const refusalOf = (text: string) => markdownRefusal(text, 20_000);
/** A list with an item in every level below the one before. */
const stairs = (levels: number, step: string, sign: string) =>
  Array.from({ length: levels }, (_, at) => `${step.repeat(at)}${sign} part`).join('\n');
const table = (columns: number, rows: number) =>
  [`|${'a|'.repeat(columns)}`, `|${'-|'.repeat(columns)}`, ...Array(rows).fill('|')].join('\n');

describe('Markdown that would take long to render is refused', () => {
  it.each([
    ['quotes', '> '.repeat(9_990)],
    ['quotes without spaces', '>'.repeat(50)],
    ['lists', '- '.repeat(50).concat('end')],
    ['numbered lists', '1. '.repeat(6_600)],
    ['both in turn', '> - '.repeat(20)],
    ['lists by indentation', stairs(30, '  ', '-')],
    ['numbered lists by indentation', stairs(30, '   ', '1.')],
    ['lists by tabs', stairs(30, '\t', '-')],
    ['lists by indentation within a quote', stairs(30, '  ', '-').replace(/^/gm, '> ')],
  ])('%s nested', (_, text) => expect(refusalOf(text)).toMatch(DEEP));

  it('wide tables and many cells', () => {
    expect(refusalOf(table(TABLE_COLUMNS_MAX + 1, 2))).toMatch(/columns/);
    expect(refusalOf(table(2, TABLE_CELLS_MAX))).toMatch(/cells/);
    expect(refusalOf(table(2, TABLE_CELLS_MAX).replace(/^/gm, '> '))).toMatch(/cells/);
    expect(refusalOf(`${table(4, 100)}\n\n`.repeat(4))).toMatch(/cells/);
  });

  it('long texts', () => {
    expect(markdownRefusal('abc', 2)).toBe('Use at most 2 characters.');
  });
});

describe('Markdown as people write it is accepted', () => {
  it.each([
    ['nothing', ''],
    ['a rule of dashes', '- '.repeat(60)],
    ['a rule of stars', '* * *'.repeat(20)],
    ['as many levels as allowed', '> '.repeat(MARKDOWN_NESTING_MAX)],
    ['as many levels of a list as allowed', stairs(MARKDOWN_NESTING_MAX, '  ', '-')],
    ['a long list', '- a part\n- another\n'.repeat(500)],
    ['a list of lists', `${stairs(4, '  ', '-')}\n`.repeat(100)],
    ['a table of sizes', table(6, 60)],
    ['pipes and dashes in prose', 'wide | narrow - both\n'.repeat(400)],
    ['arrows', '--> -> >>> the golem <<<'],
    ['a year at the start', '2026. A good year.'],
  ])('%s', (_, text) => expect(refusalOf(text)).toBeNull());
});
