import { describe, expect, it } from 'vitest';
import { droppedFields, unnamedFields } from './answers.ts';
import { readSources } from './source.ts';

/** What builds answers, or pages. */
const source = readSources(
  ['src/data', 'src/server', 'src/actions', 'src/pages', 'src/features'],
  ['.ts', '.tsx', '.astro'],
);
const actions = source.filter(({ path }) => path.startsWith('src/actions/'));
const madeUp = (text: string) => ({ path: 'src/actions/x.ts', text });

describe('answers', () => {
  it('never drop fields and pass on the rest', () => {
    expect(source.flatMap(droppedFields)).toEqual([]);
  });

  it.each([
    'const f = (file) => { const { secret: _, ...shown } = file; return shown; };',
    'function own({ secret, ...shown }) { return shown; }',
    'const all = rows.map(({ secret, ...shown }) => shown);',
  ])('are seen to drop one: %s', (text) => {
    expect(droppedFields(madeUp(text))).toHaveLength(1);
  });

  it.each([
    'const change = ({ id, ...draft }) => write(id, draft);',
    'function forget(key) { const { [key]: _, ...others } = table; return others; }',
  ])('may take apart what is used whole: %s', (text) => {
    expect(droppedFields(madeUp(text))).toEqual([]);
  });

  it('name every field where an action gives them', () => {
    expect(actions.flatMap(unnamedFields)).toEqual([]);
  });

  it.each([
    'const handler = async () => ({ ...member, pays: true });',
    'const handler = async () => { return { ...(await page()), perPage: 30 }; };',
    'const handler = async () => rows.map((row) => ({ ...row }));',
  ])('are seen to name too few: %s', (text) => {
    expect(unnamedFields(madeUp(text))).toHaveLength(1);
  });

  it('may spread tables outside functions, and literals', () => {
    expect(unnamedFields(madeUp('const TEXTS = { ...ONE, ...OTHER };'))).toEqual([]);
    expect(unnamedFields(madeUp('const f = (a) => ({ ...(a ? { a } : {}) });'))).toEqual([]);
  });
});
