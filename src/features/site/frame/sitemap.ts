import type { Instant } from '../../../domain/kernel/instant.ts';
import { xmlText } from '../../kernel/page/xml-text.ts';

/**
 * The most addresses in one sitemap file. The protocol allows 50 000, which take two thirds of a second to write; each file
 * is written while everybody else waits.
 */
export const SITEMAP_SIZE = 2500;

/** The sitemap that the build writes, of pages that are the same until the next one. */
export const BUILT_SITEMAP = '/sitemap-pages-0.xml';

/** Whether the site answers at the address that it was built for: the built sitemap names that one. */
export function isBuiltFor(siteUrl: string, builtFor: URL | undefined): boolean {
  return builtFor !== undefined && builtFor.origin === new URL(siteUrl).origin;
}

/** Later, `toISOString` throws: one entry would take the whole file with it. */
const LAST_INSTANT = 8.64e15;

export interface SitemapEntry {
  address: string;
  changed?: Instant;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap file. */
export function sitemapXml(entries: SitemapEntry[]): string {
  const urls = entries.map(({ address, changed }) => {
    const lastmod =
      changed !== undefined && changed > 0 && changed <= LAST_INSTANT
        ? `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>`
        : '';
    return `<url><loc>${xmlText(address)}</loc>${lastmod}</url>`;
  });
  return `${HEAD}<urlset ${SCHEMA}>${urls.join('')}</urlset>`;
}

/** The index of sitemap files. */
export function sitemapIndexXml(addresses: string[]): string {
  const maps = addresses.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${SCHEMA}>${maps.join('')}</sitemapindex>`;
}

/** The number of files needed for this many entries. */
export function sitemapFiles(entries: number): number {
  return Math.ceil(Math.max(0, entries) / SITEMAP_SIZE);
}

/** A response with XML. */
export function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
