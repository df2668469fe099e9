import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedJava, messagesOf } from '../../src/dev/html/checker.ts';

describe('what the Nu Html Checker writes', () => {
  const error = (url: string | undefined, message: string) => ({
    type: 'error',
    url,
    lastLine: 1,
    lastColumn: 9,
    message,
  });
  const read = (messages: object[]) =>
    messagesOf(JSON.stringify({ messages }), ['/', '/search']).map(({ page, text }) => [page, text]);

  it('is said of the page that it is about, in the order of the pages', () => {
    expect(read([error('file:/tmp/x/1.html', 'late'), error('file:/tmp/x/0.html', 'early')])).toEqual([
      ['/', 'early'],
      ['/search', 'late'],
    ]);
  });

  it('counts without what its CSS parser does not know yet, and without hints', () => {
    const hint = { ...error('file:/tmp/x/0.html', 'Trailing slash'), type: 'info' };
    expect(read([hint, error('file:/tmp/x/0.html', 'CSS: “x”: Property “x” doesn’t exist.')])).toEqual([]);
  });

  it('is kept where it is about no page, such as a checker that gave up', () => {
    expect(read([{ ...error(undefined, 'Out of memory'), type: 'non-document-error' }])).toEqual([
      ['', 'Out of memory'],
    ]);
  });
});

it('Java is optional: without one nothing is checked', () => {
  expect(installedJava({})).toBeNull();
  expect(installedJava({ PATH: join('/no', 'such'), JAVA_HOME: '/none' })).toBeNull();
});
