import { posix } from 'node:path';
import ts from 'typescript';
import { readSources, type SourceFile, syntaxOf } from '../../structure/source.ts';

/**
 * Which actions count how often somebody does something, read from the code: each action's calls are followed, through the
 * functions that its files import, to those that count.
 */

/** Calls that count by a name, which is one of their arguments. */
const NAMED = new Set(['minutesToWait', 'postingRefusal']);
/** Calls that count one thing only, by method, and what it is called in the table. */
const OWN = new Map([
  ['newToken', 'api-token'],
  ['messageByHand', 'webhook-message'],
  ['mayAsk', 'withdrawal'],
  ['countNewAddress', 'new-address'],
]);

interface Piece {
  /** What it counts itself; a parameter's name where the caller says it. */
  counts: Set<string>;
  /** Functions that it calls: "path#name", and the texts it passes to each. */
  calls: { to: string; texts: string[] }[];
  /** Names of its parameters. */
  parameters: Set<string>;
  /** All texts in it: of what it counts by the name of a variable. */
  texts: Set<string>;
}

type Pieces = Map<string, Piece>;

/** "src/actions/identity/session.ts" and "../../paths.ts" give "src/paths.ts". */
const importedPath = (from: string, specifier: string) =>
  posix.normalize(posix.join(posix.dirname(from), specifier));

/** The names in a file that stand for functions of other files. */
function importsOf(file: SourceFile, source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings;
    if (!text.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      names.set(name.text, `${importedPath(file.path, text)}#${(propertyName ?? name).text}`);
  }
  return names;
}

/** Texts in an expression: of a literal, or of both ends of a condition. */
function textsIn(node: ts.Node, texts: string[] = []): string[] {
  if (ts.isStringLiteral(node)) texts.push(node.text);
  else if (ts.isIdentifier(node)) texts.push(`$${node.text}`);
  else if (ts.isConditionalExpression(node))
    for (const end of [node.whenTrue, node.whenFalse]) textsIn(end, texts);
  return texts;
}

function pieceOf(node: ts.Node, resolve: (name: string) => string): Piece {
  const piece: Piece = { counts: new Set(), calls: [], parameters: new Set(), texts: new Set() };
  const visit = (child: ts.Node): void => {
    if (ts.isParameter(child) && ts.isIdentifier(child.name)) piece.parameters.add(child.name.text);
    if (ts.isStringLiteral(child)) piece.texts.add(child.text);
    if (ts.isCallExpression(child)) {
      const { expression } = child;
      const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      const texts = child.arguments.flatMap((argument) => textsIn(argument));
      if (NAMED.has(method)) for (const text of texts) piece.counts.add(text);
      const own = OWN.get(method);
      if (own !== undefined) piece.counts.add(own);
      if (method === 'begin' && expression.getText().includes('couponTries')) piece.counts.add('coupon');
    }
    // An operation is an entry of a table of another file.
    if (ts.isPropertyAccessExpression(child) && ts.isIdentifier(child.expression))
      piece.calls.push({ to: `${resolve(child.expression.text)}.${child.name.text}`, texts: [] });
    // A function that is handed over is called, too.
    if (ts.isIdentifier(child)) {
      const call =
        ts.isCallExpression(child.parent) && child.parent.expression === child ? child.parent : null;
      const texts = call ? call.arguments.flatMap((argument) => textsIn(argument)) : [];
      piece.calls.push({ to: resolve(child.text), texts });
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return piece;
}

/** Whether a table is one of operations, each of which is asked by its name. */
const isOperations = ({ properties }: ts.ObjectLiteralExpression) =>
  properties.some((one) => ts.isPropertyAssignment(one) && /^operation\b/.test(one.initializer.getText()));

/** Every top-level function, operation and action, by "path#name"; operations as "path#table.name", actions as "#session.signIn". */
function piecesOf(files: readonly SourceFile[]): Pieces {
  const pieces: Pieces = new Map();
  for (const file of files) {
    const source = syntaxOf(file);
    const imported = importsOf(file, source);
    const resolve = (name: string) => imported.get(name) ?? `${file.path}#${name}`;
    const add = (name: string, node: ts.Node) => pieces.set(name, pieceOf(node, resolve));
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name)
        add(`${file.path}#${statement.name.text}`, statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!initializer) continue;
        const key = `${file.path}#${name.getText()}`;
        if (!ts.isObjectLiteralExpression(initializer)) add(key, initializer);
        else
          for (const property of initializer.properties) {
            const made = ts.isPropertyAssignment(property) ? property.initializer.getText() : '';
            const own = property.name?.getText() ?? '';
            if (/^(define|seller)Action\b/.test(made)) add(`#${name.getText()}.${own}`, property);
            else if (isOperations(initializer)) add(`${key}.${own}`, property);
            else add(key, initializer);
          }
      }
    }
  }
  return pieces;
}

/** What an action counts, itself and by what it calls, of what is in `known`. */
function countsOf(pieces: Pieces, action: string, known: ReadonlySet<string>): string[] {
  const counts = new Set<string>();
  const seen = new Set<string>();
  const waiting = [{ key: action, passed: [] as string[] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { key, passed } = next;
    const piece = pieces.get(key);
    const visit = `${key} ${passed.join(' ')}`;
    if (!piece || seen.has(visit)) continue;
    seen.add(visit);
    const said = (texts: Iterable<string>) =>
      [...texts]
        .flatMap((text) => (piece.parameters.has(text.slice(1)) ? passed : [text]))
        .filter((text) => known.has(text));
    for (const count of said(piece.counts)) counts.add(count);
    // Counted by a variable of its own, such as the one of a loop over several names.
    if ([...piece.counts].some((name) => name === '$way' && !piece.parameters.has('way')))
      for (const text of said(piece.texts)) counts.add(text);
    for (const { to, texts } of piece.calls) waiting.push({ key: to, passed: said(texts) });
  }
  return [...counts].sort();
}

/** What each limited action counts, by the action's name, of what is in `known`. */
export function limitedActions(known: ReadonlySet<string>): Record<string, string[]> {
  const pieces = piecesOf(readSources(['src/actions', 'src/server'], ['.ts']));
  const limited: Record<string, string[]> = {};
  for (const key of pieces.keys()) {
    const counts = key.startsWith('#') ? countsOf(pieces, key, known) : [];
    if (counts.length > 0) limited[key.slice(1)] = counts;
  }
  return limited;
}
