/**
 * SQL as the guarded batch takes it: only what the tag `sql` made. A test prepares every statement that is written with
 * it against the real schema, in all its variants, so a table or column that no longer exists is a red test.
 */
export type Sql = SqlText;

/** Not exported: the tag below is the only way to one, and its private field keeps look-alikes out. */
class SqlText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A statement or a part of one. What is put into it is SQL itself, never a value: values are bound as `{:name}`.
 * A column whose name is a keyword is written `[[order]]`.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return new SqlText(
    texts.reduce((written, text, place) => `${written}${String(parts[place - 1] ?? '')}${text}`),
  );
}
