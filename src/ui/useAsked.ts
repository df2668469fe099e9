import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActionResult } from './action-answer.ts';

export interface Asked<T> {
  /** What was answered last; null until then. */
  data: T | null;
  /** Why there is no answer, in a sentence; null where all is well. */
  failed: string | null;
  /** Whether it failed because there is no such thing; asking again would not help. */
  gone: boolean;
  again: () => void;
  /** Takes over what is known to have changed, without asking. */
  set: (data: T) => void;
}

/** Asks the server when a page is opened, where `about` becomes another, and again where it is told to. */
export function useAsked<T>(ask: () => Promise<ActionResult<T>>, about = ''): Asked<T> {
  const [state, setState] = useState<Pick<Asked<T>, 'data' | 'failed' | 'gone'>>({
    data: null,
    failed: null,
    gone: false,
  });
  const latest = useRef(ask);
  latest.current = ask;
  const again = async () => {
    setState((before) => ({ ...before, failed: null }));
    const answer = await latest.current().catch(() => null);
    if (!answer)
      setState((before) => ({ ...before, failed: 'There is no connection. Try again in a moment.' }));
    else if (answer.error)
      setState({ data: null, failed: answer.error.message, gone: answer.error.code === 'NOT_FOUND' });
    else setState({ data: answer.data, failed: null, gone: false });
  };
  const askAbout = useEffectEvent((_about: string) => void again());
  useEffect(() => askAbout(about), [about]);
  return {
    ...state,
    again: () => void again(),
    set: (data) => setState({ data, failed: null, gone: false }),
  };
}
