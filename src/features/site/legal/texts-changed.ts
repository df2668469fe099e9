/** The day of the last change of the legal texts; update it with them. */
const TEXTS_CHANGED = '2026-11-28';

/** The same day as text: "21 November 2026". */
const TEXTS_CHANGED_TEXT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'UTC',
}).format(new Date(TEXTS_CHANGED));

/** The line in small print under each legal title. */
export const TEXTS_NOTE = `These texts were last changed on ${TEXTS_CHANGED_TEXT}.`;
