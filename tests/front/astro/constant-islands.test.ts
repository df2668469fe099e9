import { createElement, useId } from 'react';
import { expect, test } from 'vitest';
import islands from '../../../src/front/astro/constant-islands.ts';

const seen = { times: 0 };
function Menu() {
  seen.times += 1;
  return createElement('p', { id: useId() }, 'Menu');
}
function Bell() {
  return createElement('p', { id: useId() }, 'Bell');
}

test('an island without properties is rendered once for all pages', () => {
  const first = islands.renderToStaticMarkup(Menu);
  expect(first.html).toContain('>Menu</p>');
  expect(islands.renderToStaticMarkup(Menu)).toEqual(first);
  expect(seen.times).toBe(1);
});

test('what Astro adds to the attributes of one page is not in the next', () => {
  const first = islands.renderToStaticMarkup(Menu);
  Object.assign(first.attrs, { 'data-added': 'yes' });
  expect(islands.renderToStaticMarkup(Menu).attrs).not.toHaveProperty('data-added');
});

test('the ids of two islands in one page differ', () => {
  const [one, other] = [Menu, Bell].map((island) => islands.renderToStaticMarkup(island));
  expect(one?.attrs.prefix).not.toBe(other?.attrs.prefix);
  expect(one?.html).not.toBe(other?.html);
});

test('an island that gets properties or content from its page is left to React’s own renderer', () => {
  expect(islands.check(Menu, {}, {})).toBe(true);
  expect(islands.check(Menu, { path: '/account' }, {})).toBe(false);
  expect(islands.check(Menu, {}, { default: 'text' })).toBe(false);
  expect(islands.check('p', {}, {})).toBe(false);
});
