import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListedFile, listZip } from '../../../../src/server/assets/uploads/zip-directory.ts';
import { memberBytes } from '../../../../src/server/assets/uploads/zip-members.ts';
import { streamedZip } from '../../../../src/server/kernel/zip-format.ts';
import { aZip, type Packed } from './a-zip.ts';

const text = (content: string) => new TextEncoder().encode(content);
const file = (path: string, more: Partial<Packed> = {}): Packed => ({
  path,
  bytes: text(`in ${path}`),
  ...more,
});
const zeros = (length: number) => new Uint8Array(length);

let folder = '';
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The archive's files with their content, or why it is refused. */
async function read(archive: Uint8Array): Promise<string | [string, string][]> {
  const path = join(folder, `${++made}.zip`);
  await writeFile(path, archive);
  const opened = await open(path);
  try {
    const entries = await listZip(opened, archive.length);
    if (typeof entries === 'string') return entries;
    const contents: [string, string][] = [];
    for (const entry of entries) contents.push([entry.path, await contentOf(opened, entry)]);
    return contents;
  } finally {
    await opened.close();
  }
}

async function contentOf(opened: Awaited<ReturnType<typeof open>>, entry: ListedFile): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of memberBytes(opened, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('archives', () => {
  it('are listed and unpacked, deflated or stored, with folders left out', async () => {
    const archive = aZip([
      { path: 'Orc/', bytes: zeros(0), stored: true, mode: 0o040755 },
      file('Orc/body.stl'),
      file('Orc/größe.txt', { stored: true }),
      file('Orc/empty.txt', { bytes: zeros(0) }),
    ]);
    expect(await read(archive)).toEqual([
      ['Orc/body.stl', 'in Orc/body.stl'],
      ['Orc/größe.txt', 'in Orc/größe.txt'],
      ['Orc/empty.txt', ''],
    ]);
    expect(await read(aZip([file('a.stl')], 1, 'packed with love'))).toHaveLength(1);
  });

  it('of other programs are read too', async () => {
    // Sizes and checksums follow the bytes, as programs write them that pack what they do not know yet.
    const packed = streamedZip(
      (async function* () {
        for (const [name, content] of [
          ['a/b.stl', 'bytes of b'],
          ['龍.stl', 'bytes of a dragon'],
        ] as const)
          yield { name, modifiedAt: 0, bytes: Readable.from([text(content)]) };
      })(),
    );
    expect(await read(await buffer(packed))).toEqual([
      ['a/b.stl', 'bytes of b'],
      ['龍.stl', 'bytes of a dragon'],
    ]);
  });

  it('are listed without direction marks in their names', async () => {
    const [[name] = []] = (await read(aZip([file('orc\u202elts.stl')]))) as [string, string][];
    expect(name).toBe('orclts.stl');
  });

  it.each<[string, string, Buffer]>([
    ['nothing', 'zip-unreadable', Buffer.alloc(0)],
    ['no archive', 'zip-unreadable', Buffer.alloc(5000, 'solid orc ')],
    ['no files', 'zip-empty', aZip([])],
    ['only leftovers', 'zip-empty', aZip([file('__MACOSX/._a.stl'), file('.DS_Store')])],
    ['a cut', 'zip-unreadable', aZip([file('a.stl'), file('b.stl')]).subarray(0, 90)],
    ['its start cut off', 'zip-unreadable', aZip([file('a.stl'), file('b.stl')]).subarray(40)],
    ['fewer files than it claims', 'zip-unreadable', aZip([file('a.stl')], 2)],
    ['more files than it claims', 'zip-unreadable', aZip([file('a.stl'), file('b.stl')], 1)],
    ['2 001 files', 'zip-too-many', aZip(Array.from({ length: 2001 }, (_, at) => file(`${at}.stl`)))],
    ['a way up', 'zip-outside', aZip([file('../a.stl')])],
    ['a way up within', 'zip-outside', aZip([file('a/../../b.stl')])],
    ['a way up on Windows', 'zip-outside', aZip([file('a\\..\\..\\b.stl')])],
    ['the root', 'zip-outside', aZip([file('/etc/passwd.txt')])],
    ['a drive', 'zip-outside', aZip([file('C:evil.stl')])],
    ['a name with an end in it', 'zip-outside', aZip([file('a.stl\0.txt')])],
    ['a link', 'zip-link', aZip([file('a.stl', { mode: 0o120777 })])],
    ['a device', 'zip-link', aZip([file('a.stl', { mode: 0o060666 })])],
    ['an archive', 'zip-nested', aZip([file('more.zip')])],
    ['an archive behind a mark without width', 'zip-nested', aZip([file('more.zip\u200b')])],
    ['a way up behind a direction mark', 'zip-outside', aZip([file('.\u202e./a.stl')])],
    ['the same name twice but for a mark', 'zip-unreadable', aZip([file('a.stl'), file('a\u202e.stl')])],
    ['an archive of another kind', 'zip-nested', aZip([file('x/more.7z')])],
    ['a locked file', 'zip-locked', aZip([file('a.stl', { flags: 0x801 })])],
    ['a foreign method', 'zip-method', aZip([file('a.stl', { method: 14 })])],
    ['the same name twice', 'zip-unreadable', aZip([file('a.stl'), file('A.stl')])],
    ['a bomb', 'zip-ratio', aZip([file('a.stl', { bytes: zeros(5_000_000) })])],
    ['a bomb in pieces', 'zip-ratio', aZip(Array.from({ length: 9 }, (_, at) => file(`${at}.stl`, { bytes: zeros(60_000) })))],
    ['5 GB by its own word', 'zip-too-large', aZip([file('a.stl', { sizeBytes: 0xfffffffe }), file('b.stl', { sizeBytes: 0x40000000 })])],
    ['files that share their bytes', 'zip-unreadable', aZip([file('a.stl'), file('b.stl', { headerAt: 0 })])],
    ['a stored file of two sizes', 'zip-unreadable', aZip([file('a.stl', { stored: true, sizeBytes: 3 })])],
  ])('with %s: %s', async (_, refusal, archive) => {
    expect(await read(archive)).toBe(refusal);
  }); // biome-ignore format: a table

  it.each<[string, Packed]>([
    ['more bytes than it says', file('a.stl', { sizeBytes: 3 })],
    ['fewer bytes than it says', file('a.stl', { sizeBytes: 30 })],
    ['other bytes than it says', file('a.stl', { crc: 1 })],
    ['another name before its data', file('a.stl', { localPath: 'b.stl' })],
    ['another method than it says', file('a.stl', { stored: true, method: 8 })],
  ])('with a file of %s are damaged', async (_, packed) => {
    await expect(read(aZip([packed]))).rejects.toMatchObject({ name: 'ZipDamaged' });
  });

  it('with any byte changed are read, refused or reported as damaged', async () => {
    const honest = aZip([file('Orc/body.stl'), file('b.txt', { stored: true })]);
    await fc.assert(
      fc.asyncProperty(fc.nat(honest.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(honest);
        changed[at] = (changed[at] ?? 0) ^ change;
        const found = await read(changed).catch((reason: Error) => reason.name);
        expect(Array.isArray(found) || /^(zip-|ZipDamaged$)/.test(found)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
