import type { Instant } from '../../domain/kernel/instant.ts';
import { instantOf, textsIn } from './fields.ts';
import { SqlText } from './sql.ts';
import type { Value } from './trips.ts';

/** A column, or an expression: a part of a statement, and how a value of it is read. */
export class Column<T> extends SqlText {
  readonly read: (value: Value) => T;

  constructor(text: string, read: (value: Value) => T) {
    super(text);
    this.read = read;
  }

  /** Null where nothing is stored: PocketBase keeps 0 and '' for an absent number or text, a LEFT JOIN brings NULL. */
  get orNull(): Column<Exclude<T, '' | 0> | null> {
    return new Column(String(this), (value) =>
      value === null || value === '' || value === 0 ? null : (this.read(value) as Exclude<T, '' | 0>),
    );
  }

  /** What is stored, or `absent` where nothing is. */
  or<const D>(absent: D): Column<NonNullable<T> | D> {
    return new Column(String(this), (value) =>
      value === null || value === '' ? absent : (this.read(value) as NonNullable<T>),
    );
  }

  /** The same column, read into another type. */
  as<U>(read: (value: T) => U): Column<U> {
    return new Column(String(this), (value) => read(this.read(value)));
  }
}

/** How a kind of value is read. SQLite has 0 and 1 for a flag, and texts for dates, lists and JSON. */
export type Kind<T> = (value: Value) => T;
/** A kind that columns have, with the type that the SDK reads and writes. */
export type StoredKind<T, Written = T> = Kind<T> & { readonly written?: Written };
export const text: StoredKind<string> = (value) => value as string;
export const number: StoredKind<number> = (value) => value as number;
export const flag: StoredKind<boolean> = (value) => value === 1;
export const date: StoredKind<Instant, string> = (value) => instantOf(value as string) ?? 0;
export const dateOrNone: StoredKind<Instant | null, string> = (value) =>
  value === null ? null : instantOf(value as string);
export const texts: StoredKind<string[]> = (value) => textsIn((value as string | null) ?? '');
export const json: StoredKind<unknown> = (value) =>
  value === null || value === '' ? null : JSON.parse(value as string);
export const choice =
  <T extends string>(): StoredKind<T> =>
  (value) =>
    value as T;
export const choiceOrNone =
  <T extends string>(): StoredKind<T | null, T | ''> =>
  (value) =>
    value === '' ? null : (value as T);
/** `texts` itself, so that whoever asks finds that it is JSON. */
export const choices = <T extends string>(): StoredKind<T[]> => texts as StoredKind<T[]>;

type Kinds = { readonly [column: string]: Kind<unknown> };
type ColumnsOf<K> = { readonly [Name in keyof K]: K[Name] extends Kind<infer T> ? Column<T> : never };

/** Names of columns that are words of SQL as well. */
const WORDS = new Set([
  'order',
  'user',
  'group',
  'index',
  'values',
  'from',
  'to',
  'check',
  'default',
  'case',
  'when',
  'by',
  'key',
  'of',
]);

/** The name of a column in a statement. */
export const named = (column: string): string => (WORDS.has(column) ? `[[${column}]]` : column);

/** A table of the schema. */
export interface Table<N extends string = string, K extends Kinds = Kinds> {
  readonly name: N;
  readonly kinds: K;
  /** Its columns under the name that a statement gives the table: `products.as('p')`. At the top of a file only. */
  as(alias: string): ColumnsOf<K>;
}

export function table<const N extends string, const K extends Kinds>(name: N, kinds: K): Table<N, K> {
  return {
    name,
    kinds,
    as: (alias) =>
      Object.fromEntries(
        Object.entries(kinds).map(([column, read]) => [
          column,
          new Column(`${alias}.${named(column)}`, read),
        ]),
      ) as unknown as ColumnsOf<K>,
  };
}
