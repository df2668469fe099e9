import { posix } from 'node:path';
import ts from 'typescript';
import { type SourceFile, syntaxOf } from './source.ts';

/** Resolves names to their declarations, in the same file or through an import. */
export interface Resolver {
  /**
   * The text of an expression, with "*" for each part that is known only at runtime: `receipt:${order.id}` is
   * "receipt:*". Constants and single-expression functions are followed. Null if nothing is known.
   */
  textOf(node: ts.Expression): string | null;
  /** Every object literal an expression can evaluate to, including spreads and results of functions. */
  objectsOf(node: ts.Expression): ts.ObjectLiteralExpression[];
}

type Declared = ts.Expression | ts.FunctionDeclaration;

/** @param files all files that can import each other. */
export function resolver(files: readonly SourceFile[]): Resolver {
  const byPath = new Map(files.map((file) => [file.path, file]));

  /** The declaration of a name in scope of a node; null for a parameter or a name from a package. */
  function declared(name: string, from: ts.Node): Declared | null {
    for (let scope = from.parent; scope; scope = scope.parent) {
      if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => binds(parameter.name, name)))
        return null;
      if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
      for (const statement of scope.statements) {
        const found = declaredBy(statement, name);
        if (found !== undefined) return found;
      }
    }
    return null;
  }

  function declaredBy(statement: ts.Statement, name: string): Declared | null | undefined {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations) {
        if (!binds(declaration.name, name)) continue;
        return ts.isIdentifier(declaration.name) ? (declaration.initializer ?? null) : null;
      }
    if (ts.isImportDeclaration(statement)) return importedBy(statement, name);
    return undefined;
  }

  function importedBy(statement: ts.ImportDeclaration, name: string): Declared | null | undefined {
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(statement.moduleSpecifier))
      return undefined;
    const element = bindings.elements.find((specifier) => specifier.name.text === name);
    if (!element) return undefined;
    const { fileName } = statement.getSourceFile();
    const path = posix.join(posix.dirname(fileName), statement.moduleSpecifier.text);
    const file = byPath.get(path);
    if (!file) return null;
    const original = (element.propertyName ?? element.name).text;
    for (const exported of syntaxOf(file).statements) {
      const found = declaredBy(exported, original);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The result of a call, if the function is ours and consists of one return. */
  function resultOf(call: ts.CallExpression): ts.Expression | null {
    if (!ts.isIdentifier(call.expression)) return null;
    const called = declared(call.expression.text, call);
    if (!called || !ts.isFunctionLike(called) || !('body' in called) || !called.body) return null;
    if (!ts.isBlock(called.body)) return called.body;
    const [only, ...more] = called.body.statements;
    return only && more.length === 0 && ts.isReturnStatement(only) ? (only.expression ?? null) : null;
  }

  function meaningOf(node: ts.Expression): ts.Expression | null {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return node.expression;
    if (ts.isCallExpression(node)) return resultOf(node);
    if (!ts.isIdentifier(node)) return null;
    const found = declared(node.text, node);
    return found && !ts.isFunctionLike(found) ? found : null;
  }

  function textOf(node: ts.Expression): string | null {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (text, { expression, literal }) => `${text}${textOf(expression) ?? '*'}${literal.text}`,
        node.head.text,
      );
    const value = meaningOf(node);
    return value ? textOf(value) : null;
  }

  function objectsOf(node: ts.Expression): ts.ObjectLiteralExpression[] {
    if (ts.isConditionalExpression(node)) return [...objectsOf(node.whenTrue), ...objectsOf(node.whenFalse)];
    if (ts.isObjectLiteralExpression(node)) {
      const spreads = node.properties.filter(ts.isSpreadAssignment);
      return [node, ...spreads.flatMap(({ expression }) => objectsOf(expression))];
    }
    const value = meaningOf(node);
    return value ? objectsOf(value) : [];
  }

  return { textOf, objectsOf };
}

function binds(target: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(target)) return target.text === name;
  return target.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}
