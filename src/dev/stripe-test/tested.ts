import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { PaymentSettings, Payments } from '../../server/adapters/stripe/payments.ts';

/** A provider that the flows are tried at, with what only a person or time can do there. */
export interface Tested {
  name: string;
  settings: PaymentSettings;
  /** Pays a page with the card 4242 4242 4242 4242. @throws Skipped where nobody can do that */
  payPage(page: { id: string; url: string }, payments: Payments): Promise<void>;
  /** Makes a payment without a page; answers its id. */
  charge(payment: { cents: number; orderId: string; card: 'pays' | 'disputed' }): Promise<string>;
  /** Opens the onboarding page and submits everything. @throws Skipped where nobody can do that */
  onboard(account: { id: string; url: string }, payments: Payments): Promise<void>;
  /** Accounts of sellers from earlier runs. */
  knownSellers(): string[];
  rememberSeller(accountId: string): void;
  /** A customer whose time can be moved on. */
  customerWithClock(run: string): Promise<{ customerId: string; passMonth(): Promise<void> }>;
  /** Pays out what a seller has. */
  payOut(accountId: string): Promise<void>;
}

/** Something that could not be tried here; the message says why. */
export class Skipped extends Error {}

/** What a flow is given. */
export interface FlowContext {
  tested: Tested;
  payments: Payments;
  /** The SDK's own client, for what the site does not do itself. */
  stripe: Stripe;
  /** Different in each run, for names and keys. */
  run: string;
  /** When the run began, in ms. */
  began: number;
  /** Accounts that can be paid; made where there are none. @throws Skipped where nobody can onboard them */
  sellers(count: number): Promise<string[]>;
  /** Runs one check of the flow and reports it. */
  check(what: string, work: () => Promise<void>): Promise<void>;
}

/** One flow, such as "dispute by test card". */
export interface Flow {
  name: string;
  run(context: FlowContext): Promise<void>;
}

const POLL_EVERY_MS = 1_000;

/** Asks again and again until there is an answer. @throws Error after `withinMs` */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null>,
  withinMs = 60_000,
  everyMs = POLL_EVERY_MS,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs / 1000} s.`);
    await wait(everyMs);
  }
}

export const RETURN_URL = 'https://guildhall.example/account';
