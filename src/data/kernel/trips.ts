import type PocketBase from 'pocketbase';
import { ClientResponseError, type SendOptions } from 'pocketbase';
import type { Sql } from './sql.ts';

/** A value that a column can have. SQLite has no booleans, and a JSON column is text. */
export type Value = string | number | null;

/** One question: a SELECT, its values as they are bound, and the columns of its answer. */
export interface Question {
  sql: Sql;
  params: Readonly<Record<string, string | number | boolean | null>>;
  columns: readonly string[];
}

/** One read of records by the engine's own filters. */
interface Read {
  collection: string;
  /** Of one record; "" for a list. */
  id: string;
  filter: string;
  sort: string;
  expand: string;
  /** Names of the fields to send, separated by commas; "" for all. */
  fields: string;
  page: number;
  perPage: number;
  /** The same read as a request of its own. */
  alone: () => Promise<unknown>;
}

/** What is asked together. */
interface Trip {
  questions: Question[];
  reads: Read[];
  answer: Promise<Answer>;
}

interface Answer {
  questions: Value[][][];
  /** A function for each read, so that one that fails fails alone. */
  reads: (() => Promise<unknown>)[];
}

interface MixedAnswer {
  /** JSON of the questions' answers. */
  queries: string;
  rows: Record<string, unknown[]>;
  failed: Record<string, { status: number; message: string }>;
}

/** The most questions and the most reads of one trip; the hook takes no more. */
const PLACES = 20;

/** Where a client keeps the trip that leaves next. Pages are built apart from the server and have this module twice. */
const LEAVING = Symbol.for('the trip that leaves next');
type Station = PocketBase & { [LEAVING]?: Trip | null };

/** Asks questions in the trip that leaves next; all questions of a trip see the same snapshot. */
export async function askInTrip(pb: PocketBase, questions: readonly Question[]): Promise<Value[][][]> {
  const trip = tripWithRoom(pb, questions.length, 0);
  const from = trip.questions.length;
  trip.questions.push(...questions);
  return (await trip.answer).questions.slice(from, from + questions.length);
}

/**
 * Takes a request of the SDK along in the trip that leaves next, where it reads records and counts none; null for any other
 * request. The answer is what the request alone would have brought.
 */
export function readInTrip<T>(
  pb: PocketBase,
  path: string,
  options: SendOptions,
  alone: () => Promise<T>,
): Promise<T> | null {
  const read = readOf(path, options, alone);
  if (!read) return null;
  const trip = tripWithRoom(pb, 0, 1);
  const place = trip.reads.push(read) - 1;
  return trip.answer.then(({ reads }) => reads[place]?.()) as Promise<T>;
}

function tripWithRoom(pb: Station, questions: number, reads: number): Trip {
  const next = pb[LEAVING];
  if (next && next.questions.length + questions <= PLACES && next.reads.length + reads <= PLACES) return next;
  const trip: Trip = {
    questions: [],
    reads: [],
    answer: everythingStarted().then(() => {
      if (pb[LEAVING] === trip) pb[LEAVING] = null;
      return send(pb, trip);
    }),
  };
  pb[LEAVING] = trip;
  return trip;
}

/** Resolves when everything that waits for no answer has run: a tick comes after all promises that can go on. */
function everythingStarted(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

async function send(pb: PocketBase, { questions, reads }: Trip): Promise<Answer> {
  const [only] = reads;
  if (reads.length === 0) return { questions: await sendQuestions(pb, questions), reads: [] };
  if (only && reads.length === 1 && questions.length === 0) return { questions: [], reads: [only.alone] };
  const { queries, rows, failed } = await pb.send<MixedAnswer>('/internal/ask', {
    method: 'POST',
    body: { queries: questions.map(textOf), reads: reads.map(sentOf) },
    query: fieldsOf(reads),
  });
  return {
    questions: checked(JSON.parse(queries), questions.length),
    reads: reads.map((read, place) => async () => {
      const problem = failed[`r${place}`];
      if (problem) throw new ClientResponseError({ status: problem.status, response: problem });
      return answerOf(read, rows[`r${place}`] ?? []);
    }),
  };
}

async function sendQuestions(pb: PocketBase, questions: readonly Question[]): Promise<Value[][][]> {
  const body = { queries: questions.map(textOf) };
  const answer = await pb.send<unknown>('/internal/ask', { method: 'POST', body });
  return checked(answer, questions.length);
}

function checked(answer: unknown, count: number): Value[][][] {
  if (!Array.isArray(answer) || answer.length !== count) throw new Error('the backend answered no rows');
  return answer as Value[][][];
}

const textOf = ({ sql, params, columns }: Question) => ({
  sql: withLimits(String(sql), params),
  params,
  columns,
});

/**
 * Writes limits into the text. A bound one makes the database prepare everything that is asked in the trip a second time,
 * once it knows the number.
 */
function withLimits(sql: string, params: Question['params']): string {
  return sql.replace(/\b(LIMIT\s+)\{:(\w+)\}/g, (bound, limit: string, name: string) => {
    const value = params[name];
    return Number.isSafeInteger(value) ? `${limit}${value}` : bound;
  });
}

const sentOf = ({ collection, id, filter, sort, expand, page, perPage }: Read) => ({
  ...{ collection, id, filter, sort, expand },
  limit: perPage,
  offset: (page - 1) * perPage,
});

/** The engine picks fields by the address, from the whole answer. */
function fieldsOf(reads: readonly Read[]): Record<string, string> {
  if (reads.every(({ fields }) => fields === '')) return {};
  const paths = reads.flatMap(({ fields }, place) =>
    fields === '' ? [`rows.r${place}`] : fields.split(',').map((field) => `rows.r${place}.${field.trim()}`),
  );
  return { fields: ['queries', 'failed', ...paths].join(',') };
}

/** As the engine's own addresses answer. */
function answerOf({ id, page, perPage }: Read, rows: readonly unknown[]): unknown {
  return id === '' ? { items: rows, page, perPage, totalItems: -1, totalPages: -1 } : rows[0];
}

/** What a read may say; a request with anything else, such as a limit of its own in time, goes alone. */
const SAID = new Set(['filter', 'sort', 'expand', 'fields', 'skipTotal', 'page', 'perPage']);
/** What says nothing about the answer of a read. */
const BESIDES = new Set(['method', 'query', 'requestKey']);

function readOf(path: string, options: SendOptions, alone: () => Promise<unknown>): Read | null {
  const [, collection, id = ''] = /^\/api\/collections\/(\w+)\/records(?:\/(\w+))?$/.exec(path) ?? [];
  const said = new Map(
    [...Object.entries(options.query ?? {}), ...Object.entries(options)].filter(
      ([name]) => !BESIDES.has(name),
    ),
  );
  if (collection === undefined || ![...said.keys()].every((name) => SAID.has(name))) return null;
  if (id === '' && !said.get('skipTotal')) return null;
  const text = (name: string) => String(said.get(name) ?? '');
  return {
    ...{ collection, id, alone },
    ...{ filter: text('filter'), sort: text('sort'), expand: text('expand'), fields: text('fields') },
    page: Number(said.get('page') ?? 1),
    perPage: Number(said.get('perPage') ?? 30),
  };
}
