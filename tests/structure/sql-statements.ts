import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, readSources } from './source.ts';

/**
 * Every SQL statement in the source, read from the syntax tree: the templates tagged `sql`, with constants, parameters and
 * entries of lists and tables filled in. A part with several possible values yields one statement for each. What changes
 * rows is recognised by its verb, what reads them by the call of `query` around it.
 */

export interface Statement {
  /** File and line of the template. */
  at: string;
  text: string;
}

/** A statement that `query` asks, and the columns of its answer. */
export interface AskedStatement extends Statement {
  columns: string[];
}

/** The value of an expression: SQL, an object or list literal, or nothing. */
type Value = { text: string } | { literal: ts.Expression; scope: Scope } | null;

/** The stack of calls an expression is evaluated in, innermost first, to resolve parameters to arguments. */
type Scope = { of: ts.SignatureDeclaration; call: ts.CallExpression; within: Scope } | null;

/** A variant whose parts cannot occur together, such as a list that one of the kinds does not have. */
class Impossible extends Error {}

const VERB = /^\s*(INSERT|UPDATE|DELETE)\b/;
const MOST_VARIANTS = 500;

/** The statements in these folders. `unused` are fragments in no statement, so no test covers them. */
export function readStatements(folders: readonly string[]): {
  statements: Statement[];
  queries: AskedStatement[];
  unused: string[];
} {
  // Files without a fragment cannot contribute to a statement.
  const paths = readSources(folders, ['.ts', '.tsx'])
    .filter(({ text }) => text.includes('sql`'))
    .map(({ path }) => join(ROOT, path));
  const program = ts.createProgram(paths, {
    noLib: true,
    noResolve: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.Latest,
    types: [],
  });
  const files = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const templates: ts.TaggedTemplateExpression[] = [];
  const calls: ts.CallExpression[] = [];
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      if (isSql(node)) templates.push(node);
      if (ts.isCallExpression(node)) calls.push(node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  const reader = new Reader(program.getTypeChecker(), calls);
  const statements = templates.filter(mayBeStatement).flatMap((template) =>
    reader
      .variants(template, () => reader.textOf(template))
      .filter((text) => VERB.test(text))
      .map((text) => ({ at: placeOf(template), text })),
  );
  const queries = calls.filter(isQuery).flatMap((call) =>
    reader.variants(call, () => {
      const [text, , columns] = call.arguments;
      if (!text || !columns) throw new Error(`${placeOf(call)}: a query has a statement, values and columns`);
      return { at: placeOf(call), text: reader.textOf(text), columns: reader.wordsOf(columns) };
    }),
  );
  const unused = templates.filter((template) => !reader.seen.has(template)).map(placeOf);
  return { statements, queries, unused };
}

function isSql(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql';
}

function isQuery({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'query';
}

function mayBeStatement({ template }: ts.TaggedTemplateExpression): boolean {
  const start = ts.isTemplateExpression(template) ? template.head.text : template.text;
  return VERB.test(start) || (ts.isTemplateExpression(template) && start.trim() === '');
}

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName.slice(ROOT.length + 1)}:${line + 1}`;
}

class Reader {
  readonly seen = new Set<ts.Node>();
  readonly #checker: ts.TypeChecker;
  readonly #calls: readonly ts.CallExpression[];
  /** The choices of the current variant, in the order they were made. */
  #choices = new Map<ts.Node, { chosen: number; of: number }>();

  constructor(checker: ts.TypeChecker, calls: readonly ts.CallExpression[]) {
    this.#checker = checker;
    this.#calls = calls;
  }

  /** What `read` returns for every combination of choices. */
  variants<T>(node: ts.Node, read: () => T): T[] {
    const found: T[] = [];
    this.#choices = new Map();
    for (let tries = 0; ; tries++) {
      if (tries > MOST_VARIANTS) throw new Error(`${placeOf(node)} has too many variants`);
      try {
        found.push(read());
      } catch (reason) {
        if (!(reason instanceof Impossible)) throw reason;
      }
      // Next combination: advance the last choice that has another option, and drop those after it.
      const made = [...this.#choices];
      while (made.length > 0 && isLast(made.at(-1)?.[1])) made.pop();
      const last = made.at(-1);
      if (!last) return found;
      last[1].chosen++;
      this.#choices = new Map(made);
    }
  }

  /** The index of the chosen option; the same for one node throughout a variant. */
  #choose(node: ts.Node, of: number): number {
    if (of === 0) throw new Error(`${placeOf(node)}: no possible value`);
    const choice = this.#choices.get(node) ?? { chosen: 0, of };
    this.#choices.set(node, choice);
    return choice.chosen;
  }

  /** The names in a list. */
  wordsOf(node: ts.Expression): string[] {
    const list = this.#read(node, null);
    if (!list || !('literal' in list) || !ts.isArrayLiteralExpression(list.literal))
      throw new Error(`${placeOf(node)}: no list that can be read from the source`);
    return list.literal.elements.flatMap((element) => {
      if (ts.isSpreadElement(element)) return this.wordsOf(element.expression);
      if (ts.isStringLiteral(element)) return [element.text];
      throw new Error(`${placeOf(element)}: not a name that can be read from the source`);
    });
  }

  textOf(node: ts.Expression): string {
    return this.#textOf(node, null);
  }

  #textOf(node: ts.Expression, scope: Scope): string {
    const value = this.#read(node, scope);
    if (value === null) throw new Impossible(placeOf(node));
    if ('text' in value) return value.text;
    throw new Error(`${placeOf(node)}: not SQL: ${node.getText()}`);
  }

  #read(node: ts.Expression, scope: Scope): Value {
    if (isSql(node)) return { text: this.#template(node, scope) };
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.#read(node.expression, scope);
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node))
      return { literal: node, scope };
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isConditionalExpression(node))
      return this.#read(this.#choose(node, 2) === 0 ? node.whenTrue : node.whenFalse, scope);
    if (ts.isIdentifier(node)) return this.#declared(this.#declarationOf(node), scope);
    if (ts.isPropertyAccessExpression(node))
      return this.#property(this.#read(node.expression, scope), node.name.text, node);
    if (ts.isElementAccessExpression(node)) return this.#anyProperty(node, scope);
    if (ts.isCallExpression(node)) return this.#called(node, scope);
    throw new Error(`${placeOf(node)}: no SQL that can be read from the source: ${node.getText()}`);
  }

  #template(node: ts.TaggedTemplateExpression, scope: Scope): string {
    this.seen.add(node);
    const { template } = node;
    if (!ts.isTemplateExpression(template)) return template.text;
    return template.templateSpans.reduce(
      (text, { expression, literal }) => text + this.#textOf(expression, scope) + literal.text,
      template.head.text,
    );
  }

  #declarationOf(name: ts.Identifier): ts.Declaration {
    const symbol = this.#symbolOf(name);
    const declaration = symbol?.valueDeclaration;
    if (!declaration) throw new Error(`${placeOf(name)}: ${name.text} is declared nowhere`);
    return declaration;
  }

  #symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #declared(declaration: ts.Declaration, scope: Scope): Value {
    if (ts.isBindingElement(declaration)) {
      const name = declaration.propertyName ?? declaration.name;
      const pattern = declaration.parent;
      const whole = this.#declared(pattern.parent, scope);
      return ts.isObjectBindingPattern(pattern)
        ? this.#property(whole, name.getText(), declaration)
        : this.#element(whole, pattern.elements.indexOf(declaration), declaration);
    }
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent;
      if (ts.isForOfStatement(loop)) {
        const list = this.#read(loop.expression, scope);
        return this.#element(list, null, declaration);
      }
      if (declaration.initializer) return this.#read(declaration.initializer, scope);
    }
    if (ts.isParameter(declaration)) return this.#argument(declaration, scope);
    throw new Error(`${placeOf(declaration)}: no SQL that can be read from the source`);
  }

  /** The value of a parameter: in the call being evaluated, or else in any call. */
  #argument(parameter: ts.ParameterDeclaration, scope: Scope): Value {
    const of = parameter.parent;
    const place = of.parameters.indexOf(parameter);
    let frame = scope;
    while (frame && frame.of !== of) frame = frame.within;
    const callers = frame ? [] : this.#callersOf(of);
    const call = frame ? frame.call : callers[this.#choose(of, callers.length)];
    const argument = call?.arguments[place] ?? parameter.initializer;
    if (!argument) throw new Error(`${placeOf(parameter)}: a call has no argument for it`);
    return this.#read(argument, frame ? frame.within : null);
  }

  #callersOf(signature: ts.SignatureDeclaration): ts.CallExpression[] {
    const name = signature.name ?? (ts.isVariableDeclaration(signature.parent) && signature.parent.name);
    if (!name || !ts.isIdentifier(name)) throw new Error(`${placeOf(signature)}: a function without a name`);
    const symbol = this.#symbolOf(name);
    return this.#calls.filter(
      ({ expression }) =>
        ts.isIdentifier(expression) && expression.text === name.text && this.#symbolOf(expression) === symbol,
    );
  }

  #called(call: ts.CallExpression, scope: Scope): Value {
    const { expression } = call;
    if (!ts.isIdentifier(expression)) throw new Error(`${placeOf(call)}: a call that cannot be read`);
    const declaration = this.#declarationOf(expression);
    const of = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
    if (!of || !(ts.isArrowFunction(of) || ts.isFunctionDeclaration(of)) || !of.body)
      throw new Error(`${placeOf(call)}: a call that cannot be read`);
    const within: Scope = { of, call, within: scope };
    if (!ts.isBlock(of.body)) return this.#read(of.body, within);
    const answers: ts.Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isReturnStatement(node) && node.expression) answers.push(node.expression);
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
    };
    visit(of.body);
    const answer = answers[answers.length === 1 ? 0 : this.#choose(call, answers.length)];
    if (!answer) throw new Error(`${placeOf(call)}: it returns nothing`);
    return this.#read(answer, within);
  }

  #property(whole: Value, name: string, at: ts.Node): Value {
    if (whole && 'literal' in whole && ts.isObjectLiteralExpression(whole.literal)) {
      for (const property of whole.literal.properties) {
        if (property.name?.getText() !== name) continue;
        if (ts.isPropertyAssignment(property)) return this.#read(property.initializer, whole.scope);
        if (ts.isShorthandPropertyAssignment(property)) {
          const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
          if (symbol?.valueDeclaration) return this.#declared(symbol.valueDeclaration, whole.scope);
        }
      }
    }
    throw new Error(`${placeOf(at)}: no "${name}" that can be read from the source`);
  }

  /** `TABLES[kind]`: any entry of the table. */
  #anyProperty(node: ts.ElementAccessExpression, scope: Scope): Value {
    const whole = this.#read(node.expression, scope);
    if (!whole || !('literal' in whole) || !ts.isObjectLiteralExpression(whole.literal))
      throw new Error(`${placeOf(node)}: no table that can be read from the source`);
    const properties = whole.literal.properties.filter(ts.isPropertyAssignment);
    const property = properties[this.#choose(node, properties.length)];
    return property ? this.#read(property.initializer, whole.scope) : null;
  }

  #element(whole: Value, place: number | null, at: ts.Node): Value {
    if (!whole || !('literal' in whole) || !ts.isArrayLiteralExpression(whole.literal))
      throw new Error(`${placeOf(at)}: no list that can be read from the source`);
    const { elements } = whole.literal;
    const element = elements[place ?? this.#choose(at, elements.length)];
    return element ? this.#read(element, whole.scope) : null;
  }
}

function isLast(choice: { chosen: number; of: number } | undefined): boolean {
  return choice !== undefined && choice.chosen === choice.of - 1;
}
