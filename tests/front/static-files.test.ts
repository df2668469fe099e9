import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { staticFiles } from '../../src/front/static-files.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'guildhall-dist-'));
  const put = (path: string, bytes: string | Buffer) => {
    mkdirSync(join(dist, path, '..'), { recursive: true });
    writeFileSync(join(dist, path), bytes);
  };
  put('client/terms/index.html', '<h1>Terms</h1>');
  put('client/_astro/app.hash.js', 'let a = 1');
  put('client/_astro/app.hash.js.br', brotliCompressSync('let a = 1'));
  put('client/_astro/app.hash.js.gz', gzipSync('let a = 1'));
  put('client/favicon.svg', '<svg/>');
  put(
    '_headers.json',
    JSON.stringify([
      { pathname: '/terms', headers: [{ key: 'Content-Security-Policy', value: "default-src 'self'" }] },
    ]),
  );
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));
const open = () => staticFiles(join(dist, 'client'), join(dist, '_headers.json'));

describe('the built files', () => {
  it('are found by path, compressed if the build compressed them', () => {
    const files = open();
    expect([...files.keys()].sort()).toEqual(['/_astro/app.hash.js', '/favicon.svg', '/terms']);
    expect(files.get('/_astro/app.hash.js')?.br).not.toEqual(files.get('/_astro/app.hash.js')?.plain);
    expect(files.get('/favicon.svg')?.br).toBe(files.get('/favicon.svg')?.plain);
  });

  it('are immutable only with a hash in their name', () => {
    const files = open();
    expect(files.get('/_astro/app.hash.js')?.headers['cache-control']).toContain('immutable');
    expect(files.get('/terms')?.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it('carry the policy the build computed for them', () => {
    expect(open().get('/terms')?.headers['content-security-policy']).toBe("default-src 'self'");
  });

  it('include none outside the folder', () => {
    expect(open().get('/../_headers.json')).toBeUndefined();
  });
});
