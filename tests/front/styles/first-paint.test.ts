import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/front/ready-page.ts';
import { openFirstPaint } from '../../../src/front/styles/first-paint.ts';

const file = (text: string) => ({ plain: Buffer.from(text) }) as Page;
const FILES = new Map([
  ['/_astro/all.x1.css', file('@font-face{font-family:F}.a{x:y}.b{x:y}')],
  ['/_astro/all.x1.later.css', file('.a{x:y}.b{x:y}')],
  ['/_astro/search.x2.css', file('.a{z:y}.c{z:y}')],
]);
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-known'; img-src 'self'";
const LINK = (path: string) => `<link rel="stylesheet" href="${path}">`;
const page = (head: string, body = '<p class="a">text</p>', type = 'text/html') => ({
  status: 200,
  headers: { 'content-type': type, 'content-security-policy': POLICY },
  body: Buffer.from(`<html><head>${head}</head><body>${body}</body></html>`),
});
const painted = (rendered: ReturnType<typeof page>) => openFirstPaint(FILES)(rendered);

describe('the first paint of a page', () => {
  it('waits for no stylesheet: its styles are in the page, and the whole sheets follow without their faces', () => {
    const { body } = painted(page(`${LINK('/_astro/search.x2.css')}<i>${LINK('/_astro/all.x1.css')}`));
    expect(body.toString()).toBe(
      '<html><head><style>.a{z:y}@font-face{font-family:F}.a{x:y}</style><i></head><body><p class="a">text</p>' +
        `${LINK('/_astro/search.x2.css')}${LINK('/_astro/all.x1.later.css')}</body></html>`,
    );
  });

  it('has the styles of the header in the head, and those of the page before its main part, without faces', () => {
    const { body, headers } = painted(
      page(LINK('/_astro/all.x1.css'), '<header class="a"></header><main class="b"></main>'),
    );
    expect(body.toString()).toContain(
      '<style>@font-face{font-family:F}.a{x:y}</style></head><body><header class="a"></header>' +
        '<div hidden><svg><style><![CDATA[.a{x:y}.b{x:y}]]></style></svg></div><main class="b"></main>',
    );
    for (const [, css = ''] of body.toString().matchAll(/<style>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/style>/g))
      expect(headers['content-security-policy']).toContain(createHash('sha256').update(css).digest('base64'));
  });

  it('is allowed by the policy for exactly this text', () => {
    const { body, headers } = painted(page(LINK('/_astro/all.x1.css')));
    const css = /<style>(.*)<\/style>/.exec(body.toString())?.[1] ?? '';
    const hash = createHash('sha256').update(css).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'self'; script-src 'self'; style-src 'self' 'sha256-known' 'sha256-${hash}'; img-src 'self'`,
    );
  });

  it('allows of the scripts that the build knows those in the page', () => {
    const [here, elsewhere] = ['a("ü")', 'b()'].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    const rendered = page(
      LINK('/_astro/all.x1.css'),
      '<script>a("ü")</script><script type="module" src="/c.js"></script>',
    );
    rendered.headers['content-security-policy'] = POLICY.replace(
      "script-src 'self'",
      `script-src 'self' ${elsewhere} ${here} 'wasm-unsafe-eval'`,
    );
    expect(painted(rendered).headers['content-security-policy']).toContain(
      `script-src 'self' ${here} 'wasm-unsafe-eval';`,
    );
  });

  it.each([
    ['is no HTML', page(LINK('/_astro/all.x1.css'), '', 'application/xml')],
    ['has no stylesheet', page('')],
    ['has one that is not of the build', page(LINK('/_astro/all.x1.css') + LINK('/_astro/other.css'))],
  ])('is left as it is where the answer %s', (_, rendered) => {
    expect(painted(rendered)).toBe(rendered);
  });

  it('is made once for pages with the same classes, and never has the styles of another page', () => {
    const paint = openFirstPaint(FILES);
    const stylesOf = (body: string) => {
      const { headers, body: painted } = paint(page(LINK('/_astro/all.x1.css'), body));
      const css = /<style>(.*)<\/style>/.exec(painted.toString())?.[1] ?? '';
      const hash = createHash('sha256').update(css).digest('base64');
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
      return css.replace('@font-face{font-family:F}', '');
    };
    expect(stylesOf('<p class="a">one</p>')).toBe('.a{x:y}');
    expect(stylesOf('<p class="b">two</p>')).toBe('.b{x:y}');
    expect(stylesOf('<p class="a">three</p><p class="b">four</p>')).toBe('.a{x:y}.b{x:y}');
    expect(stylesOf('<p class="a">five</p><p class="a">six</p>')).toBe('.a{x:y}');
    expect(stylesOf('<p class="">seven</p>')).toBe('');
  });

  it('keeps every letter of the page', () => {
    const text = 'Größe ★ 獅子 🦁 </p>';
    const { body } = painted(
      page(`<title>${text}</title>${LINK('/_astro/all.x1.css')}`, `<p class="a">${text}`),
    );
    expect(body.toString()).toContain(`<title>${text}</title>`);
    expect(body.toString()).toContain(`<p class="a">${text}`);
  });

  it('does not take words of a description for markup', () => {
    const text = '$1 $& </style>';
    const { body } = painted(page(LINK('/_astro/all.x1.css'), `<p class="a">${text}</p>`));
    expect(body.toString()).toContain(`<p class="a">${text}</p>`);
  });
});
