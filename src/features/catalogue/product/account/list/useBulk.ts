import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  BULK_VERB_DONE,
  type BulkAction,
  type BulkResult,
  bulkSummary,
} from '../../../../../domain/catalogue/product-bulk.ts';
import type { ActionResult } from '../../../../../ui/action-answer.ts';
import { useMutation } from '../../../../../ui/useMutation.ts';

/** So many products are sent at a time, so that the progress moves. */
const AT_ONCE = 20;

export interface Bulk {
  /** How many of how many are through; null where nothing is under way. */
  progress: { done: number; of: number } | null;
  /** How the last deed went; `line` is the whole in a sentence. */
  outcome: { line: string; results: BulkResult[] } | null;
  /** The server's sentence about what was asked as a whole. */
  error: string | undefined;
  start: (ids: readonly string[], deed: BulkAction) => void;
  /** Puts back what the last deed changed; null where nothing can be put back. */
  putBack: (() => void) | null;
  forget: () => void;
}

/** Does one thing to many products, a few at a time. @param onDone after each deed, well or not. */
export function useBulk(onDone: () => void): Bulk {
  const { mutate, fieldError } = useMutation();
  const [progress, setProgress] = useState<Bulk['progress']>(null);
  const [outcome, setOutcome] = useState<Bulk['outcome']>(null);
  const inParts = async <Item>(
    items: readonly Item[],
    ask: (part: Item[]) => Promise<ActionResult<BulkResult[]>>,
  ): Promise<BulkResult[]> => {
    const results: BulkResult[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      setProgress({ done: at, of: items.length });
      const before = results.length;
      await mutate(
        () => ask(items.slice(at, at + AT_ONCE)),
        null,
        (told) => results.push(...told),
      );
      // A refusal of the whole, or no connection: the rest would fare no better.
      if (results.length === before) break;
    }
    setProgress(null);
    onDone();
    return results;
  };
  const start = async (ids: readonly string[], deed: BulkAction) => {
    setOutcome(null);
    const results = await inParts(ids, (part) => actions.productsInBulk.change({ ids: part, deed }));
    if (results.length > 0) setOutcome({ line: bulkSummary(results, doneWord(deed)), results });
  };
  const ways = (outcome?.results ?? []).flatMap(({ id, way }) => (way ? [{ id, way }] : []));
  const putBack = async () => {
    const results = await inParts(ways, (part) => actions.productsInBulk.putBack({ products: part }));
    if (results.length > 0) setOutcome({ line: bulkSummary(results, 'put back'), results });
  };
  return {
    progress,
    outcome,
    error: fieldError('deed'),
    start: (ids, deed) => void start(ids, deed),
    putBack: ways.length > 0 ? () => void putBack() : null,
    forget: () => setOutcome(null),
  };
}

function doneWord(deed: BulkAction): string {
  return deed.kind === 'move' ? BULK_VERB_DONE[deed.verb] : 'as you asked';
}
