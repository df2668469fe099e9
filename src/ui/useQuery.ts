import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionResult } from './action-answer.ts';

export interface Query<T> {
  /** The last answer; null until there is one. */
  data: T | null;
  /** Why there is no answer, in a sentence; null where all is well. */
  error: string | null;
  /** Whether the record does not exist; a retry would not help. */
  notFound: boolean;
  refetch: () => void;
  /** Replaces the answer with what is known to have changed, without a request. */
  setData: (data: T) => void;
}

/**
 * Calls an action when the page opens, when `key` changes, and on `refetch`. The type of the answer is inferred from the
 * action.
 */
export function useQuery<T>(query: () => Promise<ActionResult<T>>, key = ''): Query<T> {
  const [state, setState] = useState<Pick<Query<T>, 'data' | 'error' | 'notFound'>>({
    data: null,
    error: null,
    notFound: false,
  });
  const latest = useRef(query);
  latest.current = query;
  const refetch = async () => {
    setState((before) => ({ ...before, error: null }));
    const answer = await latest.current().catch(() => null);
    if (!answer)
      setState((before) => ({ ...before, error: 'There is no connection. Try again in a moment.' }));
    else if (answer.error)
      setState({ data: null, error: answer.error.message, notFound: answer.error.code === 'NOT_FOUND' });
    else setState({ data: answer.data, error: null, notFound: false });
  };
  const fetchKey = useEffectEvent((_key: string) => void refetch());
  useEffect(() => fetchKey(key), [key]);
  return {
    ...state,
    refetch: () => void refetch(),
    setData: (data) => setState({ data, error: null, notFound: false }),
  };
}
