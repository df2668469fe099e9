import type PocketBase from 'pocketbase';
import type { Sql } from './sql.ts';

/** A value that a column can have. SQLite has no booleans, and a JSON column is text. */
export type Value = string | number | null;

/** One question: a SELECT, its values as they are bound, and the columns of its answer. */
export interface SentQuery {
  sql: Sql;
  params: Readonly<Record<string, string | number | boolean | null>>;
  columns: readonly string[];
}

/** What is asked together in one request. */
interface Trip {
  questions: SentQuery[];
  answer: Promise<Value[][][]>;
}

/** The most questions of one trip; the hook takes no more. */
const QUESTIONS_MAX = 20;

/** Where a client keeps the trip that is sent next. Pages are built apart from the server and have this module twice. */
const NEXT = Symbol.for('the trip that is sent next');
type WithTrip = PocketBase & { [NEXT]?: Trip | null };

/** Asks questions in the trip that is sent next; all questions of a trip see the same snapshot. */
export async function askInTrip(pb: PocketBase, questions: readonly SentQuery[]): Promise<Value[][][]> {
  const trip = tripWithRoom(pb, questions.length);
  const from = trip.questions.length;
  trip.questions.push(...questions);
  return (await trip.answer).slice(from, from + questions.length);
}

function tripWithRoom(pb: WithTrip, questions: number): Trip {
  const next = pb[NEXT];
  if (next && next.questions.length + questions <= QUESTIONS_MAX) return next;
  const trip: Trip = {
    questions: [],
    answer: everythingStarted().then(() => {
      if (pb[NEXT] === trip) pb[NEXT] = null;
      return send(pb, trip.questions);
    }),
  };
  pb[NEXT] = trip;
  return trip;
}

/** Resolves when everything that waits for no answer has run: a tick comes after all promises that can go on. */
function everythingStarted(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
}

async function send(pb: PocketBase, questions: readonly SentQuery[]): Promise<Value[][][]> {
  const body = { queries: questions.map(textOf) };
  const answer = await pb.send<unknown>('/internal/ask', { method: 'POST', body });
  if (!Array.isArray(answer) || answer.length !== questions.length)
    throw new Error('the backend answered no rows');
  return answer as Value[][][];
}

const textOf = ({ sql, params, columns }: SentQuery) => ({
  sql: withLimits(String(sql), params),
  params,
  columns,
});

/**
 * Writes limits into the text. A bound one makes the database prepare everything that is asked in the trip a second time,
 * once it knows the number.
 */
function withLimits(sql: string, params: SentQuery['params']): string {
  return sql.replace(/\b(LIMIT\s+)\{:(\w+)\}/g, (bound, limit: string, name: string) => {
    const value = params[name];
    return Number.isSafeInteger(value) ? `${limit}${value}` : bound;
  });
}
