import autocannon from 'autocannon';
import { figureAt } from './figures.ts';

/** What the load process is told. */
export interface OverloadOrder {
  origin: string;
  /** New in each request where it holds `[<id>]`. */
  path: string;
  connections: number;
  /** Requests a second of all connections together; null for as many as are answered. */
  rate: number | null;
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
const { origin, path, connections, rate, lead, seconds } = order;
const served: number[] = [];
const refused: number[] = [];
let failed = 0;
const began = performance.now();
const counts = () => performance.now() - began >= lead * 1000;
const running = autocannon({
  url: origin,
  requests: [{ path }],
  duration: lead + seconds,
  connections,
  ...(rate === null ? {} : { overallRate: Math.round(rate) }),
  headers: { 'accept-encoding': 'br', accept: 'text/html' },
  idReplacement: path.includes('[<id>]'),
});
running.on('response', (_client, status, _bytes, ms) => {
  if (!counts()) return;
  if (status >= 200 && status < 300) served.push(ms);
  else if (status === 503) refused.push(ms);
  else failed += 1;
});
running.on('reqError', () => {
  failed += 1;
});
await running;
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
