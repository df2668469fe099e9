import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient } from '../../data/kernel/client.ts';
import { buildSite, builtSiteIsStale } from '../../ops/build/site.ts';
import { residentMb } from '../bench/cpu.ts';
import type { DevStack } from '../stack.ts';
import type { AttackName, AttackOrder } from './attackers.ts';
import { withDrillStack } from './drill-stack.ts';
import { type Deeds, type GoodPeople, messageOf, newPerson, openGoodPeople } from './good-people.ts';

/**
 * `npm run drill:attack`: attacks a site of its own, whose process may have 512 MB, in seven ways one after the
 * other, each from addresses of its own, while a visitor reads, somebody who is signed in opens the account, a buyer checks out,
 * another withdraws and an owner downloads. An attack is held if
 * none of these people fails, the site's process stays below 400 MB, and no answer is an error of the site. Words name
 * single attacks, as in `npm run drill:attack -- A1 A4`.
 */
const ROOT = join(import.meta.dirname, '../../..');
const LIMIT_MB = 512;
const GOAL_MB = 400;
const LOOK_EVERY_MS = 25;
/** The buyer buys about once a second. */
const PURCHASES = 120;
const AVATARS = 16;

const ATTACKS: { line: string; attack: AttackName; what: string }[] = [
  { line: 'A1', attack: 'heldBodies', what: '150 bodies of 8 MB, the last piece held back' },
  { line: 'A2', attack: 'deafReaders', what: '200 connections × 200 pages, none read' },
  { line: 'A3', attack: 'nestedMarkdown', what: 'Markdown nested thousands of times' },
  { line: 'A7', attack: 'vastAvatars', what: '16 avatars of 40 megapixels at once, then 16 of 25' },
  { line: 'A4', attack: 'newSearches', what: '200 connections with new searches' },
  { line: 'A8', attack: 'newSuggestions', what: '150 connections with new suggestions' },
  { line: 'A9', attack: 'inventedProducts', what: '150 connections with products that do not exist' },
];

interface Verdict {
  held: boolean;
  peakMb: number;
  deeds: Awaited<ReturnType<GoodPeople['during']>>;
  answers: Record<string, number>;
  seconds: number;
}

async function drill(lines: readonly string[]): Promise<void> {
  if (builtSiteIsStale(ROOT)) await buildSite(ROOT, (line) => console.log(`  ${line}`));
  // Node keeps to the limit as well as it can; the watch below is as strict as a container.
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-old-space-size=${LIMIT_MB / 2}`;
  await withDrillStack({ env: { BEHIND_PROXY: '1' }, demo: true }, async ({ stack }) => {
    const people = await openGoodPeople(stack, PURCHASES);
    const cookies = await attackersOf(stack);
    const quiet = await tried(stack, people, () => pause(5000).then(() => ({})));
    people.learn(quiet.deeds);
    report('', `nobody attacks; each answer may take ${(people.patienceMs / 1000).toFixed(1)} s`, quiet);
    const results: boolean[] = [];
    for (const { line, attack, what } of ATTACKS) {
      if (lines.length > 0 && !lines.includes(line)) continue;
      const order: AttackOrder = { attack, origin: stack.siteUrl, cookies };
      const verdict = await tried(stack, people, () => attacked(order));
      report(line, what, verdict);
      results.push(verdict.held);
    }
    process.exitCode = results.every((held) => held) ? 0 : 1;
  });
}

/** Signs in those who attack from within: the first has not confirmed the address. */
async function attackersOf(stack: DevStack): Promise<string[]> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const cookies: string[] = [];
  for (let at = 0; at <= AVATARS; at++)
    cookies.push((await newPerson(stack, pb, `attacker-${at}`, at > 0)).cookie);
  return cookies;
}

async function attacked(order: AttackOrder): Promise<Record<string, number>> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = fork(join(import.meta.dirname, 'attackers.ts'), [JSON.stringify(order)], {
    execArgv: [],
    env,
  });
  return (await messageOf(child)) as Record<string, number>;
}

async function tried(
  stack: DevStack,
  people: GoodPeople,
  attack: () => Promise<Record<string, number>>,
): Promise<Verdict> {
  const memory = watch(stack);
  const began = performance.now();
  const running = attack();
  const deeds = await people.during(running);
  const answers = await running;
  const peakMb = memory.stop();
  const failed = Object.values(deeds).some(({ failures }) => failures.length > 0);
  // 503 with Retry-After is what a site under attack answers; any other error is one of its own.
  const broken = Object.keys(answers).some((status) => Number(status) >= 500 && status !== '503');
  const held = !failed && !broken && peakMb < GOAL_MB;
  return { held, peakMb, deeds, answers, seconds: (performance.now() - began) / 1000 };
}

/** Follows the memory of the site's process, and kills it above the limit, as a container would. */
function watch(stack: DevStack): { stop(): number } {
  let peak = 0;
  const timer = setInterval(async () => {
    const pid = stack.sitePid();
    const now = pid === null ? null : await residentMb(pid);
    if (pid === null || now === null || Number.isNaN(now)) return;
    peak = Math.max(peak, now);
    if (now > LIMIT_MB && stack.sitePid() === pid) process.kill(pid, 'SIGKILL');
  }, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

function report(line: string, what: string, { held, peakMb, deeds, answers, seconds }: Verdict): void {
  const people = Object.entries(deeds).map(([name, { waitsMs, failures }]: [string, Deeds]) => {
    const worst = Math.max(0, ...waitsMs);
    const slowest = worst > 0 ? ` (at most ${(worst / 1000).toFixed(1)} s)` : '';
    return `${name} ${waitsMs.length - failures.length} of ${waitsMs.length}${slowest}`;
  });
  const statuses = Object.entries(answers).map(
    ([status, count]) => `${count} × ${status === '0' ? 'cut' : status}`,
  );
  console.log(`${line.padEnd(3)} ${held ? 'held' : 'FELL'}  ${what}`);
  console.log(`      ${people.join(', ')}`);
  console.log(
    `      memory at most ${Math.round(peakMb)} MB; answers to the attack: ${statuses.join(', ') || 'none'}; ${seconds.toFixed(0)} s`,
  );
  const reasons = new Map<string, number>();
  for (const reason of Object.values(deeds).flatMap(({ failures }) => failures))
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  for (const [reason, count] of reasons) console.log(`      ${count} × ${reason}`);
}

await drill(process.argv.slice(2));
