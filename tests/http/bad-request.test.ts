import { describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { PAGES } from './policies/page-policies.ts';
import { request } from './request.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

interface Body {
  headers: Record<string, string>;
  body: BodyInit;
  /** The status every action answers, if it is the same for all. */
  status?: number;
}
const DEEP = 100_000;
/** Malformed bodies. */
const BODIES: Record<string, Body> = {
  'truncated JSON': { headers: JSON_TYPE, body: '{"productId": "a', status: 400 },
  'an empty JSON body': { headers: JSON_TYPE, body: '' },
  'a JSON null': { headers: JSON_TYPE, body: 'null' },
  'a JSON list': { headers: JSON_TYPE, body: '[[], {}]' },
  'a JSON text': { headers: JSON_TYPE, body: '"💎"' },
  'deeply nested JSON lists': { headers: JSON_TYPE, body: '['.repeat(DEEP) + ']'.repeat(DEEP) },
  'deeply nested JSON objects': { headers: JSON_TYPE, body: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` },
  'JSON with prototype keys': {
    headers: JSON_TYPE,
    body: '{"__proto__":{"page":1},"constructor":{"prototype":{}}}',
  },
  'bytes that are not UTF-8': { headers: JSON_TYPE, body: new Uint8Array([0xff, 0xfe, 0x00, 0xd8]) },
  '9 MB of JSON': {
    headers: JSON_TYPE,
    body: JSON.stringify({ token: 'x'.repeat(9 * 1024 * 1024) }),
    status: 413,
  },
  'plain text': { headers: { 'content-type': 'text/plain' }, body: '{"page":1}', status: 415 },
  HTML: { headers: { 'content-type': 'text/html' }, body: '<form>' },
  'an empty content type': { headers: { 'content-type': '' }, body: '{"page":1}' },
  'a malformed content type': { headers: { 'content-type': ';;=' }, body: '{"page":1}' },
  'a multipart form without a boundary': { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
  'a truncated multipart form': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nhalf',
  },
  'a form with broken escapes': { headers: FORM_TYPE, body: 'token=%E0%A4%A&email=%&%=%' },
  'a form with prototype keys': {
    headers: FORM_TYPE,
    body: '__proto__=1&constructor.prototype=1&toString=1',
  },
};

/** Actions with JSON and with a form, with and without input, for visitors and for users. */
const ACTIONS = [
  'session.signIn',
  'checkout.quote',
  'checkout.myOrders',
  'library.all',
  'account.changeAvatar',
];

async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.arrayBuffer();
  return response.status;
}

describe.each(Object.entries(BODIES))('%s', (_what, { status: expected, ...sent }) => {
  it('is refused by every kind of action without a server error', async () => {
    for (const name of ACTIONS) {
      const answer = await request('buyer', `/_actions/${name}`, { method: 'POST', ...sent });
      const text = await answer.text();
      const where = `${name}: ${answer.status} ${text.slice(0, 300)}`;
      expect.soft(answer.status, where).toBeLessThan(500);
      if (expected !== undefined) expect.soft(answer.status, where).toBe(expected);
    }
  });

  it('sent to a page causes no server error', async () => {
    const forms = [
      paths.login(),
      `${paths.login()}?_action=session.signIn`,
      paths.verifyEmail(),
      paths.home(),
    ];
    for (const path of [...forms, paths.account('profile'), paths.owned(), paths.paymentWebhook()]) {
      const status = await statusOf(request('buyer', path, { method: 'POST', ...sent }));
      expect.soft(status, path).toBeLessThan(500);
    }
  });
});

describe('an unknown action name', () => {
  it.each([
    'nobody',
    'session',
    'session.nobody',
    'session.signIn.more',
    'session.signIn/more',
    'session.',
    '.',
    '..',
    '',
    '%E0%A4%A',
    '%00',
    '%F0%9F%92%8E',
    '__proto__',
    'constructor',
    'session.toString',
    'session.__proto__.x',
    'x'.repeat(5000),
  ])('causes no server error: %s', async (name) => {
    for (const path of [`/_actions/${name}`, `${paths.login()}?_action=${name}`]) {
      const status = await statusOf(
        request('anonymous', path, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
      );
      expect.soft(status, path.slice(0, 80)).toBeLessThan(500);
    }
  });
});

describe('an unexpected method', () => {
  const addresses = Object.keys(PAGES)
    .filter((file) => !file.includes('[') && !/^(404|500|unavailable)/.test(file))
    .map((file) => `/${file.replace(/(\/?index)?\.(astro|ts)$/, '')}`);

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'causes no server error on any page: %s',
    async (method) => {
      const body = method === 'OPTIONS' ? {} : { ...FORM_TYPE };
      for (const path of addresses) {
        const status = await statusOf(request('anonymous', path, { method, headers: body }));
        expect.soft(status, `${method} ${path}`).toBeLessThan(500);
      }
    },
  );
});
