import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../ops/ports.ts';

/** A running S3 server and what leads to it, in the names of the site's settings. */
export interface RunningS3 {
  env: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_PATH_STYLE', string>;
  /** Stops the server as a crash would, and starts it again with what it stored. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes what it stored. */
  close(): Promise<void>;
}

/** What Debian and Ubuntu call the packages of this server. */
export const SWIFT_PACKAGES = [
  'swift',
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
];
const PROGRAMS = [
  'swift-ring-builder',
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
];
const STARTS_WITHIN_MS = 240_000;
const USER = 'guildhall:guildhall';
const SECRET = 'guildhall-drill';

const run = promisify(execFile);

/** The sentence that names the missing packages; null where all programs are installed. */
export async function missingSwift(): Promise<string | null> {
  const missing: string[] = [];
  for (const program of PROGRAMS) if (!(await isInstalled(program))) missing.push(program);
  if (missing.length === 0) return null;
  return `An S3 server for drills is OpenStack Swift from Debian's packages; ${missing.join(', ')} is missing here. Install it with: apt-get install --no-install-recommends ${SWIFT_PACKAGES.join(' ')}`;
}

/**
 * Starts OpenStack Swift with its S3 interface: one node, one replica, all on the loopback address. It is a real S3 server
 * that runs from Debian's packages, for drills; it keeps what it stored in `folder`.
 * @throws where it does not answer within four minutes; its logs are in `folder`/log.
 */
export async function startSwift(folder: string): Promise<RunningS3> {
  const ports = {
    proxy: await freePort(),
    memcached: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  const etc = join(folder, 'etc');
  await mkdir(etc, { recursive: true });
  await mkdir(join(folder, 'log'), { recursive: true });
  await mkdir(join(folder, 'srv', 'd1'), { recursive: true });
  await writeFile(join(etc, 'swift.conf'), SWIFT_CONF);
  await writeFile(join(etc, 'proxy.conf'), proxyConf(folder, ports.proxy, ports.memcached));
  const prepare = async (kind: 'account' | 'container' | 'object') => {
    await writeFile(join(etc, `${kind}.conf`), backendConf(folder, kind, ports[kind]));
    const build = (...args: string[]) =>
      run('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: etc });
    await build('create', '4', '1', '1');
    await build('add', `r1z1-127.0.0.1:${ports[kind]}/d1`, '1');
    await build('rebalance');
  };
  await Promise.all([prepare('account'), prepare('container'), prepare('object')]);

  let children: ChildProcess[] = [];
  const launch = (name: string, program: string, args: string[]) => {
    const log = openSync(join(folder, 'log', `${name}.log`), 'a');
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, SWIFT_DIR: etc },
    });
    child.on('error', () => undefined);
    children.push(child);
  };
  const endpoint = `http://127.0.0.1:${ports.proxy}`;

  async function start(): Promise<void> {
    const user = userInfo().username;
    launch('memcached', 'memcached', [
      '-l',
      '127.0.0.1',
      '-p',
      String(ports.memcached),
      '-u',
      user,
      '-m',
      '64',
    ]);
    for (const kind of ['account', 'container', 'object'])
      launch(kind, `swift-${kind}-server`, [join(etc, `${kind}.conf`)]);
    launch('proxy', 'swift-proxy-server', [join(etc, 'proxy.conf')]);
    await answers(`${endpoint}/healthcheck`, join(folder, 'log'));
  }

  async function stop(): Promise<void> {
    const ended = children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
            return resolve();
          child.once('exit', () => resolve());
          // Each service has workers; they are in its process group.
          try {
            process.kill(-child.pid, 'SIGKILL');
          } catch {
            resolve();
          }
        }),
    );
    children = [];
    await Promise.all(ended);
  }

  try {
    await start();
  } catch (reason) {
    await stop();
    throw reason;
  }
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY: USER,
      S3_SECRET_KEY: SECRET,
      S3_PATH_STYLE: '1',
    },
    start,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isInstalled(program: string): Promise<boolean> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    try {
      await access(join(folder, program));
      return true;
    } catch {
      // Not in this folder.
    }
  }
  return false;
}

async function answers(url: string, logs: string): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Swift does not answer; its logs are in ${logs}.`);
}

const SWIFT_CONF = `[swift-hash]
swift_hash_path_suffix = drill
swift_hash_path_prefix = drill
[storage-policy:0]
name = one
default = yes
`;

const common = (folder: string, port: number, workers: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = ${workers}
user = ${userInfo().username}
swift_dir = ${join(folder, 'etc')}
log_level = WARNING
`;

function backendConf(folder: string, kind: 'account' | 'container' | 'object', port: number): string {
  return `${common(folder, port, 1)}devices = ${join(folder, 'srv')}
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = healthcheck ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[filter:healthcheck]
use = egg:swift#healthcheck
`;
}

const PLAIN_FILTERS = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk', 'tempurl', 'copy', 'slo', 'dlo', 'symlink']; // biome-ignore format: one list

function proxyConf(folder: string, port: number, memcached: number): string {
  return `${common(folder, port, 2)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempurl tempauth copy slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_${USER.replace(':', '_')} = ${SECRET} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
dns_compliant_bucket_names = true
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
allow_object_versioning = true
${PLAIN_FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`;
}
