import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, readSources } from './source.ts';
import { isSql, placeOf } from './sql-nodes.ts';
import { type Leaf, SqlReader } from './sql-reader.ts';

/**
 * Every SQL statement in the source, read from the syntax tree: the templates tagged `sql`, with constants, parameters and
 * entries of lists and tables filled in. A part with several possible values yields one statement for each. What changes
 * rows is recognised by its verb, what reads them by the call of `query` or `select` around it.
 */

export interface Statement {
  /** File and line of the template. */
  at: string;
  text: string;
}

/** A statement that `query` asks, and the columns of its answer. */
export interface AskedStatement extends Statement {
  columns: string[];
  /** The names of its values; null where the source does not tell. */
  names: string[] | null;
  /** What each column of a shape is, where it has one. */
  leaves?: Leaf[];
}

const VERB = /^\s*(INSERT|UPDATE|DELETE)\b/;

/** The statements in these folders. `unused` are fragments in no statement, so no test covers them. */
export function readStatements(folders: readonly string[]): {
  statements: Statement[];
  queries: AskedStatement[];
  unused: string[];
} {
  // Files without a fragment cannot contribute to a statement.
  const paths = readSources(folders, ['.ts', '.tsx'])
    .filter(
      ({ text }) =>
        text.includes('sql`') ||
        text.includes('kernel/shape.ts') ||
        text.includes('kernel/fields/field-table.ts'),
    )
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
  const reader = new SqlReader(program.getTypeChecker(), calls, templates);
  const statements = templates.filter(mayBeStatement).flatMap((template) =>
    reader
      .variants(template, () => reader.textOf(template))
      .filter((text) => VERB.test(text))
      .map((text) => ({ at: placeOf(template), text })),
  );
  const queries = calls.filter(isQuery).flatMap((call) =>
    reader.variants(call, () => {
      if (isSelect(call)) {
        const [answer, asked] = call.arguments;
        if (!answer || !asked)
          throw new Error(`${placeOf(call)}: a question has a shape, a statement and values`);
        const leaves = reader.leavesOf(answer);
        const values = call.arguments[2];
        return {
          names: values ? reader.namesOf(values) : null,
          at: placeOf(call),
          text: reader.textOf(asked),
          columns: leaves.map(({ name }) => name),
          leaves,
        };
      }
      const [text, , columns] = call.arguments;
      if (!text || !columns) throw new Error(`${placeOf(call)}: a query has a statement, values and columns`);
      const names = call.arguments[1] ? reader.namesOf(call.arguments[1]) : null;
      return { at: placeOf(call), text: reader.textOf(text), columns: reader.wordsOf(columns), names };
    }),
  );
  const unused = templates.filter((template) => !reader.seen.has(template)).map(placeOf);
  return { statements, queries, unused };
}

function isQuery({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && (expression.text === 'query' || expression.text === 'select');
}

function isSelect({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'select';
}

function mayBeStatement({ template }: ts.TaggedTemplateExpression): boolean {
  const start = ts.isTemplateExpression(template) ? template.head.text : template.text;
  return VERB.test(start) || (ts.isTemplateExpression(template) && start.trim() === '');
}
