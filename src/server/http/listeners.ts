import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum number of realtime connections per address: enough for an office. */
export const LISTENERS_OF_ADDRESS_MAX = 60;
/** Maximum number of realtime connections in total; each costs the backend about 50 kB. */
export const LISTENERS_MAX = 20_000;
/** Events are small. A page with this many unread bytes no longer reads and must not block the backend. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** The realtime connections of pages. */
export interface Listeners {
  /** Counts a connection until it closes. Returns why it is refused, or null. */
  admit(res: ServerResponse, address: string): 'address' | 'full' | null;
  /** Streams the backend's answer; a page that does not read it is disconnected. */
  send(answer: IncomingMessage, res: ServerResponse): void;
  /** Closes all connections; pages reconnect by themselves. */
  close(): void;
}

/** @param limited whether the limit per address applies; the total limit always does. */
export function openListeners(limited: boolean): Listeners {
  const ofAddress = new Map<string, number>();
  const all = new Set<ServerResponse>();
  return {
    admit(res, address) {
      if (all.size >= LISTENERS_MAX) return 'full';
      const own = ofAddress.get(address) ?? 0;
      if (limited && own >= LISTENERS_OF_ADDRESS_MAX) return 'address';
      all.add(res);
      ofAddress.set(address, own + 1);
      res.once('close', () => {
        all.delete(res);
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left > 0) ofAddress.set(address, left);
        else ofAddress.delete(address);
      });
      return null;
    },
    send(answer, res) {
      answer.on('data', (chunk: Buffer) => {
        res.write(chunk);
        if (res.writableLength > UNREAD_MAX_BYTES) res.destroy();
      });
      answer.on('end', () => res.end());
    },
    close() {
      for (const res of all) res.destroy();
    },
  };
}
