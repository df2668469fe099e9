import { type RefObject, useEffect, useState } from 'react';

/** So far out of sight something is still drawn. In px. */
const NEAR = '1500px 0px';

/**
 * Whether a part of a long list is near what can be seen, and how high it was when it last was drawn; null where it must
 * be drawn. Parts far away are left out, with their height kept, so that ten thousand messages weigh no more than a few
 * hundred.
 */
export function useNearViewport(part: RefObject<HTMLElement | null>, isAlways: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = part.current;
    if (!element || isAlways) {
      setHeight(null);
      return;
    }
    const watching = new IntersectionObserver(
      ([entry]) => {
        if (entry) setHeight(entry.isIntersecting ? null : entry.boundingClientRect.height);
      },
      { root: element.closest('.scroll-back'), rootMargin: NEAR },
    );
    watching.observe(element);
    return () => watching.disconnect();
  }, [part, isAlways]);
  return height;
}
