/** What somebody typed into a search field of the operator desk, by what it looks like. */

/** Limit in characters. */
export const DESK_SEARCH_MAX = 254;

export interface DeskSearch {
  /** The text, trimmed; "" lists everything, the newest first. */
  text: string;
  /** The least text that does not begin with `text` any more, in binary order. */
  end: string;
  /** An id, if it can be one; else "". */
  id: string;
  /** Whether it is an e-mail address or the beginning of one. */
  isAddress: boolean;
}

/** Reads a search text. Names, slugs and addresses are found by their beginning, ids and numbers as a whole. */
export function deskSearch(typed: string): DeskSearch {
  const text = typed.trim().slice(0, DESK_SEARCH_MAX);
  return {
    text,
    end: `${text}\u{10ffff}`,
    id: /^[a-z0-9]{15}$/.test(text) ? text : '',
    isAddress: text.includes('@'),
  };
}

/**
 * The beginning of an order's id that an order number names, such as "abcdefgh" of "G-2026-ABCDEFGH"; "" for any other
 * text.
 */
export function orderIdStart(text: string): string {
  return (
    /^g-\d{4}-([a-z0-9]{8})$/i.exec(text.trim())?.[1]?.toLowerCase() ?? /^[a-z0-9]{15}$/.exec(text)?.[0] ?? ''
  );
}

/** The provider's id of a payment or checkout in a search text; "" for any other text. */
export function paymentIdIn(text: string): string {
  return /^(pi|cs)_[A-Za-z0-9_]{4,200}$/.exec(text.trim())?.[0] ?? '';
}
