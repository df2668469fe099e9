import type { tables } from './tables.ts';

type Tables = typeof tables;
type Written<K> = K extends { readonly written?: infer W } ? Exclude<W, undefined> : never;
type Stored<Kinds> = { [Column in keyof Kinds]: Written<Kinds[Column]> };

/** Records by the name of their collection, as the SDK reads and writes them: dates are texts, an absent value is ''. */
export type Collections = { [T in keyof Tables as Tables[T]['name']]: Stored<Tables[T]['kinds']> };

export type RecordOf<C extends keyof Collections> = Collections[C];
