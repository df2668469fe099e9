import { expect, it } from 'vitest';
import { type HelpSection, helpWords, searchHelp } from '../../../src/domain/site/help-search.ts';
import { HELP_PAGES, HELP_SECTIONS } from '../../../src/features/site/help/help-pages.ts';

const section = (title: string, text: string): HelpSection => ({
  page: 'p',
  pageTitle: 'Page',
  id: 'i',
  title,
  text,
});

it('words are small, without endings and without those that say nothing', () => {
  expect(helpWords('How do I get REFUNDS for the orders?')).toEqual(['get', 'refund', 'order']);
  expect(helpWords('the to of')).toEqual([]);
});

it('finds sections with every word, titles first', () => {
  const sections = [
    section('Pay', 'A refund is paid back.'),
    section('Refunds', 'Ask us.'),
    section('Print', 'Slice it.'),
  ];
  expect(searchHelp(sections, 'refund').map((hit) => hit.section.title)).toEqual(['Refunds', 'Pay']);
  expect(searchHelp(sections, 'refund slice')).toEqual([]);
  expect(searchHelp(sections, '"; __proto__ .*')).toEqual([]);
});

it('cuts the excerpt around the word, between words', () => {
  const [hit] = searchHelp(
    [section('Long', `${'before '.repeat(30)}needle ${'after '.repeat(60)}`)],
    'needle',
  );
  expect(hit?.excerpt).toMatch(/^… (before )+needle (after )*after …$/);
});

it('each help page has a text, sections with ids of their own, and pages that belong to it', () => {
  for (const { slug, lead, sections, related } of HELP_PAGES) {
    expect(lead, slug).toMatch(/\.$/);
    expect(new Set(sections.map(({ id }) => id)).size, slug).toBe(sections.length);
    for (const other of related)
      expect(
        HELP_PAGES.some((page) => page.slug === other),
        other,
      ).toBe(true);
    for (const { html } of sections)
      expect(html.replaceAll(/<img[^>]*>/g, '')).not.toMatch(/\{\{|\}\}|undefined|NaN/);
  }
});

it('links within the help lead to pages and sections that exist', () => {
  const known = new Set(HELP_SECTIONS.map(({ page, id }) => `/help/${page}${id === '' ? '' : `#${id}`}`));
  const links = HELP_PAGES.flatMap(({ sections }) =>
    sections.flatMap(({ html }) => [...html.matchAll(/href="(\/help[^"]*)"/g)].map((match) => match[1])),
  );
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => link && !known.has(link))).toEqual([]);
});

it('questions that people ask are answered', () => {
  for (const [query, id] of Object.entries({
    refund: 'ask-for-a-refund',
    'cancel membership': 'cancel',
    'download zip': 'download',
    ranking: 'how-results-are-ranked',
    copyright: 'copyright',
    payout: 'payouts',
  }))
    expect(
      searchHelp(HELP_SECTIONS, query).map((hit) => hit.section.id),
      query,
    ).toContain(id);
});
