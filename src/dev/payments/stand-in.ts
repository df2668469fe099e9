import { renameSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerApi } from './api/api.ts';
import type { FormFields } from './api/form.ts';
import { answerJson, header, isJson, readBody, redirect, sendPage, sentForm } from './api/http.ts';
import { Problem } from './api/problem.ts';
import { Book } from './book.ts';
import { testCard } from './cards.ts';
import { checkoutOf, successAddress } from './charges/checkout.ts';
import type { Paid } from './charges/paying.ts';
import { clockOf } from './clock.ts';
import type { StandInContext } from './context.ts';
import { runControl, stateView } from './control.ts';
import { Deliveries, type Listener } from './deliveries.ts';
import { type Fault, FaultPlan, seenCall } from './faults.ts';
import { invoicePage, portalPage } from './pages/billing-pages.ts';
import { overviewPage } from './pages/overview-page.ts';
import { accountPage, challengePage, messagePage, onboardingPage, paymentPage } from './pages/pages.ts';
import { onboard, onboardingOf } from './sellers/accounts.ts';
import { enterByLink } from './sellers/express.ts';
import { recordCall } from './shapes/recording.ts';
import { Simulator } from './simulator.ts';
import { confirmInvoice, findInvoice } from './subscriptions/invoices.ts';
import { actAtPortal, portalVisit } from './subscriptions/portal.ts';
import { type Business, countryNamed } from './tax.ts';

export interface PaymentStandInOptions {
  /** 0 takes any free port. */
  port: number;
  webhookUrl: string;
  webhookSecret: string;
  /** The types of events sent there; all of them where it does not say. */
  webhookEvents?: readonly string[];
  /** The file for the clock's lead in ms, for a site that uses the same clock. */
  clockFile?: string;
  /** The file of the book; null keeps it in memory. */
  stateFile: string | null;
  /** Sellers' accounts that exist from the start. */
  accounts?: { id: string; name: string }[];
  /** The endpoint for events of sellers' accounts, such as payouts. */
  sellerWebhook?: Listener;
  /** The endpoint for thin events of accounts. */
  accountWebhook?: Listener;
  /** The delay of a webhook's second try, in ms. */
  retryAfterMs?: number;
  /** Sales tax on pages with automatic tax, in percent. None by default. */
  taxPercent?: number;
  /** How many days a payment is pending before it can be paid out. None by default. */
  fundsWaitDays?: number;
}

export interface PaymentStandIn {
  url: string;
  simulator: Simulator;
  deliveries: Deliveries;
  /** The fault of API calls until it is reset to `none`. */
  fault: Fault;
  /** Faults for a limited number of calls. */
  faults: FaultPlan;
  close(): Promise<void>;
}

/**
 * Opens the stand-in of the payment provider: its API for the official SDK, its payment and onboarding pages, signed
 * webhooks, and a page with everything that happened.
 */
export async function openPaymentStandIn(options: PaymentStandInOptions): Promise<PaymentStandIn> {
  const book = new Book(options.stateFile);
  const deliveries = new Deliveries(
    book,
    {
      hall: {
        url: options.webhookUrl,
        secret: options.webhookSecret,
        ...(options.webhookEvents && { events: options.webhookEvents }),
      },
      sellers: options.sellerWebhook ?? null,
      accounts: options.accountWebhook ?? null,
    },
    options.retryAfterMs,
  );
  const server = http.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const context: StandInContext = {
    book,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taxPercent: options.taxPercent ?? 0,
    siteUsesClock: options.clockFile !== undefined,
    clockChanged: (aheadS) => writeClock(options.clockFile, aheadS),
    fundsWaitS: (options.fundsWaitDays ?? 0) * 86_400,
    emit: (type, object, account) => deliveries.emit(type, object, account),
    notify: (type, account) => deliveries.notify(type, account),
  };
  context.clockChanged(Number(clockOf(context)['ahead']));
  const simulator = new Simulator(context);
  for (const { id, name } of options.accounts ?? []) simulator.openAccount(id, name);
  const faults = new FaultPlan();
  const standIn: PaymentStandIn = {
    url: context.url,
    simulator,
    deliveries,
    faults,
    get fault() {
      return faults.fault;
    },
    set fault(fault) {
      faults.set(fault);
    },
    async close() {
      await deliveries.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      book.flush();
    },
  };
  server.on('request', (req, res) => {
    answer(standIn, req, res).catch((reason: unknown) => answerProblem(req, res, reason));
  });
  deliveries.resume();
  return standIn;
}

/** Replaces the file atomically, so that it is never half written. */
function writeClock(file: string | undefined, aheadS: number): void {
  if (file === undefined) return;
  writeFileSync(`${file}.new`, String(aheadS * 1000));
  renameSync(`${file}.new`, file);
}

async function answer(standIn: PaymentStandIn, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', standIn.url);
  const body = await readBody(req);
  if (/^\/v[12]\//.test(pathname))
    return answerCall(standIn, req, res, pathname, searchParams.toString(), body);
  const [, first, ...steps] = pathname.split('/');
  const form = sentForm(req, searchParams.toString(), body);
  const posted = req.method === 'POST';
  if (first === 'c' && steps[0] === 'pay')
    return answerPay(standIn, res, steps[1] ?? '', posted ? form : null);
  if (first === 'onboarding') return answerOnboarding(standIn, res, steps[0] ?? '', posted ? form : null);
  if (first === 'portal') return answerPortal(standIn, res, steps[0] ?? '', posted ? form : null);
  if (first === 'invoice') {
    const { context } = standIn.simulator;
    const id = steps[0] ?? '';
    return sendPage(res, 200, invoicePage(posted ? confirmInvoice(context, id) : findInvoice(context, id)));
  }
  if (first === 'express') return answerExpress(standIn, res, steps[0] ?? '');
  if (first === 'control' && posted) {
    // Pages of other sites must not move money here, even play money.
    if (header(req, 'sec-fetch-site') === 'cross-site') throw new Problem(403, 'Not from another site.');
    const changed = await runControl(standIn, steps, form);
    return isJson(req) ? answerJson(res, 200, changed ?? {}) : redirect(res, '/');
  }
  if (pathname === '/control/state') return answerJson(res, 200, stateView(standIn));
  if (pathname !== '/') throw new Problem(404, 'Not found.');
  sendPage(res, 200, overviewPage(standIn));
}

async function answerCall(
  { simulator, faults }: PaymentStandIn,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
  body: string,
): Promise<void> {
  const method = req.method ?? 'GET';
  const idempotencyKey = header(req, 'idempotency-key');
  const account = header(req, 'stripe-account');
  const { fault, delayMs } = faults.next(seenCall(method, path, query, [body, idempotencyKey, account]));
  if (fault === 'silence') return;
  if (fault === 'cut') {
    res.destroy();
    return;
  }
  if (fault === 'slow') await wait(delayMs);
  const sent = sentForm(req, query, body);
  const execute = () =>
    answerApi(simulator.context, {
      method,
      path,
      form: sent,
      secretKey: /^Bearer (.+)$/.exec(header(req, 'authorization') ?? '')?.[1] ?? null,
      idempotencyKey,
      account,
      fails: fault === 'error',
    });
  if (fault === 'late') {
    faults.late.push(execute);
    res.destroy();
    return;
  }
  const { status, body: answer, replayed } = execute();
  recordCall({ method, path, sent, status, answer });
  if (fault === 'lost') {
    res.destroy();
    return;
  }
  if (fault === 'garbage') return sendPage(res, 200, messagePage('The way to the provider is blocked.'));
  if (fault === 'hollow') return answerJson(res, 200, {});
  const id = `req_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`;
  answerJson(res, status, answer, {
    'request-id': id,
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  });
}

function answerPay(
  { simulator }: PaymentStandIn,
  res: ServerResponse,
  id: string,
  form: FormFields | null,
): void {
  const session = checkoutOf(simulator.context, id);
  const formTargets = [session['success_url']];
  if (form === null) {
    sendPage(res, 200, paymentPage(simulator.context, session), formTargets);
    return;
  }
  const card = testCard(form['card']);
  const answer = form['authentication'];
  const authentication = answer === 'passed' || answer === 'failed' ? answer : null;
  const paid: Paid = card
    ? simulator.press(id, card, authentication, countryNamed(form['country']), businessOf(form))
    : { kind: 'refused', message: 'Choose one of the test cards.' };
  if (paid.kind === 'done') redirect(res, successAddress(session));
  else if (paid.kind === 'asked' && card) sendPage(res, 200, challengePage(session, card), formTargets);
  else
    sendPage(
      res,
      402,
      paymentPage(simulator.context, session, {
        problem: paid.kind === 'refused' ? paid.message : '',
        chosen: card,
      }),
      formTargets,
    );
}

/** What a buyer says of their business on the page; null where they named no VAT number. */
function businessOf(form: FormFields): Business | null {
  const vatId = String(form['vat_id'] ?? '').replaceAll(/\s/g, '');
  return vatId === '' ? null : { name: String(form['business_name'] ?? '').slice(0, 150), vatId };
}

function answerOnboarding(
  { simulator }: PaymentStandIn,
  res: ServerResponse,
  id: string,
  form: FormFields | null,
): void {
  const { link, fresh } = onboardingOf(simulator.context, id);
  if (!fresh) redirect(res, String(link['refresh_url']));
  else if (form !== null) redirect(res, onboard(simulator.context, id, String(form['outcome'])));
  else {
    const account = simulator.book.find('accounts', link['account']);
    sendPage(res, 200, onboardingPage(link, account), [link['return_url'], link['refresh_url']]);
  }
}

function answerPortal(
  { simulator }: PaymentStandIn,
  res: ServerResponse,
  id: string,
  form: FormFields | null,
): void {
  const visit = portalVisit(simulator.context, id);
  const formTargets = [visit['return_url']];
  const problem = form === null ? null : actAtPortal(simulator.context, visit, form);
  if (form === null || problem !== null)
    sendPage(res, problem === null ? 200 : 402, portalPage(simulator.context, visit, problem), formTargets);
  // A visit for a single task ends when it is done.
  else
    redirect(res, visit['flow'] === null ? `/portal/${id}` : String(visit['return_url'] ?? `/portal/${id}`));
}

function answerExpress({ simulator }: PaymentStandIn, res: ServerResponse, id: string): void {
  const account = enterByLink(simulator.context, id);
  if (account) sendPage(res, 200, accountPage(simulator.context, account));
  else sendPage(res, 410, messagePage('This link has been used. Go back to the shop for a new one.'));
}

/** Sends an error in the API's format, or as a page to browsers. */
function answerProblem(req: IncomingMessage, res: ServerResponse, reason: unknown): void {
  const known = reason instanceof Problem;
  if (!known) console.error('The payment stand-in failed.', reason);
  const problem = known ? reason : new Problem(500, 'The stand-in failed.', { type: 'api_error' });
  if (res.headersSent) res.destroy();
  else if ((header(req, 'accept') ?? '').includes('text/html'))
    sendPage(res, problem.status, messagePage(problem.message));
  else answerJson(res, problem.status, problem.body);
}
