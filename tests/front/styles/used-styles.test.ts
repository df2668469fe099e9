import { describe, expect, it } from 'vitest';
import { keyOf, presentIn, rulesOf, stylesFor } from '../../../src/front/styles/used-styles.ts';

const used = (css: string, body: string) => stylesFor([rulesOf(css)], presentIn(body));

describe('the styles that a page shows at first', () => {
  it('are those whose classes are all in the page', () => {
    const css = '.card .price{color:red}.card .sale{color:blue}.price{color:green}';
    expect(used(css, '<p class="price">')).toBe('.price{color:green}');
    expect(used(css, '<div class="card wide"><p class="price">')).toBe(
      '.card .price{color:red}.price{color:green}',
    );
  });

  it('contain what asks for no class, and read the names that Tailwind escapes', () => {
    const css = 'h1,p{margin:0}[data-auth=in]{color:red}.md\\:p-1\\.5{padding:1px}.w-\\[10px\\]{width:10px}';
    expect(used(css, '<p class="md:p-1.5 w-[10px]">')).toBe(css);
    expect(used(css, '<p>')).toBe('h1,p{margin:0}[data-auth=in]{color:red}');
  });

  it('read classes with & and > as the markup writes them', () => {
    const css = '.\\[\\&\\>p\\]\\:m-0>p{margin:0}';
    for (const name of ['[&amp;>p]:m-0', '[&#38;&gt;p]:m-0', '[&>p]:m-0'])
      expect(used(css, `<div class="${name}"><p>`)).toBe(css);
  });

  it('do not ask for what is only excluded or one of several', () => {
    const css = '.a:not(.b){color:red}.a:is(.b,.c){color:blue}:where(.d>:not(:last-child)){color:green}';
    expect(used(css, '<p class="a">')).toBe('.a:not(.b){color:red}.a:is(.b,.c){color:blue}');
    expect(used(css, '<p class="d">')).toBe(':where(.d>:not(:last-child)){color:green}');
  });

  it('ask for what a group needs, which Tailwind writes as one selector in brackets', () => {
    const css =
      ':is(:where(.group)[data-in] .in\\:hidden){x:y}:is(:where(.group):is([open],:open) .up){x:y}:is(.a,.b){x:y}';
    expect(used(css, '<p>')).toBe(':is(.a,.b){x:y}');
    expect(used(css, '<p class="group"><i class="in:hidden up">')).toBe(css);
  });

  it('leave out what is seen only when something changes, and rules that set nothing else', () => {
    const css =
      '.a{color:red;transition:color .1s;cursor:pointer}.a{transition-duration:1s}@supports (animation-timeline:scroll()){.a{x:y}}';
    expect(used(css, '<p class="a">')).toBe('.a{color:red}');
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

  it('keep what a theme sets beside its properties, and of those what rules and attributes use', () => {
    const css =
      ':root{color-scheme:light;--ink:red;--wax:blue;--brass:gold}p{color:var(--ink)}[data-theme=dark]{color-scheme:dark;--ink:blue}';
    const theme = (properties: string) =>
      `:root{color-scheme:light}:root{${properties}}p{color:var(--ink)}[data-theme=dark]{color-scheme:dark}[data-theme=dark]{--ink:blue}`;
    expect(used(css, '<p>')).toBe(theme('--ink:red'));
    expect(used(css, '<p style="color:var(--wax)">')).toBe(theme('--ink:red;--wax:blue'));
  });

  it('leave out rules for elements that are not there', () => {
    const css =
      '*{margin:0}html{x:y}ul li{x:y}a,hr{x:y}nav>a[href="/li x"]{x:y}.a h1{x:y}.a:is(h2){x:y}' +
      '::placeholder{x:y}::-webkit-datetime-edit{x:y}';
    const kept = '*{margin:0}html{x:y}a,hr{x:y}nav>a[href="/li x"]{x:y}.a:is(h2){x:y}::placeholder{x:y}';
    expect(used(css, '<nav class="a"><A href="/">x</A><input><b class="[&>p]:m-0"></b></nav>')).toBe(kept);
    expect(used(css, '<nav class="a"><a href="/">x</a><input id="day" type="date"></nav>')).toBe(
      `${kept}::-webkit-datetime-edit{x:y}`,
    );
  });

  it('leave faces out where they have come before, and keep the order of layers', () => {
    const css = '@layer a,b;@font-face{x:y}p{x:y}';
    expect(stylesFor([rulesOf(css)], presentIn('<p>'), false)).toBe('@layer a,b;p{x:y}');
  });

  it('are the same only for markup with the same classes, elements and properties', () => {
    const keys = [
      '<p class="a">',
      '<p class="a" style="color:var(--b)">',
      '<i class="a">',
      '<p class="b">',
      '<p>',
    ];
    expect(new Set(keys.map((markup) => keyOf(presentIn(markup)))).size).toBe(keys.length);
    expect(keyOf(presentIn('<p class="a">x</p><i class="b">'))).toBe(
      keyOf(presentIn('<i class="b"></i><p class="a"><p class="a">')),
    );
  });
});
