import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { paths } from '../../paths.ts';
import type { ArchiveProgress } from '../../server/library/archives.ts';
import type { DevStack } from '../stack.ts';
import { runProgram, startServer } from './children.ts';
import { cpuMs, residentMb } from './cpu.ts';
import type { DownloadJob, Fetched } from './download-client.ts';
import { figure, median, terminalTable } from './figures.ts';
import { createLargeProduct, HALF_ARCHIVE, type LargeProduct } from './large-product.ts';

const LOOK_EVERY_MS = 50;
const ROUNDS = 3;
/** Where a download is cut, as a share of the whole. */
const CUT_AT = 0.4;

/** One thing that was done with so many bytes. */
interface Deed {
  name: string;
  bytes: number;
  seconds: number;
  /** CPU time of the process that did it, in seconds; NaN if it was not measured. */
  cpuSeconds: number;
  /** The deed that does the same barely, by name. */
  against?: string;
  watched?: Watched;
}

/** What was seen of the site while something went on. */
interface Watched {
  /** Highest resident memory of its process, in MB. */
  peakMb: number;
  /** What a bare answer took meanwhile, in ms. */
  answers: number[];
}

/**
 * Packs a product of 2 GB and downloads it: how that compares with plain copying and with a bare server, the memory it
 * needs, and how long others wait meanwhile. One download is cut and resumed; then the site is killed half way through
 * packing another archive, and must still finish it.
 */
export async function benchArchives(stack: DevStack): Promise<void> {
  const army = await createLargeProduct(stack);
  // Warm-up, so that the memory of code that runs for the first time does not count.
  await (await asOwner(stack, army, paths.home())).arrayBuffer();
  const idleMb = (await siteMb(stack)) ?? Number.NaN;
  const copying = await secondsOf(() => copied(stack, army));
  const deeds: Deed[] = [
    { name: 'cp', bytes: army.sizeBytes, seconds: copying, cpuSeconds: Number.NaN },
    { name: 'packing', against: 'cp', ...(await packing(stack, army)) },
    ...(await fetching(stack, army)),
  ];
  console.log(
    `A product of ${figure(army.sizeBytes / 1e6)} MB in ${army.files.length} files; the site idle: ${figure(idleMb)} MB`,
  );
  const against = (deed: Deed) => deeds.find(({ name }) => name === deed.against);
  const rate = ({ bytes, seconds }: Deed) => bytes / 1e6 / seconds;
  const rows = deeds.map((deed) => {
    const bare = against(deed);
    const { peakMb, answers } = deed.watched ?? { peakMb: Number.NaN, answers: [] };
    return [
      deed.name,
      figure(deed.seconds),
      figure(rate(deed)),
      bare ? `${Math.round((100 * rate(deed)) / rate(bare))} %` : '',
      figure(deed.cpuSeconds),
      ...(deed.watched
        ? [figure(peakMb - idleMb), figure(median(answers)), figure(Math.max(...answers))]
        : []),
    ];
  });
  console.log(
    terminalTable(['', 's', 'MB/s', 'of bare', 'CPU s', 'memory, + MB', 'others wait ms', 'at most'], rows),
  );
  console.log(await cutAndResumed(stack, army));
  const { percent, seconds } = await killedHalfWay(stack, army);
  console.log(`Killed at ${percent} % of packing another one; in hand ${figure(seconds)} s later.\n`);
}

function asOwner({ siteUrl }: DevStack, { owner }: LargeProduct, path: string): Promise<Response> {
  return fetch(siteUrl + path, { headers: { cookie: owner.cookie } });
}

async function siteMb({ sitePid }: DevStack): Promise<number | null> {
  return residentMb(sitePid() ?? 0);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Copies the product's files until they are on the disk, and deletes the copies. */
async function copied({ dataDir }: DevStack, { files }: LargeProduct): Promise<void> {
  const folder = await mkdtemp(join(dataDir, 'copies-'));
  try {
    await promisify(execFile)('cp', [...files.map(({ path }) => path), folder]);
    for (const name of await readdir(folder)) {
      const copy = await open(join(folder, name));
      await copy.datasync();
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function progressOf(stack: DevStack, army: LargeProduct, variant: string): Promise<ArchiveProgress> {
  const answer = await asOwner(stack, army, paths.archiveProgress(army.product, variant));
  assert.ok(answer.ok, `packing answered ${answer.status}`);
  return (await answer.json()) as ArchiveProgress;
}

/** Has the whole product packed by the site. */
async function packing(stack: DevStack, army: LargeProduct) {
  let progress: ArchiveProgress | undefined;
  const watched = await watch(stack, stack.sitePid(), async () => {
    for (;;) {
      progress = await progressOf(stack, army, 'all');
      assert.notEqual(progress.state, 'failed');
      if (progress.state === 'ready') return;
      await pause(LOOK_EVERY_MS);
    }
  });
  return { ...watched, bytes: progress?.sizeBytes ?? 0 };
}

/** Does the work and watches the site meanwhile. `worker` is the process whose CPU time is counted. */
async function watch(stack: DevStack, worker: number | null, work: () => Promise<void>) {
  const watched: Watched = { peakMb: 0, answers: [] };
  let over = false;
  const looking = (async () => {
    while (!over) {
      const requestedAt = performance.now();
      await (await fetch(`${stack.siteUrl}/healthz`)).text();
      watched.answers.push(performance.now() - requestedAt);
      watched.peakMb = Math.max(watched.peakMb, (await siteMb(stack)) ?? 0);
      await pause(LOOK_EVERY_MS);
    }
  })();
  // Reported where it is awaited, not as an unhandled rejection.
  looking.catch(() => undefined);
  const cpu = async () => (await cpuMs(worker ?? 0)) ?? Number.NaN;
  const cpuBefore = await cpu();
  try {
    const seconds = await secondsOf(work);
    return { seconds, cpuSeconds: ((await cpu()) - cpuBefore) / 1000, watched };
  } finally {
    over = true;
    await looking;
  }
}

async function fetched(
  { siteUrl }: DevStack,
  { owner }: LargeProduct,
  job: Partial<DownloadJob> & { url: string },
) {
  const url = new URL(job.url, siteUrl).href;
  const args = { cutAt: null, summed: false, cookie: owner.cookie, ...job, url } satisfies DownloadJob;
  return (await runProgram('download-client.ts', [JSON.stringify(args)])) as Fetched;
}

/** Downloads the archive and one file from the site and from a bare server in turn; medians of all rounds. */
async function fetching(stack: DevStack, army: LargeProduct): Promise<Deed[]> {
  const [file] = army.files;
  assert.ok(file);
  const { etag } = await fetched(stack, army, { url: paths.downloadArchive(army.product) });
  const sha256 = etag.replaceAll('"', '');
  const archive = join(stack.env['MODELS_DIR'] ?? '', sha256.slice(0, 2), sha256);
  const bare = await startServer('bare-files.ts', [archive, file.path]);
  const subjects = [
    { name: 'archive, bare server', url: `${bare.origin}/0`, server: bare.pid },
    {
      name: 'archive, site',
      url: paths.downloadArchive(army.product),
      server: stack.sitePid(),
      against: 'archive, bare server',
    },
    { name: 'one file, bare server', url: `${bare.origin}/1`, server: bare.pid },
    {
      name: 'one file, site',
      url: paths.downloadFile(army.product, file.id),
      server: stack.sitePid(),
      against: 'one file, bare server',
    },
  ];
  const rounds = new Map<string, Omit<Deed, 'name'>[]>();
  try {
    for (let count = 0; count < ROUNDS; count++)
      for (const { name, url, server } of subjects) {
        let seen: Fetched | undefined;
        const cost = await watch(stack, server, async () => {
          seen = await fetched(stack, army, { url });
        });
        assert.ok(seen?.statuses[0] === 200, `${url} answered ${seen?.statuses[0]}`);
        rounds.set(name, [...(rounds.get(name) ?? []), { ...cost, ...seen }]);
      }
  } finally {
    bare.stop();
  }
  return subjects.map(({ name, against }) => {
    const ofName = rounds.get(name) ?? [];
    const watched = ofName.flatMap((round) => round.watched ?? []);
    return {
      name,
      bytes: ofName[0]?.bytes ?? 0,
      seconds: median(ofName.map(({ seconds }) => seconds)),
      cpuSeconds: median(ofName.map(({ cpuSeconds }) => cpuSeconds)),
      // A download from the bare server does not touch the site.
      ...(against && {
        against,
        watched: {
          peakMb: Math.max(...watched.map(({ peakMb }) => peakMb)),
          answers: watched.flatMap(({ answers }) => answers),
        },
      }),
    };
  });
}

/** Downloads the archive over a connection that is cut; both pieces together must equal the archive. */
async function cutAndResumed(stack: DevStack, army: LargeProduct): Promise<string> {
  const cutAt = Math.round(army.sizeBytes * CUT_AT);
  const got = await fetched(stack, army, { url: paths.downloadArchive(army.product), cutAt, summed: true });
  assert.deepEqual([got.statuses, got.etag], [[200, 206], `"${got.sha256}"`]);
  return `Cut at ${100 * CUT_AT} % and resumed: ${figure(got.bytes / 1e6)} MB with the right SHA-256.`;
}

async function killedHalfWay(
  stack: DevStack,
  army: LargeProduct,
): Promise<{ percent: number; seconds: number }> {
  let progress = await progressOf(stack, army, HALF_ARCHIVE);
  while (progress.state !== 'ready' && progress.doneBytes < progress.sizeBytes / 3) {
    await pause(LOOK_EVERY_MS);
    progress = await progressOf(stack, army, HALF_ARCHIVE);
  }
  const pid = stack.sitePid();
  assert.ok(pid !== null && progress.state === 'building', 'the site was packing');
  process.kill(pid, 'SIGKILL');
  const seconds = await secondsOf(async () => {
    // Refused until the site is back.
    for (;;) {
      const path = paths.archiveProgress(army.product, HALF_ARCHIVE);
      const answer = await asOwner(stack, army, path).catch(() => null);
      if (answer?.status === 200) break;
      await pause(LOOK_EVERY_MS);
    }
    const url = paths.downloadArchive(army.product, HALF_ARCHIVE);
    const got = await fetched(stack, army, { url, summed: true });
    assert.deepEqual([got.bytes, got.etag], [progress.sizeBytes, `"${got.sha256}"`]);
  });
  return { percent: Math.round((100 * progress.doneBytes) / progress.sizeBytes), seconds };
}
