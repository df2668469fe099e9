import type { Instant } from '../kernel/instant.ts';

/** What waits for a decision at the operator desk. */
export const QUEUE_KINDS = {
  report: 'Report',
  held: 'Held text',
  appeal: 'Objection',
  product: 'New seller’s product',
  match: 'Same model in two stores',
  dispute: 'Dispute',
  fraud: 'Warning of fraud',
  transfer: 'Failed transfer',
  mail: 'Mail that gave up',
} as const;
export type QueueKind = keyof typeof QUEUE_KINDS;

/** The kinds that are cases, which are decided beside the list, as matches are; the others lead to their own page. */
export const CASE_QUEUE_KINDS: readonly QueueKind[] = ['report', 'held', 'appeal'];

export interface QueueEntry {
  kind: QueueKind;
  /** The id of the case, order, product or mail. */
  id: string;
  /** What it is about, in a few words. */
  title: string;
  /** What there is to know at a glance; "" for nothing. */
  detail: string;
  /** When it should be done. */
  dueAt: Instant;
}

/** The order of the queue: the most urgent first; equal ones by kind and id, so that pages never overlap. */
export function queueOrder(one: QueueEntry, other: QueueEntry): number {
  return one.dueAt - other.dueAt || compare(one.kind, other.kind) || compare(one.id, other.id);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** How long until something is due, for a reader: "in 3 days", "2 hours late". */
export function dueText(dueAt: Instant, now: Instant): string {
  const hours = Math.round(Math.abs(dueAt - now) / 3_600_000);
  const span =
    hours < 1
      ? 'less than an hour'
      : hours < 48
        ? `${hours} hour${hours === 1 ? '' : 's'}`
        : `${Math.round(hours / 24)} days`;
  return dueAt < now ? `${span} late` : `in ${span}`;
}
