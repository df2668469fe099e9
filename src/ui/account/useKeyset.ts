import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionResult } from '../action-answer.ts';

export interface Keyset<Row> {
  /** The rows so far, newest or most urgent first; null until the first page is there. */
  rows: Row[] | null;
  /** Why a page could not be loaded, in a sentence; null where all is well. */
  error: string | null;
  isLoading: boolean;
  /** Whether there are more rows than are shown. */
  hasMore: boolean;
  /** Loads the next page, or once more the one that could not be loaded. */
  more: () => void;
  /** Loads the first page anew. */
  again: () => void;
  /** Replaces the rows by what is known to have changed, without a request. */
  setRows: (rows: Row[]) => void;
}

interface Page<Row, Next> {
  rows: Row[];
  /** From where the next page goes on; null on the last one. */
  next: Next | null;
}

/**
 * A list that is loaded page by page, where each page says from where the next one goes on.
 * @param load asks for a page. @param key what the list depends on: another one starts anew
 * @param keepsRows whether the rows of the list before stay until those of the new one are there
 * @param keyOf names a row; where pages are counted, what came meanwhile shifts rows onto the next page, which then has them twice
 */
export function useKeyset<Row, Next>(
  load: (after: Next | null) => Promise<ActionResult<Page<Row, Next>>>,
  key = '',
  { keepsRows = false, keyOf }: { keepsRows?: boolean; keyOf?: (row: Row) => string } = {},
): Keyset<Row> {
  const [rows, setRows] = useState<Row[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [next, setNext] = useState<Next | null>(null);
  /** Grows with each new list: an answer for an earlier one is dropped. */
  const turn = useRef(0);
  const fetchPage = async (after: Next | null, before: Row[]) => {
    const own = turn.current;
    setLoading(true);
    setError(null);
    const answer = await load(after).catch(() => null);
    if (own !== turn.current) return;
    setLoading(false);
    if (!answer) setError('There is no connection. Try again in a moment.');
    else if (answer.error) setError(answer.error.message);
    else {
      const known = new Set(keyOf && before.map(keyOf));
      setRows([...before, ...answer.data.rows.filter((row) => !keyOf || !known.has(keyOf(row)))]);
      setNext(answer.data.next);
    }
  };
  const start = () => {
    turn.current += 1;
    if (!keepsRows) setRows(null);
    setNext(null);
    void fetchPage(null, []);
  };
  const startFor = useEffectEvent((_key: string) => start());
  useEffect(() => startFor(key), [key]);
  return {
    rows,
    error,
    isLoading,
    hasMore: next !== null,
    more: () => {
      if (!isLoading) void fetchPage(next, next === null ? [] : (rows ?? []));
    },
    again: start,
    setRows,
  };
}

/** The answer of an action as a page of a list. */
export async function asPage<Answer, Row, Next>(
  asked: Promise<ActionResult<Answer>>,
  page: (answer: Answer) => Page<Row, Next>,
): Promise<ActionResult<Page<Row, Next>>> {
  const { data, error } = await asked;
  return error ? { data: undefined, error } : { data: page(data), error: undefined };
}

/** Where the page after a counted one begins; null after the last. */
export const pageAfter = (page: number, perPage: number, total: number): number | null =>
  page * perPage < total ? page + 1 : null;
