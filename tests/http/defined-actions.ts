import ts from 'typescript';
import { readSources, syntaxOf } from '../structure/source.ts';

const FOLDER = 'src/actions/';
/** What makes actions: Astro's function, and the one for operations, which calls it once more. */
const MAKERS = ['defineAction', 'sellerAction'];
const MAKER_FILE = 'src/actions/catalogue/seller-action.ts';
const ACTION_CALLS = new RegExp(`\\b(${MAKERS.join('|')})\\(`, 'g');

/** The names of all actions, such as "session.signIn", read from the code that defines them. */
export function definedActions(): string[] {
  const names: string[] = [];
  let calls = 0;
  for (const file of readSources([FOLDER], ['.ts']).filter(({ path }) => path !== MAKER_FILE)) {
    calls += file.text.match(ACTION_CALLS)?.length ?? 0;
    names.push(...actionsOf(syntaxOf(file)));
  }
  if (names.length !== calls)
    throw new Error(`${calls} actions are defined, ${names.length} were understood`);
  return names;
}

/** `export const session = { signIn: defineAction(…) }` gives "session.signIn". */
function actionsOf(source: ts.SourceFile): string[] {
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!initializer || !ts.isObjectLiteralExpression(initializer)) return [];
      return initializer.properties
        .filter(ts.isPropertyAssignment)
        .filter((property) => isAction(property.initializer))
        .map((property) => `${name.getText(source)}.${property.name.getText(source)}`);
    }),
  );
}

function isAction(value: ts.Expression): boolean {
  return ts.isCallExpression(value) && MAKERS.includes(value.expression.getText());
}
