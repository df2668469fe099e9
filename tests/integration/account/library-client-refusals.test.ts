import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

/** The library's program at a site that means harm. */
const CLIENT = fileURLToPath(new URL('../../../public/library-client.mjs', import.meta.url));

let site: http.Server;
let origin = '';
let folder = '';
/** The page of the library, as text; and what a file sends. */
let library = '';
let file: http.RequestListener = (_req, res) => res.end('thirteen byte');

beforeAll(async () => {
  site = http.createServer((req, res) => {
    if (req.url?.startsWith('/file')) return file(req, res);
    return res.setHeader('content-type', 'application/json').end(library);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  await mkdir(join(folder, 'models'));
  return () => rm(folder, { recursive: true, force: true });
});

const SHA = createHash('sha256').update('thirteen byte').digest('hex');
const aFile = (more: object = {}) => ({
  ...{ id: 'f'.repeat(15), name: 'arm.stl', sha256: SHA, sizeBytes: 13, version: 1, isCurrent: true },
  url: `${origin}/file`,
  ...more,
});
const aModel = (more: object = {}) => ({
  ...{ id: 'm'.repeat(15), name: 'Golem', store: 'Anvil', files: [aFile()] },
  ...more,
});
const pageOf = (...items: object[]) => JSON.stringify({ items, next: null });

function run(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [CLIENT, '--site', origin, '--folder', join(folder, 'models')], {
    env: { ...process.env, GUILDHALL_TOKEN: 'guildhall_token' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
const everything = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

it('a library of the right form is downloaded', async () => {
  library = pageOf(aModel());
  expect(await run()).toMatchObject({ code: 0 });
  expect(await everything()).toEqual(['SHA256SUMS', 'arm.stl', 'library.json']);
});

it('an answer that is no library is refused, and nothing is written', async () => {
  const mine = join(folder, 'my-other.part');
  await writeFile(mine, 'mine');
  for (const [what, page] of [
    ['hash', pageOf(aModel({ files: [aFile({ sha256: `../../../my-other${'x'.repeat(60)}` })] }))],
    ['file', pageOf(aModel({ files: [aFile({ id: '__proto__' })] }))],
    ['model', pageOf(aModel()).replaceAll('m'.repeat(15), '__proto__')],
    ['size', pageOf(aModel({ files: [aFile({ sizeBytes: -1 })] }))],
    ['name', pageOf(aModel({ name: null }))],
    ['page', '[]'],
    ['text', 'nonsense'],
    ['next', JSON.stringify({ items: [], next: { toString: 'x' } })],
  ] as const) {
    library = page;
    expect(await run(), what).toMatchObject({
      code: 3,
      output: 'The site answered with something that is no library.\n',
    });
  }
  expect(await readFile(mine, 'utf8')).toBe('mine');
  expect(await everything()).toEqual(['my-other.part']);
}, 60_000);

it('a body without end is cut where the file ends, and nothing of it is kept', async () => {
  let sent = 0;
  file = (_req, res) => {
    const more = () => {
      if (res.destroyed) return;
      sent += 65_536;
      if (res.write(Buffer.alloc(65_536))) setImmediate(more);
      else res.once('drain', more);
    };
    more();
  };
  library = pageOf(aModel());
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('the site sends more than the 13 bytes it named'),
  });
  expect(await everything()).toEqual(['SHA256SUMS', 'library.json']);
  // What was on its way when the program hung up.
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});
