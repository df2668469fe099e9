import { headerText, type Mail, mailLine } from '../../domain/notifications/mail.ts';
import type { MailFigure, MailItem, MailPart, MailPicture } from '../../domain/notifications/mail-parts.ts';
import { withOrigin } from '../../paths.ts';

/** The sender: the site's name and its public origin, without a trailing slash. */
export interface Letterhead {
  siteUrl: string;
  siteName: string;
}

/** Columns of a mail: mail readers show this width without wrapping. */
const WIDTH = 72;

/** What builders of mails write: a text is a paragraph. */
export type Written = string | MailPart;

/** A mail's plain text, and its parts for the HTML that the outbox makes of them. */
export function mailText(
  letterhead: Letterhead,
  written: readonly Written[],
): Pick<Mail, 'body'> & { parts: MailPart[] } {
  const parts = written.map((one): MailPart => (typeof one === 'string' ? { is: 'text', text: one } : one));
  return { body: mailBody(letterhead, parts), parts };
}

/**
 * The plain text of a mail: its parts, signed with the site's name. Lines longer than 72 columns are wrapped between words;
 * shorter ones stay unchanged, so that columns of figures are aligned.
 */
function mailBody(letterhead: Letterhead, parts: readonly MailPart[]): string {
  const texts = parts.map(partText).filter((text) => text !== '');
  const text = [...texts, headerText(letterhead.siteName)].join('\n\n');
  return `${text.split('\n').flatMap(wrapped).join('\n')}\n`;
}

function partText(part: MailPart): string {
  switch (part.is) {
    case 'text':
    case 'code':
      return part.text;
    case 'action':
      return joined(part.text, part.url);
    case 'quote':
      return quotedLines(part.text);
    case 'list':
      return joined(
        part.title,
        ...part.items.map((item) =>
          typeof item === 'string' ? `  ${item}` : `  ${item.text}\n    ${item.url}`,
        ),
        part.more > 0 ? `  and ${part.more} more` : '',
      );
    case 'figures':
      return joined(part.title, ...part.rows.map((row) => figureText(row, part.title === '' ? '' : '  ')));
    case 'pictures':
      return '';
  }
}

const joined = (...lines: string[]) => lines.filter((line) => line !== '').join('\n');

function figureText({ name, amount, note }: MailFigure, indent: string): string {
  const line = row(indent + name, amount);
  return note === undefined ? line : `${line}\n${indent}  ${note}`;
}

/** Text, and where to go: the first in a mail is its button. `path` is from paths.ts. */
export function action({ siteUrl }: Letterhead, text: string, label: string, path: string): MailPart {
  return { is: 'action', text, label, url: siteUrl + withOrigin(path, 'mail') };
}

/** Things, one on each line, with a title above; at most `most`, the others are only counted. */
export function list(title: string, items: readonly MailItem[], most = items.length): MailPart {
  return { is: 'list', title, items: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** Pictures beside the text; none where there is none. */
export function pictures(...shown: readonly (MailPicture | undefined)[]): MailPart[] {
  const known = shown.filter((picture) => picture !== undefined);
  return known.length === 0 ? [] : [{ is: 'pictures', pictures: known }];
}

/** A name chosen by a user, on one line: a line break in it would look like a paragraph of ours. */
export function oneLineName(name: string): string {
  return headerText(name);
}

/** User text, as a quotation. */
export function quoted(text: string): MailPart {
  return { is: 'quote', text };
}

/** Text on the left and an amount at the right margin, on the text's last line where both fit. */
function row(left: string, right: string): string {
  const lines = wrapped(left);
  const last = lines.pop() ?? '';
  const gap = WIDTH - columns(last) - columns(right);
  if (gap < 2) return [...lines, last, right.padStart(WIDTH)].join('\n');
  return [...lines, `${last}${' '.repeat(gap)}${right}`].join('\n');
}

/** The lines of a user's text, without controls. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(mailLine);
}

function quotedLines(text: string): string {
  return linesOf(text)
    .map((line) => `> ${line}`.trimEnd())
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
