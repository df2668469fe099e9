import { headerText, mailLine } from '../../domain/notifications/mail.ts';

/** Who writes: the hall's name and the origin people see, without a slash at its end. */
export interface Letterhead {
  siteUrl: string;
  siteName: string;
}

/** Columns of a mail: what every mail reader shows without breaking lines itself. */
const WIDTH = 72;

/**
 * A letter of paragraphs, signed by the hall. Lines longer than 72 columns are broken between words; shorter ones stay as
 * they are, so that columns of figures stand.
 */
export function mailBody(app: Letterhead, parts: readonly string[]): string {
  const whole = [...parts, headerText(app.siteName)].join('\n\n');
  return `${whole.split('\n').flatMap(broken).join('\n')}\n`;
}

/** A name that somebody chose, as one line: a break in it would look like a paragraph of ours. */
export function named(name: string): string {
  return headerText(name);
}

/** Text on the left, an amount at the right margin, in the text's last line where both fit. */
export function row(left: string, right: string): string {
  const lines = broken(left);
  const last = lines.pop() ?? '';
  const gap = WIDTH - columns(last) - columns(right);
  if (gap < 2) return [...lines, last, right.padStart(WIDTH)].join('\n');
  return [...lines, `${last}${' '.repeat(gap)}${right}`].join('\n');
}

/** What somebody else wrote, marked as such on every line. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${mailLine(line)}`.trimEnd())
    .join('\n');
}

/** A line in pieces of at most 72 columns, each beginning as the first: with its blanks, and the mark of a quotation. */
function broken(line: string): string[] {
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
