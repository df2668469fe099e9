import { type Sql, sql } from '../kernel/sql.ts';

/** People by a part of their name, along the index of its parts of three letters. */

/** The shortest part that the index knows. */
const PART_MIN = 3;

/** Ids of people with the name part of `{:namePart}`; nobody for an empty one. */
export const NAMED: Sql = sql`SELECT n.person FROM user_names n
  WHERE {:namePart} <> '' AND n.name MATCH {:namePart}`;

/** Whether the part is too short, or leads to more than `{:namedMost}` people: then who is asked about is the better start. */
export const NAMED_ARE_MANY: Sql = sql`({:namePart} = ''
  OR (SELECT count(*) FROM (${NAMED} LIMIT {:namedMost} + 1)) > {:namedMost})`;

/**
 * The values of both.
 * @param text a part of a name, in any case; shorter than three letters, nobody is found by it.
 */
export function namedBy(text: string, most: number): { namePart: string; namedMost: number } {
  return { namePart: text.length < PART_MIN ? '' : `"${text.replaceAll('"', '""')}"`, namedMost: most };
}
