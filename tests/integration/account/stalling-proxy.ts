import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A line to the site that stops in the middle of a file, as a train in a tunnel does. */
export interface StallingProxy {
  url: string;
  /** Where the site listens; set before the first request. */
  to: number;
  /** The site's own address, in whose place its answers name this line; null leaves them as they are. */
  siteUrl: string | null;
  /** After how many bytes of a file nothing comes any more; null lets everything through. */
  stallAfter: number | null;
  /** The files that were asked for, with the ranges. */
  readonly asked: { path: string; range: string | null }[];
  close(): Promise<void>;
}

/** @param isFile whether a path is that of a file */
export async function openStallingProxy(isFile: (path: string) => boolean): Promise<StallingProxy> {
  const asked: StallingProxy['asked'] = [];
  const server = http.createServer((req, res) => {
    const path = req.url ?? '/';
    const { siteUrl } = proxy;
    const host = siteUrl === null ? {} : { host: new URL(siteUrl).host, 'accept-encoding': 'identity' };
    const through = http.request(
      { host: '127.0.0.1', port: proxy.to, path, method: req.method, headers: { ...req.headers, ...host } },
      (answer) => {
        const { stallAfter } = proxy;
        if (siteUrl !== null && String(answer.headers['content-type']).includes('json')) {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece) => (text += piece));
          answer.on('end', () => {
            res.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
            res.end(text.replaceAll(siteUrl, proxy.url));
          });
          return;
        }
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isFile(path) || stallAfter === null) {
          answer.pipe(res);
          return;
        }
        let left = stallAfter;
        answer.on('data', (piece: Buffer) => {
          if (left <= 0) return;
          res.write(piece.subarray(0, left));
          left -= piece.length;
        });
      },
    );
    if (isFile(path)) asked.push({ path, range: req.headers.range ?? null });
    through.on('error', () => res.destroy());
    res.on('close', () => through.destroy());
    req.pipe(through);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: StallingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: 0,
    siteUrl: null,
    stallAfter: null,
    asked,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}
