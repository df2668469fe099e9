import { z } from 'astro/zod';

/**
 * Words in a form that may be left out or empty, '' then: Astro hands an empty field over as null, which a default does
 * not stand in for.
 * @param most characters
 * @param refusal what is said where they are more
 */
export const formWords = (most: number, refusal: string) =>
  z
    .string()
    .trim()
    .max(most, refusal)
    .nullish()
    .transform((words) => words ?? '');
