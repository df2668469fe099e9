import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import PocketBase from 'pocketbase';
import { serviceClient } from '../../data/kernel/client.ts';
import { saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import { buildSite } from '../../ops/build/site.ts';
import { freePorts } from '../../ops/ports.ts';
import { type DevStack, openDevStack } from '../stack.ts';
import { audit } from './audit.ts';
import { drillRelease } from './release.ts';

/**
 * `npm run drill`: 100 checkouts through the real site while site and database are killed without warning at random
 * moments. Afterwards every payment has its order, and every order its products, once. Then the same while a release is
 * published to the members of a guild. In the end the database passes its integrity check.
 */
const ROOT = join(import.meta.dirname, '../../..');
const CHECKOUTS = Number(process.env['DRILL_CHECKOUTS'] ?? 100);
const AT_ONCE = 5;
/** Time between two kills, drawn anew each time. In ms. */
const KILL_EVERY_MS = [600, 2500] as const;
const PASSWORD = 'a password of the drill';
/** How long one buyer keeps trying before the drill calls it a failure. In ms. */
const PATIENCE_MS = 240_000;

async function drill(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-drill-'));
  const stack = await openDevStack({
    ports: await freePorts(),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
    demo: false,
    site: 'built',
    buildSite: () => buildSite(ROOT, () => undefined),
    progress: () => undefined,
  });
  try {
    const products = await stock(stack);
    const killing = killAtRandom(stack);
    let done = 0;
    const waiting = Array.from({ length: CHECKOUTS }, (_, at) => at);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
          await buy(stack, at, products);
          done++;
          if (done % 10 === 0) console.log(`  ${done} of ${CHECKOUTS} checkouts, ${killing.count()} kills`);
        }
      }),
    );
    killing.stop();
    await settled(stack);
    await audit({ pb: service(stack), simulator: simulatorOf(stack) });
    const orders = await service(stack).collection('orders').getFullList({ filter: "state = 'paid'" });
    assert.equal(orders.length, CHECKOUTS, 'every buyer has one paid order');
    await drillRelease(stack);
    await stack.stop();
    const database = new DatabaseSync(join(folder, 'data/data/data.db'), { readOnly: true });
    const [verdict] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    database.close();
    assert.equal(verdict?.integrity_check, 'ok');
    console.log(
      `${CHECKOUTS} checkouts, ${killing.count()} kills: nothing lost, nothing doubled, database ok.`,
    );
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function service(stack: DevStack): PocketBase {
  return serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
}

function simulatorOf({ payments }: DevStack) {
  if (!payments) throw new Error('The drill needs the payment stand-in; unset STRIPE_SECRET_KEY.');
  return payments.simulator;
}

/** Two stores with one product for each buyer. */
async function stock(stack: DevStack): Promise<string[]> {
  const pb = service(stack);
  const products: string[] = [];
  for (const name of ['ash', 'deep']) {
    const seller = await pb.collection('users').create(person(`seller-${name}`));
    const store = await pb.collection('stores').create({ owner: seller.id, slug: name, name, state: 'open' });
    const stripeAccountId = `acct_${name}`;
    simulatorOf(stack).openAccount(stripeAccountId, name);
    await saveBusinessAccount(pb, store.id, { stripeAccountId, state: 'active', plan: 'free' });
    const product = await pb.collection('products').create({
      store: store.id,
      name: `${name} golem`,
      slug: 'golem',
      state: 'published',
      priceCents: 999,
      licences: ['personal'],
    });
    products.push(product.id);
  }
  for (let at = 0; at < CHECKOUTS; at++) await pb.collection('users').create(person(`buyer-${at}`));
  return products;
}

function person(username: string) {
  const email = `${username}@guildhall.test`;
  return { username, email, password: PASSWORD, passwordConfirm: PASSWORD, verified: true };
}

/** One buyer: signs in, checks out, pays, comes back, and retries whenever something is down. */
async function buy(stack: DevStack, at: number, products: readonly string[]): Promise<void> {
  const cookie = await patiently(async () => {
    const client = new PocketBase(stack.pocketbaseUrl);
    const { token, record } = await client
      .collection('users')
      .authWithPassword(`buyer-${at}@guildhall.test`, PASSWORD);
    return `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`;
  });
  const cart = { productIds: products, codes: [], gift: null, shownCents: 999 * products.length };
  const url = await patiently(async () => {
    const answer = await fetch(`${stack.siteUrl}/_actions/checkout.checkOut`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(cart),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    const found = /http:\/\/127\.0\.0\.1:\d+\/c\/pay\/\w+/.exec(text)?.[0];
    // If the answer was lost after the payment, the buyer learns that they own everything already.
    if (answer.ok && !found && text.includes('owned')) return null;
    if (!found) throw new Error(`no payment page: ${answer.status} ${text.slice(0, 200)}`);
    return found;
  });
  if (url === null) return;
  const paid = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242424242424242' }),
    redirect: 'manual',
  });
  // The buyer may close the browser here; every second one comes back to the success page.
  const back = paid.headers.get('location');
  if (back && at % 2 === 0) await fetch(back, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (reason) {
      if (Date.now() > until) throw reason;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}

/** kill -9 of site or database, in turn, at random moments. */
function killAtRandom(stack: DevStack): { count(): number; stop(): void } {
  let count = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const [least, most] = KILL_EVERY_MS;
  const next = () => {
    timer = setTimeout(
      () => {
        const pid = count % 2 === 0 ? stack.sitePid() : stack.supervisor.pid();
        if (pid !== null) {
          process.kill(pid, 'SIGKILL');
          count++;
        }
        if (!stopped) next();
      },
      least + Math.random() * (most - least),
    );
  };
  next();
  return {
    count: () => count,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Waits until the reconciler, which runs when the site starts, has nothing left to do. */
async function settled(stack: DevStack): Promise<void> {
  await patiently(async () => {
    const pid = stack.sitePid();
    if (pid === null) throw new Error('the site is being started');
    process.kill(pid, 'SIGKILL');
  });
  await patiently(async () => {
    const answer = await fetch(`${stack.siteUrl}/readyz`);
    if (!answer.ok) throw new Error('the site is not ready');
    const pb = service(stack);
    const open = await pb
      .collection('orders')
      .getList(1, 1, { filter: "state != 'expired' && (state = 'pending' || settledAt = '')" });
    if (open.totalItems > 0) throw new Error(`${open.totalItems} orders are not settled yet`);
  });
}

drill().catch((reason: unknown) => {
  console.error(reason);
  process.exit(1);
});
