import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate } from '../../../src/dev/backend-template.ts';
import { freePort, freePorts } from '../../../src/ops/ports.ts';
import { paths } from '../../../src/paths.ts';
import { ROOT } from '../../structure/source.ts';
import { world } from '../request.ts';

/**
 * The units of docs/deploy as systemd runs them: their command, with their settings, in a process of its own. To stop one,
 * KillMode=mixed signals its main process only, and kills all others as soon as that one has gone.
 */
interface Running {
  pid: number;
  /** How the main process ended. */
  gone: Promise<[code: number | null, signal: string | null]>;
  output(): string;
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'units-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startUnit(name: string, instance: string, more: Record<string, string>): Promise<Running> {
  const text = (await readFile(join(ROOT, 'docs/deploy', name), 'utf8')).replaceAll('%i', instance);
  const of = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => String(value));
  const [program = '', ...args] = (of('ExecStart')[0] ?? '').split(' ');
  const settings = Object.fromEntries(
    of('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
  expect(of('KillMode')).toEqual(['mixed']);
  const ownEnv = Object.entries(process.env).filter(([key]) => !/^(npm_|VITEST|NODE_OPTIONS)/.test(key));
  const child: ChildProcess = spawn(program === '/usr/bin/node' ? process.execPath : program, args, {
    cwd: ROOT,
    // Production refuses the payments of the tests; folders are those of the machine.
    env: { ...Object.fromEntries(ownEnv), ...settings, NODE_ENV: '', LOG_LEVEL: 'silent', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const pid = child.pid ?? 0;
  const gone = once(child, 'exit') as Running['gone'];
  onTestFinished(async () => {
    for (const one of [...(await familyOf(pid)), pid])
      try {
        process.kill(one, 'SIGKILL');
      } catch {
        // It has gone.
      }
  });
  return { pid, gone, output: () => output };
}

/** The processes that descend from one, without it. */
async function familyOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = children.split(' ').filter(Boolean).map(Number);
  return [...own, ...(await Promise.all(own.map(familyOf))).flat()];
}
/** The helper of esbuild is idle after the start, and ends by itself when its pipe closes. */
const isHelper = async (pid: number) =>
  /esbuild\0--service/.test(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''));
const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

/** Stops a unit as systemd does. What is left when its main process has gone would be killed. */
async function expectOrderlyStop({ pid, gone, output }: Running, meanwhile?: () => Promise<void>) {
  const family = [];
  for (const one of await familyOf(pid)) if (!(await isHelper(one))) family.push(one);
  expect(family.length).toBeGreaterThan(0);
  process.kill(pid, 'SIGTERM');
  await meanwhile?.();
  expect(await gone, output()).toEqual([0, null]);
  const left = [];
  for (const one of family) if (await isAlive(one)) left.push(one);
  expect(left).toEqual([]);
}

/** The status of an address of this machine; 0 where nobody answers. */
const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const request = http.get(url, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
  });
/** The settings by which a process joins the stack. With other public ones than those of the build a site would build anew. */
const joining = () =>
  Object.fromEntries(Object.entries(world.env).filter(([name]) => !name.startsWith('PUBLIC_')));
const PATIENCE = { timeout: 50_000 };

describe.skipIf(process.platform !== 'linux')('systemctl stop', () => {
  it('tells load balancers, serves who still comes and ends the requests that have begun', async () => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const unit = await startUnit('guildhall-site@.service', port, {
      ...joining(),
      ...{ PORT: port, CACHE_DIR: join(folder, 'site'), DRAIN_NOTICE_MS: '3000', JOBS: 'off' },
    });
    await expect.poll(() => statusOf(`${url}/readyz`), PATIENCE).toBe(200);
    // A request whose body is under way.
    const line = connect(Number(port), '127.0.0.1');
    let heard = '';
    line.on('data', (piece) => (heard += piece));
    line.write(
      `POST /_actions/checkout.quote HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${url}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 42\r\nConnection: close\r\n\r\n{"productIds":[]',
    );
    await expectOrderlyStop(unit, async () => {
      await expect.poll(() => statusOf(`${url}/readyz`), PATIENCE).toBe(503);
      expect(await statusOf(url + paths.login())).toBe(200);
      line.write(',"codes":[],"gift":false}'.padEnd(26));
      await once(line, 'close');
      expect(heard).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  it('lets the jobs end their work', async () => {
    const unit = await startUnit('guildhall-jobs.service', '', {
      ...joining(),
      ...{ CACHE_DIR: join(folder, 'jobs'), PORT: String(await freePort()) },
    });
    await expect.poll(unit.output, PATIENCE).toContain('They run.');
    await expectOrderlyStop(unit);
  });

  it('lets the database end its writes', async () => {
    const ports = await freePorts();
    await copyTemplate(inject('databaseTemplate'), join(folder, 'data'));
    const unit = await startUnit('guildhall-backend.service', '', {
      ...{ DATA_DIR: join(folder, 'data'), CACHE_DIR: join(folder, 'backend'), DEMO_WORLD: 'off' },
      ...{
        PORT: `${ports.site}`,
        POCKETBASE_PORT: `${ports.pocketbase}`,
        POCKETBASE_GATE_PORT: `${ports.gate}`,
      },
      ...{ MAIL_PAGE_PORT: `${ports.mailPage}`, MAIL_SMTP_PORT: `${ports.smtp}` },
      ...{ PAYMENTS_PORT: `${ports.payments}` },
    });
    await expect.poll(() => statusOf(`http://127.0.0.1:${ports.pocketbase}/api/health`), PATIENCE).toBe(200);
    await expect.poll(unit.output, PATIENCE).toContain('POCKETBASE_URL');
    await expectOrderlyStop(unit);
  });
});
