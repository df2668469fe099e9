/**
 * Who runs this hall and answers for its texts. The legal pages are drawn when the site is built, so these public
 * settings are read then; without them the pages say openly that they are not filled in.
 */
const setting = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

export const OPERATOR = {
  /** The legal name of the person or company, as a contract would name it. */
  name: setting(import.meta.env['PUBLIC_OPERATOR_NAME']),
  email: setting(import.meta.env['PUBLIC_OPERATOR_EMAIL']),
} as const;

/** The day on which the legal texts were last changed; change it with them. */
const TEXTS_CHANGED = '2026-11-21';

/** The same day as a person reads it: "21 November 2026". */
const TEXTS_CHANGED_TEXT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(TEXTS_CHANGED));

/** The line in small print that stands under each legal title. */
export const TEXTS_NOTE = `These texts were last changed on ${TEXTS_CHANGED_TEXT}.`;
