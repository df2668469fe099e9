import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody, sentForm } from '../payments/api/http.ts';
import type { RecordedCall } from '../payments/shapes/recording.ts';

/** Stands on this machine between the client and the provider, passes calls on, and keeps what was answered. */
export interface Recorder {
  /** The address that the client asks instead of the provider's. */
  url: string;
  calls: RecordedCall[];
  close(): Promise<void>;
}

/** Headers that are about one connection, or about the encoding that `fetch` has undone. */
const OF_CONNECTION = [
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
];

/** @param target the origin of the provider's API */
export async function openRecorder(target: string): Promise<Recorder> {
  const calls: RecordedCall[] = [];
  const server = http.createServer((req, res) => {
    pass(req, res).catch(() => res.destroy());
  });
  const pass = async (req: http.IncomingMessage, res: http.ServerResponse) => {
    const body = await readBody(req);
    const address = new URL(req.url ?? '/', target);
    const method = req.method ?? 'GET';
    const answer = await fetch(address, {
      method,
      headers: Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !OF_CONNECTION.includes(name) ? [[name, value]] : [],
      ),
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name));
    res.writeHead(answer.status, Object.fromEntries(headers)).end(text);
    calls.push({
      method,
      path: address.pathname,
      sent: sentForm(req, address.searchParams.toString(), body),
      status: answer.status,
      answer: JSON.parse(text),
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
