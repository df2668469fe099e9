import ts from 'typescript';
import { type SourceFile, syntaxOf, walk } from './source.ts';

/**
 * Answers list their fields, so that a new field of a record is not published by accident. Two patterns are refused: a
 * rest after dropped fields, and a spread in an action's answer.
 */

/** Fields destructured only to exclude them from the rest: `const { secret, ...shown } = record`. */
export function droppedFields(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isObjectBindingPattern(node)) return;
    const rest = node.elements.find(({ dotDotDotToken }) => dotDotDotToken);
    if (!rest) return;
    const scope = scopeOf(node);
    for (const element of node.elements) {
      // A computed or quoted key removes one entry from a table, or one header.
      const isEntry = element.propertyName !== undefined && !ts.isIdentifier(element.propertyName);
      if (element === rest || isEntry || !ts.isIdentifier(element.name)) continue;
      if (uses(scope, element.name) === 0)
        found.push(`${file.path} drops ${element.getText(syntaxOf(file))} from a rest`);
    }
  });
  return found;
}

/** Spreads of anything but literals inside the functions of a file, but for what a page asks of an operation (`asked`). */
export function unnamedFields(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isSpreadAssignment(node) || scopeOf(node) === syntaxOf(file)) return;
    if (!isLiteral(node.expression) && !isAsked(node))
      found.push(`${file.path} spreads ${node.expression.getText(syntaxOf(file))}`);
  });
  return found;
}

/** Whether a node is in what a page asks of an operation, which goes to the operation and back to nobody. */
function isAsked(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'asked') return true;
  return !ts.isSourceFile(node) && isAsked(node.parent);
}

function isLiteral(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isLiteral(node.expression);
  if (ts.isConditionalExpression(node)) return isLiteral(node.whenTrue) && isLiteral(node.whenFalse);
  return ts.isObjectLiteralExpression(node);
}

/** The function around a node, or the file. */
function scopeOf(node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  return scope;
}

/** How often a name is used in a scope, its own binding excluded. */
function uses(scope: ts.Node, name: ts.Identifier): number {
  let count = 0;
  const step = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== name && node.text === name.text) {
      const isKey =
        (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
        (ts.isBindingElement(node.parent) && node.parent.propertyName === node);
      if (!isKey) count += 1;
    }
    ts.forEachChild(node, step);
  };
  step(scope);
  return count;
}
