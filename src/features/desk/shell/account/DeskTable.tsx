import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';

export type DeskColumn<Row> = TableColumn<Row>;

/**
 * Rows of the desk as a table; on phones the cells of a row stand below each other, each with the head of its column. The
 * first column names the row.
 */
export function DeskTable<Row extends { id: string }>({
  label,
  rows,
  columns,
}: {
  label: string;
  rows: readonly Row[];
  columns: readonly DeskColumn<Row>[];
}) {
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} stacks />;
}

/** The link of a row, which the keys j and k go to. Addresses of the account are opened without loading a page. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const className = 'link inline-flex min-h-8 items-center font-semibold wrap-anywhere';
  return href.startsWith('/operator/') ? (
    <Link href={href} className={className} data-row>
      {children}
    </Link>
  ) : (
    <a href={href} className={className} data-row>
      {children}
    </a>
  );
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** A moment with its time, in UTC. */
export const deskMoment = (at: number): string => `${MOMENT.format(at)} UTC`;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
export const deskDay = (at: number): string => DAY.format(at);
