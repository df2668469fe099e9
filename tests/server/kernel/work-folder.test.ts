import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWorkFolder } from '../../../src/server/kernel/work-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'work-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('a second process leaves the files of the first one alone', async () => {
  const first = await openWorkFolder(parent);
  await first.within(async (folder) => {
    await writeFile(join(folder, 'model'), 'in use');
    const second = await openWorkFolder(parent);
    await second.within(async (other) => expect(await readdir(other)).toEqual([]));
    expect(await readFile(join(folder, 'model'), 'utf8')).toBe('in use');
    await second.close();
    expect(await readFile(join(folder, 'model'), 'utf8')).toBe('in use');
  });
  await first.close();
  expect(await readdir(parent)).toEqual([]);
});

it('the files of a killed process are deleted a quarter of an hour later', async () => {
  const now = Date.now();
  for (const [name, minutes] of [
    ['killed', 16],
    ['in use', 14],
  ] as const) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, 'model'), 'half');
    const marked = new Date(now - minutes * 60_000);
    await utimes(join(parent, name), marked, marked);
  }
  const work = await openWorkFolder(parent, now);
  expect((await readdir(parent)).filter((name) => !/^\d/.test(name))).toEqual(['in use']);
  await work.close();
});

it('a process makes its folder anew where another one has deleted it', async () => {
  const work = await openWorkFolder(parent);
  for (const name of await readdir(parent)) await rm(join(parent, name), { recursive: true });
  const failing = work.within(async (folder) => {
    await writeFile(join(folder, 'model'), 'half');
    throw new Error('it failed');
  });
  await expect(failing).rejects.toThrow('it failed');
  const [own = ''] = await readdir(parent);
  expect(await readdir(join(parent, own))).toEqual([]);
  await work.close();
});
