import { expect, it } from 'vitest';
import { preloadsOfFirstPictures } from '../../../src/front/styles/first-pictures.ts';

it('names the first pictures with their sizes, and no other', () => {
  const html =
    '<img src="/img/480/a.webp" srcset="/img/320/a.webp 320w, /img/480/a.webp 480w" sizes="(min-width: 40rem) 56vw, 94vw" alt="" fetchpriority="high">' +
    '<img src="/img/320/b.webp" alt="b" loading="lazy"><img fetchpriority="high" src="/img/320/c.webp">' +
    '<img fetchpriority="high" src="/img/320/d.webp">';
  expect(preloadsOfFirstPictures(html)).toBe(
    '<link rel="preload" as="image" href="/img/480/a.webp" imagesrcset="/img/320/a.webp 320w, /img/480/a.webp 480w" ' +
      'imagesizes="(min-width: 40rem) 56vw, 94vw" fetchpriority="high">' +
      '<link rel="preload" as="image" href="/img/320/c.webp" fetchpriority="high">',
  );
  expect(preloadsOfFirstPictures('<p>fetchpriority="high"</p>')).toBe('');
});

it.each([
  'https://elsewhere.test/a.webp',
  '/a.webp&quot; onload=&quot;a()',
  '/a.webp><script>',
  '//elsewhere.test/a.webp',
])('let an address end its attribute: %s', (src) => {
  expect(preloadsOfFirstPictures(`<img src="${src}" fetchpriority="high">`)).toBe('');
});
