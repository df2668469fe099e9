import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkGauge } from '../kernel/network-limits.ts';
import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/** Maximum number of realtime connections per address: enough for an office. */
export const LISTENERS_OF_ADDRESS_MAX = 60;
/** Maximum number of realtime connections in total; each costs the backend about 50 kB. */
export const LISTENERS_MAX = 20_000;
/** Events are small. A page with this many unread bytes no longer reads and must not block the backend. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** The realtime connections of pages. */
export interface Listeners {
  /** Counts a connection until it closes. Returns why it is refused, or null; `gone` if it closed before it was counted. */
  admit(res: ServerResponse, address: string): Promise<'address' | 'full' | 'gone' | null>;
  /** Streams the backend's answer; a page that does not read it is disconnected. */
  send(answer: IncomingMessage, res: ServerResponse): void;
  /** Closes all connections; pages reconnect by themselves. */
  close(): void;
}

/**
 * @param limited whether the limit per address applies; the total limit always does.
 * @param counts who counts.
 */
export function openListeners(limited: boolean, counts: RateLimits = memoryLimits()): Listeners {
  const ofAddress = networkGauge(counts, 'listeners', LISTENERS_OF_ADDRESS_MAX);
  const ofAll = counts.gauge('listeners-all', LISTENERS_MAX);
  const all = new Set<ServerResponse>();
  return {
    async admit(res, address) {
      const leaveAddress = limited ? await ofAddress.enter(address) : () => undefined;
      if (!leaveAddress) return 'address';
      const leaveAll = await ofAll.enter('all');
      if (!leaveAll) {
        leaveAddress();
        return 'full';
      }
      const leave = () => {
        all.delete(res);
        leaveAddress();
        leaveAll();
      };
      if (res.destroyed) {
        leave();
        return 'gone';
      }
      all.add(res);
      res.once('close', leave);
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
