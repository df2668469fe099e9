import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionResult } from '../../../../ui/action-answer.ts';

export interface Keyset<Row> {
  /** The rows so far, newest or most urgent first; null until the first page is there. */
  rows: Row[] | null;
  /** Why a page could not be loaded, in a sentence; null where all is well. */
  error: string | null;
  isLoading: boolean;
  /** Whether there are more rows than are shown. */
  hasMore: boolean;
  more: () => void;
  /** Loads the first page anew. */
  again: () => void;
  /** Replaces the rows by what is known to have changed, without a request. */
  setRows: (rows: Row[]) => void;
}

/**
 * A list that is loaded page by page, where each page says from where the next one goes on.
 * @param load asks for a page; `next` is null on the last one. @param key what the list depends on: another one starts anew.
 */
export function useKeyset<Row, Next>(
  load: (after: Next | null) => Promise<ActionResult<{ rows: Row[]; next: Next | null }>>,
  key: string,
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
      setRows([...before, ...answer.data.rows]);
      setNext(answer.data.next);
    }
  };
  const start = () => {
    turn.current += 1;
    setRows(null);
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
