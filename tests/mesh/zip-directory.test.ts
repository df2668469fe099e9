import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../src/mesh/unpack.ts';
import { readZipDirectory, type ZipEntry, type ZipLimits } from '../../src/mesh/zip-directory.ts';
import { aZip, joined, type ZipMember } from './a-zip.ts';

const LIMITS: ZipLimits = { entries: 2000, unpackedBytes: 64 * 1024 * 1024, ratio: 100 };
const list = (bytes: Uint8Array, limits: Partial<ZipLimits> = {}) =>
  readZipDirectory(bytes, { ...LIMITS, ...limits });

/** The unpacked entry, or null if incomplete. */
function whole(entry: ZipEntry): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  return unpack(entry, (piece) => pieces.push(piece.slice())) ? joined(pieces) : null;
}

const text = (name: string, more: Partial<ZipMember> = {}): ZipMember => ({
  name,
  text: `in ${name}`,
  ...more,
});

describe('readZipDirectory', () => {
  it('lists and unpacks archives of another program', () => {
    const files = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}\.txt$/),
      fc.uint8Array({ maxLength: 60_000 }).map((bytes) => new Uint8Array(bytes)),
      { maxKeys: 5, noNullPrototype: true },
    );
    fc.assert(
      fc.property(files, fc.constantFrom(0, 1, 9), (given, level) => {
        const entries = list(zipSync(given, { level: level as 0 | 1 | 9 }));
        if (typeof entries === 'string') throw new Error(entries);
        expect(Object.fromEntries(entries.map((entry) => [entry.name, whole(entry)]))).toEqual(given);
      }),
      { numRuns: 40 },
    );
  });

  it('reads Zip64 and a trailing comment, and skips folders', () => {
    const zip = aZip([text('a/'), text('a/b.txt'), text('c.txt', { stored: true })], { zip64: true });
    const entries = list(zip);
    if (typeof entries === 'string') throw new Error(entries);
    expect(entries.map((entry) => [entry.name, String.fromCharCode(...(whole(entry) ?? []))])).toEqual([
      ['a/b.txt', 'in a/b.txt'],
      ['c.txt', 'in c.txt'],
    ]);
    const commented = joined([aZip([text('a')]), strToU8('bye')]);
    commented[commented.length - 5] = 3;
    expect(list(commented)).toHaveLength(1);
  });

  it.each([
    ['nothing', 'damaged', new Uint8Array(0)],
    ['no zip', 'damaged', strToU8('solid x'.repeat(100))],
    ['2001 entries', 'too-many-files', aZip(Array.from({ length: 2001 }, (_, n) => text(`${n}`)))],
    ['a claim of entries that are not there', 'damaged', aZip([text('a')], { claimedEntries: 60 })],
    ['a step up', 'outside', aZip([text('a/../../b')])],
    ['an absolute name', 'outside', aZip([text('/etc/passwd')])],
    ['a backslash', 'outside', aZip([text('..\\b')])],
    ['a drive', 'outside', aZip([text('c:b')])],
    ['a zero in a name', 'outside', aZip([text('a\0b')])],
    ['no name', 'outside', aZip([text('')])],
    ['a link', 'outside', aZip([text('a', { mode: 0o120777 })])],
    ['an archive within', 'nested', aZip([text('a/b.ZIP')])],
    ['a 3MF within', 'nested', aZip([text('b.3mf')])],
    ['an encrypted file', 'damaged', aZip([text('a', { flags: 1 })])],
    ['another way of packing', 'damaged', aZip([text('a', { method: 12 })])],
    ['two names for the same bytes', 'damaged', aZip([text('a'), text('b', { sharesFirst: true })])],
    [
      'a stored file that claims to be larger',
      'damaged',
      aZip([text('a', { stored: true, claimedSize: 9 })]),
    ],
    ['more than may be unpacked', 'too-large', aZip([text('a', { claimedSize: 65 * 1024 * 1024 })])],
    ['ten million zeros', 'bomb', aZip([{ name: 'a', text: new Uint8Array(10_000_000) }])],
    [
      'many small bombs',
      'bomb',
      aZip(Array.from({ length: 30 }, (_, n) => ({ name: `${n}`, text: new Uint8Array(1024 * 1024) }))),
    ],
  ])('refuses %s', (_what, refusal, bytes) => {
    expect(list(bytes)).toBe(refusal);
  });

  it('never throws for truncated or changed zips', () => {
    const zip = aZip([text('a'), text('b', { stored: true })], { zip64: true });
    const plain = aZip([text('a'), text('b', { stored: true })]);
    for (const given of [zip, plain]) {
      for (let length = 0; length < given.length; length++)
        expect(list(given.subarray(0, length))).toBeTypeOf('string');
      fc.assert(
        fc.property(fc.nat(given.length - 1), fc.nat(255), (at, value) => {
          const changed = given.slice();
          changed[at] = value;
          const entries = list(changed);
          if (typeof entries !== 'string') for (const entry of entries) whole(entry);
        }),
        { numRuns: 1000 },
      );
    }
  });
});

describe('unpack', () => {
  const only = (member: ZipMember) => {
    const entries = list(aZip([member]));
    if (typeof entries === 'string' || !entries[0]) throw new Error(String(entries));
    return entries[0];
  };

  it('stops if a file grows longer than the directory claims', () => {
    const entry = only({ name: 'a', text: new Uint8Array(2_000_000), claimedSize: 1000 });
    let taken = 0;
    expect(unpack(entry, (piece) => (taken += piece.length))).toBe(false);
    expect(taken).toBeLessThanOrEqual(1000);
  });

  it('reports a file that is shorter than claimed, or damaged', () => {
    expect(whole(only(text('a', { claimedSize: 5000 })))).toBeNull();
    const entry = only({ name: 'a', text: strToU8('guildhall '.repeat(5000)) });
    expect(whole({ ...entry, packed: entry.packed.subarray(0, 40) })).toBeNull();
    expect(whole({ ...entry, packed: entry.packed.map((byte) => byte ^ 0xff) })).toBeNull();
    expect(whole({ ...entry, packed: new Uint8Array(0) })).toBeNull();
  });
});
