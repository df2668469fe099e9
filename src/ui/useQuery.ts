import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionResult } from './action-answer.ts';
import { askUntilAnswered } from './ask-until-answered.ts';
import { isSignedOut } from './signed-out.ts';

export interface LoadedQuery<T> {
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
 * Calls an action when the page opens, when `key` changes, and on `refetch`, and again by itself while the site is away; what
 * was shown before stays then. The type of the answer is inferred from the action.
 */
export function useQuery<T>(query: () => Promise<ActionResult<T>>, key = ''): LoadedQuery<T> {
  const [state, setState] = useState<Pick<LoadedQuery<T>, 'data' | 'error' | 'notFound'>>({
    data: null,
    error: null,
    notFound: false,
  });
  const latest = useRef(query);
  latest.current = query;
  const asking = useRef<AbortController | null>(null);
  const told = (answer: ActionResult<T> | null) => {
    if (!answer)
      setState((before) => ({ ...before, error: 'There is no connection. Try again in a moment.' }));
    else if (answer.error) {
      const { code, message } = answer.error;
      // What was shown before stays: with the site back, or signed in again, people go on with it.
      const isOut = isSignedOut(code);
      const stays = isOut || code === 'SERVICE_UNAVAILABLE';
      setState(({ data }) => ({
        data: stays ? data : null,
        error: isOut ? 'You are signed out. Sign in, then try again.' : message,
        notFound: code === 'NOT_FOUND',
      }));
    } else setState({ data: answer.data, error: null, notFound: false });
  };
  const refetch = () => {
    asking.current?.abort();
    asking.current = new AbortController();
    setState((before) => ({ ...before, error: null }));
    void askUntilAnswered(() => latest.current(), told, asking.current.signal);
  };
  const fetchKey = useEffectEvent((_key: string) => refetch());
  useEffect(() => fetchKey(key), [key]);
  useEffect(() => () => asking.current?.abort(), []);
  return {
    ...state,
    refetch,
    setData: (data) => setState({ data, error: null, notFound: false }),
  };
}
