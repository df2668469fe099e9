import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { cleanMarkdown } from '../../../domain/kernel/clean-text.ts';
import { MARKDOWN_NESTING_MAX, markdownRefusal } from '../../../domain/kernel/markdown-text.ts';

/** The longest text of any field. Cleaning may add characters, because a tab becomes four spaces. */
const RENDERED_MAX = 40_000;
/** How many times as long as its first words a text is read for a summary: links and marks take the rest. */
const MARKS_TO_WORDS = 16;
/** What was rendered last, in characters of source and result; a page renders one description three times. */
const KEPT_CHARACTERS = 2_000_000;
/** Elements within one another, raw ones included; further ones lose their tags. */
const NESTED_TAGS_MAX = 48;

// Raw HTML is read as such, so that the sanitiser removes it; it would otherwise appear as text.
const markdown = new MarkdownIt({ html: true, breaks: true, maxNesting: MARKDOWN_NESTING_MAX * 4 });
// The sanitiser decides about addresses; a refused one would show its Markdown.
markdown.validateLink = () => true;

const kept = new LRUCache<string, string>({
  maxSize: KEPT_CHARACTERS,
  sizeCalculation: (made, key) => made.length + key.length + 1,
});

/** What `make` makes of a text, from memory if it is known. @param how names what is made. */
function keptText(how: string, text: string, make: (text: string) => string): string {
  const key = `${how} ${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(text);
  kept.set(key, made);
  return made;
}

/** A text as HTML that is not safe yet; a text that no field accepts keeps its words and line ends only. */
function htmlOf(text: string): string {
  const clean = cleanMarkdown(text);
  if (markdownRefusal(clean, RENDERED_MAX) === null) {
    try {
      return markdown.render(clean);
    } catch (reason) {
      console.warn('a text could not be rendered:', String(reason));
    }
  }
  return `<p>${markdown.utils.escapeHtml(clean.slice(0, RENDERED_MAX)).replaceAll('\n', '<br>')}</p>`;
}

/** The level of the heading that a text stands under: 1 for a page's own, 2 for a section's. */
type HeadingAbove = 1 | 2;

/**
 * Renders a seller's Markdown as safe HTML. Headings have the two levels below the heading that the text stands under, and
 * none is skipped; pictures, raw HTML and external links are dropped, keeping their text. External links belong to the
 * store's list of links. Never throws, and takes time in proportion to the length: what nests deeper than `markdownRefusal`
 * allows is shown as plain text.
 */
export function renderMarkdown(text: string, above: HeadingAbove = 2): string {
  return keptText(`html below ${above}`, text, (source) => safeHtmlOf(source, above));
}

function safeHtmlOf(text: string, above: HeadingAbove): string {
  const [upper, lower] = above === 1 ? ['h2', 'h3'] : ['h3', 'h4'];
  let hasUpper = false;
  const toUpper = () => {
    hasUpper = true;
    return { tagName: upper, attribs: {} };
  };
  const toLower = () => (hasUpper ? { tagName: lower, attribs: {} } : toUpper());
  return sanitizeHtml(htmlOf(text), {
    allowedTags: [
      upper,
      lower,
      'p',
      'br',
      'strong',
      'em',
      'del',
      'ul',
      'ol',
      'li',
      'blockquote',
      'code',
      'pre',
      'hr',
      'a',
    ].concat(['table', 'thead', 'tbody', 'tr', 'th', 'td']),
    allowedAttributes: { a: ['href'], ol: ['start'] },
    allowedSchemes: [],
    allowProtocolRelative: false,
    nestingLimit: NESTED_TAGS_MAX,
    transformTags: {
      h1: toUpper,
      h2: toUpper,
      h3: toUpper,
      h4: toLower,
      h5: toLower,
      h6: toLower,
      s: 'del',
      a: (_tag, { href = '' }) =>
        /^\/(?![/\\])/.test(href) ? { tagName: 'a', attribs: { href } } : { tagName: 'span', attribs: {} },
    },
    disallowedTagsMode: 'discard',
  });
}

/** A Markdown text as one plain line, cut at a word before `limit` characters with an ellipsis. */
export function plainText(text: string, limit: number): string {
  return keptText(`line of ${limit}`, text.slice(0, limit * MARKS_TO_WORDS), (start) => lineOf(start, limit));
}

function lineOf(text: string, limit: number): string {
  const html = sanitizeHtml(htmlOf(text), {
    allowedTags: [],
    allowedAttributes: {},
  });
  const words = html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= limit) return words;
  const cut = words.slice(0, limit - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.]+$/, '')}…`;
}
