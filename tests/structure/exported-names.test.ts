import ts from 'typescript';
import { expect, it } from 'vitest';
import { readSources, type SourceFile, walk } from './source.ts';

/** One exported name belongs to one file, so that a search for it finds one thing. */

/** Where a name is given from outside: by the action's address, by Astro, and by the address of the hook that answers it. */
const NAMED_FROM_OUTSIDE = [/^src\/actions\//, /^src\/pages\//, /^src\/pocketbase\/(hooks|migrations)\//];

/** Names of two files, with the reason. This list only gets shorter. */
const SHARED: Record<string, string> = {
  addList: 'a use case, asked for in the browser and done by the server',
  answerRefund: 'a use case, asked for in the browser and done by the server',
  attach: 'a use case, asked for in the browser and done by the server',
  leaveConversation: 'a use case, asked for in the browser and written by the data layer',
  markRead: 'a use case, asked for in the browser, decided by the server and written by the data layer',
  renameList: 'a use case, asked for in the browser and written by the data layer',
  saveReply: 'a use case, asked for in the browser and written by the data layer',
  sayTyping: 'a use case, asked for in the browser and done by the server',
  setArchived: 'a use case, asked for in the browser and written by the data layer',
  setPrintState: 'a use case, asked for in the browser and written by the data layer',
  startConversation: 'a use case, asked for in the browser and done by the server',
  withdrawRefund: 'a use case, asked for in the browser and done by the server',
  text: 'a kind of column, and a kind of answer',
};

/** The names that a file declares and exports; a name that it only passes on is the other file's. */
function exportedBy(file: SourceFile): string[] {
  const names: string[] = [];
  walk(file, (node) => {
    if (!ts.isSourceFile(node.parent ?? node) || !ts.canHaveModifiers(node)) return;
    const kinds = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
    // What a file exports by default has the name that its importers give it.
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return;
    if (ts.isVariableStatement(node))
      for (const { name } of node.declarationList.declarations)
        if (ts.isIdentifier(name)) names.push(name.text);
    if (
      (ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)) &&
      node.name
    )
      names.push(node.name.text);
  });
  return [...new Set(names)];
}

/** The names of several files, each with these. */
function sharedNames(files: readonly SourceFile[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const name of exportedBy(file)) places.set(name, [...(places.get(name) ?? []), file.path]);
  return new Map([...places].filter(([, paths]) => paths.length > 1));
}

it('one exported name belongs to one file', () => {
  const files = readSources(['src'], ['.ts', '.tsx']).filter(
    ({ path }) => !NAMED_FROM_OUTSIDE.some((outside) => outside.test(path)),
  );
  const shared = sharedNames(files);
  expect([...shared].filter(([name]) => !Object.hasOwn(SHARED, name))).toEqual([]);
  expect(Object.keys(SHARED).filter((name) => !shared.has(name))).toEqual([]);
});

it('a name of two files is found, and none that a file only passes on', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const one = file('src/a.ts', 'export const total = 1; export type Sum = number; const hidden = 2;');
  const other = file('src/b.ts', 'export function total() {} export interface Sum {} const hidden = 3;');
  const third = file('src/c.ts', "export { total } from './a.ts';");
  expect([...sharedNames([one, other, third])]).toEqual([
    ['total', ['src/a.ts', 'src/b.ts']],
    ['Sum', ['src/a.ts', 'src/b.ts']],
  ]);
});
