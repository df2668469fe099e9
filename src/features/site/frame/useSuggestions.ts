import { useRef, useState } from 'react';
import { paths } from '../../../paths.ts';
import { typedSearch } from './search-form.ts';

/** How long after the last letter the site is asked, in ms. */
const PAUSE_MS = 120;

/** As the site sends it: a model, or a place with many of them, what that is and how many. */
export interface ShownSuggestion {
  name: string;
  href: string;
  what?: string;
  count?: number;
}

/** Suggestions as they are shown. `marked` is the selected one; -1 is the field itself. */
interface Shown {
  found: readonly ShownSuggestion[];
  marked: number;
}
const NOTHING: Shown = { found: [], marked: -1 };

/** The suggestion selected after an arrow key, Home or End; -1, between the last and the first, is the field itself. */
export function markedAfter(key: string, marked: number, count: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const places = count + 1;
  const step = key === 'ArrowDown' ? 1 : -1;
  return ((marked + 1 + step + places) % places) - 1;
}

/**
 * What the site suggests for what is typed. An answer that comes after a newer question is dropped. Errors show nothing, because the search works without suggestions. A text below
 * the search's minimum is not asked about.
 */
export function useSuggestions() {
  const [shown, setShown] = useState(NOTHING);
  const pause = useRef(0);
  const request = useRef<AbortController | null>(null);
  const stop = () => {
    clearTimeout(pause.current);
    request.current?.abort();
  };

  const load = async (words: string, key?: string) => {
    const current = new AbortController();
    request.current = current;
    const found = await suggestionsFor(words, current.signal);
    if (current.signal.aborted) return;
    setShown({ found, marked: key === undefined ? -1 : markedAfter(key, -1, found.length) });
  };
  return {
    ...shown,
    /** Asks when the visitor pauses; the suggestions of the text before stay until then. */
    ask(typed: string) {
      stop();
      const words = typedSearch(typed);
      if (words === null) setShown(NOTHING);
      else pause.current = window.setTimeout(load, PAUSE_MS, words);
    },
    /**
     * An arrow key: selects the next suggestion. Where none is shown, asks for them and selects the first or the last.
     * @returns false where there is nothing to suggest, and the key is the field's own.
     */
    move(key: string, typed: string): boolean {
      const words = typedSearch(typed);
      if (shown.found.length > 0)
        setShown(({ found, marked }) => ({ found, marked: markedAfter(key, marked, found.length) }));
      else if (words !== null) {
        stop();
        void load(words, key);
      }
      return shown.found.length > 0 || words !== null;
    },
    close() {
      stop();
      setShown(NOTHING);
    },
  };
}

async function suggestionsFor(words: string, signal: AbortSignal): Promise<ShownSuggestion[]> {
  try {
    const query = new URLSearchParams({ query: words.toLowerCase() });
    const answer = await fetch(`${paths.suggestions()}?${query}`, { signal });
    return answer.ok ? ((await answer.json()) as ShownSuggestion[]) : [];
  } catch {
    // Offline, or given up because more was typed.
    return [];
  }
}
