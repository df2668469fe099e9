import ts from 'typescript';
import { resolver } from './resolve.ts';
import { readSources, type SourceFile, walk } from './source.ts';

/** Development tools; all other code runs in production. */
const OUTSIDE = /^src\/dev\//;
/** The names of metadata objects for the payment provider. */
const METADATA = /^(metadata|of)$/;
/** Functions that declare a route or a hook in PocketBase. */
const DATABASE_HOOK = /^(routerAdd|cronAdd|on[A-Z]\w*)$/;

const files = readSources(['src'], ['.ts', '.tsx', '.astro']).filter(({ path }) => !OUTSIDE.test(path));
const { textOf, objectsOf } = resolver(files);

/** The nodes the lists are made of; the files are walked once for all lists. */
const nodes: { node: ts.Node; file: SourceFile }[] = [];
for (const file of files)
  walk(file, (node) => {
    if (isRelevant(node)) nodes.push({ node, file });
  });

function isRelevant(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isSourceFile(node)
  );
}

/** All lines that `find` yields for the nodes of all files, sorted and without duplicates. */
function scan(find: (node: ts.Node, file: SourceFile) => Iterable<string>): string[] {
  const found = new Set<string>();
  for (const { node, file } of nodes) for (const line of find(node, file)) found.add(line);
  return [...found].sort();
}

const unwrapped = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node;

/** Names of cookies, of the browser's storage and of its channels between tabs. */
export function browserNames(): string[] {
  return scan(function* (node) {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isTemplateExpression(node)
    ) {
      const text = ts.isRegularExpressionLiteral(node) ? node.getText() : (textOf(node) ?? '');
      for (const [, name] of text.matchAll(/\(\?:\^\|;(?: |\\\\?s\*)\)([\w-]+)=/g)) yield `cookie ${name}`;
      for (const [, where, name] of text.matchAll(/\b(localStorage|sessionStorage)\.(\w+)\b(?!\()/g))
        yield `${where} ${name}`;
    }
    if (ts.isBinaryExpression(node) && node.left.getText() === 'document.cookie')
      yield* named('cookie', node.right, (text) => text.split('=')[0]);
    if (ts.isNewExpression(node) && node.expression.getText() === 'BroadcastChannel')
      yield* named('BroadcastChannel', node.arguments?.[0]);
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    if (called === 'persistentAtom') yield* named('localStorage', node.arguments[0]);
    if (called === 'persistentMap') yield* named('localStorage', node.arguments[0], (prefix) => `${prefix}*`);
    if (!ts.isPropertyAccessExpression(node.expression)) return;
    const object = node.expression.expression.getText();
    const method = node.expression.name.text;
    if (/(^|\.)cookies$/.test(object) && /^(get|has|set|delete)$/.test(method))
      yield* named('cookie', node.arguments[0]);
    if (/(^|\.)(localStorage|sessionStorage)$/.test(object) && /Item$/.test(method))
      yield* named(object, node.arguments[0]);
    if (/(^|\.)indexedDB$/.test(object)) yield* named('indexedDB', node.arguments[0]);
  });
}

/** A line with the text of an argument. Names passed as parameters are found where they are created. */
function* named(
  what: string,
  argument: ts.Expression | undefined,
  part: (text: string) => string | undefined = (text) => text,
): Iterable<string> {
  const text = argument && textOf(argument);
  if (text !== null && text !== undefined) yield `${what} ${part(text)}`;
}

/** Patterns of composite keys: of mails, payments, notifications, pages and browser storage. */
export function keyShapes(): string[] {
  const keyPattern = /^(?:[a-z][a-z-]*:[a-z*:-]*\*[a-z*:-]*|\*:[a-z-]{2,}[a-z*:-]*|[a-z-]+-\*-[a-z*-]+)$/;
  return scan(function* (node) {
    if (ts.isTemplateExpression(node)) {
      const shape = textOf(node);
      if (shape !== null && keyPattern.test(shape)) yield shape;
    }
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (!isNamed || !node.initializer || !/(^k|K)ey$/.test(node.name.getText())) return;
    const shape = textOf(node.initializer);
    if (shape !== null && /^[a-z*:-]*\*:\*[a-z*:-]*$/.test(shape)) yield shape;
  });
}

/** What the payment provider receives: API calls, metadata, and the names of its events and objects. */
export function paymentNames(): string[] {
  return scan(function* (node, { text }) {
    if (!/\b(payments\.|stripe\b)/i.test(text)) return;
    if (
      ts.isStringLiteralLike(node) &&
      /^(checkout|payout|payment_intent|invoice|v\d)(\.[a-z_]+)+\.?$/.test(node.text)
    )
      yield `name ${node.text}`;
    if (ts.isCallExpression(node) && /^stripe(\.\w+)+$/.test(node.expression.getText()))
      yield `call ${node.expression.getText()}`;
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      const object = node.expression;
      const name = ts.isPropertyAccessExpression(object) ? object.name.text : object.getText();
      if (METADATA.test(name)) yield `metadata read ${node.argumentExpression.text}`;
    }
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (isNamed && node.initializer && METADATA.test(node.name.getText()))
      for (const object of objectsOf(node.initializer)) yield* attached(object);
  });
}

function* attached(object: ts.ObjectLiteralExpression): Iterable<string> {
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) continue;
    const value = ts.isPropertyAssignment(property) ? textOf(property.initializer) : null;
    yield `metadata written ${property.name.getText()}${value === null ? '' : ` = ${value}`}`;
  }
}

/** Names of the environment variables that are read. */
export function settingNames(): string[] {
  return scan(function* (node, { text }) {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && text.includes('readSettings(')) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first) && /^[A-Z][A-Z0-9_]+$/.test(first.text)) yield first.text;
    }
    const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (!isRead || !/^(process\.env|import\.meta\.env|env)$/.test(node.expression.getText())) return;
    const name = ts.isPropertyAccessExpression(node) ? node.name.text : textOf(node.argumentExpression);
    if (name && /^[A-Z][A-Z0-9_]+$/.test(name)) yield name;
  });
}

/** Routes and hooks inside PocketBase, the routes the app calls, and realtime topics. */
export function databaseRoutes(): string[] {
  return scan(function* (node, { text }) {
    if (ts.isVariableDeclaration(node) && /_TOPIC$/.test(node.name.getText()) && node.initializer)
      yield `topic ${textOf(node.initializer)}`;
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    const texts = node.arguments.filter(ts.isStringLiteralLike).map((argument) => argument.text);
    if (DATABASE_HOOK.test(called) && text.includes('routerAdd('))
      yield `${called} ${texts.join(' ')}`.trim();
    if (/\bpb\.send$/.test(called)) yield* named('calls', node.arguments[0]);
  });
}

/** Query parameters and form fields. */
export function queryNames(): string[] {
  return scan(function* (node, { path, text }) {
    if (ts.isSourceFile(node) && path.endsWith('.astro'))
      for (const [, name] of text.matchAll(/<(?:input|textarea|select|button)\b[^>]*?\sname="([^"]+)"/g))
        yield `form field ${name}`;
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const object = node.expression.expression.getText();
    if (!/^(get|getAll|has)$/.test(node.expression.name.text)) return;
    const name = node.arguments[0] && textOf(node.arguments[0]);
    if (name && /(searchParams|^query|[fF]orm|[fF]ormData)$/.test(object)) yield `parameter ${name}`;
  });
}

/** Value lists that appear in records, addresses or files: states, kinds, reasons, and headings of tables. */
export function wordLists(): string[] {
  return scan(function* (node, { path }) {
    if (!path.endsWith('.ts')) return;
    if (ts.isArrayLiteralExpression(node)) {
      // A table is written as its headings, or as columns: each a heading and the function that fills it.
      const columns = node.elements.flatMap((column) => {
        const [head, cell] = ts.isArrayLiteralExpression(column) ? column.elements : [];
        return head && cell && (ts.isArrowFunction(cell) || ts.isIdentifier(cell)) ? [head] : [];
      });
      const texts = textsIn(columns.length === node.elements.length ? columns : node.elements);
      if (texts.length >= 5 && texts.every(isHeading)) yield `headings: ${texts.join(' | ')}`;
    }
    if (ts.isVariableDeclaration(node) && node.initializer && /^[A-Z_]+$/.test(node.name.getText())) {
      const texts = listed(node.initializer);
      if (texts.length > 1 && texts.length < 40 && texts.every(isWord)) yield texts.join(' | ');
    }
    if (ts.isTypeAliasDeclaration(node) && /(State|Kind|Source|Side)$/.test(node.name.text)) {
      const types = ts.isUnionTypeNode(node.type) ? node.type.types : [];
      const texts = textsIn(types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type)));
      if (texts.length > 1) yield texts.join(' | ');
    }
  });
}

const isWord = (text: string): boolean => /^[a-z][a-z_-]*$/.test(text);
const isHeading = (text: string): boolean => /^[A-Z][a-z]*(-| |$)/.test(text) && text.length < 40;

/** The texts of these nodes; empty unless all of them are string literals. */
function textsIn(parts: readonly ts.Node[]): string[] {
  const texts = parts.filter(ts.isStringLiteralLike).map(({ text }) => text);
  return texts.length === parts.length ? texts : [];
}

/** The values of a list, or the keys of a table declared `as const`. */
function listed(written: ts.Expression): string[] {
  const value = unwrapped(written);
  if (ts.isArrayLiteralExpression(value)) return textsIn(value.elements);
  if (!ts.isObjectLiteralExpression(value) || value === written) return [];
  const properties = value.properties.filter(ts.isPropertyAssignment);
  const isTable = properties.every(({ initializer }) => /^['"`{]/.test(initializer.getText()));
  return isTable ? properties.map(({ name }) => name.getText().replaceAll("'", '')) : [];
}
