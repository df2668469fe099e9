import type { CsvRow } from '../kernel/csv.ts';
import { columnNamed, titleKey } from '../kernel/table-titles.ts';
import type { ColumnMapping, ImportRow } from './access-import.ts';

/** Lists of people that other sites export: campaigns, shops and memberships, recognised by their titles. */

/** A list as another site exports it, without the rows of people who get nothing. */
export interface BackerTable {
  /** The site's name. */
  site: string;
  /** The table with its titles; each person's address stands in the column of the mapping. */
  rows: CsvRow[];
  /** How many rows were left out, and why, as what follows a number of rows. */
  leftOut: number;
  leftOutText: string;
  mapping: ColumnMapping;
}

/** How one site's list is recognised and read. Of several titles the first that is there counts. */
interface BackerExport {
  site: string;
  email: readonly string[];
  name: readonly string[];
  /** What somebody paid for: the reward, pledge level, product or tier. */
  level: readonly string[];
  /** Further columns that only this site's list has. */
  marks: readonly (readonly string[])[];
  /** The address of somebody else who gets it, where there is one. */
  giftee?: readonly string[];
  leftOutText: string;
  /** The columns that say whether somebody gets something, each under the titles that it has had. */
  states: readonly (readonly string[])[];
  /** Whether a row is about somebody who gets nothing, by its cells of `states`; "" for a column that is missing. */
  isLeftOut: (...cells: string[]) => boolean;
}

const YES = /^(1|true|yes|y)$/i;

/**
 * Kickstarter: the backer report. Gumroad: the sales export, titles as in its public source. Patreon: the list of members.
 * Gamefound: the columns that its help names for pledges. BackerKit: pledge levels of its backer export; its titles are
 * nowhere public, so the match is loose. Where a site's list is not recognised, people choose the columns themselves.
 */
const BACKER_EXPORTS: readonly BackerExport[] = [
  {
    site: 'Kickstarter',
    email: ['Email'],
    name: ['Backer Name'],
    level: ['Reward Title', 'Reward Minimum', 'Backing Minimum'],
    marks: [['Backer UID'], ['Pledged Status']],
    leftOutText: 'whose pledge was not collected',
    states: [['Pledged Status']],
    isLeftOut: (status = '') => !/^(collected|)$/i.test(status),
  },
  {
    site: 'Gumroad',
    email: ['Purchase Email', 'Buyer Email'],
    name: ['Buyer Name'],
    level: ['Item Name'],
    marks: [['Purchase ID'], ['Item Name']],
    giftee: ['Giftee Email'],
    leftOutText: 'that were refunded or disputed',
    states: [['Fully Refunded?'], ['Disputed?'], ['Dispute Won?']],
    isLeftOut: (refunded = '', disputed = '', won = '') =>
      YES.test(refunded) || (YES.test(disputed) && !YES.test(won)),
  },
  {
    site: 'Patreon',
    email: ['Email'],
    name: ['Name'],
    level: ['Tier'],
    marks: [
      ['Patron Status', 'Member Status'],
      ['Patronage Since Date', 'Membership Since Date'],
    ],
    leftOutText: 'who do not pay now',
    states: [['Patron Status', 'Member Status']],
    isLeftOut: (status = '') => !/^active/i.test(status),
  },
  {
    site: 'BackerKit',
    email: ['Email', 'Backer Email'],
    name: ['Backer Name', 'Name', 'Shipping Name'],
    level: ['Pledge Level', 'Pledge Level Name', 'Pledge'],
    marks: [
      ['Pledge Level', 'Pledge Level Name'],
      ['Email', 'Backer Email'],
    ],
    leftOutText: 'that were cancelled or refunded',
    states: [['Status', 'Order Status']],
    isLeftOut: (status = '') => /cancel|refund|drop/i.test(status),
  },
  {
    site: 'Gamefound',
    email: ['E-mail', 'User email', 'Email'],
    name: ['Backer name', 'User name'],
    level: ['Reward title', 'Reward', 'Pledge'],
    marks: [
      ['Backer name', 'User name'],
      ['Reward title', 'Reward', 'Pledge'],
      ['Pledge amount', 'Credits', 'Order ID'],
    ],
    leftOutText: 'that were cancelled or refunded',
    states: [['Status', 'Order status']],
    isLeftOut: (status = '') => /cancel|refund/i.test(status),
  },
];

/** Recognises a list with titles in its first row. Null where no site's titles fit. */
export function recognisedBackers(rows: readonly CsvRow[]): BackerTable | null {
  const titles = rows[0]?.cells ?? [];
  const known = BACKER_EXPORTS.find(
    ({ email, marks }) =>
      columnNamed(titles, ...email) !== null && marks.every((mark) => columnNamed(titles, ...mark) !== null),
  );
  const email = known === undefined ? null : columnNamed(titles, ...known.email);
  if (known === undefined || email === null) return null;
  const giftee = columnNamed(titles, ...(known.giftee ?? []));
  // Found once: a list has ten thousand rows of up to 300 columns.
  const states = known.states.map((names) => columnNamed(titles, ...names));
  const kept = rows
    .slice(1)
    .filter(
      ({ cells }) => !known.isLeftOut(...states.map((at) => (at === null ? '' : (cells[at] ?? '').trim()))),
    );
  return {
    site: known.site,
    rows: [...rows.slice(0, 1), ...kept.map((row) => addressedTo(row, email, giftee))],
    leftOut: rows.length - 1 - kept.length,
    leftOutText: known.leftOutText,
    mapping: {
      email,
      name: columnNamed(titles, ...known.name),
      note: columnNamed(titles, ...known.level),
    },
  };
}

/** The row with the address of the person who got it as a gift, where there is one. */
function addressedTo(row: CsvRow, email: number, giftee: number | null): CsvRow {
  const address = giftee === null ? '' : (row.cells[giftee] ?? '').trim();
  if (address === '') return row;
  return { line: row.line, cells: row.cells.map((cell, at) => (at === email ? address : cell)) };
}

/** People of a list who paid for the same. */
export interface Level {
  name: string;
  rows: ImportRow[];
}

/** The rows of a list by what they paid for, the largest first; names that differ in case or punctuation are one. */
export function levelsOf(rows: readonly ImportRow[]): Level[] {
  const levels = new Map<string, Level>();
  for (const row of rows) {
    const key = titleKey(row.note) || row.note.trim();
    const level = levels.get(key);
    if (level) level.rows.push(row);
    else levels.set(key, { name: row.note.trim(), rows: [row] });
  }
  return [...levels.values()].toSorted((a, b) => b.rows.length - a.rows.length);
}

/** The most levels that are shown to be assigned; a list with more has its levels in another column. */
export const LEVELS_MAX = 60;

/** The rows that each group gets, by its id: those of all levels that lead to it. Groups without rows are left out. */
export function rowsByGroup(
  levels: readonly Level[],
  groupsOf: (level: Level) => readonly string[],
): Map<string, ImportRow[]> {
  const rows = new Map<string, ImportRow[]>();
  for (const level of levels)
    for (const group of new Set(groupsOf(level)))
      rows.set(group, [...(rows.get(group) ?? []), ...level.rows]);
  return rows;
}
