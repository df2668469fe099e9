import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../../src/domain/catalogue/search/search-params.ts';
import type { FacetGroup } from '../../../../src/features/catalogue/search/facet-groups.ts';
import { facetsHtml } from '../../../../src/features/catalogue/search/facets-html.ts';

const NAMES = ['category', 'price', 'type', 'genre', 'scale', 'supports', 'printer', 'parts'] as const;

/** The filters as they stand on a page, with one choice among the values of one group. */
function filters(chosen: (typeof NAMES)[number] | null = null, choice: Choice = 'include') {
  const groups = NAMES.map(
    (name): FacetGroup => ({
      name,
      label: name,
      find: null,
      rows: [
        ...[{ name, value: 'a', text: `${name} a`, count: 3, below: false }].map((row) => ({
          ...row,
          choice: name === chosen ? choice : ('off' as const),
        })),
      ],
    }),
  );
  const page = document.createElement('form');
  page.innerHTML = facetsHtml(groups, ({ name, value }) => `/search?not-${name}=${value}`).text;
  return page;
}
const openGroups = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLDetailsElement>('[data-group]')]
    .filter((group) => group.open)
    .map((group) => group.dataset['group']);

describe('the filters of a search', () => {
  it('open the six main groups, and fold the rest into one', () => {
    const page = filters();
    expect(openGroups(page)).toEqual(NAMES.slice(0, 6));
    const more = page.querySelector('[data-group=more]');
    expect(
      [...(more?.querySelectorAll('[data-group]') ?? [])].map((group) => group.textContent),
    ).toHaveLength(2);
  });

  it('show what is chosen among the rest', () => {
    expect(openGroups(filters('parts'))).toEqual([...NAMES.slice(0, 6), 'more', 'parts']);
  });

  it('have one box for each value, and none without words', () => {
    const page = filters('scale');
    expect(page.querySelectorAll('input')).toHaveLength(NAMES.length);
    for (const control of page.querySelectorAll('label, a, summary'))
      expect(control.textContent?.trim()).toMatch(/[a-z]/);
  });

  it('offer to leave a wanted value out, and send an unwanted one as such', () => {
    const wanted = filters('scale');
    const link = wanted.querySelector('[data-leave-out]');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([
      'Leave out scale a',
      '/search?not-scale=a',
    ]);
    expect([...new FormData(wanted)]).toEqual([['scale', 'a']]);
    const unwanted = filters('scale', 'exclude');
    expect([...new FormData(unwanted)]).toEqual([['not-scale', 'a']]);
    expect(unwanted.querySelector('[data-leave-out]')).toBeNull();
    expect(unwanted.querySelector('label:has(:checked)')?.textContent).toContain('Not scale a');
  });
});
