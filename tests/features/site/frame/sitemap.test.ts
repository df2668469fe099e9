import { describe, expect, it } from 'vitest';
import { xmlText } from '../../../../src/features/kernel/page/xml-text.ts';
import {
  SITEMAP_SIZE,
  sitemapFiles,
  sitemapIndexXml,
  sitemapXml,
} from '../../../../src/features/site/frame/sitemap.ts';

describe('sitemaps', () => {
  it('escape XML characters', () => {
    expect(xmlText(`a&b<c>"d"'e'\u0007`)).toBe('a&amp;b&lt;c&gt;&quot;d&quot;&apos;e&apos;');
    expect(sitemapIndexXml(['https://a.example/?x=1&y=2'])).toContain(
      '<loc>https://a.example/?x=1&amp;y=2</loc>',
    );
  });

  it('include the last change if known', () => {
    const xml = sitemapXml([
      { address: 'https://a.example/a', changed: Date.UTC(2026, 10, 21, 5) },
      { address: 'https://a.example/b', changed: 0 },
      { address: 'https://a.example/c' },
    ]);
    expect(xml).toContain('<loc>https://a.example/a</loc><lastmod>2026-11-21</lastmod>');
    expect(xml.match(/<lastmod>/g)).toHaveLength(1);
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?><urlset')).toBe(true);
  });

  it('keep an entry whose last change is no date, and leave out the date', () => {
    const xml = sitemapXml([
      { address: 'https://a.example/a', changed: Number.NaN },
      { address: 'https://a.example/b', changed: 9e15 },
      { address: 'https://a.example/c', changed: Date.UTC(2026, 10, 21) },
    ]);
    expect(xml.match(/<url>/g)).toHaveLength(3);
    expect(xml.match(/<lastmod>/g)).toHaveLength(1);
  });

  it('have at most 10 000 entries per file', () => {
    expect([0, 1, SITEMAP_SIZE, SITEMAP_SIZE + 1].map(sitemapFiles)).toEqual([0, 1, 1, 2]);
  });
});
