import { createHash, randomUUID } from 'node:crypto';
import type { Redis, RedisOptions } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { ChangeSignal } from '../../kernel/change-feed.ts';
import type { SharedCounter, SharedCounts } from '../../kernel/shared-limits.ts';
import { BEAT, HOLD } from './scripts.ts';

/** What processes share through Redis or Valkey. Nothing in it is the only copy of anything. */
export interface SharedMemory {
  counts: SharedCounts;
  signal: ChangeSignal;
  /** Whether it answered the last time; it is asked every two seconds. */
  isThere(): boolean;
  close(): Promise<void>;
}

/** Told once when Redis goes away and once when it is back. */
export type RedisLog = (line: string, fields: Record<string, unknown>) => void;

const PREFIX = 'guildhall:';
/** The sites that have been heard of lately, by their id. */
export const LIVE_SITES = `${PREFIX}sites`;
const GENERATION = `${PREFIX}generation`;
const CHANGES = `${PREFIX}changes`;
/** How long a request waits for an answer before it is counted in this process, in ms. */
export const ANSWER_WITHIN_MS = 100;
/** How often a process says that it is there, how often it tries again while Redis is away, and when it counts as gone. */
const BEAT_MS = 2_000;
const TRY_AGAIN_MS = 250;
const GONE_AFTER_MS = 10_000;
/** A line without an answer for so long is opened anew. In ms. */
const LINE_DEAD_MS = 2_000;
/** How long opening waits for the first answer, in ms. */
const OPENING_MS = 1_000;
/** Who sets REDIS_URL has more than one site. Assumed until Redis has told how many. */
const SITES_ASSUMED = 3;

/**
 * Connects to Redis or Valkey. The site starts without it too, and counts alone until it answers.
 * @param url redis:// or rediss://, with user, password and number of the database where needed.
 */
export async function openRedis(url: string, notice: RedisLog): Promise<SharedMemory> {
  // Loaded only where it is used.
  const { Redis } = await import('ioredis');
  const options: RedisOptions = {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: LINE_DEAD_MS,
    socketTimeout: LINE_DEAD_MS,
    keepAlive: 10_000,
    retryStrategy: () => TRY_AGAIN_MS + Math.random() * TRY_AGAIN_MS,
  };
  const client = new Redis(url, options);
  const presence = openPresence(client, notice);
  const line = openSignal(client);
  const first = presence.firstAnswer;
  client.connect().catch(() => undefined);
  await Promise.race([first, later(OPENING_MS)]);
  return {
    counts: countsOf(client, presence),
    signal: line.signal,
    isThere: () => presence.isThere,
    async close() {
      line.close();
      await presence.close();
      client.disconnect();
    },
  };
}

/** Whether Redis answers, and what it knows of the sites. */
interface Presence {
  readonly id: string;
  readonly isThere: boolean;
  readonly generation: string;
  readonly sites: number;
  firstAnswer: Promise<void>;
  /** The answer to a command. @throws Error where it does not come in time: then Redis is away. */
  within<T>(answer: Promise<T>): Promise<T>;
  noteAlone(): void;
  close(): Promise<void>;
}

function openPresence(client: Redis, notice: RedisLog): Presence {
  const id = randomUUID();
  const opened = Promise.withResolvers<void>();
  let isThere = false;
  let generation = '';
  let sites = SITES_ASSUMED;
  let awaySince: number | null = null;
  let alone = 0;
  let reason = '';
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const away = (why: unknown) => {
    isThere = false;
    if (awaySince !== null || closed) return;
    awaySince = Date.now();
    alone = 0;
    notice('Redis does not answer; each site counts its limits alone', { reason: String(why) });
    beatIn(TRY_AGAIN_MS);
  };
  const there = () => {
    isThere = true;
    opened.resolve();
    if (awaySince === null) return;
    const seconds = Math.round((Date.now() - awaySince) / 100) / 10;
    notice('Redis is back', { seconds, countedAlone: alone });
    awaySince = null;
  };
  const beat = async () => {
    try {
      const answer = client.eval(BEAT, 2, LIVE_SITES, GENERATION, id, GONE_AFTER_MS, randomUUID());
      const [count, name] = (await inTime(answer)) as [number, string];
      sites = Math.max(1, Number(count));
      generation = name;
      if (!closed) there();
    } catch (why) {
      away(reason || why);
    }
  };
  const beatIn = (ms: number) => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(async () => {
      await beat();
      beatIn(isThere ? BEAT_MS : TRY_AGAIN_MS);
    }, ms).unref();
  };
  client.on('error', (why) => {
    reason = String(why);
  });
  client.on('close', () => away(reason || 'the connection was closed'));
  client.on('ready', () => {
    reason = '';
    beatIn(0);
  });
  beatIn(BEAT_MS);
  return {
    id,
    get isThere() {
      return isThere;
    },
    get generation() {
      return generation;
    },
    get sites() {
      return sites;
    },
    firstAnswer: opened.promise,
    async within(answer) {
      try {
        return await inTime(answer);
      } catch (why) {
        away(why);
        throw why;
      }
    },
    noteAlone() {
      alone += 1;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      if (isThere) await inTime(client.zrem(LIVE_SITES, id)).catch(() => undefined);
    },
  };
}

function countsOf(client: Redis, presence: Presence): SharedCounts {
  return {
    get isThere() {
      return presence.isThere;
    },
    get generation() {
      return presence.generation;
    },
    get sites() {
      return presence.sites;
    },
    noteAlone: presence.noteAlone,
    counter(name, { points, seconds }): SharedCounter {
      const counts = new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${PREFIX}limit:${name}`,
        points,
        duration: seconds,
        rejectIfRedisNotReady: true,
      });
      return {
        async add(key, change) {
          const answer = await presence.within(counts.penalty(hidden(key), change));
          return { points: answer.consumedPoints, msLeft: answer.msBeforeNext };
        },
        async forget(key) {
          await presence.within(counts.delete(hidden(key)));
        },
      };
    },
    async hold(key, own, most) {
      const name = `${PREFIX}held:${hidden(key)}`;
      return (await presence.within(client.eval(HOLD, 2, name, LIVE_SITES, presence.id, own, most))) === 1;
    },
  };
}

/** Addresses and names of accounts are nobody's business there. */
function hidden(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** The wake-up signal. It is heard on a line of its own: one that listens can do nothing else. */
function openSignal(client: Redis): { signal: ChangeSignal; close(): void } {
  const listeners = new Set<(seq: number) => void>();
  const line = client.duplicate();
  // Who waits for a signal polls as well: that Redis is away is told by the counts.
  line.on('error', () => undefined);
  line.connect().catch(() => undefined);
  line.on('ready', () => void line.subscribe(CHANGES).catch(() => undefined));
  line.on('message', (_channel: string, text: string) => {
    const seq = Number(text);
    if (Number.isSafeInteger(seq)) for (const heard of listeners) heard(seq);
  });
  // A line that only listens would not notice that nobody is at its other end.
  const look = setInterval(() => {
    if (line.status === 'ready') line.ping().catch(() => undefined);
  }, BEAT_MS);
  look.unref();
  return {
    signal: {
      send(seq) {
        if (client.status === 'ready') client.publish(CHANGES, String(seq)).catch(() => undefined);
      },
      listen(heard) {
        listeners.add(heard);
        return () => void listeners.delete(heard);
      },
    },
    close() {
      clearInterval(look);
      line.disconnect();
    },
  };
}

/**
 * The answer, or an error where it does not come in time. A process that was busy for longer looks first whether the answer
 * has come meanwhile: timers are called before what has arrived is read.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(tooLate)), ANSWER_WITHIN_MS);
  });
  // The answer may still come, or fail, when nobody waits for it.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
