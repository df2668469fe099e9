import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport within which parts are rendered. */
const NEAR = '1500px 0px';

/**
 * The last height of a list part that is far from the viewport; null if the part must be rendered. Far parts are replaced by
 * their height, so that ten thousand messages cost no more than a few hundred.
 */
export function useNearViewport(part: RefObject<HTMLElement | null>, isAlways: boolean): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = part.current;
    if (!element || isAlways) {
      setHeight(null);
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setHeight(entry.isIntersecting ? null : entry.boundingClientRect.height);
      },
      { root: element.closest('.scroll-back'), rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [part, isAlways]);
  return height;
}
