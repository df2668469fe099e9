import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, SITE_TIMES, siteOf } from '../../domain/kernel/network.ts';

const MB = 1000 * 1000;

/** The limits of connections. */
export const CONNECTION_LIMITS = {
  /** In total: the 20,000 pages that may listen, and room for everybody else. An idle one costs about 4 kB. */
  connections: 24_000,
  /** Of one network, see `networkOf`: an office, where each page that listens holds one. An IPv6 /48 has eight times as many. */
  ofAddress: 400,
  /** Answers of one connection that are not sent yet. Browsers ask for one at a time. */
  answers: 8,
  /** Bytes of one connection that are not read yet, above which it may not ask for more. */
  unreadBeforeNextBytes: 0.5 * MB,
  /** Bytes of all connections that are not read yet. */
  unreadBytes: 32 * MB,
  /** How long a connection may go without a byte in either direction while it is being answered. In ms. */
  stalledMs: 120_000,
};

export interface ConnectionOptions extends Partial<typeof CONNECTION_LIMITS> {
  /** Whether the address of a connection is the visitor's own, and limited. Behind a proxy all come from the proxy. */
  limitAddresses: boolean;
}

export interface Connections {
  /** Connections that are open, and bytes that wait for visitors to read them. */
  readonly held: { connections: number; unreadBytes: number };
  /**
   * Counts an answer of a connection until it is sent. False if the connection has been cut, because it asks for more and
   * more without reading: then there is nobody to answer.
   */
  admit(req: IncomingMessage, res: ServerResponse): boolean;
  stop(): void;
}

interface Line {
  socket: Socket;
  answers: Set<ServerResponse>;
  unread: number;
  /** Bytes that were read, and when that number last grew. */
  read: number;
  readAt: number;
}

const LOOK_EVERY_MS = 250;
/** After too much was unread, connections are cut until this share of the limit is left. */
const RELIEVED = 0.75;

/**
 * Bounds what connections can hold: their number, in total and by address, the answers that one may wait for, and the
 * bytes that are not read. Node itself keeps every answer until it is read.
 */
export function guardConnections(server: Server, options: ConnectionOptions): Connections {
  const limits = { ...CONNECTION_LIMITS, ...options };
  const lines = new Map<Socket, Line>();
  const ofAddress = new Map<string, number>();
  /** Connections with unread bytes. */
  const slow = new Set<Line>();
  let unread = 0;

  server.maxConnections = limits.connections;
  server.timeout = limits.stalledMs;

  const look = (line: Line): void => {
    let waiting = 0;
    for (const answer of line.answers) waiting += answer.writableLength;
    unread += waiting - line.unread;
    line.unread = waiting;
    if (waiting > 0) slow.add(line);
    else slow.delete(line);
  };

  /** Cuts the connections with the most unread bytes, above all those that have stopped reading. */
  const relieve = (): void => {
    if (unread <= limits.unreadBytes) return;
    const now = performance.now();
    const weight = (line: Line) => line.unread * (1 + (now - line.readAt) / 1000);
    const worst = [...slow].sort((a, b) => weight(b) - weight(a));
    for (const line of worst) {
      if (unread <= limits.unreadBytes * RELIEVED) return;
      forget(line);
      line.socket.destroy();
    }
  };

  const forget = (line: Line): void => {
    unread -= line.unread;
    line.unread = 0;
    slow.delete(line);
    // Node tells the answer that is being sent of the end; those waiting behind it would wait, and hold what they have.
    for (const answer of line.answers) {
      if (answer.closed || answer.socket) continue;
      answer.destroyed = true;
      answer.emit('close');
    }
    line.answers.clear();
  };

  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const site = siteOf(network);
    const has = (key: string) => ofAddress.get(key) ?? 0;
    const isOver =
      has(network) >= limits.ofAddress || (site !== null && has(site) >= limits.ofAddress * SITE_TIMES);
    if (options.limitAddresses && isOver) {
      socket.destroy();
      return;
    }
    const keys = site === null ? [network] : [network, site];
    for (const key of keys) ofAddress.set(key, has(key) + 1);
    const line: Line = { socket, answers: new Set(), unread: 0, read: 0, readAt: performance.now() };
    lines.set(socket, line);
    socket.once('close', () => {
      forget(line);
      lines.delete(socket);
      for (const key of keys) {
        const left = has(key) - 1;
        if (left > 0) ofAddress.set(key, left);
        else ofAddress.delete(key);
      }
    });
  });

  const watch = setInterval(() => {
    const now = performance.now();
    for (const line of slow) {
      const read = line.socket.bytesWritten - line.socket.writableLength;
      if (read > line.read) line.readAt = now;
      line.read = read;
      look(line);
    }
    relieve();
  }, LOOK_EVERY_MS);
  watch.unref();

  return {
    get held() {
      return { connections: lines.size, unreadBytes: unread };
    },
    admit(req, res) {
      const line = lines.get(req.socket);
      if (!line || line.socket.destroyed) return false;
      const { answers, socket } = line;
      if (answers.size > 0) {
        look(line);
        if (answers.size >= limits.answers || line.unread > limits.unreadBeforeNextBytes) {
          forget(line);
          socket.destroy();
          return false;
        }
      }
      answers.add(res);
      const after = () => {
        look(line);
        relieve();
      };
      res.once('prefinish', after);
      res.once('close', () => {
        answers.delete(res);
        look(line);
      });
      return true;
    },
    stop: () => clearInterval(watch),
  };
}
