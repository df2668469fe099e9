import { describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { PAGES } from './policies/page-policies.ts';
import { request } from './request.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

interface Body {
  headers: Record<string, string>;
  body: BodyInit;
  /** What every action answers it, where that is one thing. */
  status?: number;
}
const DEEP = 100_000;
/** Bodies that are none. */
const BODIES: Record<string, Body> = {
  'half a JSON': { headers: JSON_TYPE, body: '{"productId": "a', status: 400 },
  'an empty JSON': { headers: JSON_TYPE, body: '' },
  'a JSON of nothing': { headers: JSON_TYPE, body: 'null' },
  'a JSON list': { headers: JSON_TYPE, body: '[[], {}]' },
  'a JSON text': { headers: JSON_TYPE, body: '"💎"' },
  'a deep JSON': { headers: JSON_TYPE, body: '['.repeat(DEEP) + ']'.repeat(DEEP) },
  'a deep JSON object': { headers: JSON_TYPE, body: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` },
  'a prototype': { headers: JSON_TYPE, body: '{"__proto__":{"page":1},"constructor":{"prototype":{}}}' },
  'bytes that are no text': { headers: JSON_TYPE, body: new Uint8Array([0xff, 0xfe, 0x00, 0xd8]) },
  '9 MB of JSON': {
    headers: JSON_TYPE,
    body: JSON.stringify({ token: 'x'.repeat(9 * 1024 * 1024) }),
    status: 413,
  },
  'a text': { headers: { 'content-type': 'text/plain' }, body: '{"page":1}', status: 415 },
  'a page': { headers: { 'content-type': 'text/html' }, body: '<form>' },
  'no type': { headers: { 'content-type': '' }, body: '{"page":1}' },
  'a type that is none': { headers: { 'content-type': ';;=' }, body: '{"page":1}' },
  'a form without its border': { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
  'a form cut short': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="token"\r\n\r\nhalf',
  },
  'a form of half escapes': { headers: FORM_TYPE, body: 'token=%E0%A4%A&email=%&%=%' },
  'a form of prototypes': { headers: FORM_TYPE, body: '__proto__=1&constructor.prototype=1&toString=1' },
};

/** Actions of both kinds, with and without input, with and without a person. */
const SOME = ['session.signIn', 'checkout.quote', 'checkout.myOrders', 'library.all', 'account.changeAvatar'];

async function statusOf(answer: Promise<Response>): Promise<number> {
  const met = await answer;
  await met.arrayBuffer();
  return met.status;
}

describe.each(Object.entries(BODIES))('%s', (_what, { status: wanted, ...sent }) => {
  it('is refused by every kind of action in so many words', async () => {
    for (const name of SOME) {
      const answer = await request('buyer', `/_actions/${name}`, { method: 'POST', ...sent });
      const text = await answer.text();
      const where = `${name}: ${answer.status} ${text.slice(0, 300)}`;
      expect.soft(answer.status, where).toBeLessThan(500);
      if (wanted !== undefined) expect.soft(answer.status, where).toBe(wanted);
    }
  });

  it('sent to a page shows the page, or says what is wrong', async () => {
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

describe('the name of an action', () => {
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
  ])('that is none leads nowhere: %s', async (name) => {
    for (const path of [`/_actions/${name}`, `${paths.login()}?_action=${name}`]) {
      const status = await statusOf(
        request('anonymous', path, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
      );
      expect.soft(status, path.slice(0, 80)).toBeLessThan(500);
    }
  });
});

describe('a method no page knows', () => {
  const addresses = Object.keys(PAGES)
    .filter((file) => !file.includes('[') && !/^(404|500|unavailable)/.test(file))
    .map((file) => `/${file.replace(/(\/?index)?\.(astro|ts)$/, '')}`);

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'breaks none of them: %s',
    async (method) => {
      const body = method === 'OPTIONS' ? {} : { ...FORM_TYPE };
      for (const path of addresses) {
        const status = await statusOf(request('anonymous', path, { method, headers: body }));
        expect.soft(status, `${method} ${path}`).toBeLessThan(500);
      }
    },
  );
});
