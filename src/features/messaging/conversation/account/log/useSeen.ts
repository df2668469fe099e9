import { useEffect, useRef } from 'react';

/** Calls `onSeen` when the newest message is in sight and the page has focus. */
export function useSeen(isAtEnd: boolean, newest: string | null, onSeen: () => void): void {
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    void newest;
    if (!isAtEnd) return;
    const check = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) seen.current();
    };
    check();
    addEventListener('focus', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      removeEventListener('focus', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [isAtEnd, newest]);
}
