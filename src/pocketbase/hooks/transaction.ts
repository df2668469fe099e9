import { type ChangedSince, changedSince, latestChange } from './changes.ts';
import { priceRefusal } from './price.ts';

/** One step of a guarded batch, as the Node side sends it (see src/data/kernel/transaction.ts). */
export type Step =
  | { exec: string; params?: { [name: string]: unknown }; expect?: number; else?: string }
  | { create: string; data: { [name: string]: unknown } }
  | { update: string; id: string; data: { [name: string]: unknown } }
  | { delete: string; id: string };

export interface TransactionAnswer {
  status: number;
  /** With what the steps and their triggers changed. */
  body:
    | ({ ok: true; results: (string | number)[] } & ChangedSince)
    | { ok: false; code: string; message?: string };
}

const STEPS_LIMIT = 500;

/** Why a statement may not run, or null: a single INSERT, UPDATE or DELETE and nothing else. */
export function statementRefusal(sql: unknown): string | null {
  if (typeof sql !== 'string') return 'a statement is text';
  if (!/^\s*(insert|update|delete)\b/i.test(sql)) return 'a statement inserts, updates or deletes';
  return plainTextRefusal(sql);
}

/** Why the text of a statement may not run, whatever it does, or null. */
export function plainTextRefusal(sql: string): string | null {
  if (sql.indexOf(';') >= 0) return 'one statement a step';
  // No comments: values belong into params, never into the text of a statement.
  if (sql.indexOf('--') >= 0 || sql.indexOf('/*') >= 0) return 'no comments in a statement';
  if (/\b(_superusers|_collections|_params|_migrations|sqlite_\w+)\b/i.test(sql))
    return 'a table of the engine';
  return null;
}

function shapeRefusal(step: unknown): string | null {
  if (typeof step !== 'object' || step === null) return 'a step is an object';
  const s = step as { [name: string]: unknown };
  if ('exec' in s) return statementRefusal(s.exec);
  if ('create' in s)
    return typeof s.create === 'string' && isPlain(s.data)
      ? priceRefusal(s.create, s.data)
      : 'create wants data';
  if ('update' in s) {
    if (typeof s.update !== 'string' || typeof s.id !== 'string' || !isPlain(s.data))
      return 'update wants id and data';
    return priceRefusal(s.update, s.data);
  }
  if ('delete' in s)
    return typeof s.delete === 'string' && typeof s.id === 'string' ? null : 'delete wants id';
  return 'a step is exec, create, update or delete';
}

function isPlain(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Refused extends Error {
  code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Changes nothing, but waits for the right to write. */
const TAKE_WRITE_LOCK = 'UPDATE _params SET id = id WHERE 1 = 0';

/** What SQLite says where its disk is full: of the log beside the database it says that the disk failed. */
const NO_ROOM = /database or disk is full|disk I\/O error/;

/** Runs all steps in one transaction or none. A failed guard or unique key gives 409 with its code. */
export function runTransaction(app: App, sent: unknown): TransactionAnswer {
  const steps = isPlain(sent) ? sent.steps : null;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > STEPS_LIMIT) {
    return {
      status: 400,
      body: { ok: false, code: 'steps', message: `steps is a list of 1 to ${STEPS_LIMIT}` },
    };
  }
  for (let index = 0; index < steps.length; index++) {
    const refusal = shapeRefusal(steps[index]);
    if (refusal)
      return { status: 400, body: { ok: false, code: 'step', message: `step ${index}: ${refusal}` } };
  }
  const results: (string | number)[] = [];
  let since: ChangedSince = { seq: 0, changed: [] };
  try {
    // Only `tx` here: the outer app would wait forever for the single write connection.
    app.runInTransaction((tx) => {
      // A transaction that has read first is refused at once where somebody else is writing, however long the database may wait.
      tx.db().newQuery(TAKE_WRITE_LOCK).execute();
      const before = latestChange(tx);
      for (const step of steps as Step[]) results.push(runStep(tx, step));
      since = changedSince(tx, before);
    });
  } catch (reason) {
    if (reason instanceof Refused) return { status: 409, body: { ok: false, code: reason.code } };
    const message = String(reason);
    if (/UNIQUE constraint failed|validation_not_unique|must be unique/i.test(message)) {
      return { status: 409, body: { ok: false, code: 'conflict' } };
    }
    if (/refused-state-change/.test(message))
      return { status: 409, body: { ok: false, code: 'state-change' } };
    if (NO_ROOM.test(message)) return { status: 400, body: { ok: false, code: 'disk-full' } };
    return { status: 400, body: { ok: false, code: 'failed', message } };
  }
  return { status: 200, body: { ok: true, results, seq: since.seq, changed: since.changed } };
}

function runStep(tx: App, step: Step): string | number {
  if ('exec' in step) {
    const changed = tx
      .db()
      .newQuery(step.exec)
      .bind(step.params ?? {})
      .execute()
      .rowsAffected();
    if (step.expect !== undefined && changed !== step.expect) throw new Refused(step.else ?? 'guard');
    return changed;
  }
  if ('create' in step) {
    const record = new Record(tx.findCachedCollectionByNameOrId(step.create), step.data);
    tx.save(record);
    return record.id;
  }
  if ('update' in step) {
    const record = tx.findRecordById(step.update, step.id);
    record.load(step.data);
    tx.save(record);
    return record.id;
  }
  const record = tx.findRecordById(step.delete, step.id);
  tx.delete(record);
  return step.id;
}
