import { type CsvRow, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { addressRefusal } from '../notifications/mail.ts';
import { MEMBER_STATE_TEXTS, type Member } from './member.ts';

/**
 * Export of members as CSV, and import of tenure: months people were subscribed elsewhere. People who are not members yet
 * are expected: the months are theirs when they join with the same address.
 */

/** The most imported months of a member: fifty years. */
export const TENURE_MOST = 600;
export const TENURE_ROWS_MOST = 10_000;
export const TENURE_CELLS_MOST = 100;
/** How long an import can be undone, in ms. */
export const TENURE_UNDO_WITHIN_MS = 24 * 3_600_000;
/** How long people who have not joined are expected, in ms: a year. Their addresses are deleted then. */
export const EXPECTED_FOR_MS = 366 * 24 * 3_600_000;

/** A row as read from the file, not validated yet. */
export interface TenureRow {
  line: number;
  email: string;
  months: string;
  /** The tier elsewhere; "" for none. */
  tier: string;
}

/** Why a row changes nothing. */
export const TENURE_PROBLEM_TEXTS = {
  'no-address': 'is not an e-mail address',
  'no-number': `has no whole number of months from 0 to ${TENURE_MOST}`,
  repeated: 'appears in an earlier row',
} as const;
export type TenureProblem = keyof typeof TENURE_PROBLEM_TEXTS;

export interface TenurePlan {
  /** Members whose number changes. */
  changes: { memberId: string; email: string; before: number; after: number; tier: string }[];
  /** People who are not members yet, with at least one month. Addresses are in lower case. */
  expected: { email: string; months: number; tier: string }[];
  /** Members who already have this number, and strangers without a month. */
  same: number;
  problems: { line: number; email: string; reason: TenureProblem }[];
}

/** Where a table has what; from 0. */
export interface TenureColumns {
  email: number;
  months: number;
  tier: number | null;
}

/** Finds the columns by their titles; null when address or months are missing. Columns of amounts are never months. */
export function tenureColumns(titles: readonly string[]): TenureColumns | null {
  const at = (pattern: RegExp) =>
    titles.findIndex((title) => pattern.test(title.trim()) && !/amount|[$€£¥]|date|status/i.test(title));
  const email = at(/e-?mail/i);
  const months = at(/tenure|months?|lifetime|payments?/i);
  const tier = at(/^(tier|level|reward)\b/i);
  return email < 0 || months < 0 ? null : { email, months, tier: tier < 0 ? null : tier };
}

/** The rows of a table below its titles. */
export function tenureRows(rows: readonly CsvRow[], columns: TenureColumns): TenureRow[] {
  return rows.slice(1).map(({ line, cells }) => ({
    line,
    email: (cells[columns.email] ?? '').trim().slice(0, 320),
    months: (cells[columns.months] ?? '').trim().slice(0, 20),
    tier: (columns.tier === null ? '' : (cells[columns.tier] ?? '')).trim().slice(0, 100),
  }));
}

/** What an import would change, computed before anything is written. Addresses are compared case-insensitively. */
export function tenurePlan(
  rows: readonly TenureRow[],
  members: readonly { id: string; email: string; tenureMonths: number }[],
): TenurePlan {
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const seen = new Set<string>();
  const plan: TenurePlan = { changes: [], expected: [], same: 0, problems: [] };
  for (const { line, email, months, tier } of rows) {
    const address = email.toLowerCase();
    const refuse = (reason: TenureProblem) => plan.problems.push({ line, email, reason });
    if (addressRefusal(address) !== null) refuse('no-address');
    else if (seen.has(address)) refuse('repeated');
    else if (!/^\d{1,3}$/.test(months) || Number(months) > TENURE_MOST) refuse('no-number');
    else {
      seen.add(address);
      const member = byEmail.get(address);
      const after = Number(months);
      if (member ? after === member.tenureMonths : after === 0) plan.same += 1;
      else if (!member) plan.expected.push({ email: address, months: after, tier });
      else
        plan.changes.push({
          memberId: member.id,
          email: member.email,
          before: member.tenureMonths,
          after,
          tier,
        });
    }
  }
  return plan;
}

/** The note that an import leaves about a member without one; "" where the table names no tier. */
export function tenureNote(tier: string): string {
  return tier === '' ? '' : `Tier elsewhere: ${tier}`;
}

/** An import in the seller's list. */
export interface TenureImport {
  id: string;
  fileName: string;
  state: 'done' | 'undone';
  /** Members whose months it changed, and people it expects. */
  changed: number;
  expected: number;
  /** How many of the expected have joined since. */
  joined: number;
  startedAt: Instant;
}

export type TenureUndoRefusal = 'unknown' | 'too-late' | 'undone';
export const TENURE_UNDO_REFUSAL_TEXTS: Record<TenureUndoRefusal, string> = {
  unknown: 'There is no such import.',
  'too-late': 'An import can be undone for 24 hours. Change the months of members one by one instead.',
  undone: 'This import has been undone already.',
};

/** Why an import cannot be undone, or null. */
export function tenureUndoRefusal(
  { state, startedAt }: Pick<TenureImport, 'state' | 'startedAt'>,
  now: Instant,
): TenureUndoRefusal | null {
  if (state === 'undone') return 'undone';
  return now - startedAt >= TENURE_UNDO_WITHIN_MS ? 'too-late' : null;
}

type MemberOfTable = Pick<
  Member,
  'tierId' | 'state' | 'billing' | 'since' | 'joinedAt' | 'streak' | 'months' | 'tenureMonths'
> & { username: string; email: string; note: string; priceCents: Cents };

const day = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** Members as CSV; cells that look like formulas are escaped. */
export function membersCsv(members: readonly MemberOfTable[], tierName: (id: string) => string): string {
  const head = [
    'E-mail',
    'User',
    'Tier',
    'State',
    'Pays',
    'Price',
    'First joined',
    'Joined',
    'Months in a row',
    'Months',
    'Imported months',
    'Note',
  ];
  return csvText([
    head,
    ...members.map((member) => [
      member.email,
      member.username,
      tierName(member.tierId),
      MEMBER_STATE_TEXTS[member.state],
      member.billing === 'annual' ? 'Yearly' : 'Monthly',
      { cents: member.priceCents },
      day(member.since),
      day(member.joinedAt),
      member.streak,
      member.months,
      member.tenureMonths,
      member.note,
    ]),
  ]);
}
