import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Beyond this distance from the end the newest message is out of sight. In px. */
const NEAR_PX = 120;
/** Distance to the top at which the next older page is loaded. In px. */
const AHEAD_PX = 1200;

/**
 * Handles a box that scrolls from its end (`flex-direction: column-reverse`). Content added above moves nothing, and at the
 * end the newest message stays visible. Content added below while reading further up would push the text away; this is
 * corrected here in browsers without scroll anchoring.
 */
export function useScrollBack(
  box: RefObject<HTMLElement | null>,
  { newest, onNearTop }: { newest: string | null; onNearTop: () => void },
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const onNearTopRef = useRef(onNearTop);
  onNearTopRef.current = onNearTop;

  const update = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // scrollTop is negative above the end.
    const fromEnd = Math.abs(element.scrollTop);
    setAtEnd(fromEnd < NEAR_PX);
    if (element.scrollHeight - element.clientHeight - fromEnd < AHEAD_PX) onNearTopRef.current();
  }, [box]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [box, update]);

  const toEnd = useCallback(
    (how: ScrollBehavior = 'auto') => box.current?.scrollTo({ top: 0, behavior: how }),
    [box],
  );

  const before = useRef<{ newest: string | null; height: number }>({ newest, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const known = before.current;
    const hasNewMessage = known.newest !== newest;
    const isReading = Math.abs(element.scrollTop) >= NEAR_PX;
    if (hasNewMessage && isReading && !CSS.supports('overflow-anchor', 'auto'))
      element.scrollTop -= element.scrollHeight - known.height;
    before.current = { newest, height: element.scrollHeight };
  });
  return { isAtEnd, toEnd };
}
