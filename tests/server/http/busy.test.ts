import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sendBusy } from '../../../src/server/http/busy.ts';

function refusal(url: string, accept: string, { method = 'GET', seconds = 3, headers = {} } = {}) {
  const sent = { status: 0, headers: {} as Record<string, unknown>, body: '' };
  const res = {
    headersSent: false,
    setHeader: (name: string, value: string) => {
      sent.headers[name] = value;
    },
    writeHead: (status: number, headers: readonly string[]) => {
      sent.status = status;
      for (let at = 0; at < headers.length; at += 2) sent.headers[headers[at] ?? ''] = headers[at + 1];
    },
    end: (body?: string) => {
      sent.body = body ?? '';
    },
  };
  const req = { url, method, headers: { accept, ...headers } };
  sendBusy(req as unknown as IncomingMessage, res as unknown as ServerResponse, 503, seconds);
  expect(sent).toMatchObject({
    status: 503,
    headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  });
  return sent;
}
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('who is refused in a crowd', () => {
  it('reads a page that asks again by itself and needs no other file', () => {
    const { body, headers } = refusal('/search?query=golem', BROWSER);
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('<meta http-equiv="refresh" content="3">');
    expect(body).toContain('tries again by itself in 3 seconds');
    expect(body).not.toMatch(/src=|href=/);
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    );
  });

  it('does not send a form again unasked', () => {
    const { body } = refusal('/save-search', BROWSER, { method: 'POST' });
    expect(body).not.toContain('refresh');
    expect(body).toContain('Nothing was changed.');
  });

  it('gets an error that an action can show', () => {
    const { body, headers } = refusal('/_actions/wishes.set', 'application/json', { method: 'POST' });
    expect(headers['content-type']).toBe('application/json');
    // As Astro's `ActionError.fromJson` reads it; that module cannot be loaded outside a build.
    expect(JSON.parse(body)).toMatchObject({
      type: 'AstroActionError',
      code: 'SERVICE_UNAVAILABLE',
      message: 'The site is very busy at the moment; try again shortly.',
    });
  });

  it('gets what the API refuses with where a program asks', () => {
    const expected = {
      code: 'unavailable',
      message: 'The site is very busy at the moment; try again shortly.',
    };
    expect(JSON.parse(refusal('/api/v1/products', '*/*').body)).toEqual(expected);
    const headers = { authorization: 'Bearer guildhall_x' };
    expect(JSON.parse(refusal('/api/uploads', '*/*', { headers }).body)).toEqual(expected);
    expect(JSON.parse(refusal('/api/uploads', '*/*').body)).toMatchObject({ status: 503, data: {} });
  });

  it('gets JSON under /api/ and a sentence elsewhere', () => {
    expect(JSON.parse(refusal('/api/owned', '*/*').body)).toMatchObject({ status: 503, data: {} });
    expect(refusal('/feeds/new.xml', '*/*').body).toBe(
      'The site is very busy at the moment; try again shortly.',
    );
  });

  it('gets no body for HEAD', () => {
    expect(refusal('/search', BROWSER, { method: 'HEAD' }).body).toBe('');
  });
});
