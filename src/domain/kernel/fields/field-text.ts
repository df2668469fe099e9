import { cleanLine, cleanText } from '../clean-text.ts';
import type { PlainField } from './field-table.ts';

/**
 * The value of a field as it is stored: texts without what readers cannot see, Markdown and other kinds as they are. It stands apart
 * from the tables, which migrations of the database load as well: its engine does not know these regular expressions.
 */
export function cleanField<T>({ kind }: PlainField<T>, value: T): T {
  if (typeof value !== 'string') return value;
  if (kind === 'line') return cleanLine(value) as T & string;
  return kind === 'text' ? (cleanText(value) as T & string) : value;
}
