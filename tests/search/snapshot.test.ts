import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inventedProducts } from '../../src/dev/bench/products.ts';
import { buildIndex } from '../../src/search/index-builder.ts';
import { loadSnapshot, saveSnapshot } from '../../src/search/snapshot.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  file = join(folder, 'index');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('deletes the drafts of its snapshot that killed processes have left', () => {
  const [left, fresh] = [`${file}.1.draft`, `${file}.2.draft`];
  for (const draft of [left, fresh]) writeFileSync(draft, 'half an index');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(left, hoursAgo, hoursAgo);
  saveSnapshot(file, buildIndex(inventedProducts(20)), { seq: 5, at: 77 });
  expect(readdirSync(folder).toSorted()).toEqual(['index', 'index.2.draft']);
});

it('keeps no more in memory than the index that it read from its file', () => {
  const built = buildIndex(inventedProducts(200));
  saveSnapshot(file, built, { seq: 5, at: 77 });
  const read = loadSnapshot(file)?.data;
  expect(read).toEqual(built);
  for (const numbers of [read?.postings, read?.offsets, read?.columns.price, read?.columns.state])
    expect(numbers?.buffer.byteLength).toBe(numbers?.byteLength);
});

it('ignores foreign, cut and missing snapshot files', () => {
  expect(loadSnapshot(file)).toBeNull();
  saveSnapshot(file, buildIndex(inventedProducts(20)), { seq: 5, at: 77 });
  expect(loadSnapshot(file)?.stand).toEqual({ seq: 5, at: 77 });
  const bytes = readFileSync(file);
  for (const length of [0, 30, 100, bytes.length - 1]) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(loadSnapshot(file)).toBeNull();
  }
  writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]));
  expect(loadSnapshot(file)).toBeNull();
  writeFileSync(file, 'no index at all');
  expect(loadSnapshot(file)).toBeNull();
});

it('refuses a snapshot of which one bit differs, wherever it stands', () => {
  saveSnapshot(file, buildIndex(inventedProducts(3)), { seq: 5, at: 77 });
  const bytes = readFileSync(file);
  const header = bytes.indexOf('\n', 70) + 1;
  // A bit of every byte of the header, and of the rest one in each stretch of bytes.
  const places = [
    ...Array.from({ length: header }, (_, byte) => 8 * byte + (byte % 7)),
    ...Array.from(
      { length: 300 },
      (_, n) => 8 * (header + Math.floor((n * (bytes.length - header)) / 300)) + (n % 8),
    ),
  ];
  for (const place of places) {
    const damaged = Buffer.from(bytes);
    damaged[place >> 3] = (damaged[place >> 3] as number) ^ (1 << (place & 7));
    writeFileSync(file, damaged);
    expect(loadSnapshot(file), `bit ${place}`).toBeNull();
  }
});
