import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile, walk } from './source.ts';

const source = readSources(['src/server'], ['.ts']);
const fakeFile = (path: string, text: string): SourceFile => ({ path, text });

/** The names of exported functions that open a periodic job. */
function jobOpeners(files: readonly SourceFile[]): string[] {
  const openers = new Set<string>();
  for (const file of files)
    walk(file, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'openPeriodicJob') return;
      for (let up: ts.Node = node; up; up = up.parent)
        if (ts.isFunctionDeclaration(up) && up.name) openers.add(up.name.text);
    });
  return [...openers].sort();
}

/** Those of `openers` that no file of src/server/app lists with `addJob`. */
function unlisted(openers: readonly string[], files: readonly SourceFile[]): string[] {
  const listed = new Set<string>();
  for (const file of files.filter(({ path }) => path.startsWith('src/server/app/')))
    walk(file, (node) => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) listed.add(node.expression.text);
    });
  return openers.filter((name) => !listed.has(name));
}

describe('periodic jobs', () => {
  it('are all registered by the app, which wakes and closes them', () => {
    const openers = jobOpeners(source);
    expect(openers.length).toBeGreaterThan(10);
    expect(unlisted(openers, source)).toEqual([]);
  });

  it('are reported if they are not registered', () => {
    const job = fakeFile(
      'src/server/guild/x.ts',
      'export function openNightly() { return openPeriodicJob(work, 1, onError); }',
    );
    expect(unlisted(jobOpeners([job]), [job])).toEqual(['openNightly']);
    const app = fakeFile('src/server/app/jobs.ts', "parts.addJob('nightly', openNightly());");
    expect(unlisted(jobOpeners([job]), [job, app])).toEqual([]);
  });
});
