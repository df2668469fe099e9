import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  rulesOf,
  stylesAfterPart,
  stylesFor,
  stylesForPart,
} from '../../../../src/server/http/styles/used-styles.ts';

const used = (css: string, body: string) => stylesFor([rulesOf(css)], body);

describe('the styles that a page shows at first', () => {
  it('are those whose classes are all in the page', () => {
    const css = '.card .price{color:red}.card .sale{color:blue}.price{color:green}';
    expect(used(css, '<p class="price">')).toBe('.price{color:green}');
    expect(used(css, '<div class="card wide"><p class="price">')).toBe(
      '.card .price{color:red}.price{color:green}',
    );
  });

  it('contain what asks for no class, and read the names that Tailwind escapes', () => {
    const css = 'h1,h2{margin:0}[data-auth=in]{color:red}.md\\:p-1\\.5{padding:1px}.w-\\[10px\\]{width:10px}';
    expect(used(css, '<p class="md:p-1.5 w-[10px]">')).toBe(css);
    expect(used(css, '<p>')).toBe('h1,h2{margin:0}[data-auth=in]{color:red}');
  });

  it('read classes with & and > as the markup writes them', () => {
    const css = '.\\[\\&\\>p\\]\\:m-0>p{margin:0}';
    for (const name of ['[&amp;>p]:m-0', '[&#38;&gt;p]:m-0', '[&>p]:m-0'])
      expect(used(css, `<div class="${name}">`)).toBe(css);
  });

  it('do not ask for what is only excluded or one of several', () => {
    const css = '.a:not(.b){color:red}.a:is(.b,.c){color:blue}:where(.d>:not(:last-child)){color:green}';
    expect(used(css, '<p class="a">')).toBe('.a:not(.b){color:red}.a:is(.b,.c){color:blue}');
    expect(used(css, '<p class="d">')).toBe(':where(.d>:not(:last-child)){color:green}');
  });

  it('leave out what a pointer, the keyboard or a printer would need', () => {
    const css =
      '.a:hover{x:y}.a:focus-visible{x:y}.a::backdrop{x:y}@media print{.a{x:y}}@media (hover:hover){.a{x:y}}.a:hover,.a{x:z}';
    expect(used(css, '<p class="a">')).toBe('.a:hover,.a{x:z}');
  });

  it('keep conditions and the order of layers, empty ones too', () => {
    const css =
      '@layer base,utilities;@layer base{.b{x:y}}@layer utilities{@media (width>=40rem){.a{x:y}.b{x:y}}@supports (x:y){.b{x:y}}}';
    expect(used(css, '<p class="a">')).toBe(
      '@layer base,utilities;@layer base{}@layer utilities{@media (width>=40rem){.a{x:y}}}',
    );
  });

  it('have the custom properties, initial values and animations that they use, through others too', () => {
    const css =
      '@layer theme{:root{--text:1px;--half:calc(var(--text)/2);--other:2px}}.a{width:var(--half);animation:1s breathe;margin:var(--tw-x)}' +
      '@property --tw-x{syntax:"*"}@property --tw-y{syntax:"*"}@keyframes breathe{to{x:y}}@keyframes other{to{x:y}}';
    expect(used(css, '<p class="a">')).toBe(
      '@layer theme{:root{--text:1px;--half:calc(var(--text)/2)}}.a{width:var(--half);animation:1s breathe;margin:var(--tw-x)}' +
        '@property --tw-x{syntax:"*"}@keyframes breathe{to{x:y}}',
    );
  });

  it('keep what a theme sets beside its properties', () => {
    const css = ':root{color-scheme:light;--ink:red}[data-theme=dark]{color-scheme:dark;--ink:blue}';
    expect(used(css, '<p>')).toBe(css);
  });

  it('of a part leave out rules for elements that are not in it', () => {
    const css =
      '*{margin:0}html{x:y}ul li{x:y}a,hr{x:y}nav>a[href="/li x"]{x:y}.a h1{x:y}.a:is(h2){x:y}' +
      '::placeholder{x:y}::-webkit-datetime-edit{x:y}';
    const part = '<nav class="a"><A href="/">x</A><input></nav>';
    expect(stylesForPart([rulesOf(css)], part)).toBe(
      '*{margin:0}html{x:y}a,hr{x:y}nav>a[href="/li x"]{x:y}.a:is(h2){x:y}::placeholder{x:y}',
    );
    expect(used(css, part)).toBe(css);
  });

  it('of the rest are those that the part does not have', () => {
    const css =
      ':root{--a:1px;--b:2px}@layer base{p{x:y}a{x:z}}@layer more{.b{width:var(--a)}.c{height:var(--b)}}@font-face{x:y}';
    const [part, body] = ['<a class="b">', '<a class="b"><p class="c">'];
    const sheet = rulesOf(css);
    expect(stylesForPart([sheet], part)).toBe(
      ':root{--a:1px}@layer base{a{x:z}}@layer more{.b{width:var(--a)}}@font-face{x:y}',
    );
    expect(stylesAfterPart([sheet], part, body)).toBe(
      ':root{--b:2px}@layer base{p{x:y}a{x:z}}@layer more{.c{height:var(--b)}}',
    );
  });

  it('of the rest repeat a rule of the part that wins over one of the rest, and what wins over that', () => {
    const css =
      '.r{margin-top:1px}.h1{margin:2px}.h2{margin-bottom:0;color:red}.h3{color:blue}.h4{height:1px}';
    const [part, body] = ['<i class="h1 h2 h3 h4">', '<i class="h1 h2 h3 h4 r">'];
    const sheet = rulesOf(css);
    expect(stylesForPart([sheet], part)).toBe(css.replace('.r{margin-top:1px}', ''));
    expect(stylesAfterPart([sheet], part, body)).toBe(css.replace('.h4{height:1px}', ''));
  });

  it('of part and rest let the same declarations win as the whole sheet does', () => {
    const properties = [
      'margin',
      'margin-top',
      'top',
      'inset',
      'color',
      'line-height',
      'font',
      'gap',
      'row-gap',
    ];
    const rule = fc.record({
      layer: fc.constantFrom('', 'one', 'two'),
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      property: fc.constantFrom(...properties),
    });
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        fc.subarray(['a', 'b', 'c', 'd', 'e']),
        fc.subarray(['a', 'b', 'c', 'd', 'e']),
        (rules, ofPart, ofRest) => {
          const css = rules
            .map(({ layer, name, property }, at) => {
              const one = `.${name}{${property}:${at}}`;
              return layer === '' ? one : `@layer ${layer}{${one}}`;
            })
            .join('');
          const markup = (names: string[]) => `<i class="${names.join(' ')}">`;
          const [part, body] = [markup(ofPart), markup([...ofPart, ...ofRest])];
          const sheet = rulesOf(css);
          const winners = (text: string) => winnersOf(text, [...ofPart, ...ofRest]);
          expect(winners(stylesForPart([sheet], part) + stylesAfterPart([sheet], part, body))).toEqual(
            winners(css),
          );
        },
      ),
    );
  });
});

/** Which declaration wins for an element with all these classes: by layer and kind of property, the last one. */
function winnersOf(css: string, names: readonly string[]): Record<string, string> {
  const winners: Record<string, string> = {};
  const order = /margin|top|inset|color|line-height|font|gap/;
  for (const [, layer = '', plain, inner] of css.matchAll(/@layer (\w+)\{([^}]*\}|)\}|(\.[^}]*\})/g))
    for (const [, name = '', property = '', value = ''] of (plain ?? inner ?? '').matchAll(
      /\.(\w)\{([\w-]+):(\d+)\}/g,
    )) {
      if (!names.includes(name)) continue;
      const kind = { top: 'inset', 'line-height': 'font' }[property] ?? order.exec(property)?.[0] ?? property;
      winners[`${layer} ${kind}`] = value;
    }
  return winners;
}
