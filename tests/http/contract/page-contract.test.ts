import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, inject, it } from 'vitest';
import { paths } from '../../../src/paths.ts';
import { readSources } from '../../structure/source.ts';
import { emailOf, PASSWORD, type Role } from '../people.ts';
import { formOf, freshAddress, world } from '../request.ts';
import { CONTRACT, type MainControl, type PageContract } from './page-contract.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** With a cache in front, which it tells for how long and under which tags it may keep a page. */
const url = inject('limitedUrl');

const ask = (path: string, role: Role = 'anonymous', more: RequestInit = {}) =>
  fetch(url + path, {
    redirect: 'manual',
    ...more,
    headers: {
      'x-forwarded-for': freshAddress(),
      origin: url,
      ...(world.cookies[role] === '' ? {} : { cookie: world.cookies[role] }),
    },
  });

/** The elements of a page in order, without those of templates, which nobody sees. */
function elementsIn(node: DefaultTreeAdapterTypes.Node): Element[] {
  const own = 'attrs' in node ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : [])];
}
const attribute = (element: Element, name: string) =>
  element.attrs.find((attr) => attr.name === name)?.value ?? null;
const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
const said = (element: Element) => textOf(element).replace(/\s+/g, ' ').trim();
const above = (element: Element): Element[] => {
  const { parentNode } = element;
  return parentNode && 'attrs' in parentNode ? [parentNode, ...above(parentNode)] : [];
};
const HIDING = new Set(['hidden', 'invisible', 'sr-only', 'opacity-0', 'pointer-events-none']);

/** Why somebody could not see or use it, for each element that is in the way. */
const obstacles = (element: Element): string[] =>
  [element, ...above(element)].flatMap((one) => [
    ...['hidden', 'inert', 'disabled', 'aria-disabled', 'aria-hidden']
      .filter((name) => attribute(one, name) !== null && attribute(one, name) !== 'false')
      .map((name) => `<${one.tagName} ${name}>`),
    ...(attribute(one, 'class') ?? '').split(/\s+/).filter((name) => HIDING.has(name)),
  ]);

const inMain = (elements: readonly Element[]) =>
  elements.filter((element) => above(element).some(({ tagName }) => tagName === 'main'));

/** Controls that lead somewhere, with what they say and where to. */
const controlsIn = (elements: readonly Element[]) =>
  elements
    .filter(({ tagName }) => tagName === 'a' || tagName === 'button')
    .map((element) => {
      const form = above(element).find(({ tagName }) => tagName === 'form');
      const action = attribute(element, 'formaction') ?? (form ? attribute(form, 'action') : null);
      return {
        element,
        says: said(element),
        leads: element.tagName === 'a' ? attribute(element, 'href') : action,
      };
    });

function expectControl(elements: readonly Element[], { says, leads }: MainControl) {
  const found = controlsIn(inMain(elements)).filter((control) => says.test(control.says));
  expect(found.length, `a control that says ${says}`).toBeGreaterThan(0);
  const usable = found.find(({ element }) => obstacles(element).length === 0);
  expect(
    usable,
    `in the way: ${found.flatMap(({ element }) => obstacles(element)).join(', ')}`,
  ).toBeDefined();
  if (leads instanceof RegExp) expect(usable?.leads).toMatch(leads);
  else if (leads !== null) expect(usable?.leads).toBe(leads);
}

/** The headers that every page has, line by line; what a page adds by its content is left out of the policy. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ],
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};
/** Headers by which pages differ, or which say something of one answer. */
const OF_ONE_ANSWER =
  /^(set-cookie|date|etag|content-length|content-encoding|transfer-encoding|connection|keep-alive|x-cache|vary|x-trips|x-writes|last-modified|server-timing)$/;
const OF_CACHES = ['cache-control', 'cdn-cache-control', 'cache-tag', 'surrogate-key'];

const policyOf = (answer: Response) =>
  (answer.headers.get('content-security-policy') ?? '')
    .split(';')
    .map((line) => line.replace(/ '(sha256|nonce)-[^']*'/g, '').trim())
    .filter(Boolean);

const headersOf = (answer: Response) =>
  Object.fromEntries(
    [...answer.headers]
      .filter(([name]) => !OF_ONE_ANSWER.test(name) && !OF_CACHES.includes(name))
      .map(([name, value]) => [name, name === 'content-security-policy' ? policyOf(answer) : value]),
  );

const tagsOf = (answer: Response, { cards = false }: { cards?: boolean }, own: readonly string[]) =>
  (answer.headers.get('cache-tag') ?? '')
    .split(',')
    // Cards of other products, which other tests add and take away.
    .filter((tag) => !cards || own.includes(tag) || !tag.startsWith('product:'))
    .sort();

async function expectContract(contract: PageContract): Promise<void> {
  const { at, as, status = 200, robots, canonical, kept, cache, isOfLink = false, main } = contract;
  const path = at(world);
  const answer = await ask(path, as);
  const page = elementsIn(parse(await answer.text()));
  const meta = page.find((one) => one.tagName === 'meta' && attribute(one, 'name') === 'robots');
  const link = page.find((one) => one.tagName === 'link' && attribute(one, 'rel') === 'canonical');
  const href = link ? attribute(link, 'href') : null;
  const tags = kept?.tags(world) ?? [];
  expect
    .soft(
      {
        status: answer.status,
        robots: meta ? attribute(meta, 'content') : null,
        canonical: href === null ? null : new URL(href).pathname + new URL(href).search,
        cache: answer.headers.get('cache-control'),
        kept: kept
          ? { for: answer.headers.get('cdn-cache-control'), tags: tagsOf(answer, kept, tags) }
          : null,
        headers: headersOf(answer),
      },
      path,
    )
    .toEqual({
      status,
      robots,
      canonical: canonical?.(world) ?? null,
      cache: cache ?? (kept ? 'no-cache' : 'private, no-store'),
      kept: kept ? { for: kept.for, tags: [...tags].sort() } : null,
      headers: isOfLink ? { ...HEADERS, 'referrer-policy': 'same-origin' } : HEADERS,
    });
  if (!kept) expect.soft(answer.headers.get('cache-tag'), path).toBeNull();
  if (main) expectControl(page, main);
}

describe('the contract of pages', () => {
  it('has a row for every page', () => {
    const files = readSources(['src/pages'], ['.astro']).map(({ path }) => path.slice('src/pages/'.length));
    // Pieces of pages, which no address of their own shows.
    const pages = files.filter((file) => !file.startsWith('api/'));
    expect(Object.keys(CONTRACT).sort()).toEqual(pages.sort());
  });

  it.each(Object.entries(CONTRACT))('is kept by %s', async (_, rows) => {
    for (const row of rows) await expectContract(row);
  });
});

describe('the frame of every page', () => {
  /** Where each link of the footer and the header leads, by what it says. */
  const FRAME: Record<string, string> = {
    Terms: paths.terms(),
    Privacy: paths.privacy(),
    Imprint: paths.imprint(),
    Accessibility: paths.accessibility(),
    'Cancel a membership': paths.cancelMembership(),
    'Withdraw from a contract': paths.withdraw(),
    'Product licensing': paths.licensing(),
    'Copyright / DMCA': paths.helpPage('rights', 'copyright'),
    Sitemap: paths.sitemap(),
    'News feed': paths.newFeed('xml'),
    'Support ticket': `${paths.help()}#contact`,
    'Knowledge base': paths.help(),
  };

  it.each(['anonymous', 'seller'] as const)('leads where it says, for %s', async (role) => {
    for (const path of [paths.home(), paths.product(world.products.bought), paths.help()]) {
      const page = elementsIn(parse(await (await ask(path, role)).text()));
      const links = controlsIn(page).filter(({ element }) =>
        above(element).some(({ tagName }) => tagName === 'footer'),
      );
      const led = Object.fromEntries(links.map(({ says, leads }) => [says, leads]));
      expect(led, path).toMatchObject(FRAME);
      for (const { element, says } of links.filter((link) => link.says in FRAME))
        expect(obstacles(element), says).toEqual([]);
    }
  });

  it.each([
    [paths.privacy(), /Privacy/],
    [paths.terms(), /Terms/],
    [paths.imprint(), /Imprint/],
    [paths.withdraw(), /Withdraw/],
    [paths.cancelMembership(), /Cancel/],
    [paths.accessibility(), /Accessibility/],
  ])('leads to a page about it: %s', async (path, heading) => {
    const page = elementsIn(parse(await (await ask(path)).text()));
    expect(
      page
        .filter(({ tagName }) => tagName === 'h1')
        .map(said)
        .join(),
    ).toMatch(heading);
  });

  it('leads from a page to signing in and back to it', async () => {
    const here = paths.product(world.products.bought);
    const page = elementsIn(parse(await (await ask(here)).text()));
    const login = controlsIn(page).find(({ says }) => says === 'Login');
    expect(login?.leads).toBe(paths.login(here));
  });
});

describe('who signs in for a page of the account', () => {
  const wanted = `${paths.payments()}?page=2`;

  it('is led to it: from the page to the form, and from the form to the page', async () => {
    const sent = await ask(wanted);
    expect([sent.status, sent.headers.get('location')]).toEqual([302, paths.login(wanted)]);
    const page = elementsIn(parse(await (await ask(paths.login(wanted))).text()));
    const form = page.find((one) => one.tagName === 'form' && attribute(one, 'method') === 'post');
    expect(form && attribute(form, 'data-return-to')).toBe(wanted);
    const action = (form && attribute(form, 'action')) ?? '';
    const body = formOf({ email: emailOf('buyer'), password: PASSWORD });
    // The action's answer is kept for the page that follows, which leads on.
    let answer = await ask(action, 'anonymous', { method: 'POST', body });
    let cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    for (let hop = 0; hop < 2 && !(answer.headers.get('location') ?? '').endsWith(wanted); hop++) {
      const next = answer.headers.get('location') ?? action;
      answer = await fetch(new URL(next, url), {
        redirect: 'manual',
        headers: { cookie: cookies.join('; '), 'x-forwarded-for': freshAddress() },
      });
      cookies = [...cookies, ...answer.headers.getSetCookie().map((line) => line.split(';')[0])];
    }
    expect(answer.headers.get('location')).toBe(wanted);
  });
});
