import type { Instant } from '../kernel/instant.ts';
import { moneyText } from '../kernel/money.ts';

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
  alarm: 'Alarm',
  desk: 'Desk action',
  settings: 'Settings',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

export type AuditWho = 'seller' | 'person' | 'operator' | 'moderator' | 'system';

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
  const role = {
    ...{ seller: 'The seller', person: 'Somebody with an account' },
    ...{ operator: 'Operator', moderator: 'Moderator', system: 'The site' },
  }[who];
  return name === '' ? role : `${name} (${role.toLowerCase()})`;
}

/** What was done by each deed at the desk, as the log's line begins. */
const DEED_TEXTS: Partial<Record<string, string>> = {
  'access.restore': 'restored access',
  'case.decide': 'decided a case',
  'case.record': 'recorded a letter',
  'case.refund': 'began refunds to all buyers',
  'categories.change': 'changed the categories',
  'dispute.answer': 'handed in evidence in a dispute',
  'factor.renew': 'removed the own second factor',
  'factor.set-up': 'set up a second factor',
  'letter.close': 'closed a failed item',
  'letter.retry': 'retried a failed item',
  'mail.resend': 'sent a mail again',
  'mailing.change': 'worked on a mail to everybody',
  'match.decide': 'decided about the same model in two stores',
  'order.refund': 'refunded',
  'orders.read': 'opened an order',
  'people.read': 'opened the page of a person',
  'person.end-sessions': 'ended all sessions',
  'person.look': 'looked at the account',
  'person.suspend': 'suspended or lifted',
  'product.review': 'reviewed a product',
  'product.suspend': 'suspended or lifted',
  'reason.change': 'changed the saved reasons',
  'searches.change': 'changed what searches find',
  'settings.change': 'changed settings',
  'store.commission': 'agreed a commission',
  'store.mails': 'decided about the delivery mails of a store',
  'store.suspend': 'suspended or lifted',
  'store.verify': 'marked the seller as checked, or not',
  'texts.publish': 'published a legal text',
  'words.change': 'changed the held words',
};

/** What the records of some collections are called; the others by the collection's own name. */
const RECORD_NOUNS: Partial<Record<string, string>> = {
  business_accounts: 'Business account',
  cases: 'Case',
  mails: 'Mail',
  order_lines: 'Sale',
  orders: 'Order',
  products: 'Product',
  roles: 'Role',
  seller_transfers: 'Transfer',
  site_settings: 'Settings',
  stores: 'Store',
  users: 'Person',
};

/** The record of an entry, for a reader: "Order 3k2…". */
export function recordText({ collection, record }: Pick<AuditEntry, 'collection' | 'record'>): string {
  return `${RECORD_NOUNS[collection] ?? sentence(collection.replaceAll('_', ' '))} ${record}`.trim();
}

/** What was changed, for a reader: "price, $5.00 → $6.00", or the deed. Amounts are logged in cents. */
export function changeText({ field, before, after }: Pick<AuditEntry, 'field' | 'before' | 'after'>): string {
  const deed = DEED_TEXTS[field];
  if (deed !== undefined) return deed;
  const isMoney = field.endsWith('Cents');
  const name = (isMoney ? field.slice(0, -'Cents'.length) : field)
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('.', ' ');
  if (before === '' && after === '') return name;
  const shown = (value: string) =>
    value === '' ? 'nothing' : isMoney && /^-?\d{1,15}$/.test(value) ? moneyText(Number(value)) : value;
  return `${name}, ${shown(before)} → ${shown(after)}`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
