import { useEffect, useRef } from 'react';

/** Tells that the newest was seen: it is in sight, and the page is looked at. */
export function useSeen(isAtEnd: boolean, newest: string | null, onSeen: () => void): void {
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    void newest;
    if (!isAtEnd) return;
    const look = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) seen.current();
    };
    look();
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isAtEnd, newest]);
}
