import { describe, expect, it } from 'vitest';
import { droppedFields, unnamedFields } from './answers.ts';
import { readSources } from './source.ts';

/** The code that builds answers and pages. */
const source = readSources(
  ['src/data', 'src/server', 'src/actions', 'src/pages', 'src/features'],
  ['.ts', '.tsx', '.astro'],
);
const actions = source.filter(({ path }) => path.startsWith('src/actions/'));
const fakeFile = (text: string) => ({ path: 'src/actions/x.ts', text });

describe('answers', () => {
  it('never drop some fields and return the rest', () => {
    expect(source.flatMap(droppedFields)).toEqual([]);
  });

  it.each([
    'const f = (row) => { const { secret: _, ...shown } = row; return shown; };',
    'function own({ secret, ...shown }) { return shown; }',
    'const all = rows.map(({ secret, ...shown }) => shown);',
  ])('may not drop a field: %s', (text) => {
    expect(droppedFields(fakeFile(text))).toHaveLength(1);
  });

  it.each([
    'const change = ({ id, ...draft }) => write(id, draft);',
    'function forget(key) { const { [key]: _, ...others } = table; return others; }',
  ])('may destructure what is used entirely: %s', (text) => {
    expect(droppedFields(fakeFile(text))).toEqual([]);
  });

  it('list every field in an action', () => {
    expect(actions.flatMap(unnamedFields)).toEqual([]);
  });

  it.each([
    'const handler = async () => ({ ...member, pays: true });',
    'const handler = async () => { return { ...(await page()), perPage: 30 }; };',
    'const handler = async () => rows.map((row) => ({ ...row }));',
  ])('may not spread a value: %s', (text) => {
    expect(unnamedFields(fakeFile(text))).toHaveLength(1);
  });

  it('may spread what a page asks of an operation, but nothing of its answer', () => {
    const action = (asked: string, shown: string) =>
      fakeFile(`const a = sellerAction(one, { asked: (sent) => ${asked}, shown: (result) => ${shown} });`);
    expect(unnamedFields(action('({ ...sent, id: 1 })', 'result'))).toEqual([]);
    expect(unnamedFields(action('sent', '({ ...result })'))).toHaveLength(1);
  });

  it('may spread constants outside functions, and literals', () => {
    expect(unnamedFields(fakeFile('const TEXTS = { ...ONE, ...OTHER };'))).toEqual([]);
    expect(unnamedFields(fakeFile('const f = (a) => ({ ...(a ? { a } : {}) });'))).toEqual([]);
  });
});
