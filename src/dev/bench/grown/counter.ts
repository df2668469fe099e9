import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server between site and PocketBase that passes everything on and counts the requests. */
export interface TripCounter {
  url: string;
  /** Requests so far, without listening connections. */
  trips(): number;
  close(): void;
}

/** Starts counting in front of a PocketBase that may start later. */
export async function openTripCounter(pocketbasePort: number): Promise<TripCounter> {
  const agent = new Agent({ keepAlive: true });
  let trips = 0;
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith('/api/realtime') !== true) trips += 1;
    const { method, url, headers } = asked;
    const onward = request(
      { agent, host: '127.0.0.1', port: pocketbasePort, method, path: url, headers },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    trips: () => trips,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
