import { z } from 'astro/zod';
import { cleanText, cleanLine } from '../../domain/kernel/clean-text.ts';

/** Far more than a field takes, so that signs that are left out do not count; and no more, for reading takes time. */
const FAR = 4;

/**
 * Somebody's words as they are kept (see spoken.ts).
 * @param most characters, as they are kept
 * @param refusal what is said where they are more
 */
export const textInput = (most: number, refusal: string) =>
  z
    .string()
    .max(most * FAR, refusal)
    .transform(cleanText)
    .pipe(z.string().max(most, refusal));

/** The same on one line. */
export const lineInput = (most: number, refusal: string) =>
  z
    .string()
    .max(most * FAR, refusal)
    .transform(cleanLine)
    .pipe(z.string().max(most, refusal));

/**
 * Words in a form that may be left out or empty, '' then: Astro hands an empty field over as null, which a default does
 * not stand in for.
 * @param most characters, as they are kept
 * @param refusal what is said where they are more
 */
export const optionalTextInput = (most: number, refusal: string) =>
  textInput(most, refusal)
    .nullish()
    .transform((words) => words ?? '');
