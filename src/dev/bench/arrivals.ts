import http from 'node:http';

/** One answer: when its visitor came, in ms since the beginning, how long they waited, and the status; 0 for none. */
export interface Arrival {
  atMs: number;
  waitMs: number;
  status: number;
}

const GIVE_UP_MS = 10_000;
const TICK_MS = 1;

/**
 * Lets visitors come at random moments, at a rate that does not depend on how quickly they are answered (Poisson arrivals,
 * an open system). Who comes while all connections are in use waits for one. A wait counts from the moment at which the
 * visitor came, so what this process itself does late counts as well.
 * @param path the address of the visitor with this number
 * @param rate visitors a second
 * @param options connections that are kept open, and seconds for which visitors come
 */
export async function arrivals(
  origin: string,
  path: (visitor: number) => string,
  rate: number,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Arrival[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  const seen: Promise<Arrival>[] = [];
  const began = performance.now();
  const visit = (visitor: number, atMs: number) =>
    new Promise<Arrival>((resolve) => {
      const answered = (status: number) =>
        resolve({ atMs, waitMs: performance.now() - began - atMs, status });
      const headers = { 'accept-encoding': 'br', accept: 'text/html' };
      const request = http.get(origin + path(visitor), { agent, headers, timeout: GIVE_UP_MS }, (answer) => {
        answer.resume();
        answer.once('end', () => answered(answer.statusCode ?? 0));
        answer.once('error', () => answered(0));
      });
      request.once('timeout', () => request.destroy());
      request.once('error', () => answered(0));
    });
  let nextMs = 0;
  await new Promise<void>((over) => {
    const tick = () => {
      const now = performance.now() - began;
      while (nextMs <= Math.min(now, seconds * 1000)) {
        seen.push(visit(seen.length, nextMs));
        nextMs -= (1000 / rate) * Math.log(1 - Math.random());
      }
      if (now < seconds * 1000) setTimeout(tick, TICK_MS);
      else over();
    };
    tick();
  });
  const all = await Promise.all(seen);
  agent.destroy();
  return all;
}
