import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../ops/ports.ts';
import { LIVE_SITES } from '../server/adapters/redis/redis.ts';

/** A Redis or Valkey of a drill's own, which keeps nothing on disk. */
export interface DevRedis {
  url: string;
  /** Name and version of the program. */
  version: string;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** It goes on listening and answers nothing until `resume`. */
  stopAnswering(): void;
  resume(): void;
  /** Resolves when so many sites have been heard of. @throws Error after 30 s. */
  sites(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Why there is none: the packages that have to be installed first. */
export const NO_REDIS =
  'Skipped: neither redis-server nor valkey-server is installed (Debian packages redis-server, valkey-server).';
const PROGRAMS = ['redis-server', 'valkey-server'];
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** Starts one on a free port; null where no program is installed. */
export async function openDevRedis(): Promise<DevRedis | null> {
  const program = PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0);
  if (!program) return null;
  const version = /v=(\S+)/.exec(String(spawnSync(program, ['--version']).stdout))?.[1] ?? '';
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    child = spawn(program, args, { stdio: 'ignore' });
    await asked(url, (client) => client.ping().then((answer) => answer === 'PONG'));
  };
  const kill = async () => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'exit');
  };
  await start();
  return {
    url,
    version: `${program} ${version}`,
    kill,
    start,
    stopAnswering: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    sites: (count) => asked(url, async (client) => (await client.zcard(LIVE_SITES)) >= count),
    close: kill,
  };
}

/** Asks until the answer is true. */
async function asked(url: string, question: (client: Redis) => Promise<boolean>): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => LOOK_EVERY_MS, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const until = performance.now() + READY_WITHIN_MS;
  try {
    while (!(await Promise.race([question(client).catch(() => false), pause(1000, false)]))) {
      if (performance.now() > until) throw new Error('Redis was not ready in time.');
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    client.disconnect();
  }
}
