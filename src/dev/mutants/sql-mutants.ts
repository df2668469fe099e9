import ts from 'typescript';

/** One small fault that could be made in a file. */
export interface Mutant {
  line: number;
  /** "drops AND state = 'open'". */
  what: string;
  /** The whole file with the fault. */
  text: string;
}

/** A part of a file that is replaced. */
interface Change {
  from: number;
  to: number;
  by: string;
  what: string;
}

/** A part of a statement. `depth` counts the parentheses around it. */
interface Token {
  text: string;
  from: number;
  to: number;
  depth: number;
}

/** A text, a filled-in part or a bound value is one token, whatever stands in it. */
const TOKEN = /'(?:[^']|'')*'|\{:\w+\}|\[\[\w+\]\]|[\w.]+|<=|>=|<>|!=|->>?|\|\||\S/y;

/** An operator or word, and what a careless hand writes instead. */
const INSTEAD: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=', '!=': '=' },
  ...{ '+': '-', '-': '+', MIN: 'MAX', MAX: 'MIN', DESC: 'ASC' },
};

/** What ends a condition that is not in parentheses of its own. */
const ENDS = new Set([
  ...['AND', 'OR', 'ORDER', 'GROUP', 'HAVING', 'LIMIT', 'UNION', 'RETURNING', 'WHERE', 'THEN', 'ELSE', 'END'],
  ...['JOIN', 'LEFT', 'INNER', 'ON', 'SELECT', 'FROM', 'VALUES', 'WHEN', 'WINDOW', 'SET', 'EXCEPT'],
]);

/**
 * The faults in the SQL of a file: a condition dropped, a border moved, `=` turned round, a sum turned into a difference, two
 * columns of an INSERT exchanged, and a statement that no longer says how many rows it must change.
 */
export function sqlMutants(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql')
      changes.push(...changesOf(tokensOf(node.template)));
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'expect' && inArgument(node))
      changes.push({ from: node.getStart(), to: node.end, by: '', what: `drops ${node.getText()}` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return changes
    .sort((one, other) => one.from - other.from)
    .map(({ from, to, by, what }) => ({
      line: file.getLineAndCharacterOfPosition(from).line + 1,
      what,
      text: text.slice(0, from) + by + text.slice(by === '' && text[to] === ',' ? to + 1 : to),
    }));
}

const inArgument = (node: ts.PropertyAssignment): boolean => ts.isCallExpression(node.parent.parent);

function tokensOf(template: ts.TemplateLiteral): Token[] {
  const text = template.getSourceFile().text;
  const filled = ts.isTemplateExpression(template)
    ? template.templateSpans.map(({ expression }) => expression)
    : [];
  const tokens: Token[] = [];
  let depth = 0;
  let at = template.getStart() + 1;
  while (at < template.end - 1) {
    const part = text.startsWith('${', at) ? filled.shift() : undefined;
    const to = part ? text.indexOf('}', part.end) + 1 : endOfToken(text, at);
    const token = text.slice(at, to);
    if (token === ')') depth -= 1;
    if (token.trim() !== '') tokens.push({ text: token, from: at, to, depth });
    if (token === '(') depth += 1;
    at = to;
  }
  return tokens;
}

function endOfToken(text: string, at: number): number {
  TOKEN.lastIndex = at;
  return TOKEN.test(text) ? TOKEN.lastIndex : at + 1;
}

function changesOf(tokens: readonly Token[]): Change[] {
  const changes: Change[] = [];
  let sets = -1;
  for (const [place, token] of tokens.entries()) {
    const { text, from, to, depth } = token;
    if (text === 'SET') sets = depth;
    else if (depth === sets && /^(WHERE|FROM|RETURNING)$/.test(text)) sets = -1;
    const instead = Object.hasOwn(INSTEAD, text) ? INSTEAD[text] : undefined;
    const isSetting = text === '=' && depth === sets;
    if (instead && !isSetting) changes.push({ from, to, by: instead, what: `${text} becomes ${instead}` });
    if (/^(WHERE|AND|ON|OR)$/.test(text)) changes.push(...dropped(tokens, place));
    if (text === 'NOT' && /^(EXISTS|IN|NULL)$/.test(tokens[place + 1]?.text ?? ''))
      changes.push({ from, to, by: '', what: `drops NOT before ${tokens[place + 1]?.text}` });
    if (text === 'INTO') changes.push(...exchanged(tokens, place));
  }
  return changes;
}

/** The condition after a word, with the word if another one stays. */
function dropped(tokens: readonly Token[], place: number): Change[] {
  const word = tokens[place] as Token;
  if (isBetween(tokens, place) || tokens[place + 1]?.text === 'CONFLICT') return [];
  let end = place + 1;
  while (end < tokens.length) {
    const { text, depth } = tokens[end] as Token;
    if (depth < word.depth || (depth === word.depth && ENDS.has(text) && !isBetween(tokens, end))) break;
    end++;
  }
  const last = tokens[end - 1];
  const first = tokens[place + 1];
  if (!last || !first || end === place + 1) return [];
  const source = tokens.slice(place + 1, end).map(({ text }) => text);
  const what = `drops ${word.text} ${source.join(' ')}`.slice(0, 120);
  if (word.text === 'AND' || word.text === 'OR') return [{ from: word.from, to: last.to, by: '', what }];
  return [{ from: first.from, to: last.to, by: 'TRUE', what }];
}

/** Whether an AND belongs to BETWEEN. */
function isBetween(tokens: readonly Token[], place: number): boolean {
  const { depth, text } = tokens[place] as Token;
  if (text !== 'AND') return false;
  for (let before = place - 1; before >= 0; before--) {
    const token = tokens[before] as Token;
    if (token.depth < depth) return false;
    if (token.depth === depth && token.text === 'BETWEEN') return true;
    if (token.depth === depth && ENDS.has(token.text)) return false;
  }
  return false;
}

/** The names of the columns of an INSERT, each exchanged with the next. */
function exchanged(tokens: readonly Token[], place: number): Change[] {
  const columns: Token[] = [];
  for (let next = place + 3; next < tokens.length && tokens[next]?.text !== ')'; next++) {
    const token = tokens[next] as Token;
    if (token.text !== ',') columns.push(token);
  }
  return columns.flatMap((one, index) => {
    const other = columns[index + 1];
    // An id for a random one, and two times of the same instant, would be no fault.
    if (!other || index % 2 === 1 || !/^[\w[\]]+$/.test(one.text + other.text)) return [];
    return [
      {
        from: one.from,
        to: other.to,
        by: `${other.text}, ${one.text}`,
        what: `exchanges ${one.text} and ${other.text}`,
      },
    ];
  });
}
