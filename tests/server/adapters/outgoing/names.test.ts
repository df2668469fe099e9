import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Names,
  NamesSilent,
  NoSuchName,
  openNames,
  resolverAt,
} from '../../../../src/server/adapters/outgoing/names.ts';
import { openOutgoing } from '../../../../src/server/adapters/outgoing/outgoing.ts';

/** A name server on this machine that hears every question. It answers only if `answer` makes one. */
let server: Socket;
let heard: string[] = [];
let onHeard: (() => void) | null = null;
let answer: ((question: Buffer) => Buffer) | null = null;
let servers: string[] = [];

beforeEach(async () => {
  heard = [];
  answer = null;
  onHeard = null;
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    heard.push(nameIn(question));
    onHeard?.();
    if (answer) server.send(answer(question), port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  servers = [`127.0.0.1:${server.address().port}`];
});
afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

/** The name that a question asks for: labels with their length in front, behind twelve bytes. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.');
}

/** An answer with this code and no records: 3 is "no such name". */
function withCode(question: Buffer, code: number): Buffer {
  const answered = Buffer.from(question);
  answered.writeUInt16BE(0x8180 | code, 2);
  return answered;
}

/** Resolves as soon as the name server has heard of this many names. */
const heardNames = (count: number) =>
  new Promise<void>((resolve) => {
    const look = () => new Set(heard).size >= count && resolve();
    onHeard = look;
    look();
  });
const outcome = (names: Names, host: string, share: string) =>
  names.find(host, share).then(
    () => 'found',
    (reason: Error) => reason.constructor,
  );

it('silent name servers of eight stores hold none of the threads by which the payment provider is found', async () => {
  // They would be given up after a minute: whatever answers before that did not wait for them.
  const names = openNames(resolverAt({ servers, serverMs: 60_000, allServersMs: 60_000 }));
  let ended = 0;
  for (let store = 0; store < 8; store++)
    void names.find(`hook-${store}.example`, `store ${store}`).catch(() => ended++);
  await heardNames(2);
  // No thread looks anything up.
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
  expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect([new Set(heard).size, ended]).toEqual([2, 0]);
});

it('a store has one look-up at a time, so that another store finds a place', async () => {
  const names = openNames(resolverAt({ servers, serverMs: 60_000, allServersMs: 60_000 }));
  for (let host = 0; host < 10; host++)
    void names.find(`a${host}.example`, 'one store').catch(() => undefined);
  void names.find('b.example', 'another store').catch(() => undefined);
  await heardNames(2);
  expect([...new Set(heard)].sort()).toEqual(['a0.example', 'b.example']);
});

it('a host whose name servers are silent is not asked for a minute, then for two', async () => {
  let now = 1_000_000;
  const names = openNames(resolverAt({ servers, serverMs: 50, allServersMs: 100 }), () => now);
  const asked = async () => {
    const before = heard.length;
    expect(await outcome(names, 'Silent.example', 'store')).toBe(NamesSilent);
    return heard.length > before;
  };
  expect(await asked()).toBe(true);
  expect(await asked()).toBe(false);
  now += 60_000;
  expect(await asked()).toBe(true);
  now += 60_000;
  expect(await asked()).toBe(false);
  now += 60_000;
  expect(await asked()).toBe(true);
});

it('a name that does not exist is told as such, and asked again at once: its owner may just have made it', async () => {
  answer = (question) => withCode(question, 3);
  const names = openNames(resolverAt({ servers }));
  expect(await outcome(names, 'missing.example', 'store')).toBe(NoSuchName);
  const before = heard.length;
  expect(await outcome(names, 'missing.example', 'store')).toBe(NoSuchName);
  expect(heard.length).toBeGreaterThan(before);
});

it('a message to a host without an answering name server says so, and that it is tried later', async () => {
  const names = openNames(resolverAt({ servers, serverMs: 50, allServersMs: 100 }));
  const { post } = openOutgoing({ names });
  await expect(post('https://hook.example/', { headers: {}, body: '{}', share: 'store' })).rejects.toThrow(
    'The name servers of the host do not answer. They are asked again later.',
  );
});
