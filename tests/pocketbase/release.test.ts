import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { officialRelease } from '../../src/pocketbase/tools/release.ts';

const PROGRAM = strToU8('#!/bin/sh\necho 1.2.3\n');
const ZIP = Buffer.from(
  zipSync({ 'LICENSE.md': strToU8('MIT'), pocketbase: PROGRAM, 'pocketbase.exe': PROGRAM }),
);
const SHA256 = createHash('sha256').update(ZIP).digest('hex');

let folder: string;
let servers: Server[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-release-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves a release; every name of a platform gets the same archive. */
function releases({ sha256 = SHA256, cutAfter = ZIP.length, listed = true } = {}): Promise<string> {
  let asked = '';
  return listening(
    createServer((request, response) => {
      const name = request.url?.split('/').at(-1) ?? '';
      if (!request.url?.startsWith('/v1.2.3/')) return void response.writeHead(404).end();
      if (name === 'checksums.txt') {
        const names = [
          'linux_amd64',
          'linux_arm64',
          'darwin_amd64',
          'darwin_arm64',
          'windows_amd64',
          'windows_arm64',
        ];
        const lines = names.map((one) => `${sha256}  pocketbase_1.2.3_${one}.zip`);
        return void response.end(`${listed ? lines.join('\n') : asked}\n`);
      }
      asked = name;
      response.writeHead(200, { 'content-length': ZIP.length });
      if (cutAfter === ZIP.length) return void response.end(ZIP);
      response.write(ZIP.subarray(0, cutAfter), () => response.destroy());
    }),
  );
}

const fetchFrom = (from: string, env: NodeJS.ProcessEnv = {}) =>
  officialRelease({ version: '1.2.3', keepIn: folder, progress: () => undefined, from, env });
const sentenceOf = (work: Promise<unknown>) => work.then(String, (reason: Error) => reason.message);

describe('an official release of PocketBase', () => {
  it('is opened without a tool of the system, and fetched once', async () => {
    const from = await releases();
    const program = await fetchFrom(from);
    expect(readFileSync(program)).toEqual(Buffer.from(PROGRAM));
    if (process.platform !== 'win32') expect(statSync(program).mode & 0o777).toBe(0o755);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await fetchFrom('http://127.0.0.1:1')).toBe(program);
  });

  it('with another checksum is discarded', async () => {
    const from = await releases({ sha256: SHA256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) });
    expect(await sentenceOf(fetchFrom(from))).toMatch(
      /does not match its published checksum; it was discarded/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without a published checksum is discarded', async () => {
    const from = await releases({ listed: false });
    expect(await sentenceOf(fetchFrom(from))).toMatch(/^No checksum is published for pocketbase_1\.2\.3_/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('whose line is cut says so, and leaves nothing that looks complete', async () => {
    const from = await releases({ cutAfter: 100 });
    expect(await sentenceOf(fetchFrom(from))).toMatch(
      /could not be fetched from http:.* \((the connection was cut|.*closed.*)\)\. Try again, set HTTPS_PROXY/,
    );
    expect(readdirSync(folder)).toEqual([]);
    await fetchFrom(await releases());
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('that is not there names the answer and the way around', async () => {
    const from = await releases();
    const sentence = await sentenceOf(
      officialRelease({ version: '9.9.9', keepIn: folder, progress: () => undefined, from, env: {} }),
    );
    expect(sentence).toMatch(/status 404.*POCKETBASE_BIN/);
    expect(existsSync(folder)).toBe(true);
  });

  it('comes through the proxy that the environment names', async () => {
    const through: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket, head) => {
      through.push(String(request.url));
      const [host, port] = String(request.url).split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    proxy.on('request', (request, response) => {
      through.push(String(request.url));
      void fetch(String(request.url)).then(async (answer) =>
        response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())),
      );
    });
    const from = await releases();
    await fetchFrom(from, { HTTP_PROXY: await listening(proxy) });
    expect(through.length).toBeGreaterThan(0);
    const asked = through.length;
    await fetch(`${from}/v1.2.3/checksums.txt`).then((answer) => answer.text());
    expect(through, 'other requests go their own way afterwards').toHaveLength(asked);
  });

  it('names a proxy that does not answer', async () => {
    const from = await releases();
    const sentence = await sentenceOf(fetchFrom(from, { HTTP_PROXY: 'http://127.0.0.1:1' }));
    expect(sentence).toMatch(/could not be fetched from .*ECONNREFUSED 127\.0\.0\.1:1/);
  });
});
