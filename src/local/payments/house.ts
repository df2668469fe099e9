import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiAnswer, answerApi } from './api.ts';
import { Book } from './book.ts';
import { testCard } from './cards.ts';
import { Deliveries, type DeliveryMode } from './deliveries.ts';
import { parseForm } from './form.ts';
import { overviewPage, paymentPage } from './pages.ts';
import { Problem } from './problem.ts';
import { Till } from './till.ts';

export interface PaymentHouseOptions {
  /** 0 takes any free one. */
  port: number;
  webhookUrl: string;
  webhookSecret: string;
  /** Where the book is kept; null keeps it in memory. */
  stateFile: string | null;
  /** Sellers' accounts that are there from the beginning. */
  accounts?: { id: string; name: string }[];
}

/** How the API misbehaves on demand. */
export type Fault = 'none' | 'error' | 'silence';

export interface PaymentHouse {
  url: string;
  till: Till;
  deliveries: Deliveries;
  /** The next API calls answer 500, or not at all, until it is set back. */
  fault: Fault;
  close(): Promise<void>;
}

/** Opens the stand-in of the payment provider: its API for the official SDK, its payment page, signed webhooks. */
export async function openPaymentHouse(options: PaymentHouseOptions): Promise<PaymentHouse> {
  const book = new Book(options.stateFile);
  const deliveries = new Deliveries(book, options.webhookUrl, options.webhookSecret);
  const server = http.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const till = new Till(book, deliveries, url);
  for (const { id, name } of options.accounts ?? []) till.openAccount(id, name);
  const house: PaymentHouse = {
    url,
    till,
    deliveries,
    fault: 'none',
    async close() {
      await deliveries.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      book.flush();
    },
  };
  server.on('request', (req, res) => {
    answer(house, req, res).catch((reason) => {
      if (reason instanceof Problem) return send(res, { status: reason.status, body: reason.body });
      console.error('The payment stand-in failed.', reason);
      send(res, { status: 500, body: { error: { type: 'api_error', message: 'The stand-in failed.' } } });
    });
  });
  return house;
}

async function answer(house: PaymentHouse, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', house.url);
  const body = await bodyOf(req);
  const method = req.method ?? 'GET';
  if (pathname.startsWith('/v1/')) {
    if (house.fault === 'silence') return;
    if (house.fault === 'error')
      return send(res, { status: 500, body: { error: { type: 'api_error', message: 'Told to fail.' } } });
    const form = parseForm(method === 'GET' ? searchParams.toString() : body);
    const key = req.headers['idempotency-key'];
    return send(
      res,
      answerApi(house.till, {
        method,
        path: pathname,
        form,
        idempotencyKey: typeof key === 'string' ? key : null,
      }),
    );
  }
  const [, first, second, third] = pathname.split('/');
  if (first === 'c' && second === 'pay' && third !== undefined) return pay(house, req, res, third, body);
  if (first === 'control' && method === 'POST') {
    await control(house, second ?? '', third ?? '');
    return redirect(res, '/');
  }
  if (pathname !== '/') return sendPage(res, 404, '<p>There is nothing here.</p>');
  sendPage(res, 200, overviewPage(house.till, house.deliveries.list, house.deliveries.mode));
}

async function pay(
  { till }: PaymentHouse,
  req: IncomingMessage,
  res: ServerResponse,
  id: string,
  body: string,
): Promise<void> {
  const session = till.session(id);
  if (req.method !== 'POST') return sendPage(res, 200, paymentPage(session, null));
  const card = testCard(new URLSearchParams(body).get('card'));
  const problem = card ? till.pay(id, card) : 'Choose one of the test cards.';
  if (problem !== null) return sendPage(res, 402, paymentPage(session, problem));
  redirect(res, String(session['success_url']).replace('{CHECKOUT_SESSION_ID}', id));
}

async function control({ till, deliveries }: PaymentHouse, verb: string, id: string): Promise<void> {
  if (verb === 'webhooks' && /^(send|hold|drop)$/.test(id)) deliveries.mode = id as DeliveryMode;
  else if (verb === 'release') await deliveries.release();
  else if (verb === 'refund') till.refund({ charge: id });
  else if (verb === 'fail') till.failRefund(id);
  else if (verb === 'dispute') till.dispute(id);
  else if (verb === 'won' || verb === 'lost') till.closeDispute(id, verb);
  else throw new Problem(404, 'The stand-in knows no such thing to do.');
}

const BODY_LIMIT = 1024 * 1024;

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Problem(413, 'The request is too long.');
  }
  return text;
}

function send(res: ServerResponse, { status, body }: ApiAnswer): void {
  res.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${Date.now()}` });
  res.end(JSON.stringify(body));
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://127.0.0.1:* http://localhost:*",
  });
  res.end(html);
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store' });
  res.end();
}
