import { z } from 'astro/zod';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';

/** Raw text may be this many times longer than the limit, because cleaning removes characters; a bound keeps cleaning fast. */
const HEADROOM = 4;

/**
 * User text, cleaned (see clean-text.ts).
 * @param most the maximum length after cleaning, in characters
 * @param refusal the message for a longer text
 */
export const textInput = (most: number, refusal: string) =>
  z
    .string()
    .max(most * HEADROOM, refusal)
    .transform(cleanText)
    .pipe(z.string().max(most, refusal));

/** User text on one line, cleaned. */
export const lineInput = (most: number, refusal: string) =>
  z
    .string()
    .max(most * HEADROOM, refusal)
    .transform(cleanLine)
    .pipe(z.string().max(most, refusal));

/**
 * User text that may be empty or absent; '' then. Astro passes an empty field as null, for which a default does not apply.
 * @param most the maximum length after cleaning, in characters
 * @param refusal the message for a longer text
 */
export const optionalTextInput = (most: number, refusal: string) =>
  textInput(most, refusal)
    .nullish()
    .transform((text) => text ?? '');
