import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { Sql } from './sql.ts';

type Step =
  | { exec: string; params: Record<string, unknown>; expect?: number; else?: string }
  | { create: string; data: Record<string, unknown> }
  | { update: string; id: string; data: Record<string, unknown> }
  | { delete: string; id: string };

/** A step of a guarded batch was refused and nothing of the batch was kept. `code` is the step's own word. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the transaction was refused: ${code}`);
    this.name = 'Refused';
    this.code = code;
  }
}

/** Ordered steps that happen all or not at all, in one transaction inside PocketBase. */
export interface Transaction {
  /**
   * One INSERT, UPDATE or DELETE with bound `{:name}` parameters. With `expect` it must change exactly so many rows,
   * else the whole batch is refused with the word `else`. Raw SQL skips field validation; use create where it matters.
   */
  exec(sql: Sql, params: Record<string, unknown>, guard?: { expect: number; else: string }): Transaction;
  create(collection: string, data: Record<string, unknown>): Transaction;
  update(collection: string, id: string, data: Record<string, unknown>): Transaction;
  delete(collection: string, id: string): Transaction;
  /**
   * Runs the steps; the answer holds for each one the number of changed rows or the record's id.
   * @throws Refused when a guard does not hold, or with the code "conflict" where a unique key is taken.
   */
  run(): Promise<(string | number)[]>;
}

export function transaction(pb: PocketBase): Transaction {
  const steps: Step[] = [];
  const builder: Transaction = {
    exec(sql, params, guard) {
      steps.push({ exec: String(sql), params, ...guard });
      return builder;
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
      try {
        const answer = await pb.send<{ results: (string | number)[] }>('/internal/tx', {
          method: 'POST',
          body: { steps },
        });
        return answer.results;
      } catch (reason) {
        if (reason instanceof ClientResponseError && reason.status === 409) {
          throw new Refused(String(reason.response['code'] ?? 'refused'));
        }
        throw reason;
      }
    },
  };
  return builder;
}
