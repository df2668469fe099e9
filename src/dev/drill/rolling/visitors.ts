import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '../../../paths.ts';
import type { SignedInUser } from '../../crowd.ts';

/** What became of a request: when it was sent, after how long it was answered, and what is wrong with the answer. */
interface Asked {
  at: number;
  tookMs: number;
  wrong: string | null;
}

export interface Visitors {
  readonly asked: readonly Asked[];
  /** Resolves when so many requests have been answered in all. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 100;
const CHANGE_EVERY_MS = 1_000;
const REQUEST_WITHIN_MS = 15_000;

/** One request over a connection that is kept. */
export function get(
  agent: http.Agent,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const req = http.get(url, { agent, headers, timeout: REQUEST_WITHIN_MS }, (res) => {
      const pieces: Buffer[] = [];
      res.on('data', (piece: Buffer) => pieces.push(piece));
      res.on('error', reject);
      res.on('aborted', () => reject(new Error('the answer was cut')));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    req.on('timeout', () => req.destroy(new Error('no answer')));
    req.on('error', reject);
  });
}

/** People who read pages one after the other, each on a connection of their own. */
export function openVisitors(url: string, addresses: readonly string[], people: number): Visitors {
  const asked: Asked[] = [];
  let stopped = false;
  const read = async (person: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = person; !stopped; turn++) {
      const address = addresses[turn % addresses.length] ?? '/';
      const at = performance.now();
      const wrong = await get(agent, `${url}${address}`, { 'accept-encoding': 'br' }).then(
        ({ status }) => (status < 400 ? null : `${address} answered ${status}`),
        (reason: Error) => `${address}: ${reason.message}`,
      );
      asked.push({ at, tookMs: performance.now() - at, wrong });
    }
    agent.destroy();
  };
  const reading = Array.from({ length: people }, (_, person) => read(person));
  return {
    asked,
    async until(count) {
      while (asked.length < count) await pause(LOOK_EVERY_MS);
    },
    async stop() {
      stopped = true;
      await Promise.all(reading);
    },
  };
}

/**
 * A seller changes the tagline of their store and looks at its page as its visitors see it, again and again.
 * @returns how often it was not there, of how many times.
 */
export function openWriter(url: string, seller: SignedInUser, slug: string) {
  let stopped = false;
  const seen = { times: 0, missing: 0, failed: [] as string[] };
  const agent = new http.Agent({ keepAlive: true });
  const cookie = `pb_auth=${encodeURIComponent(JSON.stringify({ token: seller.token, record: { id: seller.id } }))}`;
  const write = async () => {
    for (let turn = 1; !stopped; turn++) {
      // Each change outdates pages of the store and of lists: visitors are to find most of them in the cache.
      await pause(CHANGE_EVERY_MS);
      const tagline = `Change number ${turn} of the drill`;
      try {
        const answer = await fetch(`${url}/_actions/stores.change`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', origin: url, cookie },
          body: JSON.stringify({ tagline }),
        });
        if (!answer.ok) throw new Error(`the change was answered ${answer.status}`);
        const written = answer.headers.getSetCookie().find((one) => one.startsWith('guildhall_written='));
        const page = await get(agent, `${url}${paths.store(slug)}`, {
          cookie: written?.split(';')[0] ?? '',
        });
        seen.times += 1;
        if (page.status !== 200 || !page.body.includes(tagline)) seen.missing += 1;
      } catch (reason) {
        seen.failed.push(reason instanceof Error ? reason.message : String(reason));
      }
    }
  };
  const writing = write();
  return {
    seen,
    async stop() {
      stopped = true;
      await writing;
      agent.destroy();
    },
  };
}
