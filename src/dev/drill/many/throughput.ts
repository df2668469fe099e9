import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '../../../paths.ts';
import { cpuMs } from '../../bench/cpu.ts';
import { get } from '../rolling/visitors.ts';
import type { DrillParts } from './parts.ts';
import type { ReadProduct } from './readers.ts';
import type { FigureRow } from './row.ts';

/** What sites take for pages and for redirects, while nothing else happens. */

/** As many for each site, however many sites there are. */
const CLIENTS_OF_A_SITE = 3;
/**
 * What each site is asked in a second where its CPU for a request is measured. Asked as fast as can be, three sites are asked
 * less each than one is alone, because they share the processors with who asks; and a site that waits between requests
 * takes more for each, since it takes fewer in one turn.
 */
const ASKED_A_SECOND = { cached: 300, uncached: 30 } as const;
const LASTS_MS = 3_000;
/** One site and three in turn, so that what else the machine does falls on both. */
const TURNS = 3;
const REDIRECTS = 400;
const REDIRECT_MS = 5;
/** How much more CPU a request may take at three sites than at one. */
const GROWS = 1.25;

interface Load {
  requests: number;
  seconds: number;
  cpuMs: number;
}

/** Cached and uncached pages from one site and from all of them. */
export async function throughputRows({ sites }: DrillParts): Promise<FigureRow[]> {
  const rows: FigureRow[] = [];
  let word = 0;
  const idle = await idleShare(sites.pids());
  const kinds: [keyof typeof ASKED_A_SECOND, () => string][] = [
    ['cached', () => paths.home()],
    ['uncached', () => paths.search(`word${++word}`)],
  ];
  for (const [kind, next] of kinds) {
    const [one, all, onePaced, allPaced]: [Load[], Load[], Load[], Load[]] = [[], [], [], []];
    const together = [sites.urls, sites.pids()] as const;
    // V8 compiles what is asked often: a site that was asked more than the others would take less for each request.
    for (const url of sites.urls) await load([url], [], next);
    for (let turn = 0; turn < TURNS; turn++) {
      const nth = turn % sites.urls.length;
      const alone = [sites.urls.slice(nth, nth + 1), sites.pids().slice(nth, nth + 1)] as const;
      one.push(await load(...alone, next));
      all.push(await load(...together, next));
      onePaced.push(await load(...alone, next, { asked: ASKED_A_SECOND[kind] }));
      allPaced.push(await load(...together, next, { asked: ASKED_A_SECOND[kind] }));
    }
    // What sites do anyway, such as asking for changes, is no part of a request. The least of the turns was disturbed least.
    const least = (loads: readonly Load[], count: number) =>
      Math.min(
        ...loads.map(({ cpuMs: cpu, seconds, requests }) => (cpu - idle * seconds * count) / requests),
      );
    const [before, after] = [least(onePaced, 1), least(allPaced, sites.urls.length)];
    rows.push({
      what: `${kind} pages from three sites against one, CPU per request`,
      goal: 'must not grow',
      is: `${speed(all)} (${after.toFixed(2)} ms) against ${speed(one)} (${before.toFixed(2)} ms)`,
      isHeld: after <= before * GROWS,
    });
  }
  return rows;
}

/** What a site takes to check who asks and to send them to the bucket. */
export async function redirectRow(
  { sites }: DrillParts,
  cookie: string,
  { id, files }: ReadProduct,
): Promise<FigureRow> {
  const [url, pid] = [sites.urls[0] ?? '', sites.pids()[0] ?? 0];
  const path = paths.downloadFile(id, files[0]?.id ?? '');
  const agent = new http.Agent({ keepAlive: true });
  let wrong = 0;
  const redirected = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const { status } = await get(agent, url + path, { cookie, 'x-forwarded-for': someAddress() });
      if (status !== 302) wrong += 1;
    }
  };
  await redirected(REDIRECTS / 4);
  const [began, from] = [performance.now(), (await cpuMs(pid)) ?? Number.NaN];
  await Promise.all(Array.from({ length: 4 }, () => redirected(REDIRECTS / 4)));
  const [ended, to] = [performance.now(), (await cpuMs(pid)) ?? Number.NaN];
  await pause(ended - began);
  const idle = ((await cpuMs(pid)) ?? Number.NaN) - to;
  agent.destroy();
  const each = (to - from - idle) / REDIRECTS;
  return {
    what: 'site CPU per redirected download',
    goal: `< ${REDIRECT_MS} ms`,
    is: `${each.toFixed(2)} ms of ${REDIRECTS}${wrong > 0 ? `, ${wrong} not redirected` : ''}`,
    isHeld: each < REDIRECT_MS && wrong === 0,
  };
}

/** CPU of a site in ms a second while nobody asks for anything. */
async function idleShare(pids: readonly (number | null)[]): Promise<number> {
  const [began, before] = [performance.now(), await cpuOf(pids)];
  await pause(LASTS_MS);
  return ((await cpuOf(pids)) - before) / ((performance.now() - began) / 1000) / pids.length;
}

async function cpuOf(pids: readonly (number | null)[]): Promise<number> {
  let sum = 0;
  for (const pid of pids) sum += (pid === null ? null : await cpuMs(pid)) ?? Number.NaN;
  return sum;
}

/** Asks sites for pages: as fast as they answer, or each of them `asked` times a second. */
async function load(
  urls: readonly string[],
  pids: readonly (number | null)[],
  next: () => string,
  { lastsMs = LASTS_MS, asked = Number.POSITIVE_INFINITY } = {},
): Promise<Load> {
  const [began, before] = [performance.now(), await cpuOf(pids)];
  let requests = 0;
  const everyMs = (CLIENTS_OF_A_SITE * 1000) / asked;
  const client = async (from: number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    // Not all at the same moment.
    let due = began + (from / (CLIENTS_OF_A_SITE * urls.length)) * everyMs;
    while (performance.now() - began < lastsMs) {
      if (everyMs > 0) await pause(Math.max(0, due - performance.now()));
      due += everyMs;
      const { status } = await get(agent, (urls[from % urls.length] ?? '') + next(), {
        'accept-encoding': 'br',
        'x-forwarded-for': someAddress(),
      });
      if (status === 200) requests += 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS_OF_A_SITE * urls.length }, (_, from) => client(from)));
  return { requests, seconds: (performance.now() - began) / 1000, cpuMs: (await cpuOf(pids)) - before };
}

const speed = (loads: readonly Load[]) =>
  `${Math.max(...loads.map(({ requests, seconds }) => requests / seconds)).toFixed(0)}/s`;

/** Limits count by address. */
function someAddress(): string {
  const some = () => Math.floor(Math.random() * 250);
  return `10.${some()}.${some()}.${some()}`;
}
