/**
 * Which tests belong to a file. The table says which files of `src` each test file ran a function of; it is learned from
 * coverage. What the table cannot know, such as a file of texts or a new one, is looked up in the imports.
 */

/** The files of `src` of which a test file ran a function, by the test file. Paths from the project's folder. */
export type TestTable = ReadonlyMap<string, readonly string[]>;

/** The files that a file imports. */
export type ImportsByFile = ReadonlyMap<string, readonly string[]>;

export const isTest = (path: string): boolean => /^tests\/.*\.test\.tsx?$/.test(path);

/**
 * The tests that belong to a file, nearest first: those at its own path, those of which it is most of what they run, and,
 * where the table knows none, those that reach it by the fewest imports.
 * @param tests all test files
 */
export function testsOf(
  file: string,
  tests: readonly string[],
  table: TestTable,
  imports: ImportsByFile,
): string[] {
  if (isTest(file)) return tests.includes(file) ? [file] : [];
  const own = tests.filter((test) => isOwn(file, test)).sort((one, other) => one.length - other.length);
  const ran = [...table]
    .filter(([test, files]) => tests.includes(test) && files.includes(file))
    .sort(([, some], [, others]) => some.length - others.length)
    .map(([test]) => test);
  const importing = ran.length === 0 ? importersOf(file, imports).filter((path) => tests.includes(path)) : [];
  return [...new Set([...own, ...ran, ...importing])];
}

/** "tests/domain/x.test.ts" and "tests/domain/x-limits.test.ts" are the own tests of "src/domain/x.ts". */
function isOwn(file: string, test: string): boolean {
  const stem = file.replace(/^src\//, 'tests/').replace(/(\.store)?\.\w+$/, '');
  return file.startsWith('src/') && (test.startsWith(`${stem}.`) || test.startsWith(`${stem}-`));
}

/** Everything that imports a file, directly or over others, nearest first. */
function importersOf(file: string, imports: ImportsByFile): string[] {
  const found = new Set([file]);
  for (const path of found)
    for (const [from, to] of imports) if (!found.has(from) && to.includes(path)) found.add(from);
  return [...found].slice(1);
}

/**
 * Takes turns among the files until there are enough: each changed file has its nearest tests before one has its farthest.
 * @param lists the tests of each changed file, nearest first
 */
export function chosenTests(lists: readonly (readonly string[])[], most: number): string[] {
  const chosen = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let place = 0; place < longest; place++)
    for (const list of lists) {
      const test = list[place];
      if (test !== undefined && chosen.size < most) chosen.add(test);
    }
  return [...chosen];
}
