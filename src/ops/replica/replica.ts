import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../domain/kernel/instant.ts';
import { freePort } from '../ports.ts';
import { openReplicaLag, positionsIn } from './lag.ts';
import type { ReplicaSettings } from './settings.ts';

/** What the replica is told of once in a while, and at once where its state changes. */
export interface ReplicaState {
  at: Instant;
  /** How long ago what it lacks was written, in ms. */
  lagMs: number;
  /** "" while it is a minute behind at most. */
  error: string;
}

export interface ReplicaParts {
  dataDir: string;
  settings: ReplicaSettings;
  now: () => Instant;
  progress: (line: string) => void;
  onState: (state: ReplicaState) => void;
}

/** How often Litestream is asked how far it is, and how often that is told where nothing changes. In ms. */
const LOOK_EVERY_MS = 5_000;
export const TELL_EVERY_MS = 60_000;
/** A replica that is older than this needs somebody's attention. In ms. */
const LATE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** How long it may take for its last copy when it is stopped. In ms. */
const STOP_WITHIN_MS = 20_000;
const ORPHAN_LOOK_MS = 100;

/** Litestream's own settings. JSON is YAML; the keys of a bucket are not among them, for they come from the environment. */
function litestreamConfig(database: string, { to }: Pick<ReplicaSettings, 'to'>, port: number): object {
  const common = { 'sync-interval': '1s', 'snapshot-interval': '24h', retention: '72h' };
  const replica =
    'bucket' in to
      ? {
          type: 's3',
          bucket: to.bucket.name,
          path: to.folder,
          endpoint: to.bucket.endpoint,
          region: to.bucket.region,
          'force-path-style': to.bucket.pathStyle,
          ...common,
        }
      : { type: 'file', path: to.folder, ...common };
  return {
    addr: `127.0.0.1:${port}`,
    logging: { level: 'warn', stderr: true },
    dbs: [{ path: database, replicas: [replica] }],
  };
}

/** Writes them into the data folder. @returns the file. */
export async function writeLitestreamConfig(
  dataDir: string,
  settings: Pick<ReplicaSettings, 'to'>,
  port: number,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'litestream.yml');
  const database = join(dataDir, 'data', 'data.db');
  const config = litestreamConfig(database, settings, port);
  await writeFile(file, JSON.stringify(config, null, 2), { mode: 0o600 });
  return file;
}

/** The keys of the replica's bucket, as Litestream reads them. */
export const litestreamKeys = ({ to }: Pick<ReplicaSettings, 'to'>): Record<string, string> =>
  'bucket' in to
    ? { LITESTREAM_ACCESS_KEY_ID: to.bucket.accessKey, LITESTREAM_SECRET_ACCESS_KEY: to.bucket.secretKey }
    : {};

/**
 * Runs Litestream beside the database and starts it again when it ends. The database has to be closed before it is: its last
 * writes are copied then.
 */
export async function openReplica(parts: ReplicaParts): Promise<{ close(): Promise<void> }> {
  const { dataDir, settings, now, progress } = parts;
  const port = await freePort();
  const config = await writeLitestreamConfig(dataDir, settings, port);
  await stopOrphan(config);
  let child: ChildProcess | null = null;
  let said = '';
  let closed = false;
  let wake: () => void = () => undefined;
  const running = (async () => {
    let pause = FIRST_PAUSE_MS;
    while (!closed) {
      const startedAt = now();
      const one = spawn(settings.program, ['replicate', '-config', config], {
        env: { ...process.env, ...litestreamKeys(settings) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = one;
      one.stderr?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-1000);
      });
      const hasEnded = new Promise<void>((ended) => {
        one.once('close', () => ended());
        one.once('error', (reason) => {
          said = String(reason);
          ended();
        });
      });
      await writeFile(pidFileOf(config), String(one.pid ?? ''));
      await hasEnded;
      child = null;
      if (closed) return;
      if (now() - startedAt > LONGEST_PAUSE_MS) pause = FIRST_PAUSE_MS;
      progress(`the replica stopped; starting it again. ${lastLine(said)}`);
      await new Promise<void>((resume) => {
        wake = resume;
        void setTimeout(pause).then(resume);
      });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  })();
  const watch = watchReplica(parts, port, () => lastLine(said));
  progress(
    `replicating the database to ${settings.address}, which is not sealed: whoever reads it has all of it`,
  );
  return {
    async close() {
      closed = true;
      watch.close();
      wake();
      child?.kill('SIGTERM');
      const late = setTimeout(STOP_WITHIN_MS, null, { ref: false }).then(() => child?.kill('SIGKILL'));
      await Promise.race([running, late]);
      await running;
    },
  };
}

const pidFileOf = (config: string): string => `${config}.pid`;

/** Ends the program of a backend that was killed: two of them on one database would copy each other's half. */
async function stopOrphan(config: string): Promise<void> {
  const pid = Number(await readFile(pidFileOf(config), 'utf8').catch(() => ''));
  const isOurs = async () =>
    pid > 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(config);
  for (let tries = 0; await isOurs(); tries++) {
    process.kill(pid, tries * ORPHAN_LOOK_MS < STOP_WITHIN_MS ? 'SIGTERM' : 'SIGKILL');
    await setTimeout(ORPHAN_LOOK_MS);
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

function watchReplica({ now, onState }: ReplicaParts, port: number, said: () => string): { close(): void } {
  const lag = openReplicaLag();
  let answeredAt = now();
  let told = { at: Number.NEGATIVE_INFINITY, isLate: false };
  const look = async () => {
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.text())
      .catch(() => null);
    const at = now();
    if (metrics !== null) answeredAt = at;
    const lagMs = metrics === null ? at - answeredAt : lag.lagMs(at, positionsIn(metrics));
    const isLate = lagMs > LATE_MS;
    if (isLate === told.isLate && at - told.at < TELL_EVERY_MS) return;
    told = { at, isLate };
    const error = isLate ? `The replica is ${Math.round(lagMs / 1000)} seconds behind. ${said()}`.trim() : '';
    onState({ at, lagMs, error });
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return { close: () => clearInterval(timer) };
}
