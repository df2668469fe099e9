import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Upload } from 'tus-js-client';
import { describe, expect, test } from 'vitest';
import { localReportKind } from '../../../../src/features/assets/upload/account/local-report.ts';
import {
  corrected,
  LEFT_OUT,
  listable,
  nonEmptyGroups,
  packChoice,
  type RowChange,
} from '../../../../src/features/assets/upload/account/pack-choice.ts';
import {
  findKnown,
  mergedFiles,
  type SentFile,
  totalProgress,
  type UploadAnswer,
} from '../../../../src/features/assets/upload/account/sent-file.ts';
import { keepUpload, mayRetry } from '../../../../src/features/assets/upload/account/upload.store.ts';

const file = (path: string, rest: Partial<SentFile> = {}): SentFile => ({
  key: `key ${path}`,
  id: `id ${path}`,
  productId: null,
  archiveId: null,
  name: path.split('/').at(-1) ?? '',
  path,
  sizeBytes: 1000,
  sentBytes: 0,
  state: 'sending',
  sentence: null,
  sameAs: null,
  mesh: null,
  ...rest,
});

const answer = (path: string, rest: Partial<UploadAnswer> = {}): UploadAnswer => ({
  id: `id ${path}`,
  productId: null,
  name: path,
  path,
  archiveId: null,
  sizeBytes: 1000,
  state: 'checked',
  reason: null,
  message: null,
  sha256: null,
  sameAs: null,
  mesh: null,
  createdAt: 0,
  ...rest,
});

describe("merging the server's list", () => {
  const none = new Set<string>();
  const states = (files: SentFile[]) => files.map(({ path, state }) => `${path} ${state}`);

  test("arrived files take the server's state; files being sent keep their local state", () => {
    const files = [file('a.stl', { state: 'arrived' }), file('b.stl', { sentBytes: 400 })];
    const after = mergedFiles(files, [answer('a.stl'), answer('b.stl', { state: 'uploading' })], none);
    expect(states(after)).toEqual(['a.stl checked', 'b.stl sending']);
    expect(after[1]?.sentBytes).toBe(400);
  });

  test('an answer from before the last byte does not reset the state', () => {
    const before = [file('a.stl', { state: 'arrived', sentBytes: 1000 })];
    expect(states(mergedFiles(before, [answer('a.stl', { state: 'uploading' })], none))).toEqual([
      'a.stl arrived',
    ]);
  });

  test('an upload of an earlier page is incomplete; a file unpacked from an archive is being checked', () => {
    const half = answer('a.stl', { state: 'uploading' });
    const member = answer('b.stl', { state: 'uploading', archiveId: 'zip' });
    expect(states(mergedFiles([], [half, member], none))).toEqual(['a.stl half', 'b.stl arrived']);
  });

  test('a file is listed once while the answer to its creation is on its way', () => {
    const files = [file('a.stl', { id: null, state: 'sending' })];
    const answers = [answer('a.stl', { state: 'uploading' }), answer('b.stl', { state: 'uploading' })];
    expect(states(mergedFiles(files, answers, none))).toEqual(['a.stl sending', 'b.stl half']);
    const known = files.map((one) => ({ ...one, id: 'id a.stl' }));
    expect(states(mergedFiles(known, answers, none))).toEqual(['a.stl sending', 'b.stl half']);
  });

  test('arrived files missing from the answer are removed; files added meanwhile stay', () => {
    const files = [file('a.stl', { state: 'checked' }), file('b.stl', { state: 'arrived' })];
    expect(states(mergedFiles(files, [], new Set(['id a.stl'])))).toEqual(['b.stl arrived']);
  });

  test('a refusal comes with its message', () => {
    const [after] = mergedFiles(
      [file('a.stl', { state: 'arrived' })],
      [answer('a.stl', { state: 'refused', message: 'No.' })],
      none,
    );
    expect(after).toMatchObject({ state: 'refused', sentence: 'No.' });
  });
});

test('a file chosen again is recognised by path, size and product, unless it was refused', () => {
  const known = file('a/b.stl', { state: 'checked' });
  expect(findKnown([known], known)).toBe(known);
  expect(findKnown([known], { ...known, path: 'c/b.stl' })).toBeNull();
  expect(findKnown([known], { ...known, sizeBytes: 1001 })).toBeNull();
  expect(findKnown([known], { ...known, productId: 'other' })).toBeNull();
  expect(findKnown([{ ...known, state: 'refused' }], known)).toBeNull();
});

test('refused files do not count towards the progress', () => {
  const files = [file('a', { sentBytes: 300 }), file('b', { state: 'refused', sizeBytes: 5000 })];
  expect(totalProgress(files)).toEqual({ sentBytes: 300, sizeBytes: 1000 });
});

test('rate limits, lost connections and server errors are retried; refusals and a full disk are not', () => {
  expect([0, 409, 423, 429, 500, 503].every(mayRetry)).toBe(true);
  expect([400, 401, 403, 404, 413, 507].some(mayRetry)).toBe(false);
});

describe('the proposal for uploaded files', () => {
  const checked = (path: string, rest: Partial<SentFile> = {}) => file(path, { state: 'checked', ...rest });
  const drop = [
    checked('Pack/Orc/Orc_Supported.stl', { sizeBytes: 3000 }),
    checked('Pack/Orc/Orc.stl'),
    checked('Pack/Elf/Elf.stl', { sizeBytes: 2000 }),
    checked('Pack/licence.txt', { sizeBytes: 90 }),
  ];
  const rowOf = (choice: ReturnType<typeof packChoice>, path: string) =>
    choice.rows.find((row) => row.file.path.endsWith(path));

  test('has one product per model, with pairs side by side and without shared texts', () => {
    const choice = packChoice(drop);
    expect(choice.groups.map(({ name }) => name)).toEqual(['Elf', 'Orc']);
    expect(choice.rows.map((row) => [row.file.name, row.role, row.group !== LEFT_OUT])).toEqual([
      ['Elf.stl', 'unsupported', true],
      ['Orc.stl', 'unsupported', true],
      ['Orc_Supported.stl', 'presupported', true],
      ['licence.txt', 'document', false],
    ]);
    expect(rowOf(choice, 'Orc.stl')?.pair).toBe(rowOf(choice, 'Orc_Supported.stl')?.pair);
    expect(rowOf(choice, 'Elf.stl')?.pair).toBeNull();
  });

  test('with a fixed product, all files go there', () => {
    const only = { key: 'mine', name: 'Warband', productId: 'p' };
    const choice = packChoice(drop, only);
    expect(choice.groups).toEqual([only]);
    expect(choice.rows.every(({ group }) => group === 'mine')).toBe(true);
  });

  test('lists two files with the same path, takes one of them, and keeps archives apart', () => {
    const twice = [
      checked('Orc.stl'),
      checked('Orc.stl', { key: 'second' }),
      checked('Orc.stl', { key: 'third', archiveId: 'z' }),
    ];
    const { groups, rows } = packChoice(twice);
    expect(rows.map((row) => [row.file.key, row.group !== LEFT_OUT])).toEqual([
      ['key Orc.stl', true],
      ['second', false],
      ['third', true],
    ]);
    expect(new Set(groups.map(({ key }) => key)).size).toBe(2);
  });

  test('only checked files that are not archives are listed', () => {
    const files = [checked('a.stl'), checked('b.zip'), file('c.stl', { state: 'arrived' })];
    expect(listable(files).map(({ path }) => path)).toEqual(['a.stl']);
  });

  test('files pair when the seller makes them match, and stop pairing when they differ', () => {
    const choice = packChoice([...drop, checked('Pack/Elf/Elf B.stl', { sizeBytes: 2500 })]);
    const keyOf = (path: string) => rowOf(choice, path)?.file.key ?? '';
    const pairsAfter = (...changes: [path: string, change: RowChange][]) => {
      const byKey = new Map(changes.map(([path, change]) => [keyOf(path), change]));
      const { rows } = corrected(choice, byKey, new Map(), []);
      const pairOf = (path: string) => rows.find((row) => row.file.path.endsWith(path))?.pair ?? null;
      return { elf: pairOf('Elf.stl'), elfB: pairOf('Elf B.stl'), orc: pairOf('Orc.stl') };
    };
    expect(pairsAfter().elf).toBeNull();
    const made = pairsAfter(['Elf B.stl', { role: 'presupported', part: '' }]);
    expect(made.elf).not.toBeNull();
    expect(made.elf).toBe(made.elfB);
    expect(pairsAfter(['Elf B.stl', { role: 'presupported', part: 'Arm' }]).elf).toBeNull();
    expect(pairsAfter(['Elf B.stl', { role: 'presupported', part: '', scale: '75' }]).elf).toBeNull();
    expect(pairsAfter().orc).not.toBeNull();
    expect(pairsAfter(['Orc_Supported.stl', { role: 'slicer_project' }]).orc).toBeNull();
    expect(pairsAfter(['Orc_Supported.stl', { group: LEFT_OUT }]).orc).toBeNull();
  });

  test("the seller's corrections win; a change to a missing group is ignored", () => {
    const choice = packChoice(drop);
    const elf = rowOf(choice, 'Elf.stl');
    const orc = rowOf(choice, 'Orc.stl');
    const changes = new Map([
      [elf?.file.key ?? '', { role: 'other' as const, group: 'new' }],
      [orc?.file.key ?? '', { group: 'gone' }],
    ]);
    const names = new Map([['new', 'High Elf']]);
    const after = corrected(choice, changes, names, [{ key: 'new', name: 'New product', productId: null }]);
    expect(
      nonEmptyGroups(after).map(({ group, rows }) => [
        group.name,
        rows.map((row) => `${row.file.name} ${row.role}`),
      ]),
    ).toEqual([
      ['Orc', ['Orc.stl unsupported', 'Orc_Supported.stl presupported']],
      ['High Elf', ['Elf.stl other']],
    ]);
  });
});

test.each([
  ['a model', { name: 'Orc.STL', size: 1000 }, 'stl'],
  ['a model too heavy for a browser', { name: 'orc.stl', size: 65 * 1024 * 1024 }, 'heavy'],
  ['a 3MF that may unpack to too much', { name: 'orc.3mf', size: 11 * 1024 * 1024 }, 'heavy'],
  ['anything else', { name: 'readme.pdf', size: 10 }, null],
])('the local report: %s', (_what, file, kind) => {
  expect(localReportKind(file)).toBe(kind);
});

test('begins no new upload where a site that restarts does not say how far it is', async () => {
  const asked: string[] = [];
  let sent = 0;
  const server = createServer((req, res) => {
    asked.push(req.method ?? '');
    const times = asked.filter((method) => method === req.method).length;
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(sent), 'upload-length': '8' };
    const [status, more] =
      req.method === 'POST'
        ? [201, { location: '/api/uploads/a' }]
        : times === 1
          ? [503, {}]
          : [req.method === 'HEAD' ? 200 : 204, {}];
    req.resume().once('end', () => {
      if (status === 204) sent = 8;
      res.writeHead(status, { ...headers, 'upload-offset': String(sent), ...more }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await new Promise<void>((resolve, reject) => {
      new Upload(Buffer.from('a figure'), {
        endpoint: `http://127.0.0.1:${port}/api/uploads`,
        retryDelays: [1, 1, 1, 1],
        onAfterResponse: keepUpload,
        onShouldRetry: ({ originalResponse }) => mayRetry(originalResponse?.getStatus() ?? 0),
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  expect(asked).toEqual(['POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
});
