import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPrepared, notePrepared } from './prepared.ts';
import { forgetForeignSettings, SETTINGS_KEY_NAME } from './settings-key.ts';

/** Options of a PocketBase process. Folders are absolute; the service account exists before the port opens. */
export interface ServeOptions {
  binary: string;
  dataDir: string;
  hooksDir: string;
  migrationsDir: string;
  port: number;
  service: { email: string; password: string };
  /** Settings the migrations and hooks read at start, such as PUBLIC_SITE_URL and SMTP_HOST. */
  env?: Record<string, string>;
  /** The key with which PocketBase encrypts its settings; without one they are plain. See settings-key.ts. */
  settingsKey?: string;
  log?: (line: string) => void;
}

export interface Served {
  url: string;
  child: ChildProcess;
  /** Resolves with the exit code when the process ends. */
  ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

function environment(options: Omit<ServeOptions, 'port'>): NodeJS.ProcessEnv {
  const { env, settingsKey } = options;
  return {
    ...process.env,
    ...env,
    ...(settingsKey ? { [SETTINGS_KEY_NAME]: settingsKey } : {}),
    GOMEMLIMIT: process.env['GOMEMLIMIT'] ?? '1GiB',
  };
}

function commonFlags(options: Omit<ServeOptions, 'port'>): string[] {
  return [
    `--dir=${options.dataDir}`,
    `--hooksDir=${options.hooksDir}`,
    `--migrationsDir=${options.migrationsDir}`,
    '--dev=false',
    '--automigrate=false',
    '--hooksWatch=false',
    '--queryTimeout=10',
    ...(options.settingsKey ? [`--encryptionEnv=${SETTINGS_KEY_NAME}`] : []),
  ];
}

/** Runs a PocketBase command. @throws Error with the end of its output when it fails. */
async function command(
  options: Omit<ServeOptions, 'port'>,
  args: string[],
  values: string[] = [],
): Promise<void> {
  // Nothing after the two dashes is a flag: a secret may start with a dash.
  const child = spawn(options.binary, [...args, ...commonFlags(options), '--', ...values], {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // PocketBase 0.39 exits with 0 on a failed migration, so its output is checked too.
  if (code !== 0 || /^(Error:|.*failed to apply migration)/im.test(output)) {
    throw new Error(`PocketBase could not ${args[0]}: ${output.trim()}`);
  }
}

/**
 * Applies migrations and creates the service account, without serving. Where the folder says that both are done, nothing is
 * started: two starts of PocketBase are most of the time that a killed one is away.
 * @throws Error when a migration fails.
 */
export async function preparePocketBase(options: Omit<ServeOptions, 'port'>): Promise<void> {
  await mkdir(options.dataDir, { recursive: true });
  if (forgetForeignSettings(options.dataDir, options.settingsKey ?? ''))
    options.log?.('warning: the stored settings were those of another machine and are made anew');
  if (await isPrepared(options)) return;
  await command(options, ['migrate', 'up']);
  await command(options, ['superuser', 'upsert'], [options.service.email, options.service.password]);
  await notePrepared(options);
}

/**
 * Applies migrations, creates the service account, then serves on loopback.
 * @throws Error when the port is taken, a migration fails or PocketBase is not healthy within 30 s.
 */
export async function servePocketBase(options: ServeOptions): Promise<Served> {
  await preparePocketBase(options);
  return servePrepared(options);
}

/** A folder that does not exist. PocketBase reads migrations from it and finds none. */
const NO_MIGRATIONS = 'no-migrations';

/**
 * Serves on loopback after `preparePocketBase`, without looking at the migrations again: PocketBase would compile each one in
 * an engine of its own, which took more than half of the time of a start.
 * @throws Error when the port is taken or PocketBase is not healthy within 30 s.
 */
export async function servePrepared(options: ServeOptions): Promise<Served> {
  const child = spawn(
    options.binary,
    [
      'serve',
      `--http=127.0.0.1:${options.port}`,
      ...commonFlags({ ...options, migrationsDir: join(options.dataDir, NO_MIGRATIONS) }),
    ],
    {
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      output = (output + text).slice(-4000);
      for (const line of text.split('\n')) if (line.trim() !== '') options.log?.(line);
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const url = `http://127.0.0.1:${options.port}`;
  const running = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (!running())
      throw new Error(`PocketBase ended while starting on port ${options.port}: ${output.trim()}`);
    if (await healthy(url)) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(
        `PocketBase was not ready on port ${options.port} within ${READY_WITHIN_MS / 1000} s: ${output.trim()}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  // Another server on the same port answers health checks too, while ours fails a moment later.
  if (!running()) throw new Error(`Port ${options.port} is taken by another program.`);
  return {
    url,
    child,
    ended,
    async stop(signal = 'SIGTERM') {
      if (running()) child.kill(signal);
      await ended;
    },
  };
}

async function healthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) });
    return answer.ok;
  } catch {
    return false;
  }
}
