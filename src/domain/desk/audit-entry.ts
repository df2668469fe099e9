import type { Instant } from '../kernel/instant.ts';

/** The audit log as people at the desk read it. */

export const AUDIT_KINDS = {
  price: 'Price',
  suspension: 'Suspension',
  store: 'Store',
  role: 'Account and role',
  account: 'Business account',
  commission: 'Commission',
  refund: 'Refund',
  payout: 'Payout',
  case: 'Case',
  desk: 'Deed at the desk',
  settings: 'Settings',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

export type AuditWho = 'seller' | 'operator' | 'moderator' | 'system';

export interface AuditEntry {
  id: string;
  kind: AuditKind;
  /** The collection and id of the record that was changed. */
  collection: string;
  record: string;
  /** The changed field; for a deed at the desk its name, such as "case.decide". */
  field: string;
  before: string;
  after: string;
  who: AuditWho;
  /** Who it was, by user name; "" where nobody at the desk or in the dashboard did it. */
  name: string;
  /** What there is to know besides; "" for nothing. */
  detail: string;
  at: Instant;
}

/** What is listed; null and "" do not narrow it. */
export interface AuditFilter {
  kind: AuditKind | null;
  /** The id of a record. */
  record: string;
  /** The name of somebody at the desk, as it was then, or the address of a superuser. */
  name: string;
  /** From this moment on, and before that one. */
  from: Instant | null;
  before: Instant | null;
}

/** Who did it, for a reader. */
export function actorText({ who, name }: Pick<AuditEntry, 'who' | 'name'>): string {
  const role = { seller: 'The seller', operator: 'Operator', moderator: 'Moderator', system: 'The site' }[
    who
  ];
  return name === '' ? role : `${name} (${role.toLowerCase()})`;
}
