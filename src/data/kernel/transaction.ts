import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import { actorOf } from './actor.ts';
import type { Collections } from './record.ts';
import { type Sql, sql } from './sql.ts';

type Step =
  | { exec: string; params: Record<string, unknown>; expect?: number; else?: string }
  | { create: string; data: Record<string, unknown> }
  | { update: string; id: string; data: Record<string, unknown> }
  | { delete: string; id: string };

/** A guarded step failed and the whole batch was rolled back. `code` is the step's error code. */
export class TransactionRefused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the transaction was refused: ${code}`);
    this.name = 'Refused';
    this.code = code;
  }
}

export interface Guard {
  expect: number;
  else: string;
}

/** The number of rows a statement changed. */
export interface ChangedRows {
  /** @throws Error before the batch has run. */
  readonly rows: number;
}

/** A record's fields as they are written. PocketBase rejects a value that a select field does not have. */
type Writable<R> = { [F in keyof R]?: R[F] extends string ? string : R[F] };

/** Only fields of the collection, also where an object is spread. */
type FieldsOf<C extends keyof Collections, D> = D & Record<Exclude<keyof D, keyof Collections[C]>, never>;

/** Ordered steps in one transaction inside PocketBase: all of them happen, or none. */
export interface Transaction {
  /**
   * One INSERT, UPDATE or DELETE with bound `{:name}` parameters. With `expect` it must change exactly that many rows,
   * or the whole batch is refused with the code `else`. Raw SQL skips field validation; use create where it matters.
   */
  exec(sql: Sql, params: Record<string, unknown>, guard?: Guard): Transaction;
  /** Like `exec`; the number of changed rows can be read once the batch has run. */
  count(sql: Sql, params: Record<string, unknown>, guard?: Guard): ChangedRows;
  create<C extends keyof Collections, D extends Writable<Collections[C]>>(
    collection: C,
    data: FieldsOf<C, D>,
  ): Transaction;
  update<C extends keyof Collections, D extends Writable<Collections[C]>>(
    collection: C,
    id: string,
    data: FieldsOf<C, D>,
  ): Transaction;
  delete(collection: keyof Collections, id: string): Transaction;
  /**
   * Runs the steps; without any it does nothing.
   * @throws Refused when a guard does not hold, or with the code "conflict" where a unique key is taken.
   */
  run(): Promise<void>;
}

const NAME_ACTOR = sql`INSERT INTO audit_actor (who, actor, name) VALUES ({:role}, {:id}, {:name})`;
const FORGET_ACTOR = sql`DELETE FROM audit_actor`;

/** What a batch begins with where somebody is named: the triggers of the audit log and the guards of states read it. */
const namedSteps = (actor: ReturnType<typeof actorOf>): Step[] =>
  actor === null
    ? []
    : [{ exec: String(NAME_ACTOR), params: { role: actor.role, id: actor.id, name: actor.name } }];

/** A transaction; through a client of `actingAs` the audit log names the person for everything that it changes. */
export function transaction(pb: PocketBase): Transaction {
  const actor = actorOf(pb);
  const steps: Step[] = namedSteps(actor);
  const named = steps.length;
  let results: (string | number)[] | null = null;
  const builder: Transaction = {
    exec(sql, params, guard) {
      steps.push({ exec: String(sql), params, ...guard });
      return builder;
    },
    count(sql, params, guard) {
      const place = steps.push({ exec: String(sql), params, ...guard }) - 1;
      return {
        get rows() {
          if (results === null) throw new Error('the transaction has not run');
          return Number(results[place]);
        },
      };
    },
    create(collection, data) {
      steps.push({ create: collection, data });
      return builder;
    },
    update(collection, id, data) {
      steps.push({ update: collection, id, data });
      return builder;
    },
    delete(collection, id) {
      steps.push({ delete: collection, id });
      return builder;
    },
    async run() {
      // Where nothing is to be done, such as a mail to a deleted address, nothing is asked.
      if (steps.length === named) {
        results = [];
        return;
      }
      try {
        const answer = await pb.send<{ results: (string | number)[] }>('/internal/tx', {
          method: 'POST',
          body: { steps: actor === null ? steps : [...steps, { exec: String(FORGET_ACTOR), params: {} }] },
        });
        results = answer.results;
      } catch (reason) {
        if (reason instanceof ClientResponseError && reason.status === 409) {
          throw new TransactionRefused(String(reason.response['code'] ?? 'refused'));
        }
        throw reason;
      }
    },
  };
  return builder;
}
