import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedBrowser } from '../../src/dev/browser.ts';
import { sentenceOf } from '../../src/ops/announce.ts';
import { sourcesHash } from '../../src/ops/build/sources.ts';
import {
  FolderInUse,
  removeRunningNote,
  stopOrphanedDatabase,
  writeRunningNote,
} from '../../src/ops/folder-lock.ts';
import { freePort, PortTaken, portsOf, refuseTakenPorts } from '../../src/ops/ports.ts';
import { localServiceAccount } from '../../src/ops/service-account.ts';
import { BadSetting } from '../../src/server/app/settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-stack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('ports', () => {
  it('have default numbers and settings', () => {
    expect(portsOf({})).toEqual({
      site: 4321,
      pocketbase: 8090,
      gate: 8091,
      mailPage: 4322,
      smtp: 4323,
      payments: 4324,
    });
    expect(portsOf({ PORT: '80', MAIL_SMTP_PORT: '25', MAIL_PAGE_PORT: '' })).toMatchObject({
      site: 80,
      smtp: 25,
      mailPage: 4322,
    });
    expect(() => portsOf({ MAIL_PAGE_PORT: '99999' })).toThrow(BadSetting);
    expect(() => portsOf({ MAIL_PAGE_PORT: '1e3' })).toThrow('MAIL_PAGE_PORT');
  });

  it('that are taken are reported in one sentence with their setting', async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const refused = await refuseTakenPorts({ site: port }).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(PortTaken);
    expect(sentenceOf(refused)).toBe(
      `Port ${port} is taken by another program; close it, or set PORT to a free port.`,
    );
    await new Promise((resolve) => other.close(resolve));
    await expect(refuseTakenPorts({ site: port })).resolves.toBeUndefined();
  });
});

describe('the local service account', () => {
  it('is created once and is readable by its owner only', () => {
    const account = localServiceAccount(folder);
    expect(localServiceAccount(folder)).toEqual(account);
    expect(account.password.length).toBeGreaterThanOrEqual(30);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'service.json')).mode & 0o777).toBe(0o600);
  });
});

describe.skipIf(process.platform === 'win32')('the database of a killed stack', () => {
  /** A process with these arguments, such as those of a database of a data folder. */
  function dummyProcess(...args: string[]) {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args]);
    const gone = new Promise<string | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    return { pid: child.pid ?? 0, gone, end: () => child.kill('SIGKILL') };
  }
  const note = (database: number, pid: number, command: string) =>
    writeFileSync(join(folder, 'running.json'), JSON.stringify({ stack: pid, command, database }));

  it('is stopped if it serves this folder', async () => {
    const database = dummyProcess('serve', `--dir=${join(folder, 'data')}`);
    note(database.pid, 999_999, 'node start.ts');
    await stopOrphanedDatabase(folder);
    expect(await database.gone).toBe('SIGTERM');
  });

  it('is left alone if its process id now belongs to another program', async () => {
    const other = dummyProcess('serve', '--dir=/elsewhere/data');
    note(other.pid, 999_999, 'node start.ts');
    await stopOrphanedDatabase(folder);
    other.end();
    expect(await other.gone).toBe('SIGKILL');
  });

  it('is left alone while the stack runs, and a second one is refused', async () => {
    const stack = dummyProcess('stack');
    const database = dummyProcess('serve', `--dir=${join(folder, 'data')}`);
    writeRunningNote(folder, database.pid);
    const { command } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8')) as { command: string };
    expect(command).not.toBe('');
    const asPsPrints = `${process.execPath} -e setInterval(() => {}, 1000) -- stack`;
    note(database.pid, stack.pid, asPsPrints);
    await expect(stopOrphanedDatabase(folder)).rejects.toThrow(FolderInUse);
    stack.end();
    await stack.gone;
    await stopOrphanedDatabase(folder);
    expect(await database.gone).toBe('SIGTERM');
  });

  it('is ignored without a note, with a truncated note, or after a regular stop', async () => {
    await stopOrphanedDatabase(folder);
    writeFileSync(join(folder, 'running.json'), '{"stack":');
    await stopOrphanedDatabase(folder);
    writeRunningNote(folder, null);
    removeRunningNote(folder);
    await stopOrphanedDatabase(folder);
  });
});

describe('the hash of the sources', () => {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  it('changes with the inputs of the build only', () => {
    put('src/pages/index.astro', 'a');
    const before = sourcesHash(folder);
    put('tests/x.test.ts', 'a');
    put('src/dev/world/cast.ts', 'a');
    expect(sourcesHash(folder)).toBe(before);
    put('src/pages/index.astro', 'b');
    expect(sourcesHash(folder)).not.toBe(before);
    put('src/pages/index.astro', 'a');
    expect(sourcesHash(folder)).toBe(before);
  });

  it('changes with the public settings the build writes into pages', () => {
    const before = sourcesHash(folder, {});
    expect(sourcesHash(folder, { PUBLIC_HELP_URL: 'https://help.example' })).not.toBe(before);
    expect(sourcesHash(folder, { POCKETBASE_PASSWORD: 'x' })).toBe(before);
    // pbApiUrl is read when the site starts.
    expect(sourcesHash(folder, { PUBLIC_PB_API_URL: 'https://files.example' })).toBe(before);
  });
});

describe('the browser', () => {
  it('is the configured one, else one on the path, else none', () => {
    expect(installedBrowser({ CHROMIUM: 'mine' })).toBe('mine');
    const onPath = join('somewhere', 'bin', process.platform === 'win32' ? 'chromium.exe' : 'chromium');
    expect(installedBrowser({ PATH: join('somewhere', 'bin') }, (file) => file === onPath)).toBe(onPath);
    expect(installedBrowser({ PATH: '' }, () => false)).toBeNull();
  });
});
