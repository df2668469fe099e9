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

/** Products per request, so that the progress bar moves. */
const BATCH_SIZE = 20;

export interface Bulk {
  /** Processed and total products; null if nothing is running. */
  progress: { done: number; of: number } | null;
  /** Outcome of the last action; `line` is its summary. */
  outcome: { line: string; results: BulkResult[] } | null;
  /** The server's error about the action itself. */
  error: string | undefined;
  start: (ids: readonly string[], action: BulkAction) => void;
  /** Undoes the last action; null if there is nothing to undo. */
  undo: (() => void) | null;
  dismiss: () => void;
}

/** Runs a bulk action in batches. @param onDone runs after each action, successful or not. */
export function useBulk(onDone: () => void): Bulk {
  const { mutate, fieldError } = useMutation();
  const [progress, setProgress] = useState<Bulk['progress']>(null);
  const [outcome, setOutcome] = useState<Bulk['outcome']>(null);
  const inBatches = async <Item>(
    items: readonly Item[],
    action: (part: Item[]) => Promise<ActionResult<BulkResult[]>>,
  ): Promise<BulkResult[]> => {
    const results: BulkResult[] = [];
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      setProgress({ done: at, of: items.length });
      const before = results.length;
      await mutate(
        () => action(items.slice(at, at + BATCH_SIZE)),
        null,
        (batch) => results.push(...batch),
      );
      // The whole action was refused, or there is no connection: stop.
      if (results.length === before) break;
    }
    setProgress(null);
    onDone();
    return results;
  };
  const start = async (ids: readonly string[], action: BulkAction) => {
    setOutcome(null);
    const results = await inBatches(ids, (part) =>
      actions.productsInBulk.change({ ids: part, deed: action }),
    );
    if (results.length > 0) setOutcome({ line: bulkSummary(results, doneText(action)), results });
  };
  const ways = (outcome?.results ?? []).flatMap(({ id, way }) => (way ? [{ id, way }] : []));
  const undo = async () => {
    const results = await inBatches(ways, (part) => actions.productsInBulk.putBack({ products: part }));
    if (results.length > 0) setOutcome({ line: bulkSummary(results, 'restored'), results });
  };
  return {
    progress,
    outcome,
    error: fieldError('deed'),
    start: (ids, action) => void start(ids, action),
    undo: ways.length > 0 ? () => void undo() : null,
    dismiss: () => setOutcome(null),
  };
}

function doneText(action: BulkAction): string {
  return action.kind === 'move' ? BULK_VERB_DONE[action.verb] : 'changed';
}
