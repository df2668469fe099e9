import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { attribute, escapeHtml, flagAttribute, html } from '../../src/ui/html.ts';

/** What an HTML parser makes of the element: its attributes and its text. A parser drops zeros and rewrites line ends. */
function read(markup: string): { names: string[]; values: Record<string, string>; text: string } {
  const [element, ...more] = parseFragment(markup).childNodes as DefaultTreeAdapterTypes.Element[];
  expect(more).toEqual([]);
  expect(element?.childNodes.every(({ nodeName }) => nodeName === '#text')).toBe(true);
  return {
    names: element?.attrs.map(({ name }) => name) ?? [],
    values: Object.fromEntries(element?.attrs.map(({ name, value }) => [name, value]) ?? []),
    text: (element?.childNodes ?? [])
      .map((node) => (node as DefaultTreeAdapterTypes.TextNode).value)
      .join(''),
  };
}

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"><script>', "' onload='x", '&lt;', '</b>', '<!--', '&amp;amp;'),
  )
  .map((text) => text.replace(/[\0\r]/g, ''));

test('no text leaves its place in a template', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText), (value, text, list) => {
      const { names, values, text: shown } = read(html`<b title="${value}">${text}${list}</b>`.text);
      expect(names).toEqual(['title']);
      expect(values['title']).toBe(value);
      expect(shown).toBe(text + list.join(''));
    }),
  );
});

test('no value leaves its attribute', () => {
  fc.assert(
    fc.property(anyText, (value) => {
      const { values } = read(
        html`<b${attribute('data-a', value)}${flagAttribute('hidden', true)}></b>`.text,
      );
      expect(values).toEqual({ 'data-a': value, hidden: '' });
    }),
  );
});

test('templates stand in templates unescaped, and what is missing leaves nothing', () => {
  const inner = html`<i>${'<'}</i>`;
  expect(html`<b>${inner}${null}${undefined}${false}${[inner, 'x & y', 3]}</b>`.text).toBe(
    '<b><i>&lt;</i><i>&lt;</i>x &amp; y3</b>',
  );
  expect(html`<b${attribute('class', null)}${flagAttribute('hidden', false)}></b>`.text).toBe('<b></b>');
  expect(escapeHtml(`a"b'c`)).toBe('a&quot;b&#39;c');
});
