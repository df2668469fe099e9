import type { Role } from '../identity/role.ts';
import type { Instant } from '../kernel/instant.ts';
import { counted } from '../kernel/plural.ts';
import { DEAD_LETTER_TEXTS, type DeadLetterKind } from './dead-letter.ts';

interface QueueKindFacts {
  label: string;
  /** Who needs it for their work: moderators see neither money nor mails. */
  by: readonly Role[];
}

const BOTH = ['operator', 'moderator'] as const;
const OPERATOR = ['operator'] as const;

/** What waits for a decision at the operator desk. */
export const QUEUE_KINDS = {
  report: { label: 'Report', by: BOTH },
  held: { label: 'Held text', by: BOTH },
  appeal: { label: 'Objection', by: BOTH },
  product: { label: 'New seller’s product', by: BOTH },
  match: { label: 'Same model in two stores', by: BOTH },
  dispute: { label: 'Dispute', by: OPERATOR },
  memberDispute: { label: 'Dispute of a membership', by: OPERATOR },
  fraud: { label: 'Warning of fraud', by: OPERATOR },
  memberFraud: { label: 'Warning of fraud, membership', by: OPERATOR },
  unmatched: { label: 'Payment without an order', by: OPERATOR },
  withdrawals: { label: 'Repeated withdrawals', by: OPERATOR },
  billing: { label: 'Billing to mend', by: OPERATOR },
  transfer: { label: 'Failed transfer', by: OPERATOR },
  mail: { label: 'Undeliverable mail', by: OPERATOR },
  event: { label: 'Failed event', by: OPERATOR },
  preview: { label: 'Failed 3D preview', by: OPERATOR },
  archive: { label: 'Failed archive', by: OPERATOR },
} as const satisfies Record<string, QueueKindFacts>;
export type QueueKind = keyof typeof QUEUE_KINDS;

/** The kinds that a role sees. */
export function queueKindsOf(role: Role | null): QueueKind[] {
  if (role === null) return [];
  return (Object.keys(QUEUE_KINDS) as QueueKind[]).filter((kind) =>
    (QUEUE_KINDS[kind].by as readonly Role[]).includes(role),
  );
}

/** The kinds that are cases, which are decided beside the list, as matches are. */
export const CASE_QUEUE_KINDS: readonly QueueKind[] = ['report', 'held', 'appeal'];

/** Whether entries of this kind gave up by themselves: they are tried again or closed beside the list. */
export const isLetterKind = (kind: QueueKind): kind is QueueKind & DeadLetterKind =>
  Object.hasOwn(DEAD_LETTER_TEXTS, kind);

export interface QueueEntry {
  kind: QueueKind;
  /** The id of the case, order, payment, product or of what gave up. */
  id: string;
  /** What it is about, in a few words. */
  title: string;
  /** What there is to know at a glance; "" for nothing. */
  detail: string;
  /** When it should be done. */
  dueAt: Instant;
}

/** How much of a kind waits, counted up to a limit, and since when the oldest of that does; null where nothing waits. */
export interface QueueAge {
  kind: QueueKind;
  count: number;
  oldestAt: Instant | null;
}

/** The order of the queue: the most urgent first; equal ones by kind and id, so that pages never overlap. */
export function queueOrder(one: QueueEntry, other: QueueEntry): number {
  return one.dueAt - other.dueAt || compare(one.kind, other.kind) || compare(one.id, other.id);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** How long until something is due, for a reader: "in 3 days", "2 hours late". */
export function dueText(dueAt: Instant, now: Instant): string {
  return dueAt < now ? `${spanText(now - dueAt)} late` : `in ${spanText(dueAt - now)}`;
}

/** How long something has waited or will, for a reader: "5 hours", "3 days". */
export function spanText(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  if (hours < 1) return 'less than an hour';
  return hours < 48 ? counted(hours, 'hour') : `${Math.round(hours / 24)} days`;
}

/** A reason as the payment provider names it, such as "product_not_received", for a reader. */
export function providerWords(reason: string): string {
  const words = reason.replaceAll('_', ' ').trim();
  return words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
