import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { cleanMarkdown } from '../../../domain/kernel/clean-text.ts';

const marked = new Marked({ gfm: true, breaks: true, async: false });

const htmlOf = (text: string) => marked.parse(cleanMarkdown(text)) as string;

/**
 * Renders a seller's Markdown as safe HTML. Headings move below the page's own; pictures, raw HTML and external links
 * are dropped, keeping their text. External links belong to the store's list of links.
 */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(htmlOf(text), {
    allowedTags: [
      'h3',
      'h4',
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
    transformTags: {
      h1: 'h3',
      h2: 'h3',
      h5: 'h4',
      h6: 'h4',
      a: (_tag, { href = '' }) =>
        /^\/(?![/\\])/.test(href) ? { tagName: 'a', attribs: { href } } : { tagName: 'span', attribs: {} },
    },
    disallowedTagsMode: 'discard',
  });
}

/** A Markdown text as one plain line, cut at a word before `limit` characters with an ellipsis. */
export function plainText(text: string, limit: number): string {
  const html = sanitizeHtml(htmlOf(text), { allowedTags: [], allowedAttributes: {} });
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
