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
  /** Outcome of the last action; `line` is its summary, `undos` the ids by which the server undoes its batches. */
  outcome: { line: string; results: BulkResult[]; undos: string[] } | null;
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
    size: number,
    action: (part: Item[]) => Promise<ActionResult<{ results: BulkResult[]; undo: string | null }>>,
  ): Promise<{ results: BulkResult[]; undos: string[] }> => {
    const results: BulkResult[] = [];
    const undos: string[] = [];
    for (let at = 0; at < items.length; at += size) {
      setProgress({ done: at, of: items.length });
      const before = results.length;
      await mutate(
        () => action(items.slice(at, at + size)),
        null,
        (batch) => {
          results.push(...batch.results);
          if (batch.undo !== null) undos.push(batch.undo);
        },
      );
      // The whole action was refused, or there is no connection: stop.
      if (results.length === before) break;
    }
    setProgress(null);
    onDone();
    return { results, undos };
  };
  const start = async (ids: readonly string[], action: BulkAction) => {
    setOutcome(null);
    const done = await inBatches(ids, BATCH_SIZE, (part) =>
      actions.productsInBulk.change({ ids: part, deed: action }),
    );
    if (done.results.length > 0) setOutcome({ line: bulkSummary(done.results, doneText(action)), ...done });
  };
  const undos = outcome?.undos ?? [];
  const undo = async () => {
    const done = await inBatches(undos, 1, ([id = '']) => actions.productsInBulk.putBack({ undo: id }));
    if (done.results.length > 0) setOutcome({ line: bulkSummary(done.results, 'restored'), ...done });
  };
  return {
    progress,
    outcome,
    error: fieldError('deed'),
    start: (ids, action) => void start(ids, action),
    undo: undos.length > 0 ? () => void undo() : null,
    dismiss: () => setOutcome(null),
  };
}

function doneText(action: BulkAction): string {
  return action.kind === 'move' ? BULK_VERB_DONE[action.verb] : 'changed';
}
