import autocannon from 'autocannon';
import { arrivals } from './arrivals.ts';
import { figureAt } from './figures.ts';
import { NEW_ID } from './load.ts';

/** What the load process is told. */
export interface OverloadOrder {
  origin: string;
  /** New in each request where it holds `[<id>]`. */
  path: string;
  connections: number;
  /** Requests a second of all connections together; null for as many as are answered. */
  rate: number | null;
  /**
   * How requests of a rate come: at random moments, as visitors who do not know of each other; or each connection asks for
   * all of a second at its start, as quickly as it is answered, and then rests, as programs that know no Retry-After.
   */
  coming: 'at random' | 'in bursts';
  /** Seconds that are not counted, and seconds that are. */
  lead: number;
  seconds: number;
}

/** What it measured in the seconds that count: answers a second, and latencies in ms. */
export interface Crowd {
  servedPerSecond: number;
  refusedPerSecond: number;
  /** Neither served nor refused with 503. */
  failed: number;
  servedP99: number;
  refusedP50: number;
  refusedP99: number;
}

const order = JSON.parse(process.argv[2] ?? '') as OverloadOrder;
const { origin, path, connections, rate, coming, lead, seconds } = order;
const served: number[] = [];
const refused: number[] = [];
let failed = 0;
function count(atMs: number, status: number, waitMs: number): void {
  if (atMs < lead * 1000) return;
  if (status >= 200 && status < 300) served.push(waitMs);
  else if (status === 503) refused.push(waitMs);
  else failed += 1;
}

async function byAutocannon(): Promise<void> {
  const began = performance.now();
  const running = autocannon({
    url: origin,
    requests: [{ path }],
    duration: lead + seconds,
    connections,
    ...(rate === null ? {} : { overallRate: Math.round(rate) }),
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
    idReplacement: path.includes(NEW_ID),
  });
  running.on('response', (_client, status, _bytes, ms) => count(performance.now() - began, status, ms));
  running.on('reqError', () => {
    failed += 1;
  });
  await running;
}

if (rate === null || coming === 'in bursts') await byAutocannon();
else {
  // No other run asks for the same addresses.
  const run = process.pid.toString(36);
  const address = (visitor: number) => path.replace(NEW_ID, `${run}-${visitor}`);
  for (const { atMs, status, waitMs } of await arrivals(origin, address, rate, {
    connections,
    seconds: lead + seconds,
  }))
    count(atMs, status, waitMs);
}
const crowd: Crowd = {
  servedPerSecond: served.length / seconds,
  refusedPerSecond: refused.length / seconds,
  failed,
  servedP99: figureAt(served, 0.99),
  refusedP50: figureAt(refused, 0.5),
  refusedP99: figureAt(refused, 0.99),
};
process.send?.(crowd);
process.disconnect();
