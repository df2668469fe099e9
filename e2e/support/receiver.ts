import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program of a seller that is told what happens in their store. See `receiver-names.ts` for how it is reached. */
export interface Receiver {
  url: string;
  /** What it answers: 503 while it is down. */
  status: number;
  readonly heard: { id: string; signature: string; body: string; status: number }[];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const heard: Receiver['heard'] = [];
  const server = http.createServer((req, res) => {
    let body = '';
    req.on('data', (piece) => (body += piece));
    req.on('end', () => {
      const { status } = receiver;
      const header = (name: string) => String(req.headers[`guildhall-${name}`]);
      heard.push({ id: header('delivery'), signature: header('signature'), body, status });
      res.writeHead(status).end(status === 200 ? 'thanks' : 'down for an hour');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `https://receiver-${(server.address() as AddressInfo).port}.guildhall.test/hook`,
    status: 200,
    heard,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}

/** Whether a message is signed with the secret. */
export function isSigned({ signature, body }: Receiver['heard'][number], secret: string): boolean {
  const [at = '', ...signed] = signature.split(',');
  const expected = createHmac('sha256', secret)
    .update(`${at.slice('t='.length)}.${body}`)
    .digest('hex');
  return signed.includes(`v1=${expected}`);
}
