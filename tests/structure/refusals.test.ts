import { expect, it } from 'vitest';
import { readSources, type SourceFile } from './source.ts';

/** Where a refusal becomes what pages are told. */
const TRANSLATOR = 'src/actions/kernel/action-error.ts';
const EMAIL_INPUT = 'src/server/kernel/plain-input.ts';

const source = readSources(['src'], ['.ts', '.tsx', '.astro']);
const outside = (files: readonly SourceFile[], home: string, pattern: RegExp) =>
  files.filter(({ path, text }) => path !== home && pattern.test(text)).map(({ path }) => path);

it.each([
  ['an error of an action is made', TRANSLATOR, /\b(new|extends) ActionError\b/],
  ['an e-mail address is checked', EMAIL_INPUT, /\bz\s*\.email\(|\.email\(\)/],
])('%s in one file only', (_, home, pattern) => {
  expect(outside(source, home, pattern)).toEqual([]);
  expect(source.find(({ path }) => path === home)?.text).toMatch(pattern);
});
