import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../src/ops/ports.ts';
import { ROOT } from '../structure/source.ts';

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** docs/deploy/Caddyfile in a real Caddy, where the machine has one (Debian package caddy). */
describe.skipIf(!has('caddy', 'version'))('Caddy in front of two sites', () => {
  let folder = '';
  let caddy: ChildProcess;
  let url = '';
  /** What the sites say of themselves, and whether they end a request without an answer. */
  const sites = [0, 1].map(() => ({ isReady: true, lives: true, dies: false, asked: 0 }));
  const [first, second] = sites as [(typeof sites)[0], (typeof sites)[0]];
  const servers: http.Server[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'caddy-'));
    for (const [place, site] of sites.entries()) {
      const server = http.createServer((req, res) => {
        if (req.url === '/readyz') return void res.writeHead(site.isReady ? 200 : 503).end();
        if (req.url === '/healthz') return void res.end(site.lives ? 'ok 0123456789abcdef' : 'starting');
        site.asked += 1;
        if (site.dies) return void req.socket.destroy();
        res.end(`site ${place}`);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
    }
    url = `http://127.0.0.1:${await freePort()}`;
    const addresses = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    caddy = spawn(
      'caddy',
      ['run', '--config', join(ROOT, 'docs/deploy/Caddyfile'), '--adapter', 'caddyfile'],
      {
        env: {
          ...process.env,
          ...{ DOMAIN: url, SITES: addresses.join(' '), HOME: folder },
          ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        },
        stdio: 'ignore',
      },
    );
    await vi.waitUntil(async () => (await ask()).startsWith('200'), { timeout: 30_000 });
  });
  afterAll(async () => {
    caddy.kill();
    await once(caddy, 'exit');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (method = 'GET') =>
    fetch(url, method === 'GET' ? {} : { method, body: 'an order' }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      () => 'no answer',
    );
  const asking = (method?: string) => expect.poll(() => ask(method), { timeout: 20_000 });

  /** Waits until both of two requests in turn are answered so. */
  const all = (answer: string) =>
    vi.waitUntil(async () => (await ask()) === answer && (await ask()) === answer, { timeout: 20_000 });

  it('sends visitors to a site that is ready, and where none is to one that lives', async () => {
    first.isReady = false;
    second.isReady = true;
    await all('200 site 1');
    second.isReady = false;
    await asking().toMatch(/^200 site/);
    await asking('POST').toMatch(/^200 site/);
    // One that waits for its database has no page.
    second.lives = false;
    await all('200 site 0');
    second.lives = true;
    for (const site of sites) site.isReady = true;
    await asking().toMatch(/^200 site/);
  });

  it('sends to no second site what one has been asked and may have done', async () => {
    for (const site of sites) {
      site.dies = true;
      site.asked = 0;
    }
    expect(await ask('POST')).toMatch(/^50[23]/);
    expect(first.asked + second.asked).toBe(1);
    for (const site of sites) site.dies = false;
  });
});
