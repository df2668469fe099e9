import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/ops/bootstrap.mjs';
import {
  hasTools,
  installationIsStale,
  installationTrouble,
  nodeIsMissing,
  nodeToRun,
  packagesToInstall,
  packagesWanted,
} from '../../src/ops/installation.mjs';

let root: string;
const put = (path: string, text: string, secondsAgo = 0) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  const at = Date.now() / 1000 - secondsAgo;
  utimesSync(join(root, path), at, at);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guildhall-bootstrap-'));
  put('package.json', JSON.stringify({ ...PACKAGES, scripts: { a: 'b' } }), 100);
  put('package-lock.json', '{}', 100);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const PACKAGES = { dependencies: { astro: '7', node: '24.21.0' }, devDependencies: { vitest: '5' } };
const has = (...names: string[]) => {
  for (const name of names) put(`node_modules/${name}/package.json`, '{}');
};
const stamped = () => put('node_modules/.guildhall-installed', packagesWanted(root));

describe('an installation', () => {
  it('is needed if there is none', () => {
    expect(installationIsStale(root)).toBe(true);
  });

  it('made by hand is current until a package file is written again', () => {
    has('astro', 'node', 'vitest');
    put('node_modules/.package-lock.json', '{}', 50);
    expect(installationIsStale(root)).toBe(false);
    put('package-lock.json', '{ }');
    expect(installationIsStale(root)).toBe(true);
  });

  it('made by the bootstrap is current until other packages are required', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    has('astro', 'node', 'vitest');
    stamped();
    put('package.json', JSON.stringify({ ...PACKAGES, scripts: { a: 'c' } }));
    expect(installationIsStale(root)).toBe(false);
    put('package.json', JSON.stringify({ ...PACKAGES, dependencies: { astro: '8', node: '24.21.0' } }));
    expect(installationIsStale(root)).toBe(true);
  });

  it('for the start alone is current for the start, and lacks the tools of the tests', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    has('astro', 'node');
    stamped();
    expect(installationIsStale(root, 'production')).toBe(false);
    expect(installationIsStale(root, 'all')).toBe(true);
  });

  it('with the tools of the tests is current for the start too', () => {
    put('node_modules/.package-lock.json', '{}', 50);
    has('astro', 'node', 'vitest');
    stamped();
    expect(installationIsStale(root, 'production')).toBe(false);
    expect(installationIsStale(root, 'all')).toBe(false);
  });

  it('counts the packages of this machine, without the tools where only the start is wanted', () => {
    const packages = {
      '': {},
      'node_modules/astro': {},
      'node_modules/vitest': { dev: true },
      'node_modules/both': { devOptional: true },
      'node_modules/here': { optional: true, os: [process.platform], cpu: [process.arch] },
      'node_modules/elsewhere': { optional: true, os: ['beos'] },
    };
    put('package-lock.json', JSON.stringify({ packages }));
    expect(packagesToInstall(root, 'production')).toEqual(['node_modules/astro', 'node_modules/here']);
    expect(packagesToInstall(root, 'all')).toHaveLength(4);
    has('astro');
    expect(hasTools(root)).toBe(false);
    has('vitest');
    expect(hasTools(root)).toBe(true);
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

describe('a Node of its own', () => {
  it('is fetched where the running one is of another major version', () => {
    expect(nodeIsMissing(root, '20.20.2')).toBe(true);
    expect(nodeIsMissing(root, '26.1.0')).toBe(true);
    expect(nodeIsMissing(root, '24.1.0')).toBe(false);
  });

  it('is not fetched twice', () => {
    put(
      join('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node'),
      'x'.repeat(1_000_001),
    );
    expect(nodeIsMissing(root, '20.20.2')).toBe(false);
  });

  it('that could not be fetched once is not asked for at every start, unless nothing runs without it', () => {
    put('node_modules/.guildhall-node/package.json', '{}');
    expect(nodeIsMissing(root, '22.18.0')).toBe(false);
    expect(nodeIsMissing(root, '20.20.2')).toBe(true);
  });
});

describe('the lock file', () => {
  it('names the programs of all systems, so that npm ci accepts it anywhere', () => {
    type Entry = { version?: string; optionalDependencies?: Record<string, string> };
    const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
    const packages = (JSON.parse(lock) as { packages: Record<string, Entry> }).packages;
    const left = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) =>
        Object.keys(packages).every((path) => !path.endsWith(`node_modules/${name}`)),
      ),
    );
    expect(left).toEqual([]);
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
