import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openNames } from '../../../../src/server/adapters/outgoing/names.ts';
import { openOutgoing } from '../../../../src/server/adapters/outgoing/outgoing.ts';
import { isPublicAddress } from '../../../../src/server/adapters/outgoing/public-address.ts';

let server: http.Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

async function receiver(answer: http.RequestListener): Promise<number> {
  const opened = http.createServer(answer);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return (opened.address() as AddressInfo).port;
}

const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{}', share: 'store' };
/** As production has it, but for a receiver on this machine. */
const local = { protocols: ['http:'], isAllowed: () => true, withinMs: 60_000 };

it('private, local, mapped and translated addresses are none of the public internet', () => {
  const inside = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.1.1'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...[
      'fe80::1',
      'fc00::1',
      'fd12::1',
      '64:ff9b::a00:1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001::1',
      'ff02::1',
    ],
    'no address',
  ];
  expect(inside.filter(isPublicAddress)).toEqual([]);
  const outside = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'];
  expect(outside.filter((address) => !isPublicAddress(address))).toEqual([]);
});

it('an address that leads inside in any spelling, or is no plain https address, is refused', async () => {
  const { post } = openOutgoing({ names: openNames(async () => ['8.8.8.8', '10.0.0.1']) });
  for (const url of [
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/'],
    ...['https://[::ffff:7f00:1]/', 'https://rebind.example/'],
  ])
    await expect(post(url, MESSAGE), url).rejects.toThrow('does not lead to the public internet');
  for (const url of [
    'http://example.com/',
    'https://me:secret@example.com/',
    'ftp://example.com/',
    'nonsense',
  ])
    await expect(post(url, MESSAGE), url).rejects.toThrow(/address/);
  const nowhere = openOutgoing({
    names: openNames(() => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))),
  });
  await expect(nowhere.post('https://nowhere.example/', MESSAGE)).rejects.toThrow('leads nowhere');
});

it('the connection goes to the address that was checked, whatever the name server answers later', async () => {
  const hosts: (string | undefined)[] = [];
  const port = await receiver((req, res) => {
    hosts.push(req.headers.host);
    res.end('thanks');
  });
  let asked = 0;
  const { post } = openOutgoing({
    ...local,
    names: openNames(async () => (asked++ === 0 ? ['127.0.0.1'] : ['192.0.2.1'])),
  });
  expect(await post(`http://receiver.example:${port}/hook`, MESSAGE)).toEqual({
    status: 200,
    text: 'thanks',
  });
  expect(asked).toBe(1);
  expect(hosts).toEqual([`receiver.example:${port}`]);
});

it('a redirect is not followed, and an endless answer is read up to 64 kB', async () => {
  let calls = 0;
  const port = await receiver((req, res) => {
    calls += 1;
    if (req.url === '/redirect') return res.writeHead(302, { location: '/elsewhere' }).end();
    const more = () => {
      while (res.write(Buffer.alloc(16_384, 'x')));
      res.once('drain', more);
    };
    return more();
  });
  const { post } = openOutgoing(local);
  expect((await post(`http://127.0.0.1:${port}/redirect`, MESSAGE)).status).toBe(302);
  expect(calls).toBe(1);
  const endless = await post(`http://127.0.0.1:${port}/endless`, MESSAGE);
  expect([endless.status, endless.text.length]).toEqual([200, 64 * 1024]);
});

it('a receiver that never answers is given up', async () => {
  const port = await receiver(() => undefined);
  const { post } = openOutgoing({ ...local, withinMs: 50 });
  await expect(post(`http://127.0.0.1:${port}/`, MESSAGE)).rejects.toThrow('No answer came in time.');
});
