import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../src/ops/ports.ts';
import { ROOT } from '../structure/source.ts';

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** docs/deploy/nginx.conf in a real nginx, where the machine has one (Debian package nginx). */
describe.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))('nginx in front', () => {
  let folder = '';
  let site: http.Server;
  let nginx: ChildProcess;
  let port = 0;
  /** The headers of the last request that reached the site, and the bytes of its body so far. */
  let headers: http.IncomingHttpHeaders = {};
  let bytes = 0;
  let onBytes: (() => void) | null = null;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    // Where it is started by root, its workers are somebody else.
    chmodSync(folder, 0o755);
    site = http.createServer((req, res) => {
      headers = req.headers;
      bytes = 0;
      req.on('data', (piece: Buffer) => {
        bytes += piece.length;
        onBytes?.();
      });
      if (req.url === '/api/realtime') return void res.write('data: hello\n\n');
      req.on('end', () => res.end(String(bytes)));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    port = await freePort();
    const plain = await freePort();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=guildhall.example', '-days', '1'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
      { stdio: 'ignore' },
    );
    const text = readFileSync(join(ROOT, 'docs/deploy/nginx.conf'), 'utf8')
      .replace('server 127.0.0.1:4321', `server 127.0.0.1:${(site.address() as AddressInfo).port}`)
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/\S+fullchain\.pem/, certificate)
      .replace(/\S+privkey\.pem/, key);
    writeFileSync(join(folder, 'site.conf'), text);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join(' ');
    const config = join(folder, 'nginx.conf');
    writeFileSync(
      config,
      `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; worker_processes 1;
       events {} http { access_log off; ${paths} include ${join(folder, 'site.conf')}; }`,
    );
    const checked = spawnSync('nginx', ['-t', '-c', config], { encoding: 'utf8' });
    expect(checked.stderr).toContain('test is successful');
    nginx = spawn('nginx', ['-c', config], { stdio: 'ignore' });
    await vi.waitUntil(() => ask('/').catch(() => null), { timeout: 30_000 });
  });
  afterAll(async () => {
    if (nginx && nginx.exitCode === null) {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    }
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const options = (path: string, method = 'GET', more: Record<string, string> = {}) => ({
    ...{ host: '127.0.0.1', port, path, method, rejectUnauthorized: false, agent: false },
    headers: { host: 'guildhall.example', ...more },
  });
  const ask = (path: string, body?: Buffer, more?: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = https.request(options(path, body ? 'POST' : 'GET', more), (answer) => {
        let text = '';
        answer.on('data', (piece) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      request.on('error', reject);
      request.end(body);
    });

  it('passes on files in messages of 51 MB', async () => {
    const body = Buffer.alloc(51 * 1024 * 1024);
    expect(await ask('/api/attachments', body)).toEqual({ status: 200, text: String(body.length) });
  });

  it('passes an upload on as it arrives', async () => {
    const request = https.request(options('/api/uploads/one', 'PATCH', { 'content-length': '1000000' }));
    request.on('error', () => undefined);
    const arrived = new Promise<void>((resolve) => {
      onBytes = () => bytes >= 500_000 && resolve();
    });
    request.write(Buffer.alloc(500_000));
    await arrived;
    request.destroy();
    onBytes = null;
  });

  it('passes news on at once', async () => {
    const request = https.get(options('/api/realtime'));
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    const [piece] = (await once(answer, 'data')) as [Buffer];
    expect(piece.toString()).toBe('data: hello\n\n');
    request.destroy();
  });

  it('passes on the address of the connection, not the one that a visitor claims', async () => {
    await ask('/', undefined, { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' });
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      host: 'guildhall.example',
    });
  });
});
