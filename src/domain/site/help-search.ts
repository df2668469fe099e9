/** A section of a help page, as the search reads it. */
export interface HelpSection {
  /** The page's slug, and its title. */
  page: string;
  pageTitle: string;
  /** The section's id within its page; "" for the words above the first one. */
  id: string;
  title: string;
  /** Its words without markup. */
  text: string;
}

export interface HelpHit {
  section: HelpSection;
  /** A part of the text around the first word found, with "…" where it is cut. */
  excerpt: string;
}

/** The longest search text, in characters. */
export const HELP_QUERY_MAX = 80;
const HITS_MOST = 12;
const EXCERPT = 180;
/** Words that say nothing about what somebody looks for. */
const COMMON = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or that the to what when where with you your'.split(
    ' ',
  ),
);

/** The words of a search, small, without their plural ending and without those that say nothing. */
export function helpWords(query: string): string[] {
  const words =
    query
      .slice(0, HELP_QUERY_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [
    ...new Set(
      words
        .filter((word) => !COMMON.has(word))
        .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
    ),
  ];
}

/** The sections in which every word begins some word, the best first: words in titles count more. At most 12. */
export function searchHelp(sections: readonly HelpSection[], query: string): HelpHit[] {
  const words = helpWords(query);
  if (words.length === 0) return [];
  const found = sections.flatMap((section) => {
    const [title, text] = [begins(`${section.title} ${section.pageTitle}`), begins(section.text)];
    if (!words.every((word) => title.includes(` ${word}`) || text.includes(` ${word}`))) return [];
    const score = words.reduce(
      (sum, word) => sum + 10 * count(title, ` ${word}`) + Math.min(count(text, ` ${word}`), 5),
      0,
    );
    return [{ section, score }];
  });
  return found
    .sort((one, other) => other.score - one.score)
    .slice(0, HITS_MOST)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }));
}

/** Small words with a space before each, so that a word's beginning is found by " word". */
const begins = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')}`;

const count = (text: string, part: string): number => text.split(part).length - 1;

function excerptOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first < 60 ? 0 : text.indexOf(' ', first - 60) + 1;
  const end = from + EXCERPT >= text.length ? text.length : text.lastIndexOf(' ', from + EXCERPT);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
