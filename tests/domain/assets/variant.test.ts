import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archivePaths,
  EVERYTHING,
  fileNameOf,
  filesOfVariant,
  variantsOf,
} from '../../../src/domain/assets/variant.ts';

type File = Parameters<typeof variantsOf>[0][number] & { name: string };
const file = (id: string, role: File['role'], scale: string | null, name = 'golem.stl'): File => ({
  id,
  retiredAt: null,
  role,
  scale,
  name,
  sizeBytes: 100,
});
const GOLEM = [
  file('a', 'presupported', '75'),
  file('b', 'presupported', '32', 'arm.stl'),
  file('c', 'presupported', '32', 'ARM.stl'),
  file('d', 'unsupported', null),
  file('e', 'slicer_project', '32'),
  file('f', 'document', null, 'read me.pdf'),
];

describe('variants', () => {
  it('group files by role and scale, small scales first', () => {
    expect(variantsOf(GOLEM).map(({ key, fileIds, sizeBytes }) => [key, fileIds.join(), sizeBytes])).toEqual([
      ['unsupported', 'd', 100],
      ['presupported-32', 'b,c', 200],
      ['presupported-75', 'a', 100],
      ['slicer-project-32', 'e', 100],
    ]);
    expect(variantsOf(GOLEM)[1]?.label).toBe('Pre-supported, 32 mm');
  });

  it('are empty if there is only one', () => {
    expect(variantsOf([file('a', 'unsupported', '32'), file('b', 'document', null)])).toEqual([]);
  });

  it('list their files; `all` lists every file; an unknown key lists none', () => {
    expect(filesOfVariant(GOLEM, 'presupported-32')?.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(filesOfVariant(GOLEM, EVERYTHING)).toEqual(GOLEM);
    for (const key of ['sliced-32', 'presupported', '__proto__', ''])
      expect(filesOfVariant(GOLEM, key)).toBeNull();
  });
});

describe('an archive', () => {
  it('has a folder per variant, extras at the top level, and unique names', () => {
    expect(archivePaths(GOLEM)).toEqual([
      'presupported-75/golem.stl',
      'presupported-32/arm.stl',
      'presupported-32/ARM (2).stl',
      'unsupported/golem.stl',
      'slicer-project-32/golem.stl',
      'read me.pdf',
    ]);
  });

  it('with one variant has no folder', () => {
    expect(archivePaths([file('a', 'unsupported', '32'), file('b', 'document', null)])).toEqual([
      'golem.stl',
      'golem (2).stl',
    ]);
  });

  it('gives each file a unique path, whatever its name', () => {
    const names = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'A', 'a (2)', 'a/A')),
    );
    fc.assert(
      fc.property(names, (list) => {
        const made = archivePaths(list.map((name) => file('x', 'unsupported', '32', name)));
        expect(new Set(made.map((path) => path.toLowerCase())).size).toBe(list.length);
      }),
    );
  });
});

describe('a file name', () => {
  it.each([
    ['golem.stl', 'golem.stl'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\models\\golem.stl', 'golem.stl'],
    ['a\r\nset-cookie: x.stl', 'a__set-cookie_ x.stl'],
    ['evil\u202Elts.exe', 'evil_lts.exe'],
    ['.htaccess', 'htaccess'],
    ['golem. .', 'golem'],
    ['..', 'file'],
    ['', 'file'],
    ['con.stl', '_con.stl'],
    ['console.stl', 'console.stl'],
    ['Gölem – 32 mm.stl', 'Gölem – 32 mm.stl'],
  ])('of %j is %j', (name, safe) => expect(fileNameOf(name)).toBe(safe));

  it('is safe in URLs and headers, contains no path, and is short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = fileNameOf(name);
        expect(() => encodeURIComponent(safe)).not.toThrow();
        expect(safe).not.toMatch(/[/\\\p{Cc}"]|^\.+$|^$/u);
        expect(safe.length).toBeLessThanOrEqual(120);
      }),
    );
    for (let at = 0; at < 4; at++)
      expect(() => encodeURIComponent(fileNameOf('a'.repeat(at) + '😀'.repeat(90)))).not.toThrow();
  });
});

describe('a file replaced by a newer version', () => {
  it('is in no variant and not in the archive of all files', () => {
    const old = { ...file('old', 'unsupported', '32'), retiredAt: 1 };
    const files = [old, file('new', 'unsupported', '32'), file('up', 'presupported', '32')];
    expect(variantsOf(files).flatMap(({ fileIds }) => fileIds)).toEqual(['new', 'up']);
    expect(filesOfVariant(files, EVERYTHING)?.map(({ id }) => id)).toEqual(['new', 'up']);
  });
});
