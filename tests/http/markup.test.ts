import { type DefaultTreeAdapterTypes, type ParserError, parse, parseFragment, serialize } from 'parse5';
import { beforeAll, expect, it } from 'vitest';
import { checkPages, installedJava, isCheckerFetched } from '../../src/dev/html/checker.ts';
import { PAGES } from './policies/page-policies.ts';
import { request, world } from './request.ts';

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Kinds of `<input>` that a browser has nothing to fill in for. */
const UNFILLED = /^(checkbox|radio|button|file|image|reset|submit)$/;
const HEADING = /^h[1-6]$/;
const IS_WHOLE_PAGE = /^\s*<!doctype/i;

/** What a strict parser says about a page or a fragment, with the place; [] for valid markup. */
function markupFaults(html: string): string[] {
  const faults: string[] = [];
  const near = (at: number) => html.slice(Math.max(0, at - 30), at + 60);
  const onParseError = ({ code, startOffset }: ParserError) => faults.push(`${code}: ${near(startOffset)}`);
  const whole = IS_WHOLE_PAGE.test(html);
  const tree = whole
    ? parse(html, { sourceCodeLocationInfo: true, onParseError })
    : parseFragment(html, { sourceCodeLocationInfo: true, onParseError });
  // The parser moves what follows the end tag into the body without calling it an error.
  const root = tree.childNodes.find(({ nodeName }) => nodeName === 'html');
  const end = root && 'attrs' in root ? root.sourceCodeLocation?.endTag?.endOffset : undefined;
  if (whole && end === undefined) faults.push('the page has no end');
  if (end !== undefined && html.slice(end).trim() !== '')
    faults.push(`after the end of the page: ${html.slice(end, end + 90)}`);
  const elements = elementsIn(tree);
  for (const { tagName, namespaceURI, sourceCodeLocation: place } of elements) {
    // Foreign elements, as in an SVG, may close themselves. An element that the parser adds has no place.
    const closes = VOID.test(tagName) || !namespaceURI.endsWith('xhtml') || place?.endTag !== undefined;
    if (place && !closes)
      faults.push(`<${tagName}> is not closed where it should be: ${near(place.startOffset)}`);
  }
  const ids = elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id'));
  const seen = ids.map(({ value }) => value);
  for (const id of new Set(seen.filter((one, at) => seen.indexOf(one) !== at)))
    faults.push(`more than one element has the id "${id}"`);
  return [...faults, ...validityFaults(elements)];
}

/**
 * What a strict parser lets pass and a validator does not. Astro's rule for its islands may stand first in its element: it
 * reaches nothing before it.
 */
function validityFaults(elements: readonly DefaultTreeAdapterTypes.Element[]): string[] {
  const faults: string[] = [];
  let above = 6;
  for (const element of elements) {
    const { tagName, namespaceURI, parentNode } = element;
    const of = (name: string) => element.attrs.find((attr) => attr.name === name)?.value;
    if (tagName === 'img' && !of('src') && !of('srcset')) faults.push('an <img> has no address');
    if (tagName === 'input' && of('autocomplete') !== undefined && UNFILLED.test(of('type') ?? ''))
      faults.push(`autocomplete stands on a ${of('type')}`);
    const isHtml = namespaceURI.endsWith('xhtml');
    const isOfIslands =
      tagName === 'style' && /^\s*<style>astro-island,/.test(parentNode ? serialize(parentNode) : '');
    if (tagName === 'style' && isHtml && parentNode?.nodeName !== 'head' && !isOfIslands)
      faults.push('a <style> is not in the head');
    if (HEADING.test(tagName)) {
      const level = Number(tagName[1]);
      if (level > above + 1) faults.push(`a heading of level ${level} follows one of level ${above}`);
      above = level;
    }
  }
  return faults;
}

/** Every element of a tree, also inside templates. */
function elementsIn(node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] {
  const own = 'attrs' in node ? [node] : [];
  const inner = 'content' in node ? elementsIn(node.content) : [];
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : [];
  return [...own, ...inner, ...children];
}

it('finds a script after the end of a page, a wrong end tag and an id used twice', () => {
  const page = (body: string, after = '') =>
    `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>${after}`;
  expect(markupFaults(page('<p id="a">x</p>', '\n'))).toEqual([]);
  expect(markupFaults(page('', '<script></script>'))).toEqual([expect.stringContaining('after the end')]);
  expect(markupFaults(page('<p><div></div></p>'))).toEqual([expect.stringContaining('<p> is not closed')]);
  expect(markupFaults('<p id="a"></p><p id="a"></p>')).toEqual([expect.stringContaining('"a"')]);
});

it.each([
  ['<img alt="" hidden>', 'an <img> has no address'],
  ['<img src="" alt="">', 'an <img> has no address'],
  ['<p>x</p><style>p{color:red}</style>', 'a <style> is not in the head'],
  ['<div><style>p{color:red}</style></div>', 'a <style> is not in the head'],
  ['<input type="checkbox" autocomplete="off">', 'autocomplete stands on a checkbox'],
  ['<h1>a</h1><div><h3>b</h3></div>', 'a heading of level 3 follows one of level 1'],
])('%s is found', (body, fault) => {
  const page = `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;
  expect(markupFaults(page)).toEqual([fault]);
});

it('takes valid markup for valid', () => {
  const page = `<!doctype html><html><head><title>x</title><style>p{color:red}</style></head><body>
    <svg><style>p{color:red}</style></svg><img src="/a.webp" alt=""><img srcset="/a.webp 2x" alt="">
    <input type="text" autocomplete="off"><h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2></body></html>`;
  expect(markupFaults(page)).toEqual([]);
});

/** A page as its owner sees it, or as visitors do where a signed-in user is sent away; null if it is not HTML. */
async function pageAt(address: string): Promise<string | null> {
  for (const role of ['seller', 'anonymous'] as const) {
    const answer = await request(role, address);
    const html = await answer.text();
    if (html !== '' && answer.headers.get('content-type')?.startsWith('text/html')) return html;
  }
  return null;
}

/** Markup by address, of every page. */
const markup = new Map<string, string>();

beforeAll(async () => {
  for (const [file, policies] of Object.entries(PAGES)) {
    if (!file.endsWith('.astro')) continue;
    const fetched = policies.map(async ({ at }) => [at(world), await pageAt(at(world))] as const);
    for (const [address, html] of await Promise.all(fetched)) if (html !== null) markup.set(address, html);
  }
}, 120_000);

it('no page has a script after its end, or anything else that a strict parser or a validator refuses', () => {
  for (const [address, html] of markup) expect.soft(markupFaults(html), address).toEqual([]);
  // The account alone has dozens of pages.
  expect(markup.size).toBeGreaterThan(60);
});

const java = installedJava();
it.skipIf(java === null || !isCheckerFetched())(
  'every page is valid by the Nu Html Checker, where `npm run check:html` has fetched it',
  async () => {
    const pages = new Map([...markup].filter(([, html]) => IS_WHOLE_PAGE.test(html)));
    const messages = await checkPages(java ?? '', pages);
    expect(messages.map(({ page, text }) => `${page}: ${text}`)).toEqual([]);
  },
  120_000,
);
