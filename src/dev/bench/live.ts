import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { serviceClient } from '../../data/kernel/client.ts';
import { sendPushHint } from '../../data/notifications/live.ts';
import { signedInCrowd } from '../crowd.ts';
import type { DevStack } from '../stack.ts';
import { residentMb } from './cpu.ts';
import { figure, median, terminalTable } from './figures.ts';
import { type Load, load, NEW_ID } from './load.ts';

const LISTENERS = 1000;
const HINTS = 1000;
const HINTS_A_SECOND = 100;
const LOAD_SECONDS = 4;
const LOAD_CONNECTIONS = 4;
const NEVER_CACHED = `/search?query=dragon+${NEW_ID}`;

/**
 * A thousand users with one open page each: the memory that a connection costs the site and PocketBase, how long a push
 * hint to one of them and to all takes, and how long other visitors wait meanwhile, compared with no listeners.
 */
export async function benchLive(stack: DevStack): Promise<void> {
  const { siteUrl, pocketbaseUrl, service } = stack;
  const pb = serviceClient({ url: pocketbaseUrl, ...service });
  const people = await signedInCrowd(pb, 'listener', LISTENERS, 3600);
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-listeners-'));
  const tokensFile = join(folder, 'tokens.json');
  await writeFile(tokensFile, JSON.stringify(people.map(({ token }) => token)));
  const ask = () => load(siteUrl, NEVER_CACHED, LOAD_SECONDS, LOAD_CONNECTIONS);
  // Warm-up, so that code that runs for the first time does not count.
  await ask();
  const idle = await ask();
  const before = await memory(stack);
  const began = performance.now();
  const listeners = fork(new URL('listeners.ts', import.meta.url), [siteUrl, tokensFile], { execArgv: [] });
  try {
    await word(listeners);
    const seconds = (performance.now() - began) / 1000;
    const after = await memory(stack);
    const heard = async (): Promise<number[]> => {
      await pause(500);
      const answer = word(listeners);
      listeners.send('how long');
      return ((await answer) as { waits: number[] }).waits;
    };
    const silent = await ask();
    await hintToOne(pb, people);
    const single = await heard();
    const [busy] = await Promise.all([ask(), hintToOne(pb, people)]);
    const meanwhile = await heard();
    await sendPushHint(
      pb,
      people.map(({ id }) => id),
      news(),
    );
    const all = await heard();
    print({ before, after, seconds, single, meanwhile, all, idle, silent, busy });
  } finally {
    listeners.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Seen {
  before: Memory;
  after: Memory;
  seconds: number;
  single: number[];
  meanwhile: number[];
  all: number[];
  idle: Load;
  silent: Load;
  busy: Load;
}

function print({ before, after, seconds, single, meanwhile, all, idle, silent, busy }: Seen): void {
  const each = (now: number | null, then: number | null) =>
    figure((((now ?? 0) - (then ?? 0)) * 1024) / LISTENERS);
  console.log(`${LISTENERS} listening pages, connected through the site in ${figure(seconds)} s`);
  console.log(
    terminalTable(
      ['memory', 'before MB', 'with all MB', 'kB a page'],
      [
        ['site', figure(before.site), figure(after.site), each(after.site, before.site)],
        ['PocketBase', figure(before.backend), figure(after.backend), each(after.backend, before.backend)],
      ],
    ),
  );
  const row = (name: string, sent: number, waits: readonly number[]) => [
    name,
    figure(sent),
    figure(waits.length),
    figure(median(waits)),
    figure(highest(waits, 0.99)),
    figure(highest(waits, 1)),
  ];
  console.log(
    terminalTable(
      ['delivery', 'sent', 'arrived', 'median ms', 'p99 ms', 'at most'],
      [
        row(`to one, ${HINTS_A_SECOND} a second`, HINTS, single),
        row('the same beside visitors', HINTS, meanwhile),
        row('to all at once', LISTENERS, all),
      ],
    ),
  );
  const visitors = (name: string, { requestsPerSecond, p50, p99 }: Load) => [
    name,
    figure(requestsPerSecond),
    figure(p50),
    figure(p99),
  ];
  console.log(
    terminalTable(
      [`searches, ${LOAD_CONNECTIONS} at once`, 'a second', 'p50 ms', 'p99 ms'],
      [
        visitors('no listeners', idle),
        visitors('all listening', silent),
        visitors('and receive hints', busy),
      ],
    ),
  );
}

interface Memory {
  site: number | null;
  backend: number | null;
}

async function memory(stack: DevStack): Promise<Memory> {
  const [site, backend] = [stack.sitePid(), stack.supervisor.pid()];
  return {
    site: site === null ? null : await residentMb(site),
    backend: backend === null ? null : await residentMb(backend),
  };
}

/** A hint that carries the moment when it was sent. */
function news() {
  const upTo = performance.timeOrigin + performance.now();
  return { kind: 'read', conversationId: 'c', by: 'store', upTo } as const;
}

/** Sends a hint to one page after the other, at a steady pace, without waiting for answers. */
async function hintToOne(pb: PocketBase, people: readonly { id: string }[]): Promise<void> {
  const began = performance.now();
  const hints: Promise<number>[] = [];
  for (let turn = 0; turn < HINTS; turn++) {
    const early = began + (turn * 1000) / HINTS_A_SECOND - performance.now();
    if (early > 1) await pause(early);
    hints.push(sendPushHint(pb, [people[(turn * 7) % people.length]?.id ?? ''], news()));
  }
  await Promise.all(hints);
}

/** The value below which this share of the values lies. */
function highest(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

async function word(child: ReturnType<typeof fork>): Promise<unknown> {
  const gone = new AbortController();
  child.once('exit', () => gone.abort());
  return (await once(child, 'message', { signal: gone.signal }))[0];
}
