import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

/** How one PocketBase is run. Folders are absolute; the service account exists before the port opens. */
export interface ServeOptions {
  binary: string;
  dataDir: string;
  hooksDir: string;
  migrationsDir: string;
  port: number;
  service: { email: string; password: string };
  /** Settings the migrations and hooks read at start, such as PUBLIC_SITE_URL and SMTP_HOST. */
  env?: Record<string, string>;
  log?: (line: string) => void;
}

export interface Served {
  url: string;
  child: ChildProcess;
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

function environment(options: Omit<ServeOptions, 'port'>): NodeJS.ProcessEnv {
  return { ...process.env, ...options.env, GOMEMLIMIT: process.env['GOMEMLIMIT'] ?? '1GiB' };
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
  ];
}

/** Runs one PocketBase command to its end. @throws Error with the command's last words when it fails. */
async function command(
  options: Omit<ServeOptions, 'port'>,
  args: string[],
  values: string[] = [],
): Promise<void> {
  // Behind the two dashes nothing is a flag: a secret may begin with one.
  const child = spawn(options.binary, [...args, ...commonFlags(options), '--', ...values], {
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // PocketBase 0.39 exits 0 on a failed migration, so its words count too.
  if (code !== 0 || /^(Error:|.*failed to apply migration)/im.test(said)) {
    throw new Error(`PocketBase could not ${args[0]}: ${said.trim()}`);
  }
}

/**
 * Migrates and makes sure of the service account; nothing is served yet.
 * @throws Error when a migration fails.
 */
export async function preparePocketBase(options: Omit<ServeOptions, 'port'>): Promise<void> {
  await mkdir(options.dataDir, { recursive: true });
  await command(options, ['migrate', 'up']);
  await command(options, ['superuser', 'upsert'], [options.service.email, options.service.password]);
}

/**
 * Migrates, makes sure of the service account, then serves on loopback.
 * @throws Error when the port is taken, a migration fails or PocketBase is not healthy within 30 s.
 */
export async function servePocketBase(options: ServeOptions): Promise<Served> {
  await preparePocketBase(options);
  return servePrepared(options);
}

/**
 * Serves on loopback what `preparePocketBase` made ready.
 * @throws Error when the port is taken or PocketBase is not healthy within 30 s.
 */
export async function servePrepared(options: ServeOptions): Promise<Served> {
  const child = spawn(
    options.binary,
    ['serve', `--http=127.0.0.1:${options.port}`, ...commonFlags(options)],
    {
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      said = (said + text).slice(-4000);
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
      throw new Error(`PocketBase ended while starting on port ${options.port}: ${said.trim()}`);
    if (await healthy(url)) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(
        `PocketBase was not ready on port ${options.port} within ${READY_WITHIN_MS / 1000} s: ${said.trim()}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  // A stranger's server on the same port answers health checks too, while ours dies of it a moment later.
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
