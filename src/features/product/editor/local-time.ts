import type { Instant } from '../../../domain/instant.ts';

/** An instant as a datetime-local field shows it: in the browser's own time zone, to the minute. */
export function localOf(at: Instant): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant a datetime-local field means in the browser's own time zone; null where it holds none. */
export function instantOfLocal(local: string): Instant | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : at;
}
