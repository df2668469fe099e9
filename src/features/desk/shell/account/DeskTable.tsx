import type { ReactNode } from 'react';
import { Link } from 'wouter';

export interface DeskColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
}

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
  return (
    <table className="mt-4 w-full text-left text-sm max-md:block" aria-label={label}>
      <thead className="text-ink-2 max-md:sr-only">
        <tr>
          {columns.map(({ head }) => (
            <th key={head} scope="col" className="px-3 py-2 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={row.id}
            className="border-t border-line align-baseline focus-within:bg-paper-2 max-md:block max-md:py-3"
          >
            {columns.map(({ head, cell }, at) => {
              const shown = cell(row);
              return (
                <td
                  key={head}
                  className={`px-3 py-2 wrap-break-word max-md:px-0 max-md:py-0.5 ${isNothing(shown) ? 'max-md:hidden' : at === 0 ? 'max-md:block' : 'max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)]'}`}
                >
                  {at > 0 && !isNothing(shown) && (
                    <span className="text-ink-2 md:hidden" aria-hidden="true">
                      {head}
                    </span>
                  )}
                  {at > 0 && !isNothing(shown) ? <div>{shown}</div> : shown}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isNothing = (shown: ReactNode): boolean =>
  shown === null || shown === undefined || shown === '' || shown === false;

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
