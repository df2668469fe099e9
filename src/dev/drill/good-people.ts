import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import PocketBase, { ClientResponseError, type RecordAuthResponse } from 'pocketbase';
import { serviceClient } from '../../data/kernel/client.ts';
import { saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import { paths } from '../../paths.ts';
import type { DevStack } from '../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../world/people.ts';

/** What one of the good people did while others attacked: how long each try took, in ms, and what went wrong. */
export interface Deeds {
  waitsMs: number[];
  failures: string[];
}
export type GoodPerson =
  | 'visitor'
  | 'member'
  | 'checkout'
  | 'withdrawal'
  | 'takenDown'
  | 'webhook'
  | 'download';

/**
 * A visitor who reads pages, somebody signed in who opens their account, a buyer who checks out again and again, one who asks to
 * withdraw, one whose review was taken down and who objects, and an owner who downloads.
 */
export interface GoodPeople {
  /** Lets all of them go on until the work has ended, and once more after it. */
  during(work: Promise<unknown>): Promise<Record<GoodPerson, Deeds>>;
  /** How long they wait for one answer, in ms. */
  readonly patienceMs: number;
  /** Learns from what they did while nobody attacked how long they have to wait on this machine. */
  learn(quiet: Record<GoodPerson, Deeds>): void;
}

/** How long a person waits for one answer before it counts as failed. In ms. */
const PATIENCE_MS = 8_000;
/** On a machine that is busy with other things: as many times the slowest deed while nobody attacked. */
const PATIENCE_TIMES = 5;
/** How long the last webhook is waited for. In ms. */
const WEBHOOK_PATIENCE_MS = 20_000;
const THINK_MS = 300;
const CENTS = 999;
/** Decisions to which somebody objects: fewer than anybody may post in an hour. */
const DECISIONS = 8;
const OPENED = [paths.account(), paths.library(), paths.home()];
const VISITED = [paths.home(), paths.search('stone'), paths.login()];

/** @param purchases the number of products that the buyer finds; afterwards they only look at prices. */
export async function openGoodPeople(stack: DevStack, purchases: number): Promise<GoodPeople> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const [buyer, owner] = [await newPerson(stack, pb, 'buyer'), PEOPLE.tobias];
  const accused = await newPerson(stack, pb, 'accused');
  const decided = await casesAgainst(pb, accused.id, DECISIONS);
  const waiting = await stock(stack, pb, purchases);
  const ownerCookie = await signedIn(stack, owner.email, DEMO_PASSWORD);
  const download = await ownedFile(pb, owner.id);
  let patienceMs = PATIENCE_MS;
  const ask = asker(stack.siteUrl, () => patienceMs);
  const product = waiting.at(-1) ?? '';

  const visit = async (at: number) => {
    const pages = [...VISITED, paths.product(product)];
    await ask('10.200.0.1', pages[at % pages.length] ?? '/');
  };
  // The owner, from elsewhere.
  const openAccount = async (at: number) => {
    await ask('10.200.0.4', OPENED[at % OPENED.length] ?? '/', { headers: { cookie: ownerCookie } });
  };
  /** Each time somebody else: more than ten of one network in an hour would do work for it. */
  const askToWithdraw = async (at: number) => {
    const body = new FormData();
    body.set('number', 'G-2026-DRILL');
    body.set('email', buyer.email);
    const headers = { origin: new URL(stack.siteUrl).origin };
    const path = '/_actions/withdrawals.ask';
    await ask(`10.201.${at >> 8}.${at & 255}`, path, { method: 'POST', body, headers });
  };
  /** Reads what was decided, and objects once to each of the decisions. */
  const object = async () => {
    const send = (name: string, input: object) =>
      ask('10.200.0.5', `/_actions/${name}`, {
        method: 'POST',
        headers: { cookie: accused.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
    await send('cases.list', {});
    const id = decided.shift();
    if (id)
      await send('reports.appeal', { id, appeal: 'I printed this model myself and described what I saw.' });
  };
  const fetchFile = async () => {
    const bytes = await ask('10.200.0.2', download.path, { headers: { cookie: ownerCookie } });
    if (bytes.byteLength !== download.bytes)
      throw new Error(`${bytes.byteLength} bytes of ${download.bytes}`);
  };
  const action = async (name: string, input: object) =>
    new TextDecoder().decode(
      await ask('10.200.0.3', `/_actions/${name}`, {
        method: 'POST',
        headers: { cookie: buyer.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    );
  const checkOut = async () => {
    const productId = waiting.length > 1 ? waiting.shift() : undefined;
    const cart = { productIds: [productId ?? product], codes: [] };
    await action('checkout.quote', { ...cart, gift: false });
    if (productId === undefined) return;
    const opened = await action('checkout.checkOut', { ...cart, gift: null, shownCents: CENTS });
    const page = /http:\/\/127\.0\.0\.1:\d+\/c\/pay\/\w+/.exec(opened)?.[0];
    if (!page) throw new Error(`no payment page: ${opened.slice(0, 200)}`);
    const paid = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ card: '4242424242424242' }),
      redirect: 'manual',
    });
    const back = new URL(paid.headers.get('location') ?? '');
    await ask('10.200.0.3', back.pathname + back.search, { headers: { cookie: buyer.cookie } });
  };

  return {
    get patienceMs() {
      return patienceMs;
    },
    learn(quiet) {
      const slowest = Math.max(...Object.values(quiet).flatMap(({ waitsMs }) => waitsMs));
      patienceMs = Math.ceil(Math.max(PATIENCE_MS, PATIENCE_TIMES * slowest));
    },
    async during(work) {
      const ended = new AbortController();
      const over = work.finally(() => ended.abort());
      const events = stack.payments?.deliveries.list.length ?? 0;
      const [visitor, signedInOne, checkout, withdrawal, takenDown, downloads] = await Promise.all([
        again(visit, ended.signal),
        again(openAccount, ended.signal),
        again(checkOut, ended.signal),
        again(askToWithdraw, ended.signal),
        again(object, ended.signal),
        again(fetchFile, ended.signal),
        over,
      ]);
      const webhook = await delivered(stack, events);
      return { visitor, member: signedInOne, checkout, withdrawal, takenDown, webhook, download: downloads };
    },
  };
}

/** Repeats a deed until the signal, and once more after it. */
async function again(deed: (at: number) => Promise<void>, ended: AbortSignal): Promise<Deeds> {
  const deeds: Deeds = { waitsMs: [], failures: [] };
  for (let at = 0, last = false; !last; at++) {
    last = ended.aborted;
    const began = performance.now();
    try {
      await deed(at);
    } catch (reason) {
      deeds.failures.push(String(reason));
    }
    deeds.waitsMs.push(performance.now() - began);
    if (!last) await pause(THINK_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  return deeds;
}

type Ask = (address: string, path: string, options?: RequestInit) => Promise<ArrayBuffer>;

/** Sends a request from an address and reads the answer to its end. @throws Error if it is no success. */
function asker(siteUrl: string, patienceMs: () => number): Ask {
  return async (address, path, options = {}) => {
    const answer = await fetch(siteUrl + path, {
      ...options,
      redirect: 'manual',
      headers: { 'x-forwarded-for': address, accept: 'text/html', ...(options.headers as object) },
      signal: AbortSignal.timeout(patienceMs()),
    });
    const body = await answer.arrayBuffer();
    if (answer.status >= 400) throw new Error(`${path.split('?')[0]} answered ${answer.status}`);
    return body;
  };
}

/** Whether each webhook event since the first `seen` was accepted, and at which try. */
async function delivered(stack: DevStack, seen: number): Promise<Deeds> {
  const list = () => (stack.payments?.deliveries.list ?? []).slice(seen);
  const until = performance.now() + WEBHOOK_PATIENCE_MS;
  while (list().some(({ state }) => state === 'waiting') && performance.now() < until) await pause(100);
  return {
    waitsMs: list().map(() => 0),
    failures: list()
      .filter(({ state, tries }) => state !== 'delivered' || tries > 1)
      .map(({ type, state, tries, status }) => `${type}: ${state} after ${tries} tries, last ${status}`),
  };
}

/** Creates a person with a confirmed address, or one without, and signs them in. */
export async function newPerson(
  stack: DevStack,
  pb: PocketBase,
  username: string,
  verified = true,
): Promise<{ id: string; email: string; cookie: string }> {
  const email = `drill-${username}@guildhall.test`;
  const password = crypto.randomUUID();
  const { id } = await pb
    .collection('users')
    .create({ username: `drill-${username}`, email, password, passwordConfirm: password, verified });
  return { id, email, cookie: await signedIn(stack, email, password) };
}

/** Signs in. The backend lets 20 people sign in within ten seconds from one address: later ones wait a moment. */
async function signedIn(stack: DevStack, email: string, password: string): Promise<string> {
  const users = new PocketBase(stack.pocketbaseUrl).collection('users');
  const signIn = async (tries = 20): Promise<RecordAuthResponse> => {
    try {
      return await users.authWithPassword(email, password);
    } catch (reason) {
      if (tries === 0 || !(reason instanceof ClientResponseError && reason.status === 429)) throw reason;
    }
    await pause(1_000);
    return signIn(tries - 1);
  };
  const { token, record } = await signIn();
  return `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`;
}

/** Decisions against a person, made a moment ago; they may object to each. Answers the ids. */
async function casesAgainst(pb: PocketBase, accused: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { id } = await pb.collection('cases').create({
      ...{ kind: 'content', what: 'review', subject: `drill${at}`, accused, claim: 'This is no review.' },
      ...{ state: 'upheld', toldState: 'upheld', decision: 'It says nothing about the model.' },
      ...{ decidedAt: new Date(), deadline: new Date() },
    });
    ids.push(id);
  }
  return ids;
}

/** A store with products for sale. */
async function stock(stack: DevStack, pb: PocketBase, count: number): Promise<string[]> {
  if (!stack.payments) throw new Error('The drill needs the payment stand-in; unset STRIPE_SECRET_KEY.');
  const seller = await newPerson(stack, pb, 'seller');
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: 'drill', name: 'Drill', state: 'open' });
  stack.payments.simulator.openAccount('acct_drill', 'Drill');
  await saveBusinessAccount(pb, store.id, { stripeAccountId: 'acct_drill', state: 'active', plan: 'free' });
  const products: string[] = [];
  for (let at = 0; at < count; at++) {
    const { id } = await pb.collection('products').create({
      store: store.id,
      name: `Drill ${at}`,
      slug: `drill-${at}`,
      state: 'published',
      priceCents: CENTS,
      licences: ['personal'],
    });
    products.push(id);
  }
  return products;
}

/** The largest file among a person's products. */
async function ownedFile(pb: PocketBase, user: string): Promise<{ path: string; bytes: number }> {
  const owned = await pb
    .collection('entitlements')
    .getFullList<{ product: string }>({ filter: pb.filter('user = {:user}', { user }) });
  for (const { product } of owned) {
    const [file] = await pb.collection('product_files').getFullList<{ id: string; sizeBytes: number }>({
      filter: pb.filter("product = {:product} && retiredAt = ''", { product }),
      sort: '-sizeBytes',
    });
    if (file) return { path: paths.downloadFile(product, file.id), bytes: file.sizeBytes };
  }
  throw new Error('The demo buyer owns no file.');
}

/** The first message of a child process. */
export async function messageOf(child: import('node:child_process').ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  child.once('disconnect', () => ended.abort());
  const [message] = await once(child, 'message', { signal: ended.signal });
  return message;
}
