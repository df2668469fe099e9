import ts from 'typescript';
import { fieldNames, isSql, placeOf } from './sql-nodes.ts';

/** A column of a shape: its name in the answer, what it is in SQL, and whether the shape allows that a join found nothing. */
export interface Leaf {
  name: string;
  text: string;
  optional: boolean;
}

/** The value of an expression: SQL, an object or list literal, or nothing. */
type Value = { text: string } | { alias: string } | { literal: ts.Expression; scope: Scope } | null;

/** The stack of calls an expression is evaluated in, innermost first, to resolve parameters to arguments. */
type Scope = { of: ts.SignatureDeclaration; call: ts.CallExpression; within: Scope } | null;

/** A variant whose parts cannot occur together, such as a list that one of the kinds does not have. */
class Impossible extends Error {}

const MOST_VARIANTS = 500;

/** What a column's name is followed by where it is read in another way. */
const READ_AS = new Set(['as', 'or', 'orNull']);

/** Reads SQL, lists of names and shapes from expressions of the source. */
export class SqlReader {
  readonly seen = new Set<ts.Node>();
  readonly #checker: ts.TypeChecker;
  readonly #calls: readonly ts.CallExpression[];
  readonly #templates: readonly ts.TaggedTemplateExpression[];
  /** The choices of the current variant, in the order they were made. */
  #choices = new Map<ts.Node, { chosen: number; of: number }>();

  constructor(
    checker: ts.TypeChecker,
    calls: readonly ts.CallExpression[],
    templates: readonly ts.TaggedTemplateExpression[],
  ) {
    this.#templates = templates;
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

  /** The names of the values that a statement is given; null where the source does not tell. */
  namesOf(node: ts.Expression): string[] | null {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return this.namesOf(node.expression);
    if (ts.isIdentifier(node)) {
      const declaration = this.#symbolOf(node)?.valueDeclaration;
      return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
        ? this.namesOf(declaration.initializer)
        : null;
    }
    if (!ts.isObjectLiteralExpression(node)) return null;
    const names: string[] = [];
    for (const property of node.properties) {
      if (!ts.isSpreadAssignment(property)) {
        names.push(property.name?.getText() ?? '');
        continue;
      }
      const inner = this.namesOf(property.expression);
      if (inner === null) return null;
      names.push(...inner);
    }
    return names;
  }

  /** The columns of a shape, in the order of the answer. */
  leavesOf(node: ts.Expression): Leaf[] {
    if (!ts.isIdentifier(node)) throw new Error(`${placeOf(node)}: a shape is a constant`);
    const declaration = this.#declarationOf(node);
    const made = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    const [fields] = made && ts.isCallExpression(made) ? made.arguments : [];
    if (!fields) throw new Error(`${placeOf(node)}: no shape`);
    return this.#leaves(fields, '', false, null);
  }

  #leaves(node: ts.Expression, path: string, optional: boolean, scope: Scope): Leaf[] {
    if (ts.isParenthesizedExpression(node)) return this.#leaves(node.expression, path, optional, scope);
    if (ts.isObjectLiteralExpression(node))
      return node.properties.flatMap((property) => {
        if (ts.isSpreadAssignment(property)) return this.#leaves(property.expression, path, optional, scope);
        const name = property.name?.getText() ?? '';
        const inside = path === '' ? name : `${path}_${name}`;
        if (ts.isPropertyAssignment(property))
          return this.#leaves(property.initializer, inside, optional, scope);
        if (ts.isShorthandPropertyAssignment(property))
          return this.#leaves(property.name, inside, optional, scope);
        throw new Error(`${placeOf(property)}: no column`);
      });
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      const [first] = node.arguments;
      if (ts.isPropertyAccessExpression(expression) && READ_AS.has(expression.name.text))
        return this.#leaves(expression.expression, path, optional || expression.name.text === 'or', scope);
      if (ts.isIdentifier(expression) && first) {
        if (expression.text === 'value')
          return [{ name: path, text: this.#textOf(first, scope), optional: true }];
        if (expression.text === 'maybe') return this.#leaves(first, path, true, scope);
        if (expression.text === 'from') return this.#leaves(first, path, optional, scope);
        const fields = node.arguments[1];
        if (expression.text === 'columnsOf' && fields) {
          const from = this.#read(first, scope);
          return fieldNames(fields, (name) => this.#declarationOf(name)).map((name) => {
            const column = this.#property(from, name, node);
            return {
              name: path === '' ? name : `${path}_${name}`,
              text: column && 'text' in column ? column.text : '',
              optional,
            };
          });
        }
        const of = this.#functionOf(expression);
        if (of && !ts.isBlock(of.body))
          return this.#leaves(of.body, path, optional, { of, call: node, within: scope });
      }
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'orNull')
      return this.#leaves(node.expression, path, true, scope);
    if (ts.isIdentifier(node)) {
      const declaration = this.#declarationOf(node);
      if (ts.isVariableDeclaration(declaration) && declaration.initializer)
        return this.#leaves(declaration.initializer, path, optional, scope);
    }
    return [{ name: path, text: this.#textOf(node, scope), optional }];
  }

  #functionOf(name: ts.Identifier): (ts.ArrowFunction & { body: ts.Expression | ts.Block }) | null {
    const declaration = this.#declarationOf(name);
    const of = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return of && ts.isArrowFunction(of) ? of : null;
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
    const [first] = call.arguments;
    if (
      ts.isPropertyAccessExpression(expression) &&
      expression.name.text === 'as' &&
      first &&
      ts.isStringLiteral(first)
    )
      return { alias: first.text };
    if (ts.isIdentifier(expression) && expression.text === 'wholeRow') {
      // Its columns are the schema's own; the export itself is tested with them.
      for (const template of this.#templates)
        if (template.getSourceFile().fileName.endsWith('/whole-row.ts')) this.seen.add(template);
      const also = call.arguments[1];
      return { text: `json_object('id', r.id${also ? `, ${this.#textOf(also, scope)}` : ''})` };
    }
    if (ts.isIdentifier(expression) && expression.text === 'shape' && first)
      return {
        text: this.#leaves(first, '', false, null)
          .map(({ name, text }) => `${text} AS \`${name}\``)
          .join(', '),
      };
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
    if (whole && 'alias' in whole) return { text: `${whole.alias}.\`${name}\`` };
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
