import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** The project's own folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

export interface SourceFile {
  /** From the project's folder, with forward slashes: "src/domain/kernel/money.ts". */
  path: string;
  text: string;
}

/** Each file is read once for all tests of a worker, so that its syntax tree is made once, too. */
const files = new Map<string, SourceFile>();

function sourceFile(file: string): SourceFile {
  const known = files.get(file);
  if (known) return known;
  const path = relative(ROOT, file).split(sep).join('/');
  const source = { path, text: readFileSync(file, 'utf8') };
  files.set(file, source);
  return source;
}

/** All text files whose name ends in one of `extensions`, under these folders; "." is not searched recursively. */
export function readSources(under: readonly string[], extensions: readonly string[]): SourceFile[] {
  const found: SourceFile[] = [];
  for (const start of under) {
    const folder = join(ROOT, start);
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: start !== '.', withFileTypes: true })) {
      if (!entry.isFile() || !extensions.some((extension) => entry.name.endsWith(extension))) continue;
      found.push(sourceFile(join(entry.parentPath, entry.name)));
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

export interface Import {
  /** As written: "../domain/money.ts" or "pocketbase". */
  specifier: string;
  /** The import is erased when the code is compiled. */
  typeOnly: boolean;
}

/** The TypeScript in a file: all of it, or the front matter and the scripts of an .astro file. */
function script(file: SourceFile): string {
  if (!file.path.endsWith('.astro')) return file.text;
  const frontMatter = /^---\n([\s\S]*?)\n---/.exec(file.text)?.[1] ?? '';
  const scripts = [...file.text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  return [frontMatter, ...scripts].join('\n;\n');
}

const parsed = new WeakMap<SourceFile, ts.SourceFile>();

/** The syntax tree of the file; each file is parsed once. */
export function syntaxOf(file: SourceFile): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const kind = file.path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const syntax = ts.createSourceFile(file.path, script(file), ts.ScriptTarget.Latest, true, kind);
  parsed.set(file, syntax);
  return syntax;
}

/** Calls `visit` for every node of the file. */
export function walk(file: SourceFile, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(syntaxOf(file));
}

const imports = new WeakMap<SourceFile, readonly Import[]>();

/** Every import and re-export of a file: static, dynamic, and by `import('…')` in a type. */
export function importsOf(file: SourceFile): readonly Import[] {
  const known = imports.get(file);
  if (known) return known;
  const found: Import[] = [];
  imports.set(file, found);
  walk(file, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: importsOnlyTypes(node.importClause) });
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) found.push({ specifier: literal.text, typeOnly: true });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument))
        found.push({ specifier: argument.text, typeOnly: false });
    }
  });
  return found;
}

function importsOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  if (clause.name || !clause.namedBindings || !ts.isNamedImports(clause.namedBindings)) return false;
  const { elements } = clause.namedBindings;
  return elements.length > 0 && elements.every((element) => element.isTypeOnly);
}
