import type { Instant } from '../../domain/kernel/instant.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { GrownSize } from './size.ts';
import type { Tables } from './tables.ts';

/** What every part of the generator works with. */
export interface Plan {
  tables: Tables;
  chance: Chance;
  size: GrownSize;
  now: Instant;
  /** A moment as PocketBase stores it. */
  date(at: Instant): string;
}

/** The world is three years old. */
export const AGE_MS = 3 * 365 * 86_400_000;
export const DAY_MS = 86_400_000;

/** A plan of generating into these tables. */
export function planOf(tables: Tables, size: GrownSize, seed: number, now: Instant): Plan {
  return {
    tables,
    size,
    now,
    chance: chanceOf(seed),
    date: (at) => new Date(at).toISOString().replace('T', ' '),
  };
}
