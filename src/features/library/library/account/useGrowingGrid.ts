import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isHistoryNavigation } from '../../../kernel/navigation/account/traversal.ts';

/** Cards rendered at first and per step; more follow on scrolling. */
const STEP = 60;

/** State of the grid when the user left it, restored on back navigation. */
let left: { narrowing: string; drawn: number; scrollY: number } | null = null;

interface Growing {
  /** Number of cards to render. */
  drawn: number;
  /** Element at the end of the grid: more cards are rendered when it comes near. */
  end: RefObject<HTMLButtonElement | null>;
  more(): void;
}

/** Renders a long grid in steps. A change of `narrowing`, the key of the current filter, starts over. */
export function useGrowingGrid(narrowing: string, count: number): Growing {
  const [grown, setGrown] = useState(() => ({
    narrowing,
    drawn: isHistoryNavigation() && left?.narrowing === narrowing ? left.drawn : STEP,
  }));
  const drawn = grown.narrowing === narrowing ? grown.drawn : STEP;
  const end = useRef<HTMLButtonElement>(null);
  const hasMore = drawn < count;

  useEffect(() => {
    if (!hasMore || !end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setGrown({ narrowing, drawn: drawn + STEP });
      },
      { rootMargin: '800px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasMore, narrowing, drawn]);

  const shown = useRef({ narrowing, drawn });
  shown.current = { narrowing, drawn };
  useLayoutEffect(() => {
    if (isHistoryNavigation() && left?.narrowing === shown.current.narrowing) scrollTo(0, left.scrollY);
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

  return { drawn, end, more: () => setGrown({ narrowing, drawn: drawn + STEP }) };
}
