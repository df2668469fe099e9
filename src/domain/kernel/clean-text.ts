/**
 * A person's own words: message, review, question, answer, report. They are kept as they were meant, without what is
 * there to trick whoever reads them. Pages, mails and feeds still show them as text, never as markup.
 */

/** How many combining marks one sign may carry. Vietnamese, Thai and Burmese need up to three; towers need more. */
export const MARKS_MAX = 3;
/** How many empty lines may follow each other. */
export const EMPTY_LINES_MAX = 2;

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/**
 * What is seen by nobody: controls, halves of signs, codes that are no signs, direction marks, and signs without a width, blank letters among
 * them. Not those that join or part letters and pictures or choose how one is drawn: Persian, Hindi and families need
 * them. First stands the flag of a part of a country: a black flag, and letters that are seen nowhere else.
 */
const FLAG_OR_UNSEEN =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}|(?!\n|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{E0100}-\u{E01EF}])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
/** Marks upon a sign, and joiners between them. */
const UPON = /[\p{M}\u200c\u200d]{2,}/gu;
const STACKED = /[\p{Mn}\p{Me}]/u;
/** Anything that can be seen. */
const SEEN = /[^\p{C}\p{Z}\p{M}\u2800]/u;

/**
 * The text as it is kept: composed (NFC), without controls and direction overrides, at most `MARKS_MAX` stacked marks on
 * a sign, lines ended by `\n` without spaces at their ends, at most `EMPTY_LINES_MAX` empty lines in a row, trimmed.
 * Said twice it changes nothing more, and it is never longer than the composed text that came in.
 */
export function cleanText(text: string): string {
  const seen = unveiled(text, ' ');
  const lines = seen.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{4,}/g, '\n'.repeat(EMPTY_LINES_MAX + 1))
    .trim();
}

/**
 * Text in which lines and gaps have a meaning, such as Markdown: without what `spoken` takes out of it, and otherwise as
 * it was typed. A tab is four spaces.
 */
export function cleanMarkdown(text: string): string {
  return unveiled(text, '    ');
}

/** Words on one line, such as a title or a saved search's name: every gap is one space. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ');
}

/**
 * Why these words cannot be taken: one sentence, or null.
 * @param text as it was typed; it is measured as it would be kept.
 * @param bounds.min fewest characters; 0 takes no words at all. @param bounds.max most characters.
 * @param bounds.what what is to be written, such as "a message" or "your question".
 */
export function textRefusal(
  text: string,
  { min, max, what }: { min: number; max: number; what: string },
): string | null {
  const kept = cleanText(text);
  if (!SEEN.test(kept)) return min > 0 || kept !== '' ? `Write ${what}.` : null;
  if (kept.length < min) return `Use at least ${min} characters.`;
  if (kept.length > max) return `Use at most ${max} characters.`;
  return null;
}

function unveiled(text: string, tab: string): string {
  return text
    .replace(LINE_ENDS, '\n')
    .replaceAll('\t', tab)
    .replace(FLAG_OR_UNSEEN, (found) => (found.startsWith('\u{1F3F4}') ? found : ''))
    .normalize('NFC')
    .replace(UPON, withoutTower)
    .normalize('NFC');
}

function withoutTower(upon: string): string {
  let stacked = 0;
  let joined = false;
  let kept = '';
  for (const sign of upon) {
    if (STACKED.test(sign) && ++stacked > MARKS_MAX) continue;
    // One joiner says all; a row of them only hides.
    const joins = sign === '\u200c' || sign === '\u200d';
    if (joins && joined) continue;
    joined = joins;
    kept += sign;
  }
  return kept;
}
