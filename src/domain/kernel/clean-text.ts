/**
 * Text written by users: message, review, question, answer, report. It is stored as intended, without characters that
 * trick readers. Pages, mails and feeds still show it as text, never as markup.
 */

/** Combining marks allowed on one character. Vietnamese, Thai and Burmese need up to three; "zalgo" text uses more. */
export const MARKS_MAX = 3;
/** Consecutive empty lines allowed. */
export const EMPTY_LINES_MAX = 2;

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/**
 * Invisible characters: controls, lone surrogates, noncharacters, direction marks, and characters without a width or with
 * a blank glyph. Excluded are joiners and variation selectors, which Persian, Hindi and emoji sequences need. The first
 * alternative matches flags of regions: a black flag followed by tag letters, which are valid nowhere else.
 */
const FLAG_OR_INVISIBLE =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}|(?!\n|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{E0100}-\u{E01EF}])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
/** Combining marks with joiners between them. */
const MARKS = /[\p{M}\u200c\u200d]{2,}/gu;
const STACKING_MARK = /[\p{Mn}\p{Me}]/u;
/** Any visible character. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u2800]/u;

/**
 * The text as it is stored: composed (NFC), without controls and direction overrides, at most `MARKS_MAX` stacked marks
 * on a character, lines ended by `\n` without trailing spaces, at most `EMPTY_LINES_MAX` empty lines in a row, trimmed.
 * It is idempotent, and the result is never longer than the composed input.
 */
export function cleanText(text: string): string {
  return withoutInvisible(text, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{4,}/g, '\n'.repeat(EMPTY_LINES_MAX + 1))
    .trim();
}

/** Cleans text in which line breaks and spaces matter, such as Markdown, and leaves those as typed. A tab becomes four spaces. */
export function cleanMarkdown(text: string): string {
  return withoutInvisible(text, '    ');
}

/** Text on one line, such as a title or a saved search's name: any whitespace becomes one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/**
 * The name or path of a file as it is stored: composed (NFC), on one line, without invisible characters and direction
 * marks, which show `model\u202elts.zip` as `modelpiz.stl`. Spaces within stay, so that different names stay different.
 */
export function cleanFileName(name: string): string {
  return withoutInvisible(name, ' ').replaceAll('\n', ' ').trim();
}

/**
 * Why this text is refused: one sentence, or null.
 * @param text as typed; its length is measured after cleaning.
 * @param bounds.min minimum length; 0 allows an empty text. @param bounds.max maximum length.
 * @param bounds.what what to write, such as "a message" or "your question".
 */
export function textRefusal(
  text: string,
  { min, max, what }: { min: number; max: number; what: string },
): string | null {
  const clean = cleanText(text);
  if (!VISIBLE.test(clean)) return min > 0 || clean !== '' ? `Write ${what}.` : null;
  if (clean.length < min) return `Use at least ${min} characters.`;
  if (clean.length > max) return `Use at most ${max} characters.`;
  return null;
}

function withoutInvisible(text: string, tab: string): string {
  return text
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', tab)
    .replace(FLAG_OR_INVISIBLE, (found) => (found.startsWith('\u{1F3F4}') ? found : ''))
    .normalize('NFC')
    .replace(MARKS, limitedMarks)
    .normalize('NFC');
}

function limitedMarks(marks: string): string {
  let stacked = 0;
  let afterJoiner = false;
  let result = '';
  for (const mark of marks) {
    if (STACKING_MARK.test(mark) && ++stacked > MARKS_MAX) continue;
    // One joiner is enough; a row of them only hides text.
    const isJoiner = mark === '\u200c' || mark === '\u200d';
    if (isJoiner && afterJoiner) continue;
    afterJoiner = isJoiner;
    result += mark;
  }
  return result;
}
