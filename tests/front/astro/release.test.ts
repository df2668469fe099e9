import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withNeighbourFiles } from '../../../src/front/astro/neighbour-files.ts';
import { type BuiltRelease, openRelease } from '../../../src/front/astro/release.ts';
import { openReadiness } from '../../../src/front/readiness.ts';
import { staticFiles } from '../../../src/front/static-files.ts';
import { closeRelease, switchRelease } from '../../../src/ops/build/releases.ts';

const OLD = '0123456789abcdef';
const NEW = 'fedcba9876543210';
let releases = '';
let opened: BuiltRelease[] = [];
beforeEach(() => {
  releases = mkdtempSync(join(tmpdir(), 'guildhall-releases-'));
  opened = [];
});
afterEach(() => {
  for (const release of opened) release.close();
  rmSync(releases, { recursive: true, force: true });
});

const put = (path: string, text: string) => {
  mkdirSync(join(releases, path, '..'), { recursive: true });
  writeFileSync(join(releases, path), text);
};
const make = async (name: string) => {
  put(`${name}/server/entry.mjs`, '');
  put(`${name}/server/chunks/page.mjs`, '');
  put(`${name}/client/_astro/app.${name}.js`, `'${name}'`);
  put(`${name}/client/_astro/app.${name}.js.br`, 'packed');
  put(`${name}/client/terms/index.html`, '<h1>Terms</h1>');
  await closeRelease(releases, name);
  await switchRelease(releases, name);
};
const open = () => {
  const release = openRelease(releases);
  opened.push(release);
  return release;
};

describe('a release', () => {
  it('stays that of a process, whatever becomes the current one', async () => {
    await make(OLD);
    const old = open();
    await make(NEW);
    expect([old.id, open().id]).toEqual([OLD, NEW]);
    expect(old.serverDir.endsWith(join(OLD, 'server'))).toBe(true);
  });

  it('that was not built is asked for in a sentence', () => {
    expect(() => openRelease(releases)).toThrow('The site is not built; run npm run build first.');
  });

  it('that lacks a chunk is not ready, and says which', async () => {
    await make(OLD);
    let now = 0;
    const { answer } = openReadiness([open().need], { now: () => now });
    expect(await answer()).toEqual({ status: 200, text: 'ready' });
    rmSync(join(releases, OLD, 'server/chunks/page.mjs'));
    now = 2_000;
    const lacking = { status: 503, text: `not ready: the release ${OLD} lacks chunks/page.mjs` };
    expect(await answer()).toEqual(lacking);
    rmSync(join(releases, OLD), { recursive: true });
    now = 4_000;
    expect((await answer()).status).toBe(503);
  });
});

describe('a site of one release', () => {
  it('has the scripts and styles of its neighbours, too, and of them nothing else', async () => {
    await make(OLD);
    const { id, clientDir } = open();
    const files = withNeighbourFiles(staticFiles(clientDir, ''), releases, id);
    const later = `/_astro/app.${NEW}.js`;
    expect(files.get(later)).toBeUndefined();
    expect(String(files.get(`/_astro/app.${OLD}.js`)?.plain)).toBe(`'${OLD}'`);
    await make(NEW);
    put(`${NEW}/client/help/index.html`, '<h1>Help</h1>');
    const found = files.get(later);
    expect([String(found?.plain), String(found?.br)]).toEqual([`'${NEW}'`, 'packed']);
    expect(found?.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    for (const path of [`${later}.br`, '/help', '/_astro/../../server/entry.mjs', '/_astro/', '/_astro/..'])
      expect(files.get(path), path).toBeUndefined();
    rmSync(join(releases, NEW), { recursive: true });
    expect(files.get(later)).toBeUndefined();
  });
});
