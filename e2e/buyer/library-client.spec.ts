import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { openStallingProxy } from '../../tests/integration/account/stalling-proxy.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

/** Programs start slowly on a busy machine. */
const SOON = { timeout: 20_000 };

test('a collector copies the library with the program of the site, is interrupted twice, and gets the rest and what is new', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const collector = await signedUp(newcomer('hoarder'));
  const own = (name: string) =>
    service()
      .collection('entitlements')
      .create({
        ...{ user: collector.id, product: demoProduct(name).id, source: 'operator', sourceId: 'copy' },
        ...{ licences: ['personal'], licenceText: 'a'.repeat(64), grantedAt: new Date().toISOString() },
      });
  await own('Mossback Cairn-Golem');
  await arriveAs(page, collector, paths.library());
  await page.getByRole('link', { name: 'Keep a copy on your computer' }).click();
  await expect(page.getByRole('heading', { name: 'Keep a copy on your computer' })).toBeInViewport();
  const folder = await mkdtemp(join(tmpdir(), 'library-copy-'));
  const program = join(folder, 'library-client.mjs');
  const link = page.getByRole('link', { name: 'library-client.mjs' });
  await writeFile(program, await (await page.request.get((await link.getAttribute('href')) ?? '')).body());
  await page.getByRole('link', { name: 'access token' }).click();
  await page.getByLabel('Name').fill('Nightly copy');
  await page.getByLabel('Read my library and download my files').check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = (await page.getByText(/^guildhall_/).textContent()) ?? '';

  const line = await openStallingProxy((path) => path.includes('/files/'));
  const site = baseURL ?? '';
  Object.assign(line, { to: Number(new URL(site).port), siteUrl: site });
  const models = join(folder, 'models');
  const running: ChildProcess[] = [];
  const start = () => {
    const child = spawn(process.execPath, [program, '--site', line.url, '--folder', models], {
      env: { ...process.env, GUILDHALL_TOKEN: token },
    });
    running.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, output })),
    );
    return { child, ended };
  };
  const onDisk = async (ending: string) => {
    const names = await readdir(models, { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith(ending)).map((name) => join(models, name));
  };
  const begun = async () => {
    const sizes = await Promise.all((await onDisk('.part')).map(async (path) => (await stat(path)).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  try {
    line.stallAfter = 100_000;
    for (const reached of [100_000, 200_000]) {
      const { child, ended } = start();
      await expect.poll(begun, SOON).toBe(reached);
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
    }
    line.stallAfter = null;
    const rest = await start().ended;
    expect(rest, rest.output).toMatchObject({ code: 0 });
    expect(line.asked.slice(0, 3).map(({ range }) => range)).toEqual([
      null,
      'bytes=100000-',
      'bytes=200000-',
    ]);
    await own('Ivygate Ruin');
    const next = await start().ended;
    expect(next, next.output).toMatchObject({
      code: 0,
      output: expect.stringMatching(/[1-9]\d* files were there/),
    });
    expect(await onDisk('.part')).toEqual([]);
    const sums = (await readFile(join(models, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    expect(sums.some((sum) => sum.includes('/Ivygate Ruin/'))).toBe(true);
    for (const sum of sums) {
      const [hash, name = ''] = sum.split('  ');
      const bytes = await readFile(join(models, name));
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(hash);
    }
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await line.close();
    await rm(folder, { recursive: true, force: true });
  }
  await page.reload();
  await expect(page.getByRole('list', { name: 'Access tokens' })).toContainText('last used on');
});
