import ts from 'typescript';
import { type SourceFile, syntaxOf, walk } from './source.ts';

/**
 * Answers are built field by field. Two patterns let a new field of a record out unnoticed, and both are looked for here:
 * a rest that drops what is listed before it, and a spread in an action's answer.
 */

/** Fields that are taken out of an object only to be left out of the rest: `const { secret, ...shown } = record`. */
export function droppedFields(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isObjectBindingPattern(node)) return;
    const rest = node.elements.find(({ dotDotDotToken }) => dotDotDotToken);
    if (!rest) return;
    const scope = scopeOf(node);
    for (const element of node.elements) {
      // A computed or quoted key takes one entry out of a table, or a header out of headers.
      const isEntry = element.propertyName !== undefined && !ts.isIdentifier(element.propertyName);
      if (element === rest || isEntry || !ts.isIdentifier(element.name)) continue;
      if (uses(scope, element.name) === 0)
        found.push(`${file.path} drops ${element.getText(syntaxOf(file))} from a rest`);
    }
  });
  return found;
}

/** Spreads within the functions of an action file, other than of literals: what they add is not named. */
export function unnamedFields(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isSpreadAssignment(node) || scopeOf(node) === syntaxOf(file)) return;
    if (!isLiteral(node.expression))
      found.push(`${file.path} spreads ${node.expression.getText(syntaxOf(file))}`);
  });
  return found;
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

/** How often a name is used in a scope, its own binding left out. */
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
