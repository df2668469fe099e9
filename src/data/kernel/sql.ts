/**
 * SQL for a guarded batch, made only by the tag `sql`. A test prepares every statement written with it against the real
 * schema, in all its variants, so a missing table or column fails the test.
 */
export type Sql = SqlText;

/** The tag below is the only way to make one, beside columns and shapes; its private field rules out look-alikes. */
export class SqlText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A statement or a part of one. Interpolated parts are SQL, never values: values are bound as `{:name}`. A column whose
 * name is a keyword is written `[[order]]`.
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return new SqlText(
    texts.reduce((written, text, place) => `${written}${String(parts[place - 1] ?? '')}${text}`),
  );
}
