import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readSources, walk } from './source.ts';

/**
 * Regular expressions whose work grows with the square of the text, and what bounds that text. Everything else is
 * linear: an expression that is not found here must be rewritten, or its text cut before it.
 */
const BOUNDED: Record<string, string> = {
  'src/domain/assets/pack-vocabulary.ts': 'names of files, at most 200 characters (UPLOAD_NAME_MAX)',
  'src/domain/assets/variant.ts': 'names of files, at most 200 characters (UPLOAD_NAME_MAX)',
  'src/domain/library/access-import.ts': 'a cell or one address, cut to 800 characters (CELL_MAX)',
  'src/domain/moderation/spam.ts': 'a link within a word, cut to 300 characters (WORD_MAX)',
  'src/features/catalogue/product/markdown.ts': 'a summary, cut to at most 2,000 characters before',
  'src/pocketbase/hooks/main.ts': 'the address of the site, from the settings',
  'src/server/app/setting-kinds.ts': 'a setting of the operator',
};

/** A line with an expression that repeats something. Parsing files without one would take most of the test's time. */
const REPEATS = /^(?! *(?:\*|\/\/)).*\/[^/*].*[*+}].*\/[dgimsuvy]*[\s,;.)\]:]/m;

/** What is superlinear about an expression, one word each. */
function troubles(expression: string): string[] {
  const end = expression.lastIndexOf('/');
  const { reports } = analyse({ source: expression.slice(1, end), flags: expression.slice(end + 1) });
  return reports.map(({ type, exponential }) => (exponential ? 'exponential' : type));
}

function troublesIn(path: string, expression: string): string[] {
  try {
    return troubles(expression);
  } catch (reason) {
    // Markup between two scripts of an .astro file can look like an expression.
    if (path.endsWith('.astro')) return [];
    throw reason;
  }
}

describe('the check itself', () => {
  it.each([
    ['/(a+)+$/', 'exponential'],
    ['/^(?:a*a*)b/', 'Trade'],
    ['/\\/+$/', 'Move'],
  ])('finds %s', (expression, trouble) => expect(troubles(expression)).toContain(trouble));

  it('lets a linear one pass', () => expect(troubles('/^[a-z]+(?:-[a-z]+)*$/')).toEqual([]));
});

it('no regular expression takes time that grows faster than the text of a stranger', () => {
  const found: string[] = [];
  // Islands (.tsx) run in the browser of the person who types.
  for (const file of readSources(['src'], ['.ts', '.astro'])) {
    if (/^src\/(dev|ops|pocketbase\/tools)\//.test(file.path) || !REPEATS.test(file.text)) continue;
    walk(file, (node) => {
      if (!ts.isRegularExpressionLiteral(node)) return;
      const trouble = [...new Set(troublesIn(file.path, node.text))].join(', ');
      if (trouble !== '') found.push(`${file.path}: ${node.text} (${trouble})`);
    });
  }
  const files = new Set(found.map((line) => line.slice(0, line.indexOf(':'))));
  expect(found.filter((line) => !(line.slice(0, line.indexOf(':')) in BOUNDED))).toEqual([]);
  expect(Object.keys(BOUNDED).filter((path) => !files.has(path))).toEqual([]);
}, 120_000);
