import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { paths } from '../../paths.ts';

/** What the process of the attackers is told. */
export interface AttackOrder {
  attack: AttackName;
  origin: string;
  /** Signed in: the first without a confirmed address. */
  cookies: string[];
}
export type AttackName = keyof typeof ATTACKS;

/** How long an attack goes on, in ms. */
const ATTACK_MS = Number(process.env['DRILL_ATTACK_MS'] ?? 12_000);
const MB = 1024 * 1024;
/** The number of answers by status; 0 where the connection was cut. */
type Answers = Record<number, number>;

/** An address of its own for each attacker, so that no limit by address helps. */
const address = (at: number) => `10.66.${at >> 8}.${at & 255}`;

/** Opens a connection that counts the answers it reads. What breaks is counted as 0. */
function line(origin: string, answers: Answers): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const count = (status: number) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  socket.on('error', () => count(0));
  socket.on('data', (piece: Buffer) => {
    for (const [, status] of piece.toString('latin1').matchAll(/^HTTP\/1\.1 (\d{3})/gm))
      count(Number(status));
  });
  return socket;
}

/** 150 connections that send 8 MB to the webhook and hold back the last piece. */
async function heldBodies({ origin }: AttackOrder): Promise<Answers> {
  const answers: Answers = {};
  const piece = Buffer.alloc(64 * 1024, 0x20);
  const sockets = Array.from({ length: 150 }, async (_, at) => {
    const socket = line(origin, answers);
    socket.write(
      `POST ${paths.paymentWebhook()} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nX-Forwarded-For: ${address(at)}\r\n` +
        `Content-Type: application/json\r\nStripe-Signature: t=1,v1=00\r\nContent-Length: ${8 * MB}\r\n\r\n`,
    );
    for (let sent = 0; sent < 8 * MB - piece.length && socket.writable; sent += piece.length)
      if (!socket.write(piece)) await Promise.race([drained(socket), pause(ATTACK_MS)]);
    return socket;
  });
  await pause(ATTACK_MS);
  for (const socket of sockets) (await socket).destroy();
  return answers;
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });

/** 200 connections that ask for 200 pages each without reading one. */
async function deafReaders({ origin }: AttackOrder): Promise<Answers> {
  const answers: Answers = {};
  const ask = (at: number) =>
    `GET ${paths.search()} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nX-Forwarded-For: ${address(at)}\r\n` +
    'Accept-Encoding: identity\r\n\r\n';
  const sockets = Array.from({ length: 200 }, (_, at) => {
    const socket = line(origin, answers);
    socket.pause();
    socket.write(ask(at).repeat(200));
    return socket;
  });
  await pause(ATTACK_MS);
  for (const socket of sockets) socket.destroy();
  return answers;
}

const NESTED = [
  '> '.repeat(9990),
  '- '.repeat(9990),
  '*'.repeat(19_000),
  `${'['.repeat(9900)}x`,
  '<b>'.repeat(6600),
];

/** Eight previews at a time of Markdown that is nested as deeply as its length allows. */
async function nestedMarkdown({ origin, cookies }: AttackOrder): Promise<Answers> {
  const until = Date.now() + ATTACK_MS;
  return together(8, async (at, count) => {
    for (let round = 0; Date.now() < until; round++) {
      const text = NESTED[(at + round) % NESTED.length] ?? '';
      const headers = { cookie: cookies[0] ?? '', 'content-type': 'text/plain', origin };
      count(await post(origin, paths.markdownPreview(), text, address(at), headers));
    }
  });
}

/** Sides in px: the most that any picture may have, and the most that an avatar may have. */
const VAST = [
  [8000, 4960],
  [5000, 4990],
] as const;

/** Vast pictures, small as files, by sixteen people at once. */
async function vastAvatars({ origin, cookies }: AttackOrder): Promise<Answers> {
  const pictures = await Promise.all(
    VAST.map(([width, height]) =>
      sharp({ create: { width, height, channels: 3, background: '#824' } })
        .png()
        .toBuffer(),
    ),
  );
  return together(16, async (at, count) => {
    for (const picture of pictures) {
      const form = new FormData();
      form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'avatar.png');
      const headers = { cookie: cookies[at + 1] ?? '', origin };
      count(await post(origin, '/_actions/account.changeAvatar', form, address(at), headers));
    }
  });
}

/** 200 connections with searches that no cache knows, without a pause. */
const newSearches = ({ origin }: AttackOrder): Promise<Answers> =>
  asked(200, (at, round) => `${origin}${paths.search(`stone ${at} ${round}`)}`);

/** What people look for while they type, by 150 of them without a pause. */
const newSuggestions = ({ origin }: AttackOrder): Promise<Answers> =>
  asked(150, (at, round) => `${origin}${paths.suggestions()}?query=st${at}x${round}`);

/** Products that do not exist, each asked for once. */
const inventedProducts = ({ origin }: AttackOrder): Promise<Answers> =>
  asked(150, (at, round) => `${origin}${paths.product(`invented${at}x${round}`)}`);

/** As many people who ask for one address after the other without a pause. */
async function asked(people: number, url: (at: number, round: number) => string): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: people });
  const until = Date.now() + ATTACK_MS;
  const answers = await together(people, async (at, count) => {
    for (let round = 0; Date.now() < until; round++) count(await get(agent, url(at, round), address(at)));
  });
  agent.destroy();
  return answers;
}

function get(agent: Agent, url: string, from: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': from, 'accept-encoding': 'br', accept: 'text/html' };
    const sent = request(url, { agent, headers, timeout: 30_000 }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end();
  });
}

async function post(
  origin: string,
  path: string,
  body: BodyInit,
  from: string,
  headers: Record<string, string>,
): Promise<number> {
  const sent = { method: 'POST', body, headers: { 'x-forwarded-for': from, ...headers } };
  try {
    const answer = await fetch(origin + path, { ...sent, signal: AbortSignal.timeout(120_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

async function together(
  people: number,
  work: (at: number, count: (status: number) => void) => Promise<void>,
): Promise<Answers> {
  const answers: Answers = {};
  const count = (status: number) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: people }, (_, at) => work(at, count)));
  return answers;
}

const ATTACKS = {
  heldBodies,
  deafReaders,
  nestedMarkdown,
  vastAvatars,
  newSearches,
  newSuggestions,
  inventedProducts,
};

if (process.send) {
  const order = JSON.parse(process.argv[2] ?? '') as AttackOrder;
  process.send(await ATTACKS[order.attack](order));
  process.disconnect();
}
