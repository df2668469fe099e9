import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isHistoryNavigation } from '../../../kernel/navigation/account/traversal.ts';

/** Cards rendered at first and per step; more follow on scrolling. */
const STEP = 60;

/** State of the grid when the user left it, restored on back navigation. */
let left: { filterKey: string; rendered: number; scrollY: number } | null = null;

interface GrowingGrid {
  /** Number of cards to render. */
  rendered: number;
  /** Element at the end of the grid: more cards are rendered when it comes near. */
  end: RefObject<HTMLButtonElement | null>;
  more(): void;
}

/** Renders a long grid in steps. A change of `filterKey`, the key of the current filter, starts over. */
export function useGrowingGrid(filterKey: string, count: number): GrowingGrid {
  const [grown, setGrown] = useState(() => ({
    filterKey,
    rendered: isHistoryNavigation() && left?.filterKey === filterKey ? left.rendered : STEP,
  }));
  const rendered = grown.filterKey === filterKey ? grown.rendered : STEP;
  const end = useRef<HTMLButtonElement>(null);
  const hasMore = rendered < count;

  useEffect(() => {
    if (!hasMore || !end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setGrown({ filterKey, rendered: rendered + STEP });
      },
      { rootMargin: '800px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasMore, filterKey, rendered]);

  const shown = useRef({ filterKey, rendered });
  shown.current = { filterKey, rendered };
  useLayoutEffect(() => {
    if (isHistoryNavigation() && left?.filterKey === shown.current.filterKey) scrollTo(0, left.scrollY);
    let seen = scrollY;
    const recordScroll = () => {
      seen = scrollY;
    };
    addEventListener('scroll', recordScroll, { passive: true });
    return () => {
      removeEventListener('scroll', recordScroll);
      left = { ...shown.current, scrollY: seen };
    };
  }, []);

  return { rendered, end, more: () => setGrown({ filterKey, rendered: rendered + STEP }) };
}
