/**
 * The operator of this site. The legal pages are rendered at build time, so these public settings are read then;
 * without them the pages show a notice that they are not configured.
 */
const setting = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

export const OPERATOR = {
  /** The legal name of the person or company. */
  name: setting(import.meta.env['PUBLIC_OPERATOR_NAME']),
  email: setting(import.meta.env['PUBLIC_OPERATOR_EMAIL']),
} as const;

/** The day of the last change of the legal texts; update it with them. */
const TEXTS_CHANGED = '2026-11-21';

/** The same day as text: "21 November 2026". */
const TEXTS_CHANGED_TEXT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(TEXTS_CHANGED));

/** The line in small print under each legal title. */
export const TEXTS_NOTE = `These texts were last changed on ${TEXTS_CHANGED_TEXT}.`;
