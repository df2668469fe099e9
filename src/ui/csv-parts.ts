import type { ActionResult } from './action-answer.ts';

/** One part of a table that is fetched in parts. */
interface CsvPart<Place> {
  /** Its lines, of which the first part's has the titles; "" for none. */
  csv: string;
  /** Where the next part begins; null after the last. */
  next: Place | null;
}

/**
 * All parts of a table, one after the other, or the first error. Whether a part ends with a line break or not, each line
 * stands once on a line of its own.
 * @param fetchPart fetches the part behind a place; null for the first
 */
export async function csvOfParts<Place>(
  fetchPart: (after: Place | null) => Promise<ActionResult<CsvPart<Place>>>,
): Promise<ActionResult<string>> {
  const parts: string[] = [];
  for (let after: Place | null = null; ; ) {
    const { data, error }: ActionResult<CsvPart<Place>> = await fetchPart(after);
    if (error) return { data: undefined, error };
    const lines = data.csv.replace(/(\r\n)+$/, '');
    if (lines !== '') parts.push(`${lines}\r\n`);
    if (data.next === null) return { data: parts.join(''), error: undefined };
    after = data.next;
  }
}
