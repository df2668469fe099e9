import { describe, expect, it } from 'vitest';
import { floorOf } from '../../../../src/dev/bench/first-load/floor.ts';

describe('the floor of a page', () => {
  const floor = floorOf(
    '<html><head><title>Stone</title><script src="/a.js"></script></head><body><header><h2>Menu</h2></header><main id="main">' +
      '<h1 class="x">Stone <em>giants</em></h1><a href="/p"><img class="y" src="/img/1.webp" srcset="/img/2.webp 2w" alt="A &lt; B" data-x="1" fetchpriority="high"></a>' +
      '<astro-island props="{}"></astro-island><h3>Giant</h3></main></body></html>',
  );

  it('has the headings and pictures of its content, in their order, with what decides how they are loaded', () => {
    expect(/<main.*<\/main>/.exec(floor)?.[0]).toBe(
      '<main class="grid"><h1>Stone giants</h1><img src="/img/1.webp" srcset="/img/2.webp 2w" alt="A &lt; B" fetchpriority="high"><h3>Giant</h3></main>',
    );
  });

  it('loads nothing else', () => {
    expect(floor).toContain('<title>Stone</title>');
    expect(floor).not.toMatch(/<script|<link|astro-island|url\(/);
  });
});
