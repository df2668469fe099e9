import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReleaseName, openRelease } from '../../../src/front/astro/release.ts';
import { buildSite, builtSiteIsStale } from '../../../src/ops/build/site.ts';

let root = '';
let built: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guildhall-builds-'));
  built = [];
  mkdirSync(join(root, 'src'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const dist = (path = '') => join(root, 'dist', path);
const change = (text: string) => writeFileSync(join(root, 'src/page.astro'), text);
const current = () => readlinkSync(dist('current'));
const releases = () => readdirSync(dist()).filter(isReleaseName);
/** As Astro, but for one chunk. */
const build = async (_: string, folder: string) => {
  built.push(folder);
  mkdirSync(join(folder, 'server/chunks'), { recursive: true });
  writeFileSync(join(folder, 'server/chunks/page.mjs'), 'export {}');
};
const builds = (text: string, by = build) => {
  change(text);
  return buildSite(root, () => undefined, by);
};

describe('a build', () => {
  it('is a release in a folder of its own, and the current one once it is whole', async () => {
    const first = await builds('one');
    expect(current()).toBe(first);
    expect(builtSiteIsStale(root)).toBe(false);
    change('two');
    expect(builtSiteIsStale(root)).toBe(true);
    const second = await buildSite(
      root,
      () => undefined,
      async (...made) => {
        await build(...made);
        expect(current()).toBe(first);
      },
    );
    expect(second).not.toBe(first);
    expect(current()).toBe(second);
    expect(existsSync(dist(`${first}/server/chunks/page.mjs`))).toBe(true);
  });

  it('of sources that were built before is only switched to', async () => {
    const first = await builds('one');
    const second = await builds('two');
    expect(await builds('one')).toBe(first);
    expect(built).toHaveLength(2);
    expect(current()).toBe(first);
    expect(await builds('two')).toBe(second);
    expect(built).toHaveLength(2);
  });

  it('that fails leaves the current release as it was, and the next one begins anew', async () => {
    const first = await builds('one');
    const fails = async (_: string, folder: string) => {
      mkdirSync(join(folder, 'server'), { recursive: true });
      writeFileSync(join(folder, 'server/half.mjs'), '');
      throw new Error('no room');
    };
    await expect(builds('two', fails)).rejects.toThrow('no room');
    expect(current()).toBe(first);
    const second = await builds('two');
    expect(existsSync(dist(`${second}/server/half.mjs`))).toBe(false);
    await expect(builds('three', fails)).rejects.toThrow('no room');
    await builds('four');
    expect(releases()).toHaveLength(3);
  });

  it('is made once where several sites are started at once', async () => {
    change('one');
    const said: string[] = [];
    const slow = async (...made: [string, string]) => {
      await new Promise(setImmediate);
      await build(...made);
    };
    const all = await Promise.all([1, 2, 3].map(() => buildSite(root, (line) => said.push(line), slow)));
    expect(new Set(all).size).toBe(1);
    expect(built).toHaveLength(1);
    expect(said).toContain('the site is being built already; waiting');
  });

  it('deletes all but the last three, and none that a process uses', async () => {
    const first = await builds('1');
    const used = openRelease(dist());
    for (const text of ['2', '3', '4']) await builds(text);
    expect(releases()).toHaveLength(4);
    expect(existsSync(dist(`${first}/server/chunks/page.mjs`))).toBe(true);
    used.close();
    const fifth = await builds('5');
    expect(releases()).toHaveLength(3);
    expect(releases()).toContain(fifth);
    expect(existsSync(dist(first))).toBe(false);
  });
});
