import ts from 'typescript';
import { type SourceFile, syntaxOf, walk } from './source.ts';

/** The functions that infer an answer from the action they are given. */
const INFERRING = ['useQuery', 'mutate'];

/** Whether the expression is the result of an action call or its `data`, not something computed from it. */
function isAnswer(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'actions' || node.text === 'data';
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'data' || isAnswer(node.expression);
  if (ts.isCallExpression(node) || ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node))
    return isAnswer(node.expression);
  return false;
}

/** Whether the node is the type `Promise<unknown>`, which hides an action's answer. */
function isPromiseOfUnknown(node: ts.Node): boolean {
  return (
    ts.isTypeReferenceNode(node) &&
    node.typeName.getText() === 'Promise' &&
    node.typeArguments?.[0]?.kind === ts.SyntaxKind.UnknownKeyword
  );
}

/** The names under which the file calls `useQuery` and `mutate`: `const { mutate: save } = …` adds "save". */
function inferringNames(file: SourceFile): Set<string> {
  const names = new Set(INFERRING);
  walk(file, (node) => {
    if (!ts.isBindingElement(node) || !node.propertyName || !ts.isIdentifier(node.name)) return;
    if (INFERRING.includes(node.propertyName.getText())) names.add(node.name.text);
  });
  return names;
}

/**
 * Every place where a page names the answer of an action by hand, so that a change of the action would go unnoticed: a
 * type argument for `useQuery` or `mutate`, a cast of an answer, and `Promise<unknown>`.
 */
export function namedAnswers(file: SourceFile): string[] {
  const names = inferringNames(file);
  const found: string[] = [];
  const report = (node: ts.Node, what: string) => {
    const { line } = syntaxOf(file).getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file.path}:${line + 1} ${what}`);
  };
  walk(file, (node) => {
    if (ts.isCallExpression(node) && node.typeArguments) {
      const { expression } = node;
      const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (names.has(called.getText())) report(node, `gives ${called.getText()} a type argument`);
    } else if (ts.isAsExpression(node) && isAnswer(node.expression)) report(node, 'casts an answer');
    else if (isPromiseOfUnknown(node)) report(node, 'hides an answer in Promise<unknown>');
  });
  return found;
}
