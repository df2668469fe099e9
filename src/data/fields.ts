import type { Instant } from '../domain/instant.ts';
import { OUTLINE_MAX_POINTS, type Outline } from '../domain/product.ts';
import type { StarCounts } from '../domain/rating.ts';

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

/** PocketBase knows no absent number or text: 0 and "" stand for it. */
export function orAbsent<T extends string | number>(value: T | '' | 0): Exclude<T, '' | 0> | null {
  return value === '' || value === 0 ? null : (value as Exclude<T, '' | 0>);
}

/** The texts of a JSON list; anything that is no text is left out. */
export function textsOf(json: unknown): string[] {
  return Array.isArray(json) ? json.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** The stars of a product's or store's record. */
export function starCountsOf(
  record: Record<'stars1' | 'stars2' | 'stars3' | 'stars4' | 'stars5', number>,
): StarCounts {
  return [record.stars1, record.stars2, record.stars3, record.stars4, record.stars5];
}

/** An outline as it was kept; empty where it is anything else, or one with more corners than an outline has. */
export function outlineFrom(json: unknown): Outline {
  if (!Array.isArray(json) || !json.every(isRing)) return [];
  const numbers = json.reduce((sum, ring) => sum + ring.length, 0);
  return numbers <= OUTLINE_MAX_POINTS * 2 ? json : [];
}

function isRing(json: unknown): json is number[] {
  return (
    Array.isArray(json) &&
    json.length >= 6 &&
    json.length % 2 === 0 &&
    json.every((value) => Number.isFinite(value) && value >= 0)
  );
}
