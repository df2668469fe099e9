import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isHistoryNavigation } from '../../../kernel/navigation/account/traversal.ts';

/** Cards drawn at first and with every further step; the rest comes as one scrolls. */
const STEP = 60;

/** How far the library was drawn and scrolled when it was left, for those who come back to it. */
let left: { narrowing: string; drawn: number; scrollY: number } | null = null;

interface Growing {
  /** How many cards to draw. */
  drawn: number;
  /** Stands at the end of the grid: more is drawn as it comes near. */
  end: RefObject<HTMLButtonElement | null>;
  more(): void;
}

/** Draws a long grid in steps. `narrowing` names what is shown: with another one it begins anew. */
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
    const note = () => {
      seen = scrollY;
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      removeEventListener('scroll', note);
      left = { ...shown.current, scrollY: seen };
    };
  }, []);

  return { drawn, end, more: () => setGrown({ narrowing, drawn: drawn + STEP }) };
}
