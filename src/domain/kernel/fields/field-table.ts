import { markdownRefusal } from '../markdown-text.ts';

/**
 * Fields of a noun that are plain values. Each is one row of a table, from which the layers derive what they need: rules, input,
 * columns, editor, CSV. A field is in the table when its page needs no component of its own; what is made of several columns is not.
 */

/** How a field looks in its editor, and who else meets it. */
export interface FieldLook {
  readonly label: string;
  readonly hint?: string;
  /** The section of the editor in which it stands; null where the editor has another place for it. */
  readonly section: string | null;
  /** Whether everybody may read it in the API; otherwise only who may edit the noun. */
  readonly isPublic: boolean;
  /** Whether it is a column of the noun's CSV, which is also read back. */
  readonly inCsv?: boolean;
  /** Whether it is one of the facts on the noun's page. */
  readonly isFact?: boolean;
  /** Whether the search finds the noun by its words. */
  readonly isSearched?: boolean;
}
type Mark = 'isPublic' | 'inCsv' | 'isFact' | 'isSearched';

export interface PlainField<T> extends FieldLook {
  readonly kind: 'line' | 'text' | 'markdown' | 'number' | 'flag' | 'choice';
  /** The most characters of a text, or the most that a number may be; 0 for other kinds. */
  readonly limit: number;
  /** What stands where nothing was entered. */
  readonly empty: T;
  /** The values of a choice with their labels; of other kinds none. */
  readonly choices: Readonly<Record<string, string>>;
  /** Why a value is refused, as a sentence, or null. */
  refusal(value: T): string | null;
}
/** @template Section the sections of the editor that show plain fields; another one is a mistake in typing. */
export type FieldTable<Section extends string = string> = {
  readonly [name: string]: PlainField<unknown> & { readonly section: Section | null };
};
/** The sections in which a table's fields stand. */
export type SectionsOf<F extends FieldTable> = NonNullable<F[keyof F]['section']>;

/** The values of a table's fields, by name. */
export type ValuesOf<F> = { -readonly [Name in keyof F]: F[Name] extends PlainField<infer T> ? T : never };
/** The part of a table that has a mark. */
export type FieldsWith<F, M extends Mark> = {
  readonly [Name in keyof F as F[Name] extends { readonly [K in M]: true } ? Name : never]: F[Name];
};

/** The part of a table that stands in a section of the editor. */
export type FieldsIn<F, S extends string> = {
  readonly [Name in keyof F as F[Name] extends { readonly section: S } ? Name : never]: F[Name];
};

const NO_CHOICES = {};
const tooLong = (text: string, limit: number) =>
  text.length > limit ? `Use at most ${limit} characters.` : null;

/** A text on one line; '' where nothing was entered. @param limit in characters */
const line = <const L extends FieldLook>(limit: number, look: L): PlainField<string> & L => ({
  ...{ ...look, kind: 'line', limit, empty: '', choices: NO_CHOICES },
  refusal: (value) => tooLong(value, limit),
});

/** A text on one line, or null. @param limit in characters */
const lineOrNone = <const L extends FieldLook>(limit: number, look: L): PlainField<string | null> & L => ({
  ...{ ...look, kind: 'line', limit, empty: null, choices: NO_CHOICES },
  refusal: (value) => tooLong(value ?? '', limit),
});

/** A text of several lines; '' where nothing was entered. @param limit in characters */
const text = <const L extends FieldLook>(limit: number, look: L): PlainField<string> & L => ({
  ...{ ...look, kind: 'text', limit, empty: '', choices: NO_CHOICES },
  refusal: (value) => tooLong(value, limit),
});

/** Markdown, as it was written; '' where nothing was entered. @param limit in characters */
const markdown = <const L extends FieldLook>(limit: number, look: L): PlainField<string> & L => ({
  ...{ ...look, kind: 'markdown', limit, empty: '', choices: NO_CHOICES },
  refusal: (value) => markdownRefusal(value, limit),
});

/** A number above zero, or null. @param limit the most that it may be @param refused the sentence for every other number */
const positive = <const L extends FieldLook>(
  limit: number,
  refused: string,
  look: L,
): PlainField<number | null> & L => ({
  ...{ ...look, kind: 'number', limit, empty: null, choices: NO_CHOICES },
  refusal: (value) =>
    value === null || (Number.isFinite(value) && value > 0 && value <= limit) ? null : refused,
});

/** Yes or no; no where nothing was entered. */
const flag = <const L extends FieldLook>(look: L): PlainField<boolean> & L => ({
  ...{ ...look, kind: 'flag', limit: 0, empty: false, choices: NO_CHOICES },
  refusal: () => null,
});

/** One of these values, or null. @param choices labels by value */
const choiceOrNone = <const C extends Readonly<Record<string, string>>, const L extends FieldLook>(
  choices: C,
  look: L,
): PlainField<(keyof C & string) | null> & L => ({
  ...{ ...look, kind: 'choice', limit: 0, empty: null, choices },
  refusal: (value) => (value === null || Object.hasOwn(choices, value) ? null : 'Choose one of the list.'),
});

/** Kinds of plain fields. */
export const plain = { line, lineOrNone, text, markdown, positive, flag, choiceOrNone };

/** The names of a table's entries, with their type. */
export const namesOf = <F extends object>(fields: F): (keyof F & string)[] =>
  Object.keys(fields) as (keyof F & string)[];

/** A value for each field, by name. */
const each = <F extends FieldTable, V>(
  fields: F,
  value: (field: PlainField<unknown>, name: keyof F & string) => V,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(field, name)])) as {
    [Name in keyof F]: V;
  };

/** What stands where nothing was entered, for each field: the plain part of an empty draft. */
export const emptyOf = <F extends FieldTable>(fields: F): ValuesOf<F> =>
  each(fields, ({ empty }) => empty) as ValuesOf<F>;

/** The values of these names alone, of a table of fields or of any other object that lists them. */
export const pick = <F extends object, V extends { readonly [Name in keyof F]: unknown }>(
  fields: F,
  values: V,
): Pick<V, keyof F & keyof V> =>
  Object.fromEntries(namesOf(fields).map((name) => [name, values[name]])) as Pick<V, keyof F & keyof V>;

/** All values but those of these fields. */
export const without = <F extends FieldTable, V extends object>(fields: F, values: V): Omit<V, keyof F> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(fields, name))) as Omit<
    V,
    keyof F
  >;

/** The fields that have this mark. */
export const fieldsWith = <F extends FieldTable, M extends Mark>(fields: F, mark: M): FieldsWith<F, M> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[mark] === true)) as FieldsWith<F, M>;

/** The fields of a section of the editor. */
export const sectionOf = <F extends FieldTable, S extends SectionsOf<F>>(
  fields: F,
  section: S,
): FieldsIn<F, S> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.section === section)) as FieldsIn<
    F,
    S
  >;

/** The label of each field. @param written how a sentence writes it */
export const labelsOf = <F extends FieldTable>(
  fields: F,
  written: (label: string) => string = (label) => label,
): { [Name in keyof F]: string } => each(fields, ({ label }) => written(label));

/** Why values are refused, by field. Fields that are left out are not checked. */
export const refusalsOf = <F extends FieldTable>(
  fields: F,
  values: Partial<ValuesOf<F>>,
): { [Name in keyof F]?: string } =>
  Object.fromEntries(
    namesOf(fields).flatMap((name) => {
      const value = values[name];
      const refused = value === undefined ? null : (fields[name]?.refusal(value) ?? null);
      return refused === null ? [] : [[name, refused]];
    }),
  ) as { [Name in keyof F]?: string };

/** How each field is written into its cell of a table as CSV: as it is stored, and flags as words. */
export const cellsOf = <F extends FieldTable>(
  fields: F,
): { [Name in keyof F]: (values: ValuesOf<F>) => string } =>
  each(fields, (_field, name) => (values: ValuesOf<F>) => {
    const value: unknown = values[name];
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return value === null ? '' : String(value);
  });

/** What readers see of each field that was filled in, in the order of the table. */
export const shownOf = <F extends FieldTable>(
  fields: F,
  values: ValuesOf<F>,
): { label: string; value: string }[] =>
  namesOf(fields).flatMap((name) => {
    const { label = '', kind, choices } = fields[name] ?? {};
    const value: unknown = values[name];
    if (value === null || value === '' || value === false) return [];
    if (kind === 'flag') return [{ label, value: 'Yes' }];
    return [
      { label, value: kind === 'choice' ? (choices?.[String(value)] ?? String(value)) : String(value) },
    ];
  });
