import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { streamedZip, type ZipMember, zipPieces, zipSize } from '../../../src/server/kernel/zip-format.ts';
import { entriesOfZip } from '../../integration/assets/zip-entries.ts';

const GB = 1024 ** 3;
const member = (name: string, bytes: Buffer): ZipMember => ({
  name,
  sizeBytes: bytes.length,
  crc32: crc32(bytes).toString(16).padStart(8, '0'),
  modifiedAt: Date.UTC(2026, 10, 27, 20, 15, 42),
});
const packed = (files: readonly [string, Buffer][]): Buffer => {
  const members = files.map(([name, bytes]) => member(name, bytes));
  const pieces = zipPieces(members).map((piece) =>
    'bytes' in piece ? piece.bytes : (files[piece.member]?.[1] ?? Buffer.alloc(0)),
  );
  const zip = Buffer.concat(pieces);
  expect(zip.length).toBe(zipSize(members));
  return zip;
};

it('a zip holds the files that it was made of, each byte where it was said to be', () => {
  const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(names, fc.uint8Array({ maxLength: 300 }), (paths, bytes) => {
      const files = paths.map((path, at): [string, Buffer] => [
        `${at} ${path}`,
        Buffer.from(bytes.subarray(at)),
      ]);
      const found = entriesOfZip(packed(files)).map(({ name, bytes: content }) => [name, content]);
      expect(found).toEqual(files.map(([name, content]) => [Buffer.from(name).toString(), content]));
    }),
    { numRuns: 60 },
  );
});

it('the places of all pieces follow each other without a gap', () => {
  const members = [
    member('a.stl', Buffer.from('abc')),
    { ...member('b.stl', Buffer.alloc(0)), sizeBytes: 5 * GB },
  ];
  let at = 0;
  for (const piece of zipPieces([...members, member('c.stl', Buffer.from('d'))])) {
    expect(piece.at).toBe(at);
    at += 'bytes' in piece ? piece.bytes.length : piece.sizeBytes;
  }
  expect(at).toBe(zipSize([...members, { name: 'c.stl', sizeBytes: 1 }]));
});

it('a file of 5 GB, and one behind it, have their sizes and places in 8 bytes', () => {
  const big = { ...member('big.stl', Buffer.alloc(0)), sizeBytes: 5 * GB };
  const pieces = zipPieces([big, member('behind.stl', Buffer.from('x'))]);
  const header = Buffer.from('bytes' in (pieces[0] ?? {}) ? (pieces[0] as { bytes: Uint8Array }).bytes : []);
  expect(header.readUInt32LE(22)).toBe(0xffffffff);
  expect(header.readBigUInt64LE(30 + 7 + 4)).toBe(BigInt(5 * GB));
  const end = Buffer.from((pieces.at(-1) as { bytes: Uint8Array }).bytes);
  // The last 22 bytes say that the numbers are in the record of 56 before its locator of 20.
  expect(end.readUInt32LE(end.length - 22 + 16)).toBe(0xffffffff);
  expect(end.readUInt32LE(end.length - 98)).toBe(0x06064b50);
  const directoryAt = end.readBigUInt64LE(end.length - 98 + 48);
  expect(directoryAt).toBe(BigInt((pieces.at(-1) as { at: number }).at));
  expect(end.readBigUInt64LE(end.length - 42 + 8)).toBe(directoryAt + BigInt(end.length - 98));
});

const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import zipfile']);
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!hasPython)('another program reads names, times, modes and bytes, and finds no fault', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-zip-'));
  try {
    const files: [string, Buffer][] = [
      ['Gone/old golem/ü 龍.stl', Buffer.alloc(70_000, 'a model')],
      ['Gone/empty.txt', Buffer.alloc(0)],
    ];
    const streamed = streamedZip(
      (async function* () {
        for (const [name, bytes] of files)
          yield { name, modifiedAt: Date.UTC(2026, 10, 27, 20, 15, 42), bytes: inPieces(bytes) };
      })(),
    );
    for (const [name, zip] of [
      ['known.zip', packed(files)],
      ['streamed.zip', await buffer(streamed)],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, zip);
      const said = execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' });
      expect(JSON.parse(said)).toEqual({
        fault: null,
        files: files.map(([file, bytes]) => [file, bytes.length, [2026, 11, 27, 20, 15, 42], '0o100664']),
      });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}
const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({'fault': z.testzip(), 'files': [[i.filename, i.file_size, list(i.date_time), oct(i.external_attr >> 16)] for i in z.infolist()]}))
`;
