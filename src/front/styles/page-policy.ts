import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A script whose text is in the page, and no data. */
const SCRIPT = /<script(?![^>]*(?:\ssrc=|json))[^>]*>([\s\S]*?)<\/script>/g;
const HASH = / 'sha256-[^']*'/g;

/** Hashes of scripts by their text. The build has a dozen, and pages add some with data. */
const hashes = new LRUCache<string, string>({ max: 100 });

function hashOf(text: string): string {
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = createHash('sha256').update(text, 'latin1').digest('base64');
    hashes.set(text, hash);
  }
  return hash;
}

/**
 * The policy of one page: of the scripts that the build knows it allows those whose text is in this page, and of styles also
 * those with these hashes. A page has four or five of sixteen; the others would be 0.6 kB before each first paint.
 * @param html one sign for each byte.
 */
export function policyOf(policy: string, html: string, styleHashes: readonly string[]): string {
  const scripts = new Set(Array.from(html.matchAll(SCRIPT), ([, text = '']) => ` 'sha256-${hashOf(text)}'`));
  return policy
    .replace(/script-src [^;]*/, (allowed) =>
      allowed.replace(HASH, (hash) => (scripts.has(hash) ? hash : '')),
    )
    .replace(/style-src [^;]*/, (allowed) =>
      [allowed, ...styleHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    );
}
