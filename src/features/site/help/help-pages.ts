import MarkdownIt from 'markdown-it';
import type { HelpSection } from '../../../domain/site/help-search.ts';
import { HELP_FACTS, HELP_LINKS } from './help-facts.ts';

/** The pages in their order, by slug, with those that belong to each. Their texts are in `pages/`. */
const RELATED = {
  buying: ['downloading', 'money', 'rights'],
  downloading: ['buying', 'rights'],
  selling: ['guilds', 'money', 'rights'],
  guilds: ['buying', 'selling', 'money'],
  money: ['buying', 'selling', 'guilds'],
  rights: ['buying', 'selling'],
} as const;

export interface HelpPage {
  slug: string;
  title: string;
  /** The sentence under the title. */
  lead: string;
  /** `text` is the section's words without markup, for the search. */
  sections: { id: string; title: string; html: string; text: string }[];
  related: readonly string[];
}

/** A picture of a help page, as Astro knows it. */
interface Picture {
  src: string;
  width: number;
  height: number;
}

const texts = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default', eager: true });
const pictures = import.meta.glob<Picture>('./pictures/*.webp', { import: 'default', eager: true });
const markdown = new MarkdownIt({ html: false, typographer: true, quotes: '“”‘’' });
markdown.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const name = token?.attrGet('src') ?? '';
  const picture = pictures[`./pictures/${name}.webp`];
  if (!picture) throw new Error(`help: there is no picture "${name}"`);
  const alt = markdown.utils.escapeHtml(token?.content ?? '');
  return `<img class="rounded-lg border border-line" src="${picture.src}" width="${picture.width}" height="${picture.height}" alt="${alt}" loading="lazy" decoding="async">`;
};

/** All help pages. Read once: their texts are a part of the program. */
export const HELP_PAGES: readonly HelpPage[] = Object.entries(RELATED).map(([slug, related]) => {
  const text = texts[`./pages/${slug}.md`];
  if (text === undefined) throw new Error(`help: there is no text "${slug}"`);
  return helpPageOf(slug, filled(text, slug), related);
});

/** The page with this slug; null where there is none. */
export function helpPage(slug: string | undefined): HelpPage | null {
  return HELP_PAGES.find((page) => page.slug === slug) ?? null;
}

/** What the search of the help looks through. */
export const HELP_SECTIONS: readonly HelpSection[] = HELP_PAGES.flatMap(({ slug, title, lead, sections }) => [
  { page: slug, pageTitle: title, id: '', title, text: lead },
  ...sections.map(({ id, title: heading, text }) => ({
    page: slug,
    pageTitle: title,
    id,
    title: heading,
    text,
  })),
]);

/** With the facts and addresses in place of their names. @throws Error for a name that is not known */
function filled(text: string, slug: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = HELP_FACTS[name] ?? HELP_LINKS[name];
    if (value === undefined) throw new Error(`help: ${slug} names "${name}", which is not known`);
    return value;
  });
}

/** A page begins with its title and one sentence; each heading of the second level begins a section. */
function helpPageOf(slug: string, text: string, related: readonly string[]): HelpPage {
  const [head = '', ...parts] = text.split(/^## /m);
  const [heading = '', , lead = ''] = head.split('\n');
  const title = heading.replace('# ', '');
  if (title === '' || lead === '' || parts.length === 0)
    throw new Error(`help: ${slug} has no title, lead or section`);
  const sections = parts.map((part) => {
    const end = part.indexOf('\n');
    const name = part.slice(0, end).trim();
    const body = part.slice(end);
    return {
      id: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      title: name,
      html: markdown.render(body),
      text: wordsOf(body),
    };
  });
  return { slug, title, lead, sections, related };
}

/** The words of a Markdown text. Pictures give their description away. */
function wordsOf(text: string): string {
  const pieces = markdown
    .parse(text, {})
    .flatMap(({ type, children }) =>
      type === 'inline'
        ? (children ?? []).map((child) => (child.type === 'text' ? child.content : ' '))
        : [' '],
    );
  return pieces.join('').split(/\s/).filter(Boolean).join(' ');
}
