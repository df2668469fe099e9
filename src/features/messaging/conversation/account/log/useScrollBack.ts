import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** From here on the newest message counts as out of sight. In px. */
const NEAR_PX = 120;
/** So far above the oldest message the next page is asked for. In px. */
const AHEAD_PX = 1200;

/**
 * Follows a box that scrolls from its end (`flex-direction: column-reverse`): what is put in above its content then moves
 * nothing, and whoever reads the newest keeps reading the newest. What comes in below while he reads further up would
 * push what he reads away; that is taken back here where the browser does not do it by itself.
 */
export function useScrollBack(
  box: RefObject<HTMLElement | null>,
  { newest, onNearTop }: { newest: string | null; onNearTop: () => void },
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const asked = useRef(onNearTop);
  asked.current = onNearTop;

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    // From the end upwards it counts below zero.
    const fromEnd = Math.abs(element.scrollTop);
    setAtEnd(fromEnd < NEAR_PX);
    if (element.scrollHeight - element.clientHeight - fromEnd < AHEAD_PX) asked.current();
  }, [box]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.addEventListener('scroll', look, { passive: true });
    const grown = new ResizeObserver(look);
    grown.observe(element);
    if (element.firstElementChild) grown.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', look);
      grown.disconnect();
    };
  }, [box, look]);

  const toEnd = useCallback(
    (how: ScrollBehavior = 'auto') => box.current?.scrollTo({ top: 0, behavior: how }),
    [box],
  );

  const before = useRef<{ newest: string | null; height: number }>({ newest, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const known = before.current;
    const hasNew = known.newest !== newest;
    const isReading = Math.abs(element.scrollTop) >= NEAR_PX;
    if (hasNew && isReading && !CSS.supports('overflow-anchor', 'auto'))
      element.scrollTop -= element.scrollHeight - known.height;
    before.current = { newest, height: element.scrollHeight };
  });
  return { isAtEnd, toEnd };
}
