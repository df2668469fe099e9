import type { Instant } from '../../domain/kernel/instant.ts';

/** PocketBase writes dates as "2026-11-21 03:05:47.123Z" and an absent one as "". */
export function instantOf(date: string): Instant | null {
  if (date === '') return null;
  const at = Date.parse(date.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
}

/** An instant as PocketBase stores it. */
export function dateOf(at: Instant | null): string {
  return at === null ? '' : new Date(at).toISOString().replace('T', ' ');
}

/** PocketBase has no null for numbers and texts: 0 and "" stand for an absent value. */
export function orAbsent<T extends string | number>(value: T | '' | 0): Exclude<T, '' | 0> | null {
  return value === '' || value === 0 ? null : (value as Exclude<T, '' | 0>);
}

/** The strings of a JSON array as SQLite has it: text. An empty text stands for an empty list. */
export function textsIn(json: string): string[] {
  return json === '' ? [] : textsOf(JSON.parse(json));
}

/** The strings of a JSON array; other values are left out. */
export function textsOf(json: unknown): string[] {
  return Array.isArray(json) ? json.filter((entry): entry is string => typeof entry === 'string') : [];
}
