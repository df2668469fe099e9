import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import PocketBase, { type ClientResponseError } from 'pocketbase';
import { expect, onTestFinished, test } from 'vitest';
import { isUnanswered } from '../../../src/data/kernel/client.ts';
import { transport } from '../../../src/data/kernel/transport.ts';

function clientAt(url: string): PocketBase {
  const pb = new PocketBase(url);
  pb.autoCancellation(false);
  pb.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch: transport.fetch } });
  return pb;
}

/** A client of the SDK that speaks through the transport, to a server that answers as a test wants. */
async function clientOf(listener: RequestListener): Promise<PocketBase> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return clientAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const reasonOf = (sent: Promise<unknown>) =>
  sent.then(
    () => expect.unreachable(),
    (reason: unknown) => reason as ClientResponseError,
  );

test('a request arrives with its method, headers and body, and the answer is read', async () => {
  const pb = await clientOf(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, type: headers['content-type'], own: headers['x-own'], body }));
  });
  expect(
    await pb.send('/a', {
      method: 'POST',
      body: { name: '像é' },
      query: { b: 1 },
      headers: { 'X-Own': 'c' },
    }),
  ).toEqual({ method: 'POST', url: '/a?b=1', type: 'application/json', own: 'c', body: '{"name":"像é"}' });
});

test('a large answer comes whole, and one connection is used again', async () => {
  const ports = new Set<number | undefined>();
  const rows = Array.from({ length: 20_000 }, (_, at) => [at, `é ${at}`]);
  const pb = await clientOf((request, response) => {
    ports.add(request.socket.remotePort);
    response.end(JSON.stringify(rows));
  });
  for (let time = 0; time < 3; time++) expect(await pb.send('/rows', {})).toEqual(rows);
  expect(ports.size).toBe(1);
});

test('a refusal keeps its status and what it says', async () => {
  const pb = await clientOf((_, response) => {
    response.writeHead(400).end('{"message":"No."}');
  });
  const reason = await reasonOf(pb.send('/refused', { method: 'DELETE' }));
  expect([reason.status, reason.response['message'], isUnanswered(reason)]).toEqual([400, 'No.', false]);
});

test('a connection that breaks in the middle of an answer is no answer', async () => {
  const pb = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"half":', () => response.destroy());
  });
  expect(isUnanswered(await reasonOf(pb.send('/half', {})))).toBe(true);
});

test('nobody who listens is no answer', async () => {
  const pb = clientAt('http://127.0.0.1:1');
  expect(isUnanswered(await reasonOf(pb.send('/', {})))).toBe(true);
});

test('who gives up is answered at once, with their reason', async () => {
  const pb = await clientOf(() => undefined);
  const late = await reasonOf(pb.send('/never', { signal: AbortSignal.timeout(50) }));
  expect([(late.originalError as Error).name, isUnanswered(late)]).toEqual(['TimeoutError', true]);
  const controller = new AbortController();
  const sent = reasonOf(pb.send('/never', { signal: controller.signal }));
  controller.abort();
  expect((await sent).isAbort).toBe(true);
});

test('a file is sent as a form', async () => {
  const pb = await clientOf(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(
      JSON.stringify({ type: request.headers['content-type']?.split(';')[0], has: body.includes('plinth') }),
    );
  });
  const body = { file: new File(['plinth'], 'a.stl') };
  expect(await pb.send('/files', { method: 'POST', body })).toEqual({
    type: 'multipart/form-data',
    has: true,
  });
});
