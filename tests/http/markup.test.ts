import { type DefaultTreeAdapterTypes, type ParserError, parse, parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { PAGES } from './policies/page-policies.ts';
import { request, world } from './request.ts';

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
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

/** A page as its owner sees it, or as visitors do where a signed-in user is sent away; null if it is not HTML. */
async function pageAt(address: string): Promise<string | null> {
  for (const role of ['seller', 'anonymous'] as const) {
    const answer = await request(role, address);
    const html = await answer.text();
    if (html !== '' && answer.headers.get('content-type')?.startsWith('text/html')) return html;
  }
  return null;
}

it('no page has a script after its end, or anything else that a strict parser refuses', async () => {
  let parsed = 0;
  const pages = Object.entries(PAGES).filter(([file]) => file.endsWith('.astro'));
  for (const [, policies] of pages) {
    const checked = policies.map(async ({ at }) => {
      const html = await pageAt(at(world));
      if (html === null) return;
      parsed += 1;
      expect.soft(markupFaults(html), at(world)).toEqual([]);
    });
    await Promise.all(checked);
  }
  // The account alone has dozens of pages.
  expect(parsed).toBeGreaterThan(60);
}, 120_000);
