/** The time zone this browser runs in, such as "Europe/Berlin". */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
