import { headerText, mailLine } from '../../domain/notifications/mail.ts';

/** The sender: the site's name and its public origin, without a trailing slash. */
export interface Letterhead {
  siteUrl: string;
  siteName: string;
}

/** Columns of a mail: mail readers show this width without wrapping. */
const WIDTH = 72;

/**
 * The body of a mail: paragraphs, signed with the site's name. Lines longer than 72 columns are wrapped between words;
 * shorter ones stay unchanged, so that columns of figures are aligned.
 */
export function mailBody(letterhead: Letterhead, paragraphs: readonly string[]): string {
  const text = [...paragraphs, headerText(letterhead.siteName)].join('\n\n');
  return `${text.split('\n').flatMap(wrapped).join('\n')}\n`;
}

/** A name chosen by a user, on one line: a line break in it would look like a paragraph of ours. */
export function named(name: string): string {
  return headerText(name);
}

/** Text on the left and an amount at the right margin, on the text's last line where both fit. */
export function row(left: string, right: string): string {
  const lines = wrapped(left);
  const last = lines.pop() ?? '';
  const gap = WIDTH - columns(last) - columns(right);
  if (gap < 2) return [...lines, last, right.padStart(WIDTH)].join('\n');
  return [...lines, `${last}${' '.repeat(gap)}${right}`].join('\n');
}

/** User text, quoted on every line. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${mailLine(line)}`.trimEnd())
    .join('\n');
}

/** A line wrapped to at most 72 columns; each piece repeats the indent or the quotation mark of the line. */
function wrapped(line: string): string[] {
  if (columns(line) <= WIDTH) return [line];
  const start = /^(> | *)/.exec(line)?.[0] ?? '';
  const pieces: string[] = [];
  let piece = '';
  for (const word of line.slice(start.length).split(' ')) {
    if (piece !== '' && columns(`${start}${piece} ${word}`) > WIDTH) {
      pieces.push(start + piece);
      piece = word;
    } else piece = piece === '' ? word : `${piece} ${word}`;
  }
  return [...pieces, start + piece];
}

function columns(text: string): number {
  return [...text].length;
}
