import ts from 'typescript';
import { ROOT } from './source.ts';

export function isSql(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql';
}

/** File and line of a node. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName.slice(ROOT.length + 1)}:${line + 1}`;
}

/**
 * The names of a table of plain fields, read from the source: `{ archetype: plain.line(60, { … }) }`, or the part of one that has
 * a mark, `fieldsWith(PRODUCT_FIELDS, 'inCsv')`.
 */
export function fieldNames(
  node: ts.Expression,
  declarationOf: (name: ts.Identifier) => ts.Declaration,
): string[] {
  const { table, mark } = tableOf(node, declarationOf);
  return table.properties
    .filter((field) => mark === null || isMarked(field, mark))
    .map((field) => field.name?.getText() ?? '');
}

function tableOf(
  node: ts.Expression,
  declarationOf: (name: ts.Identifier) => ts.Declaration,
): { table: ts.ObjectLiteralExpression; mark: string | null } {
  if (ts.isSatisfiesExpression(node)) return tableOf(node.expression, declarationOf);
  if (ts.isObjectLiteralExpression(node)) return { table: node, mark: null };
  if (ts.isIdentifier(node)) {
    const declaration = declarationOf(node);
    if (ts.isVariableDeclaration(declaration) && declaration.initializer)
      return tableOf(declaration.initializer, declarationOf);
  }
  if (ts.isCallExpression(node) && node.expression.getText() === 'fieldsWith') {
    const [whole, mark] = node.arguments;
    if (whole && mark && ts.isStringLiteral(mark))
      return { table: tableOf(whole, declarationOf).table, mark: mark.text };
  }
  throw new Error(`${placeOf(node)}: no table of fields that can be read from the source`);
}

/** Whether the look of a field, the last argument of its kind, has `mark: true`. */
function isMarked(field: ts.ObjectLiteralElementLike, mark: string): boolean {
  if (!ts.isPropertyAssignment(field) || !ts.isCallExpression(field.initializer))
    throw new Error(`${placeOf(field)}: no plain field that can be read from the source`);
  const look = field.initializer.arguments.at(-1);
  if (!look || !ts.isObjectLiteralExpression(look))
    throw new Error(`${placeOf(field)}: a plain field without its look`);
  return look.properties.some(
    (property) =>
      ts.isPropertyAssignment(property) &&
      property.name.getText() === mark &&
      property.initializer.kind === ts.SyntaxKind.TrueKeyword,
  );
}
