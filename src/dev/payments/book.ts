import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One object of the payment provider. Only what the marketplace reads is modelled. */
export type ProviderObject = { id: string; object: string; created: number; [field: string]: unknown };

const SHELVES = [
  'sessions',
  'payments',
  'charges',
  'bookings',
  'refunds',
  'disputes',
  'fraud_warnings',
  'transfers',
  'reversals',
  'accounts',
  'account_links',
  'customers',
  'cards',
  'products',
  'prices',
  'subscriptions',
  'invoices',
  'invoice_payments',
  'application_fees',
  'fee_refunds',
  'portal_visits',
  'payouts',
  'seller_bookings',
  'seller_payments',
  'banks',
  'webhook_endpoints',
  'event_destinations',
  'portal_configurations',
  'settings',
  'clocks',
  'events',
  'notices',
  'deliveries',
] as const;
export type ObjectKind = (typeof SHELVES)[number];

const PREFIX: Record<ObjectKind, string> = {
  sessions: 'cs_test_',
  payments: 'pi_',
  charges: 'ch_',
  bookings: 'txn_',
  refunds: 're_',
  disputes: 'dp_',
  fraud_warnings: 'issfr_',
  transfers: 'tr_',
  reversals: 'trr_',
  accounts: 'acct_',
  account_links: 'link_',
  customers: 'cus_',
  cards: 'pm_',
  products: 'prod_',
  prices: 'price_',
  subscriptions: 'sub_',
  invoices: 'in_',
  invoice_payments: 'inpay_',
  application_fees: 'fee_',
  fee_refunds: 'fr_',
  portal_visits: 'bps_',
  payouts: 'po_',
  seller_bookings: 'txn_',
  seller_payments: 'py_',
  banks: 'ba_',
  webhook_endpoints: 'we_',
  event_destinations: 'ed_test_',
  portal_configurations: 'bpc_',
  settings: 'settings_',
  clocks: 'clock_',
  events: 'evt_',
  notices: 'evt_test_',
  deliveries: 'wd_',
};

/** A request with an idempotency key, and its answer. */
export interface RepeatedAnswer {
  /** When it was first made, in ms by the stand-in's clock. */
  at: number;
  fingerprint: string;
  status: number;
  body: unknown;
}

/** The row that says how far the stand-in's clock is ahead, in seconds. */
export const CLOCK = 'clock_bank';

/** The lifetime of an idempotency key, in ms. Source: the provider's documentation. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The first wait before a change is written, and how many times longer than the last write the next wait is. In ms. */
const SAVED_AFTER_MS = 50;
const WAIT_TIMES = 20;

/** The stand-in's database: in memory, and in a file where one is given. */
export class Book {
  readonly shelves: Record<ObjectKind, Map<string, ProviderObject>>;
  readonly answers = new Map<string, RepeatedAnswer>();
  readonly #file: string | null;
  #timer: NodeJS.Timeout | undefined;
  #waitMs = SAVED_AFTER_MS;

  constructor(file: string | null) {
    this.#file = file;
    this.shelves = Object.fromEntries(SHELVES.map((shelf) => [shelf, new Map()])) as Book['shelves'];
    const kept = file === null ? null : read(file);
    for (const shelf of SHELVES) {
      for (const row of kept?.shelves[shelf] ?? []) this.shelves[shelf].set(row.id, row);
    }
    for (const [key, answer] of kept?.answers ?? []) this.answers.set(key, answer);
  }

  /** The stored answer to a request with this key, unless it has expired by the stand-in's clock. */
  answerTo(key: string): RepeatedAnswer | undefined {
    const kept = this.answers.get(key);
    return kept && kept.at > this.#now() - KEY_LIFETIME_MS ? kept : undefined;
  }

  saveAnswer(key: string, answer: Omit<RepeatedAnswer, 'at'>): void {
    this.answers.set(key, { ...answer, at: this.#now() });
    this.save();
  }

  /** The time of the stand-in's clock, in ms. */
  #now(): number {
    return Date.now() + 1000 * Number(this.find('clocks', CLOCK)?.['ahead'] ?? 0);
  }

  add(shelf: ObjectKind, object: string, fields: Record<string, unknown>, id?: string): ProviderObject {
    const row: ProviderObject = {
      id: id ?? PREFIX[shelf] + randomBytes(12).toString('hex'),
      object,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      ...fields,
    };
    this.shelves[shelf].set(row.id, row);
    this.save();
    return row;
  }

  change(row: ProviderObject, fields: Record<string, unknown>): ProviderObject {
    Object.assign(row, fields);
    this.save();
    return row;
  }

  find(shelf: ObjectKind, id: unknown): ProviderObject | undefined {
    return typeof id === 'string' ? this.shelves[shelf].get(id) : undefined;
  }

  /** Newest first, as the provider lists them. */
  all(shelf: ObjectKind): ProviderObject[] {
    return [...this.shelves[shelf].values()].reverse();
  }

  /** Schedules a write of the file; a burst of changes is one write. */
  save(): void {
    if (this.#file === null) return;
    this.#timer ??= setTimeout(() => this.flush(), this.#waitMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === null) return;
    const began = performance.now();
    const shelves = Object.fromEntries(SHELVES.map((shelf) => [shelf, [...this.shelves[shelf].values()]]));
    const answers = [...this.answers].filter(([key]) => this.answerTo(key) !== undefined);
    mkdirSync(dirname(this.#file), { recursive: true });
    // Replaced atomically, so that the file is never half written.
    writeFileSync(`${this.#file}.new`, JSON.stringify({ shelves, answers }));
    renameSync(`${this.#file}.new`, this.#file);
    // A book of thousands of rows takes a while to write; it must not take all the time there is.
    this.#waitMs = Math.max(SAVED_AFTER_MS, WAIT_TIMES * (performance.now() - began));
  }
}

function read(
  file: string,
): { shelves: Partial<Record<ObjectKind, ProviderObject[]>>; answers: [string, RepeatedAnswer][] } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof read>;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(
      `The payment stand-in's book ${file} cannot be read; delete it to start with an empty one.`,
      { cause: reason },
    );
  }
}
