/**
 * What a mail says, part by part. Its plain text and its HTML are both made of these, so that they say the same. Texts are
 * text, never markup; a name in them is on one line.
 */

/** A public picture of the site. */
export interface MailPicture {
  url: string;
  /** What it shows, such as a model's name. */
  alt: string;
}

/** One amount of a table, with a note below, such as the reason of a discount. */
export interface MailFigure {
  name: string;
  amount: string;
  note?: string;
  /** Whether it is the sum of the others. */
  isTotal?: boolean;
  picture?: MailPicture | undefined;
}

/** One of several things: its text, and its address where it has one. */
export type MailItem = string | { text: string; url: string };

export type MailPart =
  /** A paragraph of ours. */
  | { is: 'text'; text: string }
  /** Text, and where to go: the first of a mail is its button, others are links. The text may be empty. */
  | { is: 'action'; text: string; label: string; url: string }
  /** Text of a person, marked as a quotation on every line. */
  | { is: 'quote'; text: string }
  /** Things, one on each line; `more` is how many are only counted. */
  | { is: 'list'; title: string; items: readonly MailItem[]; more: number }
  /** Amounts, with a title above or "". */
  | { is: 'figures'; title: string; rows: readonly MailFigure[] }
  /** A code to type. */
  | { is: 'code'; text: string }
  /** Pictures beside the text; the plain text leaves them out. */
  | { is: 'pictures'; pictures: readonly MailPicture[] };

/** The most characters of a mail's parts that are stored; a longer mail is sent as plain text alone. */
export const MAIL_PARTS_MAX = 150_000;
