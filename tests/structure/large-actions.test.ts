import ts from 'typescript';
import { expect, it } from 'vitest';
import { PICTURE_MAX_BYTES } from '../../src/domain/kernel/image-header.ts';
import { LARGE_ACTIONS } from '../../src/server/http/incoming/body-rules.ts';
import { definedActions } from '../http/defined-actions.ts';
import { readSources, syntaxOf } from './source.ts';

/** The names of the actions whose code asks for a picture. */
function actionsWithPicture(): string[] {
  const names: string[] = [];
  for (const file of readSources(['src/actions/'], ['.ts'])) {
    const source = syntaxOf(file);
    const visit = (node: ts.Node, group: string | null): void => {
      if (ts.isVariableDeclaration(node) && group === null && ts.isIdentifier(node.name)) {
        ts.forEachChild(node, (child) => visit(child, node.name.getText(source)));
        return;
      }
      if (
        group !== null &&
        ts.isPropertyAssignment(node) &&
        /^defineAction\(/.test(node.initializer.getText(source))
      ) {
        const text = node.getText(source);
        if (/\bpicture(From|Bytes)\(/.test(text)) names.push(`${group}.${node.name.getText(source)}`);
        return;
      }
      ts.forEachChild(node, (child) => visit(child, group));
    };
    visit(source, null);
  }
  return names;
}

it('a picture that the intake accepts fits into its request', () => {
  const found = actionsWithPicture();
  expect(found.length).toBeGreaterThan(5);
  for (const name of found)
    expect(LARGE_ACTIONS[name], name).toBeGreaterThanOrEqual(PICTURE_MAX_BYTES + 64_000);
});

it('the table of large actions names actions that exist', () => {
  expect(Object.keys(LARGE_ACTIONS).filter((name) => !definedActions().includes(name))).toEqual([]);
});
