import { type CsvRow, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { MEMBER_STATE_TEXTS, type Member } from './member.ts';

/** Export of members as CSV, and import of tenure: months members were subscribed elsewhere. */

/** The most imported months of a member: fifty years. */
export const TENURE_MOST = 600;
export const TENURE_ROWS_MOST = 10_000;
export const TENURE_CELLS_MOST = 100;

/** A row as read from the file, not validated yet. */
export interface TenureRow {
  line: number;
  email: string;
  months: string;
}

/** Why a row changes nothing. */
export const TENURE_PROBLEM_TEXTS = {
  'no-member': 'is not in your guild',
  'no-number': `has no whole number of months from 0 to ${TENURE_MOST}`,
  repeated: 'appears in an earlier row',
} as const;
export type TenureProblem = keyof typeof TENURE_PROBLEM_TEXTS;

export interface TenurePlan {
  /** Members whose number changes. */
  changes: { memberId: string; email: string; before: number; after: number }[];
  /** Members who already have this number. */
  same: number;
  problems: { line: number; email: string; reason: TenureProblem }[];
}

/** Finds the columns of address and months by their titles; null when one is missing. */
export function tenureColumns(titles: readonly string[]): { email: number; months: number } | null {
  const at = (pattern: RegExp) => titles.findIndex((title) => pattern.test(title.trim()));
  const email = at(/e-?mail/i);
  const months = at(/tenure|months?|lifetime|payments?/i);
  return email < 0 || months < 0 ? null : { email, months };
}

/** The rows of a table below its titles. */
export function tenureRows(rows: readonly CsvRow[], columns: { email: number; months: number }): TenureRow[] {
  return rows.slice(1).map(({ line, cells }) => ({
    line,
    email: (cells[columns.email] ?? '').trim().slice(0, 320),
    months: (cells[columns.months] ?? '').trim().slice(0, 20),
  }));
}

/** What an import would change, computed before anything is written. Addresses are compared case-insensitively. */
export function tenurePlan(
  rows: readonly TenureRow[],
  members: readonly { id: string; email: string; tenureMonths: number }[],
): TenurePlan {
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const seen = new Set<string>();
  const plan: TenurePlan = { changes: [], same: 0, problems: [] };
  for (const { line, email, months } of rows) {
    const address = email.toLowerCase();
    const member = address === '' ? undefined : byEmail.get(address);
    const refuse = (reason: TenureProblem) => plan.problems.push({ line, email, reason });
    if (!member) refuse('no-member');
    else if (seen.has(address)) refuse('repeated');
    else if (!/^\d{1,3}$/.test(months) || Number(months) > TENURE_MOST) refuse('no-number');
    else {
      seen.add(address);
      const after = Number(months);
      if (after === member.tenureMonths) plan.same += 1;
      else
        plan.changes.push({ memberId: member.id, email: member.email, before: member.tenureMonths, after });
    }
  }
  return plan;
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
      (member.priceCents / 100).toFixed(2),
      day(member.since),
      day(member.joinedAt),
      String(member.streak),
      String(member.months),
      String(member.tenureMonths),
      member.note,
    ]),
  ]);
}
