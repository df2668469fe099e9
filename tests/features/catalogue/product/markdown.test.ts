import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import { plainText, renderMarkdown } from '../../../../src/features/catalogue/product/markdown.ts';
import { HOSTILE } from '../../../hostile-texts.ts';

describe('a description', () => {
  it('keeps its formatting', () => {
    const html = renderMarkdown('# Golem\n\nReads as **large**.\n\n- one\n- two');
    expect(html).toContain('<h3>Golem</h3>');
    expect(html).toContain('<strong>large</strong>');
    expect(html).toContain('<li>one</li>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](javascript:alert(1))',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '<a href="/x" onclick="alert(1)" style="color:red">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)>',
    '<style>*{display:none}</style>',
  ])('removes %s', (text) => {
    const html = renderMarkdown(text);
    expect(html).not.toMatch(/<(script|img|iframe|svg|style)|javascript:|data:|\bon\w+=|style=/i);
  });

  it('drops external links and keeps their text', () => {
    for (const address of [
      'https://evil.example',
      '//evil.example',
      'mailto:a@b.example',
      '/\\\\evil.example',
    ]) {
      const html = renderMarkdown(`See <a href="${address}">the guide</a> or [the guide](${address}).`);
      expect(html).not.toMatch(/href="[^"]*(:|\/\/|\\)/);
      expect(html.match(/the guide/g)).toHaveLength(2);
    }
    expect(renderMarkdown('[shelf](/store/ashgrove)')).toContain('<a href="/store/ashgrove">shelf</a>');
  });
});

describe('the headings of a text', () => {
  const levels = (text: string, above?: 1 | 2) =>
    Array.from(renderMarkdown(text, above).matchAll(/<h(\d)>/g), ([, level]) => Number(level));
  const TEXT = '# a\n\n## b\n\n##### c\n\n### d\n\n#### e';

  it('follow the heading that the text stands under', () => {
    expect(levels(TEXT)).toEqual([3, 3, 4, 3, 4]);
    expect(levels(TEXT, 1)).toEqual([2, 2, 3, 2, 3]);
    expect(levels(TEXT)).toEqual([3, 3, 4, 3, 4]);
  });

  it('skip no level where a text begins with a deep one', () => {
    expect(levels('#### a\n\n#### b\n\n# c\n\n#### d')).toEqual([3, 4, 3, 4]);
    expect(levels('###### a', 1)).toEqual([2]);
    expect(levels('<h4>a</h4>\n\n<h1>b</h1>', 1)).toEqual([2, 2]);
  });
});

describe('a stored text that no field accepts any more', () => {
  it('is shown as plain text where it holds thousands of quotes', () => {
    const html = renderMarkdown(`${'> '.repeat(9_990)}\n<b>end</b>`);
    expect(html).toMatch(/^<p>(&gt; )+<br \/>&lt;b&gt;end/);
    expect(plainText(`Golem ${'> '.repeat(9_990)}`, 20)).toBe('Golem > > > > > >…');
  });

  it('stays small where it holds a table of empty cells', () => {
    expect(renderMarkdown(HOSTILE['a table of empty cells'] ?? '').length).toBeLessThan(100_000);
  });

  it('has no thousand elements within one another from raw HTML', () => {
    const html = renderMarkdown('<blockquote>'.repeat(1_500));
    expect(html.match(/<blockquote>/g)?.length ?? 0).toBeLessThan(60);
  });
});

describe('a description in one line', () => {
  it('has no Markdown and no HTML', () => {
    expect(plainText('A *walking* cairn,\n\n"old" & <b>grey</b>', 100)).toBe('A walking cairn, "old" & grey');
  });

  it('is cut at a word', () => {
    expect(plainText('one two three four', 12)).toBe('one two…');
    expect(plainText('short', 12)).toBe('short');
    expect(plainText('x'.repeat(50), 10)).toHaveLength(10);
  });
});

describe('a text that was rendered before', () => {
  it('is read once for each use, and never mistaken for another text or use', () => {
    const rendered = vi.spyOn(MarkdownIt.prototype, 'render');
    const texts = ['A **rook**.', 'A **rook**. ', 'html A **rook**.'];
    const uses = [
      (text: string) => renderMarkdown(text),
      (text: string) => plainText(text, 7),
      (text: string) => plainText(text, 70),
    ];
    const all = () => uses.map((use) => texts.map(use));
    const first = all();
    expect(rendered).toHaveBeenCalledTimes(9);
    expect(all()).toEqual(first);
    expect(rendered).toHaveBeenCalledTimes(9);
    expect(first[0]?.[0]).toBe('<p>A <strong>rook</strong>.</p>\n');
    expect(first[1]?.[2]).toBe('html…');
    expect(first[2]?.[2]).toBe('html A rook.');
    rendered.mockRestore();
  });
});
