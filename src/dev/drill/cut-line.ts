import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be cut: every open connection breaks, and the next one works again. */
export interface CutLine {
  origin: string;
  /** Bytes sent to the server so far. */
  sentBytes(): number;
  cut(): void;
  /** Whether new connections reach the server; if not, each is cut at once. */
  letThrough(whether: boolean): void;
  close(): Promise<void>;
}

/** Opens a port on loopback that forwards everything to `target`, an origin. */
export async function openCutLine(target: string): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let sent = 0;
  let isThrough = true;
  const server = createServer((visitor) => {
    if (!isThrough) {
      visitor.on('error', () => undefined);
      visitor.destroy();
      return;
    }
    const site = connect(Number(port), hostname);
    for (const socket of [visitor, site]) {
      open.add(socket);
      // Broken connections are intended here; the other end is closed too.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        visitor.destroy();
        site.destroy();
      });
    }
    visitor.on('data', (piece: Buffer) => {
      sent += piece.length;
    });
    visitor.pipe(site).pipe(visitor);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${own}`,
    sentBytes: () => sent,
    cut,
    letThrough(whether) {
      isThrough = whether;
      if (!whether) cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
