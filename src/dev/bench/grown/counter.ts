import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server between site and PocketBase that passes everything on and counts requests, and rows while it is asked to. */
export interface TripCounter {
  url: string;
  /** Requests so far, without listening connections. */
  trips(): number;
  /** Rows that PocketBase answered with while `work` ran. They are read from its answers, which takes time. */
  rowsWhile(work: () => Promise<void>): Promise<number>;
  close(): void;
}

/** Starts counting in front of a PocketBase that may start later. */
export async function openTripCounter(pocketbasePort: number): Promise<TripCounter> {
  const agent = new Agent({ keepAlive: true });
  let trips = 0;
  let rows: number | null = null;
  const count = (found: IncomingMessage) => {
    const parts: Buffer[] = [];
    found.on('data', (part: Buffer) => parts.push(part));
    found.on('end', () => {
      if (rows !== null) rows += rowsIn(Buffer.concat(parts).toString());
    });
  };
  const server = createServer((asked, answer) => {
    const isListening = asked.url?.startsWith('/api/realtime') === true;
    if (!isListening) trips += 1;
    const { method, url, headers } = asked;
    const onward = request(
      { agent, host: '127.0.0.1', port: pocketbasePort, method, path: url, headers },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        if (rows !== null && !isListening) count(found);
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
    async rowsWhile(work) {
      rows = 0;
      try {
        await work();
        return rows;
      } finally {
        rows = null;
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

/** How many rows an answer of PocketBase holds: lists of a trip, a page of records, or one record. */
export function rowsIn(text: string): number {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return 0;
  }
  const rowsOf = (lists: readonly unknown[]) =>
    lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (Array.isArray(answer)) return rowsOf(answer);
  if (typeof answer !== 'object' || answer === null) return 0;
  const { items, rows, queries, id } = answer as Record<string, unknown>;
  if (Array.isArray(items)) return items.length;
  const asked = typeof queries === 'string' ? rowsIn(queries) : 0;
  if (typeof rows === 'object' && rows !== null) return asked + rowsOf(Object.values(rows));
  return asked + (typeof id === 'string' ? 1 : 0);
}
