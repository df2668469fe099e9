import { accountTitle } from './titles.ts';

/** Somewhere in the account that a search can lead to. */
export interface AccountPlace {
  label: string;
  /** What it is: "Page", "Order". */
  kind: string;
  href: string;
}

/** Small letters, so that "Payments" is found by "pay". */
const folded = (text: string) => text.toLocaleLowerCase('en');

/**
 * The pages that have all words of a text at the beginning of one of theirs, those whose name begins with it first. Without a
 * text all of them.
 * @param pages path below /account, and name in the menu
 */
export function pagesFound(
  pages: readonly { path: string; label: string }[],
  text: string,
): { path: string; label: string }[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found = pages.filter(({ path, label }) => {
    const own = folded(`${label} ${accountTitle(path)}`).split(/[^\p{L}\d]+/u);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  const begins = ({ label }: { label: string }) => (folded(label).startsWith(words.join(' ')) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
