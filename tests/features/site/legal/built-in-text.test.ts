import { parseFragment } from 'parse5';
import { expect, it } from 'vitest';
import { markdownOf, type PageNode } from '../../../../src/features/site/legal/account/built-in-text.ts';

interface Parsed {
  nodeName: string;
  value?: string;
  childNodes?: Parsed[];
  attrs?: { name: string; value: string }[];
}

/** A parsed node as a browser has it. */
const asNode = ({ nodeName, value, childNodes = [], attrs = [] }: Parsed): PageNode => ({
  nodeName,
  nodeValue: value ?? null,
  childNodes: childNodes.map(asNode),
  getAttribute: (name) => attrs.find((attribute) => attribute.name === name)?.value ?? null,
});
const read = (html: string) => markdownOf(asNode(parseFragment(html) as unknown as Parsed));

it('the sections of a built-in text are read as Markdown', () => {
  expect(
    read(`<section class="prose" aria-labelledby="a"><h2 id="a">What may be
      sold</h2><p>Your <strong>own</strong> work, see the <a href="/licensing">licences</a>.</p>
      <ul><li>One <em>thing</em></li><li>Another<br>line</li></ul></section>
      <section><h2>Money</h2>No paragraph, <b>all the same</b>.</section>`),
  ).toBe(
    [
      '## What may be sold',
      'Your **own** work, see the [licences](/licensing).',
      '- One *thing*\n- Another line',
      '## Money',
      'No paragraph, **all the same**.',
    ].join('\n\n'),
  );
});

it('tables and lists of terms become lists', () => {
  expect(
    read(
      '<table><thead><tr><th>What</th><th>Kept</th></tr></thead><tbody><tr><td>Orders</td><td>10 years</td></tr></tbody></table>',
    ),
  ).toBe('- What; Kept\n- Orders; 10 years');
  expect(read('<dl><div><dt>Name</dt><dd>Your name</dd></div></dl>')).toBe('- Name: Your name');
});

it('signs of Markdown in a text stay signs', () => {
  expect(read('<p>1 * 2 [a] _b_</p>')).toBe('1 \\* 2 \\[a\\] \\_b\\_');
});
