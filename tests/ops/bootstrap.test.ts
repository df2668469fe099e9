import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  COMMANDS,
  installationIsStale,
  installationTrouble,
  nodeToRun,
  packagesWanted,
} from '../../src/ops/bootstrap.mjs';

let root: string;
const put = (path: string, text: string, secondsAgo = 0) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  const at = Date.now() / 1000 - secondsAgo;
  utimesSync(join(root, path), at, at);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guildhall-bootstrap-'));
  put('package.json', JSON.stringify({ scripts: { a: 'b' }, dependencies: { astro: '7' } }), 100);
  put('package-lock.json', '{}', 100);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const stamped = () => put('node_modules/.guildhall-installed', packagesWanted(root));

describe('an installation', () => {
  it('is wanted where there is none', () => {
    expect(installationIsStale(root)).toBe(true);
  });

  it('by hand is good until the lists of packages are written again', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    expect(installationIsStale(root)).toBe(false);
    put('package-lock.json', '{ }');
    expect(installationIsStale(root)).toBe(true);
  });

  it('of ours is good until other packages are wanted', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    stamped();
    put('package.json', JSON.stringify({ scripts: { a: 'c' }, dependencies: { astro: '7' } }));
    expect(installationIsStale(root)).toBe(false);
    put('package.json', JSON.stringify({ scripts: {}, dependencies: { astro: '8' } }));
    expect(installationIsStale(root)).toBe(true);
  });

  it('that vanished is wanted again, whatever was noted', () => {
    stamped();
    expect(installationIsStale(root)).toBe(true);
  });

  it.each([
    ['npm error code ENOSPC', /disk is full/],
    ['npm error code ENOTFOUND', /no connection/],
    ['npm error code EAI_AGAIN', /no connection/],
    ['npm error code EACCES', /may not write/],
    ['npm error code E404\nnpm error 404 Not Found', /does not have/],
    ['something new', /something new/],
  ])('that fails with %j is told in a sentence', (said, sentence) => {
    expect(installationTrouble(said)).toMatch(sentence);
  });
});

describe('the Node to hand over to', () => {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  it('is the carried one', () => {
    put(join('node_modules/node/bin', file), 'x'.repeat(1_000_001));
    expect(nodeToRun(root, '20.0.0', 'current')).toBe(join(root, 'node_modules/node/bin', file));
  });

  it('is the running one where the carried one is missing or only a stub', () => {
    put(join('node_modules/node/bin', file), 'stub');
    expect(nodeToRun(root, '22.18.0', 'current')).toBe('current');
    expect(nodeToRun(root, '25.0.0', 'current')).toBe('current');
  });

  it('is none where both are too old', () => {
    expect(nodeToRun(root, '22.17.9', 'current')).toBeNull();
    expect(nodeToRun(root, '20.20.0', 'current')).toBeNull();
  });
});

describe('the words of npm run', () => {
  it('all lead to the bootstrap', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const word of Object.keys(COMMANDS))
      expect(scripts[word]).toBe(`node src/ops/bootstrap.mjs ${word}`);
  });
});
