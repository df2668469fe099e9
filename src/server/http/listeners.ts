import type { IncomingMessage, ServerResponse } from 'node:http';

/** So many pages of one address listen at once: an office behind one address, no flood. */
export const LISTENERS_OF_ADDRESS_MAX = 60;
/** So many listen in all; each costs the backend some 50 kB. */
export const LISTENERS_MAX = 20_000;
/** News are small. A page that lets so many bytes wait is not listening any more, and may not hold up the backend. */
const UNREAD_MAX_BYTES = 64 * 1024;

/** The connections on which pages listen for news. */
export interface Listeners {
  /** Counts a connection until it closes. Answers why it may not be opened, or null. */
  admit(res: ServerResponse, address: string): 'address' | 'full' | null;
  /** Sends on what the backend says, as it comes; a page that does not read is cut off. */
  send(answer: IncomingMessage, res: ServerResponse): void;
  /** Ends all of them: each page connects anew by itself. */
  close(): void;
}

/** @param limited whether an address is limited at all; the bound for all holds in any case. */
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
