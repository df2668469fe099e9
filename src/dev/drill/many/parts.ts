import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../ops/ports.ts';
import { type Bucket, openBucket } from '../../../server/adapters/files/bucket.ts';
import { readSettings } from '../../../server/app/settings.ts';
import { type DevRedis, NO_REDIS, openDevRedis } from '../../redis.ts';
import { createBucket } from '../../s3/create-bucket.ts';
import { missingSwift, type RunningS3, startSwift } from '../../s3/swift.ts';
import type { DevStack } from '../../stack.ts';
import { withDrillStack } from '../drill-stack.ts';
import { type Haproxy, haproxyPort, haproxyVersion, NO_HAPROXY, openHaproxy } from '../haproxy.ts';
import { openSites, type Sites } from '../sites.ts';
import { openVarnish, PURGE_PATH, varnishVersion } from '../varnish.ts';

/** Everything that the drill runs on. */
export interface DrillParts {
  /** Its site is whatever answers behind the load balancer; its process is one of the sites. */
  stack: DevStack;
  sites: Sites;
  redis: DevRedis;
  swift: RunningS3;
  /** The bucket of files, and where snapshots go. */
  bucket: Bucket;
  snapshotsTo: string;
  /** The load balancer; the stack's address is that of the cache in front of it, where there is one. */
  haproxy: Haproxy;
  folder: string;
  /** Versions, for the terminal. */
  engines: string[];
}

export const SITES = 3;
/** How long a site that stops still serves, in ms: longer than the load balancer needs to see it. */
export const DRAIN_NOTICE_MS = 5_000;
const FILES = 'files';
const SNAPSHOTS = 'snapshots';
const ROOT = join(import.meta.dirname, '../../../..');

/** The sentence that names what has to be installed first; null where all is there. */
export async function missingPrograms(): Promise<string | null> {
  return haproxyVersion() === null ? NO_HAPROXY : missingSwift();
}

/** Opens all parts, calls the drill, and closes them. */
export async function withParts(drill: (parts: DrillParts) => Promise<void>): Promise<void> {
  const redis = await openDevRedis();
  if (!redis) return console.log(NO_REDIS);
  // Short: memcached and Varnish have sockets in it.
  const swiftFolder = await mkdtemp(join(tmpdir(), 'swift-'));
  try {
    const swift = await startSwift(swiftFolder);
    try {
      for (const S3_BUCKET of [FILES, SNAPSHOTS]) await createBucket({ ...swift.env, S3_BUCKET });
      await withSites(redis, swift, drill);
    } finally {
      await swift.close();
    }
  } finally {
    await redis.close();
  }
}

async function withSites(
  redis: DevRedis,
  swift: RunningS3,
  drill: (parts: DrillParts) => Promise<void>,
): Promise<void> {
  const behind = await haproxyPort();
  const inFront = varnishVersion() === null ? null : { visitors: await freePort(), sites: await freePort() };
  const purgeToken = randomBytes(24).toString('base64url');
  const origin = `http://127.0.0.1:${inFront?.visitors ?? behind}`;
  const env = {
    ...swift.env,
    S3_BUCKET: FILES,
    PUBLIC_SITE_URL: origin,
    ALLOWED_HOSTS: `127.0.0.1:${behind}`,
    BEHIND_PROXY: '1',
    REDIS_URL: redis.url,
    DRAIN_NOTICE_MS: String(DRAIN_NOTICE_MS),
    PURGE_URL: inFront === null ? '' : `http://127.0.0.1:${inFront.sites}${PURGE_PATH}`,
    PURGE_TOKEN: purgeToken,
  };
  await withDrillStack({ env, site: null, webhooksTo: origin }, async ({ stack, folder, atEnd }) => {
    const sites = await openSites(stack, {
      count: SITES,
      folder,
      env: (at) => ({ MODELS_DIR: join(folder, `models-${at + 1}`) }),
    });
    atEnd(sites.close);
    const haproxy = await openHaproxy(behind, sites.urls, folder, { ownAddresses: true });
    atEnd(haproxy.close);
    const varnish = inFront === null ? null : await openVarnish(behind, purgeToken, inFront);
    if (varnish) atEnd(varnish.close);
    const { bucket } = readSettings({ ...process.env, ...env }, ROOT);
    if (!bucket) throw new Error('The drill has no bucket.');
    await drill({
      stack: { ...stack, sitePid: () => anyOf(sites.pids()) },
      sites,
      redis,
      swift,
      bucket: openBucket(bucket),
      snapshotsTo: `s3://${SNAPSHOTS}/drill`,
      haproxy,
      folder,
      engines: [
        haproxy.version,
        redis.version,
        'Swift',
        varnish?.version ?? 'no Varnish (Debian package varnish)',
      ],
    });
  });
}

function anyOf(pids: readonly (number | null)[]): number | null {
  const alive = pids.filter((pid) => pid !== null);
  return alive[Math.floor(Math.random() * alive.length)] ?? null;
}
