/** Triggers that keep sums equal to the rows they are made of, in the transaction of the row that counts. */

export type Sign = '+' | '-';

/** Adds rows to a table of sums, or takes them off. Rows whose sums are 0 stay. */
export function grow(table: string, keys: readonly string[], sums: readonly string[], rows: string): string {
  return `INSERT INTO ${table} (${[...keys, ...sums].join(', ')}) ${rows}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET
    ${sums.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`;
}

/**
 * Triggers that keep sums equal to the rows of a table, whatever changes these.
 * @param name the first part of the triggers' names; the table's by default.
 */
export const follow = (
  table: string,
  columns: readonly string[],
  add: (row: string, sign: Sign) => string,
  name = table,
) => ({
  [`${name}_add`]: `AFTER INSERT ON ${table} BEGIN ${add('new', '+')} END`,
  [`${name}_take`]: `AFTER DELETE ON ${table} BEGIN ${add('old', '-')} END`,
  [`${name}_move`]: `AFTER UPDATE OF ${columns.join(', ')} ON ${table}
    BEGIN ${add('old', '-')} ${add('new', '+')} END`,
});
