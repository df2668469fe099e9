import { countText } from './count-text.ts';

/** The word for a number of things: "model" for one, "models" for any other number. @param many where it is not one with an s */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A number of things with their word: "1 model", "12,345 models". Not for the database's engine, which has no Intl. */
export const counted = (count: number, one: string, many?: string): string =>
  `${countText(count)} ${plural(count, one, many)}`;
