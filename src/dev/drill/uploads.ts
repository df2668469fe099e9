import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { uploadsOfStore } from '../../data/assets/uploads.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { openPartialUploads } from '../../server/assets/uploads/partial-uploads.ts';
import type { DevStack } from '../stack.ts';
import { openCutLine } from './cut-line.ts';
import { withDrillStack } from './drill-stack.ts';
import { checkedAll, drillSeller, hashOf, randomFile, send } from './sent-files.ts';
import { whenReady } from './storm/site.ts';

/**
 * `npm run drill:uploads`: uploads a file of 1 GB to the real site over a connection that is cut three times; then another
 * and two smaller ones at once, while the site is killed without warning again and again. Afterwards the file store holds
 * each of them once, byte for byte, and nothing else.
 */
const MB = 1024 * 1024;
const LARGE_MB = Number(process.env['DRILL_MB'] ?? 1024);
const SIZES_MB = [LARGE_MB, LARGE_MB, 200, 200];
/** The first is uploaded alone and its connection is cut; during the others the site is killed. */
const CUTS = [0.2, 0.5, 0.8];
/** Time between two kills, drawn anew each time. In ms. */
const KILL_EVERY_MS = [1500, 4000] as const;
const LOOK_EVERY_MS = 100;
const CUT_LOOK_MS = 10;

async function drill(): Promise<void> {
  await withDrillStack({ env: { RATE_LIMITS: 'off' } }, async ({ stack, folder }) => {
    const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
    const { storeId, cookie } = await drillSeller(stack, pb);
    const sent = await Promise.all(
      SIZES_MB.map(async (megabytes, at) => {
        const path = join(folder, `${at}.lys`);
        return { path, sha256: await randomFile(path, megabytes) };
      }),
    );
    const watched = watch(stack);
    const [first, ...others] = sent;
    const began = performance.now();
    const cuts = await sendOverBadLine(stack, cookie, first?.path ?? '', '0.lys');
    const killing = killAtRandom(stack);
    // Also where one fails: what it says must not be hidden by the stop of the site under the next kill.
    await Promise.all(
      others.map(({ path }, at) => send(stack.siteUrl, stack.siteUrl, cookie, path, `${at + 1}.lys`)),
    ).finally(killing.stop);
    const seconds = (performance.now() - began) / 1000;
    await checkedAll(pb, storeId);
    const peak = watched.stop();
    const found = await uploadsOfStore(pb, storeId);
    assert.deepEqual(
      found.map(({ state, sha256 }) => [state, sha256]),
      sent.map(({ sha256 }) => ['checked', sha256]),
    );
    const models = join(folder, 'data', 'models');
    const stored = (await readdir(models, { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));
    assert.equal(stored.length, sent.length, 'each file is stored once');
    for (const path of stored)
      assert.ok(path.endsWith(await hashOf(join(models, path))), `${path} is itself`);
    const parts = join(models, 'uploads');
    // A kill while a file is copied leaves the copy; the sweep of uploads removes it once it is an hour old.
    await (await openPartialUploads(parts)).removeUnfinished(Date.now());
    assert.deepEqual(await readdir(parts), [], 'no half upload is left');
    const megabytes = SIZES_MB.reduce((sum, size) => sum + size, 0);
    console.log(
      `${megabytes} MB in ${sent.length} files, ${cuts} cuts of the line, ${killing.count()} kills, ${seconds.toFixed(1)} s, ` +
        `site's memory at most ${Math.round(peak / MB)} MB: every byte there, once.`,
    );
  });
}

/** Uploads a file over a connection that is cut at several points; returns how often. */
async function sendOverBadLine(stack: DevStack, cookie: string, path: string, name: string): Promise<number> {
  const line = await openCutLine(stack.siteUrl);
  const { size } = await stat(path);
  let cuts = 0;
  const timer = setInterval(() => {
    const next = CUTS[cuts];
    if (next === undefined || line.sentBytes() < next * size) return;
    cuts++;
    line.cut();
  }, CUT_LOOK_MS);
  try {
    await send(line.origin, stack.siteUrl, cookie, path, name);
  } finally {
    clearInterval(timer);
    await line.close();
  }
  assert.equal(cuts, CUTS.length, 'the line was cut on the way');
  return cuts;
}

/** The peak memory of the site's process, in bytes; 0 if the system does not report it. */
function watch(stack: DevStack): { stop(): number } {
  let most = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${stack.sitePid()}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/**
 * Kills the site again and again, each time once it was back: on a slow machine it takes longer to start than the pause
 * between two kills, and nobody would ever send anything.
 */
function killAtRandom(stack: DevStack): { count(): number; stop(): Promise<void> } {
  let count = 0;
  let isOn = true;
  const [least, most] = KILL_EVERY_MS;
  const ended = (async () => {
    while (isOn) {
      await whenReady(stack);
      await setTimeout(least + Math.random() * (most - least));
      const pid = stack.sitePid();
      if (!isOn || pid === null) continue;
      process.kill(pid, 'SIGKILL');
      count++;
    }
  })();
  return {
    count: () => count,
    async stop() {
      isOn = false;
      await ended;
    },
  };
}

await drill();
