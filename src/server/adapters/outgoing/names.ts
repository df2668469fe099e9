import { Resolver } from 'node:dns/promises';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { semaphore } from '../../../domain/kernel/semaphore.ts';
import { keyedMutex } from '../../kernel/keyed-mutex.ts';

/**
 * Looks up hosts that people name. Their name servers are the people's own and may stay silent, so nothing else waits behind
 * them: `dns.lookup` would hold one of the few threads that resolve the payment provider, the bucket and the mail server too.
 */
export interface Names {
  /**
   * The addresses of a host, and how long it took once it was its turn, in ms.
   * @param share whose host it is: one person or store has one look-up at a time
   * @throws NoSuchName, NamesSilent
   */
  find(host: string, share: string): Promise<{ addresses: string[]; tookMs: number }>;
}

/** The name servers say that there is no such host. */
export class NoSuchName extends Error {}

/** The name servers of the host do not answer, or did not a moment ago. */
export class NamesSilent extends Error {}

/** All addresses of a host; rejects with the code of the failure. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** How long one name server may take, in ms; there is one try. */
const SERVER_MS = 1_500;
/** How long all of them may take, in ms: where two are set, a dead first one leaves time for the second. */
const ALL_SERVERS_MS = 3_000;
/** Look-ups at once in this process. */
const AT_ONCE = 2;
/** A host whose name servers were silent is not asked for a minute, then twice as long each time, at most an hour. In ms. */
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 3_600_000;
/** The most hosts that are remembered; the oldest is forgotten first. */
const HOSTS_MAX = 1_000;

/** What name servers answer, as opposed to none or a failure of their own. */
const ANSWERED = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the name servers without a thread (c-ares). The machine's own list of hosts is not read: no address in it is public.
 * @param servers instead of those of the machine, such as 127.0.0.1:5353
 */
export function resolverAt({
  servers,
  serverMs = SERVER_MS,
  allServersMs = ALL_SERVERS_MS,
}: {
  servers?: readonly string[];
  serverMs?: number;
  allServersMs?: number;
} = {}): ResolveHost {
  return async (host) => {
    const resolver = new Resolver({ timeout: serverMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    const late = setTimeout(() => resolver.cancel(), allServersMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      throw reasons.find((reason) => !ANSWERED.has(codeOf(reason))) ?? reasons[0] ?? new Error('no address');
    } finally {
      clearTimeout(late);
    }
  };
}

/** Opens the look-ups of this process. */
export function openNames(resolve: ResolveHost = resolverAt(), now: () => Instant = Date.now): Names {
  const inTurn = semaphore(AT_ONCE);
  // Each share has at most one in the line above, so that many hosts of one store are one place in it.
  const ofShare = keyedMutex();
  const silent = new Map<string, { times: number; until: Instant }>();

  const rest = (host: string) => {
    const times = (silent.get(host)?.times ?? 0) + 1;
    silent.delete(host);
    silent.set(host, { times, until: now() + Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (times - 1)) });
    for (const oldest of silent.keys()) {
      if (silent.size <= HOSTS_MAX) break;
      silent.delete(oldest);
    }
  };

  const ask = async (host: string) => {
    if ((silent.get(host)?.until ?? 0) > now()) throw new NamesSilent(host);
    const startedAt = now();
    try {
      const addresses = await resolve(host);
      silent.delete(host);
      return { addresses, tookMs: now() - startedAt };
    } catch (reason) {
      if (ANSWERED.has(codeOf(reason))) throw new NoSuchName(host, { cause: reason });
      rest(host);
      throw new NamesSilent(host, { cause: reason });
    }
  };
  return { find: (host, share) => ofShare(share, () => inTurn(() => ask(host.toLowerCase()))) };
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : '';
}
