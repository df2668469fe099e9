import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../../../ops/ports.ts';
import { openStack } from '../../../ops/stack.ts';
import { STORM_CARDS } from '../storm/deeds.ts';
import { reckon } from '../storm/reckoning.ts';
import { act, patiently, payAt, service } from '../storm/site.ts';
import { PRODUCT_CENTS, type StormWorld } from '../storm/world.ts';
import { command } from './commands.ts';
import { moveRow } from './other-ways.ts';
import type { DrillParts } from './parts.ts';
import type { Readers, ReadProduct } from './readers.ts';
import { type FigureRow, rowOf } from './row.ts';

const WAITING = 5;
const RESTORED_WITHIN_MS = 120_000;

/**
 * The folder of the database is lost with the machine. Another one is restored from the newest snapshot, in the bucket, and
 * visitors are sent there. What was paid since the snapshot is found again, and everything is counted once more.
 */
export async function standbyRows(
  parts: DrillParts,
  world: StormWorld,
  readers: Readers,
  product: ReadProduct,
): Promise<FigureRow[]> {
  const { stack, sites, haproxy, folder, snapshotsTo } = parts;
  const pages = await openPages(parts, world);
  const snapshot = await command('src/ops/snapshot.ts', [], { ...stack.env, SNAPSHOT_TO: snapshotsTo });
  console.log(snapshot.printed);
  // What sites still hear of these is lost with the database.
  for (const url of pages) await patiently(() => payAt(url, STORM_CARDS.pays, false));
  await sites.close();
  const pid = stack.supervisor.pid();
  if (pid !== null) process.kill(pid, 'SIGKILL');
  await stack.supervisor.stop();
  await rm(join(stack.dataDir, 'data'), { recursive: true });

  const home = join(folder, 'standby');
  const env = { ...ofAnotherMachine(stack.env), DATA_DIR: home, MODELS_DIR: join(home, 'models') };
  const began = performance.now();
  const { printed, code } = await command('src/ops/restore.ts', [snapshotsTo], env);
  console.log(printed);
  const ports = await freePorts();
  const standby = await openStack({
    ports,
    dataDir: home,
    cacheDir: join(folder, 'standby-cache'),
    env,
    site: 'built',
    progress: () => undefined,
  });
  try {
    await haproxy.moveTo([`http://127.0.0.1:${ports.site}`]);
    const openAfter = performance.now() - began;
    const moved = { ...stack, ...standby, siteUrl: stack.siteUrl };
    const [file] = product.files;
    return [
      {
        what: 'database lost: restored on another machine from the bucket, open to visitors',
        goal: '< 2 min, no file missing',
        is: `${(openAfter / 1000).toFixed(1)} s${code === 0 ? '' : ', files missing, or promises broken'}`,
        isHeld: openAfter < RESTORED_WITHIN_MS && code === 0,
      },
      await rowOf('a file of the library afterwards', 'its hash', async () => {
        const wrong = file ? await readers.wholeFile([stack.siteUrl], file, product.id) : 'there is none';
        if (wrong !== null) throw new Error(wrong);
        return undefined;
      }),
      await rowOf(
        `money of all carts, ${pages.length} of them paid after the snapshot`,
        'to the cent',
        async () => {
          await reckon(moved, { ...world, pb: service(moved) });
          return undefined;
        },
      ),
      await moveRow(env),
    ];
  } finally {
    await standby.stop();
  }
}

/** Opens payment pages and leaves them open. Returns their addresses. */
async function openPages({ stack }: DrillParts, { people, sellers }: StormWorld): Promise<string[]> {
  const productIds = sellers.flatMap(({ products }) => products.at(-1) ?? []);
  const pages: string[] = [];
  for (const person of people.slice(0, WAITING)) {
    const shownCents = PRODUCT_CENTS * productIds.length;
    const answer = await act(stack, person, 'checkout.checkOut', {
      productIds,
      codes: [],
      gift: null,
      shownCents,
    });
    const { url } = (answer.kind === 'done' ? answer.value : {}) as { url?: string };
    if (url === undefined) throw new Error(`No payment page: ${JSON.stringify(answer)}`);
    pages.push(url);
  }
  return pages;
}

/** The settings that a second machine shares with the first. */
function ofAnotherMachine(env: Record<string, string>): Record<string, string> {
  const own = /^(PORT|CACHE_DIR|POCKETBASE_\w+)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}
