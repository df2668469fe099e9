/** HTML that is ready to be sent: made only by `html`, which escapes what is put into it. */
export class Html {
  readonly text: string;

  /** @param text our own markup. */
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text and numbers are escaped, nothing is left out, lists are joined. */
export type HtmlPiece = string | number | Html | null | undefined | false | readonly HtmlPiece[];

const SPECIAL = /[&<>"']/;
const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? '') : text;
}

/**
 * A piece of a page as a string, for markup that is repeated many times in one page: an Astro component costs about
 * twenty times as much. Every value is escaped, so it must stand between tags or in a quoted attribute.
 */
export function html(parts: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  let text = parts[0] ?? '';
  for (let at = 0; at < pieces.length; at += 1) text += textOf(pieces[at]) + (parts[at + 1] ?? '');
  return new Html(text);
}

function textOf(piece: HtmlPiece): string {
  if (typeof piece === 'string') return escapeHtml(piece);
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'number') return String(piece);
  if (piece === null || piece === undefined || piece === false) return '';
  let text = '';
  for (const one of piece) text += textOf(one);
  return text;
}

/** A whole attribute with a space before it, or nothing without a value. @param name our own constant text. */
export function attribute(name: string, value: string | number | null | undefined): Html {
  return new Html(value === null || value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`);
}

/** An attribute without a value, such as `checked`, with a space before it, or nothing. */
export function flagAttribute(name: string, isSet: boolean): Html {
  return new Html(isSet ? ` ${name}` : '');
}
