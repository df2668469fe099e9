import { expect, it } from 'vitest';
import { linkToFirstPictures } from '../../../../src/server/http/styles/first-pictures.ts';

it('names the first pictures with their sizes, and no other', () => {
  const html =
    '<img src="/img/480/a.webp" srcset="/img/320/a.webp 320w, /img/480/a.webp 480w" sizes="(min-width: 40rem) 56vw, 94vw" alt="" fetchpriority="high">' +
    '<img src="/img/320/b.webp" alt="b" loading="lazy"><img fetchpriority="high" src="/img/320/c.webp">' +
    '<img fetchpriority="high" src="/img/320/d.webp">';
  expect(linkToFirstPictures(html)).toBe(
    '</img/480/a.webp>; rel=preload; as=image; imagesrcset="/img/320/a.webp 320w, /img/480/a.webp 480w"; ' +
      'imagesizes="(min-width: 40rem) 56vw, 94vw"; fetchpriority=high, ' +
      '</img/320/c.webp>; rel=preload; as=image; fetchpriority=high',
  );
  expect(linkToFirstPictures('<p>fetchpriority="high"</p>')).toBeNull();
});

it.each([
  'https://elsewhere.test/a.webp',
  '/a.webp>; rel=preload',
  '/a.webp\r\nset-cookie: a=b',
  '//elsewhere.test/a.webp',
])('let an address end the header: %s', (src) => {
  expect(linkToFirstPictures(`<img src="${src}" fetchpriority="high">`)).toBeNull();
});
