import type { FieldTable, PlainField, ValuesOf } from '../../domain/kernel/fields/field-table.ts';
import type { Column } from './table.ts';

/** The plain fields of a noun in the database: each is a column of the same name. */

type Stored = string | number | boolean;
type Columns<F> = { readonly [Name in keyof F]: F[Name] extends PlainField<infer T> ? Column<T> : never };

/** Their columns, for a shape. A column that is missing, or of another type, does not compile. */
export const columnsOf = <F extends FieldTable>(
  columns: { readonly [Name in keyof F]: Column<ValuesOf<F>[Name]> },
  fields: F,
): Columns<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { empty }]) => {
      const column = columns[name] as Column<unknown>;
      return [name, empty === null ? column.orNull : column];
    }),
  ) as Columns<F>;

/** What is written into their columns, of those that are given: an absent text is '' there, an absent number 0. */
export const storedOf = <F extends FieldTable>(
  fields: F,
  values: Partial<ValuesOf<F>>,
): { [Name in keyof F]?: NonNullable<ValuesOf<F>[Name]> } =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]): [string, Stored][] => {
      const value = values[name] as Stored | null | undefined;
      return value === undefined ? [] : [[name, value ?? (kind === 'number' ? 0 : '')]];
    }),
  ) as { [Name in keyof F]?: NonNullable<ValuesOf<F>[Name]> };
