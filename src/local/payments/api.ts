import { createHash } from 'node:crypto';
import type { Book, Row, Shelf } from './book.ts';
import { type Form, listOf } from './form.ts';
import { missing, Problem } from './problem.ts';
import type { Till } from './till.ts';

export interface ApiRequest {
  method: string;
  path: string;
  form: Form;
  idempotencyKey: string | null;
}
export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Collections of the API, by their path, and how a list of each can be narrowed. */
const LISTS: Record<string, { shelf: Shelf; what: string; by: string[] }> = {
  'checkout/sessions': { shelf: 'sessions', what: 'checkout.session', by: ['payment_intent', 'status'] },
  payment_intents: { shelf: 'payments', what: 'payment_intent', by: ['customer'] },
  charges: { shelf: 'charges', what: 'charge', by: ['payment_intent', 'transfer_group'] },
  balance_transactions: { shelf: 'bookings', what: 'balance_transaction', by: ['type'] },
  refunds: { shelf: 'refunds', what: 'refund', by: ['payment_intent', 'charge'] },
  disputes: { shelf: 'disputes', what: 'dispute', by: ['payment_intent', 'charge'] },
  transfers: { shelf: 'transfers', what: 'transfer', by: ['transfer_group', 'destination'] },
  events: { shelf: 'events', what: 'event', by: ['type'] },
};

/** Which fields name another object, for `expand`. */
const REFERENCES: Record<string, Shelf> = {
  payment_intent: 'payments',
  latest_charge: 'charges',
  balance_transaction: 'bookings',
  charge: 'charges',
};

/** The provider's API as far as the marketplace uses it. What is not here answers 404 in the provider's own shape. */
export function answerApi(till: Till, request: ApiRequest): ApiAnswer {
  const { book } = till;
  const key = request.method === 'POST' ? request.idempotencyKey : null;
  const fingerprint = createHash('sha256')
    .update(request.path + JSON.stringify(request.form))
    .digest('hex');
  const kept = key === null ? undefined : book.answers.get(key);
  if (kept && kept.fingerprint !== fingerprint) {
    return {
      status: 400,
      body: {
        error: {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
        },
      },
    };
  }
  if (kept) return kept;
  const answer = asAnswer(() => route(till, request));
  // A refusal of the request's shape is not kept by the provider either; everything that began is.
  if (key !== null && answer.status === 200) {
    book.answers.set(key, { fingerprint, ...answer, body: structuredClone(answer.body) });
    book.keep();
  }
  return answer;
}

function asAnswer(make: () => unknown): ApiAnswer {
  try {
    return { status: 200, body: make() };
  } catch (reason) {
    if (reason instanceof Problem) return { status: reason.status, body: reason.body };
    throw reason;
  }
}

function route(till: Till, { method, path, form }: ApiRequest): unknown {
  const { book } = till;
  const parts = path.replace(/^\/v1\//, '').split('/');
  const name = parts[0] === 'checkout' ? `${parts.shift()}/${parts[0]}` : (parts[0] ?? '');
  const [, id, verb] = parts;
  if (method === 'POST' && id === undefined) {
    if (name === 'checkout/sessions') return shown(book, till.openCheckout(form), form);
    if (name === 'refunds') return till.refund(form);
    if (name === 'transfers') return till.transfer(form);
  }
  if (method === 'POST' && name === 'checkout/sessions' && verb === 'expire')
    return shown(book, till.expireCheckout(id ?? ''), form);
  if (method === 'POST' && name === 'transfers' && verb === 'reversals') return till.reverse(id ?? '', form);
  const list = LISTS[name];
  if (method === 'GET' && list && id === undefined) {
    if (name === 'checkout/sessions') for (const row of book.all('sessions')) till.session(row.id);
    return listed(book, list, path, form);
  }
  if (method === 'GET' && list && verb === undefined) {
    const row = name === 'checkout/sessions' ? till.session(id ?? '') : book.find(list.shelf, id);
    if (!row) throw missing(list.what, id ?? '');
    return shown(book, row, form);
  }
  throw new Problem(404, `Unrecognized request URL (${method}: ${path}). The stand-in does not model it.`);
}

function listed(book: Book, list: { shelf: Shelf; by: string[] }, path: string, form: Form): unknown {
  const created = form['created'];
  const since = typeof created === 'object' && !Array.isArray(created) ? Number(created['gte'] ?? 0) : 0;
  const fits = (row: Row) =>
    row.created >= since && list.by.every((field) => form[field] === undefined || row[field] === form[field]);
  const all = book.all(list.shelf).filter(fits);
  const after = form['starting_after'];
  const from = typeof after === 'string' ? all.findIndex((row) => row.id === after) + 1 : 0;
  const limit = Math.min(100, Number(form['limit'] ?? 10));
  const page = all.slice(from, from + limit);
  return {
    object: 'list',
    url: path,
    has_more: from + limit < all.length,
    data: page.map((row) => shown(book, row, form, 'data.')),
  };
}

/** An object with the references that `expand` asks for put in place. */
function shown(book: Book, row: Row, form: Form, prefix = ''): unknown {
  const copy = structuredClone(row);
  for (const wish of listOf(form['expand'])) {
    if (typeof wish !== 'string') continue;
    let place: Record<string, unknown> = copy;
    for (const field of wish.replace(new RegExp(`^${prefix}`), '').split('.')) {
      const shelf = REFERENCES[field];
      const found = shelf && book.find(shelf, place[field]);
      if (found) place[field] = structuredClone(found);
      const next = place[field];
      if (typeof next !== 'object' || next === null) break;
      place = next as Record<string, unknown>;
    }
  }
  return copy;
}
