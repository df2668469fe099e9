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
  it('is needed if there is none', () => {
    expect(installationIsStale(root)).toBe(true);
  });

  it('made by hand is current until a package file is written again', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    expect(installationIsStale(root)).toBe(false);
    put('package-lock.json', '{ }');
    expect(installationIsStale(root)).toBe(true);
  });

  it('made by the bootstrap is current until other packages are required', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    stamped();
    put('package.json', JSON.stringify({ scripts: { a: 'c' }, dependencies: { astro: '7' } }));
    expect(installationIsStale(root)).toBe(false);
    put('package.json', JSON.stringify({ scripts: {}, dependencies: { astro: '8' } }));
    expect(installationIsStale(root)).toBe(true);
  });

  it('that was deleted is needed again, whatever the stamp says', () => {
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
  ])('that fails with %j is explained in a sentence', (output, sentence) => {
    expect(installationTrouble(output)).toMatch(sentence);
  });
});

describe('the Node that runs a command', () => {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  it('is the installed one', () => {
    put(join('node_modules/node/bin', file), 'x'.repeat(1_000_001));
    expect(nodeToRun(root, '20.0.0', 'current')).toBe(join(root, 'node_modules/node/bin', file));
  });

  it('is the current one if the installed one is missing or only a stub', () => {
    put(join('node_modules/node/bin', file), 'stub');
    expect(nodeToRun(root, '22.18.0', 'current')).toBe('current');
    expect(nodeToRun(root, '25.0.0', 'current')).toBe('current');
  });

  it('is none if both are too old', () => {
    expect(nodeToRun(root, '22.17.9', 'current')).toBeNull();
    expect(nodeToRun(root, '20.20.0', 'current')).toBeNull();
  });
});

describe('the npm scripts', () => {
  it('all run the bootstrap', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const command of Object.keys(COMMANDS))
      expect(scripts[command]).toBe(`node src/ops/bootstrap.mjs ${command}`);
  });
});
