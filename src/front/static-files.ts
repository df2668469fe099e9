import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { Page } from './ready-page.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};

type HeadersFile = { pathname: string; headers: { key: string; value: string }[] }[];

/**
 * Loads the built files for browsers into memory, by path. Files with a hash in their name are immutable; prerendered
 * pages have their path without a trailing slash, with the policy that the build computed for them.
 */
export function staticFiles(clientDir: string, headersFile: string): Map<string, Page> {
  const policies = new Map<string, Record<string, string>>();
  if (existsSync(headersFile)) {
    for (const { pathname, headers } of JSON.parse(readFileSync(headersFile, 'utf8')) as HeadersFile) {
      policies.set(pathname, Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value])));
    }
  }
  const files = new Map<string, Page>();
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = pathOf(file.slice(clientDir.length).split(sep).join('/'));
    files.set(path, fileForBrowsers(file, path, policies.get(path)));
  }
  return files;
}

/**
 * One built file, as it is sent under a path.
 * @param headers those that it has beside the usual ones, such as its policy
 */
export function fileForBrowsers(file: string, path: string, headers: Record<string, string> = {}): Page {
  const plain = readFileSync(file);
  const packed = (ending: string) => (existsSync(file + ending) ? readFileSync(file + ending) : plain);
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url').slice(0, 20)}"`;
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/_astro/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      etag,
    },
    etag,
    plain,
    br: packed('.br'),
    gz: packed('.gz'),
    quick: false,
    maxAge: Number.POSITIVE_INFINITY,
    swr: 0,
    tags: [],
    madeAt: 0,
    outdatedSince: null,
    bytes: plain.length,
  };
}

function pathOf(file: string): string {
  const path = `/${file.replace(/^\/+/, '')}`;
  if (path === '/index.html') return '/';
  return path.endsWith('/index.html') ? path.slice(0, -'/index.html'.length) : path;
}
