import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { productsWithPreviewDue } from '../../data/assets/previews.ts';
import { addProductFile } from '../../data/catalogue/product-drafts.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { openFolderStore } from '../../server/adapters/files/file-store.ts';
import { PREVIEW_RECIPE } from '../../server/adapters/mesh/preview-recipe.ts';
import type { DevStack } from '../stack.ts';
import { familyMb } from './cpu.ts';
import { figure, median, terminalTable } from './figures.ts';
import { type Load, load, NEW_ID } from './load.ts';

/** Small models come several at a time: the slowest of a hundred answers shows only in a long run. */
const MODELS = [
  { triangles: 1_000_000, copies: 5 },
  { triangles: 5_000_000, copies: 1 },
];
/** Two visitors who request uncached pages without a break. */
const CONNECTIONS = 2;
const ASKED = `/search?query=stone+${NEW_ID}`;
const IDLE_SECONDS = 10;
/** How long the visitors run meanwhile; shorter than the work. */
const BUSY_SECONDS = 10;
/** The slowest of a hundred answers differs by a third from one idle round to the next: medians of several, interleaved. */
const ROUNDS = 3;
const LOOK_EVERY_MS = 500;
const WITHIN_MS = 180_000;

/**
 * Lets the site measure models and make their previews: how long that takes, how much memory it needs, and how long
 * others wait meanwhile, compared with an idle site.
 */
export async function benchMesh(stack: DevStack): Promise<void> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const idle = () => load(stack.siteUrl, ASKED, IDLE_SECONDS, CONNECTIONS);
  await until(async () => (await productsWithPreviewDue(pb, PREVIEW_RECIPE, Date.now(), 1)).length === 0);
  await idle();
  const rows: string[][] = [];
  for (const { triangles, copies } of MODELS) {
    const rounds: { still: number; job: Job }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ still: (await idle()).p99, job: await worked(stack, pb, triangles, copies) });
    const of = (what: (round: (typeof rounds)[number]) => number) => median(rounds.map(what));
    const [still, meanwhile] = [of((round) => round.still), of(({ job }) => job.load.p99)];
    rows.push([
      `${copies} × ${figure(triangles / 1e6)} million`,
      ...[of(({ job }) => job.megabytes), of(({ job }) => job.seconds), of(({ job }) => job.peakMb)].map(
        figure,
      ),
      figure(still),
      figure(meanwhile),
      `${figure((meanwhile / still - 1) * 100)} %`,
    ]);
  }
  console.log('Mesh: a model is measured and its preview made while two visitors search without a break');
  console.log(
    `${terminalTable(['models', 'MB each', 'seconds', 'peak MB of site and worker', 'p99 idle ms', 'p99 meanwhile ms', 'more'], rows)}\n`,
  );
}

/** Number of products created; each has a name of its own. */
let fields = 0;

interface Job {
  megabytes: number;
  seconds: number;
  peakMb: number;
  load: Load;
}

/** Gives each product a model and waits until all previews are ready. */
async function worked(stack: DevStack, pb: PocketBase, triangles: number, copies: number): Promise<Job> {
  const files = await openFolderStore(stack.env['MODELS_DIR'] ?? '');
  const stored = await files.put(ripples(triangles));
  const store = await pb.collection('stores').getFirstListItem('');
  const ids: string[] = [];
  for (let copy = 0; copy < copies; copy++)
    ids.push(await withoutModel(pb, store.id, `A field of ${triangles} triangles, ${++fields}`));
  const size = { x: 100, y: 100, z: 10 };
  const began = performance.now();
  for (const id of ids)
    await addProductFile(pb, id, {
      ...stored,
      ...{ name: 'field.stl', role: 'unsupported', position: 0, scale: null, part: null, version: 1 },
      mesh: { size, volumeMl: 50, triangles, watertight: false, shells: 1, outline: [] },
    });
  const site = stack.sitePid();
  let peakMb = 0;
  let ready = false;
  const done = until(async () => {
    if (site !== null) peakMb = Math.max(peakMb, (await familyMb(site)) ?? 0);
    const previews = await pb
      .collection('previews')
      .getFullList({ filter: ids.map((id) => `id = '${id}'`).join(' || ') });
    ready = previews.filter(({ state }) => state === 'ready').length === copies;
    return ready;
  }).then(() => performance.now() - began);
  const meanwhile = await load(stack.siteUrl, ASKED, BUSY_SECONDS, CONNECTIONS);
  if (ready) console.error('  the model was ready before the visitors stopped: its figure is too good');
  const seconds = (await done) / 1000;
  return { megabytes: stored.sizeBytes / 1e6, seconds, peakMb, load: meanwhile };
}

async function withoutModel(pb: PocketBase, store: string, name: string): Promise<string> {
  const { id } = await pb.collection('products').create({
    store,
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    state: 'unlisted',
    free: true,
    licences: ['personal'],
  });
  return id;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    assert(performance.now() - began < WITHIN_MS, 'it took longer than three minutes');
    await pause(LOOK_EVERY_MS);
  }
}

const TRIANGLE_BYTES = 50;

/** A binary STL of a rippled field, a strip at a time. */
async function* ripples(triangles: number): AsyncGenerator<Buffer> {
  const across = Math.round(Math.sqrt(triangles / 2));
  const count = across * across * 2;
  const head = Buffer.alloc(84);
  head.writeUInt32LE(count, 80);
  yield head;
  const step = 100 / across;
  const at = (x: number, y: number) =>
    [
      x * step,
      y * step,
      5 + 3 * Math.sin(x * step * 0.4) * Math.cos(y * step * 0.6) + 0.05 * Math.sin(x * y),
    ] as const;
  for (let y = 0; y < across; y++) {
    const strip = Buffer.alloc(across * 2 * TRIANGLE_BYTES);
    for (let x = 0; x < across; x++) {
      const [a, b, c, d] = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
      for (const [half, corners] of [
        [0, [a, b, c]],
        [1, [c, b, d]],
      ] as const)
        for (const [place, value] of corners.flat().entries())
          strip.writeFloatLE(value, (x * 2 + half) * TRIANGLE_BYTES + 12 + place * 4);
    }
    yield strip;
  }
}
