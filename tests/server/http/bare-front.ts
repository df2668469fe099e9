import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { openAdmission } from '../../../src/front/load-shedding/admission.ts';
import { FrontPageCache } from '../../../src/front/page-cache.ts';
import type { Page, Rendered } from '../../../src/front/ready-page.ts';
import type { App } from '../../../src/server/app/app.ts';
import { readSettings } from '../../../src/server/app/settings.ts';
import { type Front, type FrontParts, openFront } from '../../../src/server/http/front.ts';
import type { Pictures } from '../../../src/server/http/pictures/pictures.ts';
import { memoryLimits } from '../../../src/server/kernel/rate-limits.ts';

/** The site's real front server without a backend: for what happens on connections before anything is asked. */
export interface BareFront extends Front {
  port: number;
  /** Lines of the log. */
  log: string[];
  /** A raw connection that collects what comes. */
  connect(): Line;
  close(): Promise<void>;
}

/** A connection as a stranger uses it. */
export interface Line {
  socket: Socket;
  send(text: string | Buffer): void;
  /** All that has come so far. */
  readonly heard: string;
  /** Resolves with what has come, once it contains `text`, or when the connection ends. */
  until(text: string): Promise<string>;
  /** Resolves when the connection is closed. */
  ended(): Promise<string>;
}

export interface BareFrontOptions
  extends Partial<Pick<FrontParts, 'bodies' | 'lines' | 'astro' | 'pictures' | 'admission'>> {
  env?: Record<string, string>;
  app?: Partial<App>;
  http?: Partial<App['http']>;
  files?: Map<string, Page>;
  /** Renders cached pages. */
  render?: (path: string) => Promise<Rendered>;
}

export const HOST = '127.0.0.1:4321';

/** Answers with the method and the length of the body. */
const echo = (req: IncomingMessage, res: ServerResponse) => {
  const { body } = req as unknown as { body?: Buffer };
  res.writeHead(200, { 'content-type': 'text/plain' }).end(`${req.method} ${body?.length ?? 'none'}`);
};

export async function openBareFront(options: BareFrontOptions = {}): Promise<BareFront> {
  const settings = readSettings(
    { RATE_LIMITS: 'off', POCKETBASE_URL: 'http://127.0.0.1:9', ...options.env },
    '/',
  );
  const log: string[] = [];
  const collector = new Writable({
    write(line, _encoding, done) {
      log.push(String(line));
      done();
    },
  });
  const front = openFront({
    app: {
      settings,
      needs: [],
      rateLimits: memoryLimits(),
      ...{ assets: {}, account: {}, identity: {}, library: {}, messaging: {}, commerce: {} },
      http: {
        visibility: { isPublic: async () => true },
        sessions: {
          senderOf: async (cookies: string | null) => ({ state: cookies ? 'unavailable' : 'refused' }),
        },
        ...options.http,
      },
      ...options.app,
    } as unknown as App,
    log: pino({ level: 'info' }, collector),
    files: options.files ?? new Map(),
    pages: new FrontPageCache({
      render: options.render ?? (() => Promise.reject(new Error('there are no pages'))),
      limitBytes: 8 * 1024 * 1024,
    }),
    admission: options.admission ?? openAdmission(),
    pictures: options.pictures ?? ({ get: async () => null } as unknown as Pictures),
    astro: options.astro ?? echo,
    ...(options.bodies ? { bodies: options.bodies } : {}),
    ...(options.lines ? { lines: options.lines } : {}),
  });
  await new Promise<void>((resolve) => front.server.listen(0, '127.0.0.1', resolve));
  const { port } = front.server.address() as AddressInfo;
  return {
    server: front.server,
    get held() {
      return front.held;
    },
    drain: front.drain,
    port,
    log,
    connect: () => lineTo(port),
    close: () => front.drain(0),
  };
}

function lineTo(port: number): Line {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  socket.on('data', (piece) => {
    heard += piece.toString('latin1');
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  const whenever = (fits: () => boolean) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!fits() && !isOver) return;
        waiting.delete(look);
        resolve(heard);
      };
      waiting.add(look);
      look();
    });
  return {
    socket,
    send: (text) => void socket.write(text),
    get heard() {
      return heard;
    },
    until: (text) => whenever(() => heard.includes(text)),
    ended: () => whenever(() => isOver),
  };
}

/** The text of a request with these header lines. */
export function requestText(method: string, path: string, headers: string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, `Host: ${HOST}`, ...headers, '', body].join('\r\n');
}

/** Resolves when `fits` holds, which is looked at after each turn of the event loop. */
export async function eventually(fits: () => boolean): Promise<void> {
  while (!fits()) await new Promise((resolve) => setImmediate(resolve));
}
