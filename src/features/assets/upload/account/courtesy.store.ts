import { map } from 'nanostores';
import type { ModelKind } from '../../../../mesh/read.ts';
import { type Courtesy, type CourtesyAnswer, type CourtesyAsked, courtesyFor } from './courtesy.ts';

/** What was made out of each file on this page, by its key. */
export const $courtesies = map<Record<string, Courtesy>>({});

/** Whatever takes longer is left to the server, which has it soon. */
const LOOK_WITHIN_MS = 15_000;

const line: { key: string; file: File; kind: ModelKind }[] = [];
let worker: Worker | null = null;
let busy = false;

/** Looks at a chosen file, beside the page and after those chosen before it. */
export function lookAtFile(key: string, file: File): void {
  const kind = courtesyFor(file);
  if (kind === null) return;
  if (kind === 'heavy') {
    $courtesies.setKey(key, { state: 'left', why: 'heavy' });
    return;
  }
  $courtesies.setKey(key, { state: 'waiting' });
  line.push({ key, file, kind });
  next();
}

/** Forgets a file: it was taken back, or the server's own report is there. */
export function forgetCourtesy(key: string): void {
  const at = line.findIndex((waiting) => waiting.key === key);
  if (at >= 0) line.splice(at, 1);
  const { [key]: _, ...rest } = $courtesies.get();
  $courtesies.set(rest);
}

/** One at a time: a model may need some hundred megabytes while it is measured. */
function next(): void {
  if (busy) return;
  const first = line.shift();
  if (!first) {
    // Its memory goes with it.
    worker?.terminate();
    worker = null;
    return;
  }
  busy = true;
  worker ??= new Worker(new URL('./courtesy-worker.ts', import.meta.url), { type: 'module' });
  const { key, file, kind } = first;
  const mine = worker;
  const settle = (answer: CourtesyAnswer, healthy: boolean) => {
    clearTimeout(deadline);
    mine.onmessage = mine.onerror = null;
    if (!healthy) {
      mine.terminate();
      worker = null;
    }
    if ($courtesies.get()[key]) $courtesies.setKey(key, answer);
    busy = false;
    next();
  };
  const deadline = setTimeout(() => settle({ state: 'left', why: 'slow' }, false), LOOK_WITHIN_MS);
  mine.onmessage = ({ data }: MessageEvent<CourtesyAnswer>) => settle(data, true);
  // Out of memory, or the file was moved away meanwhile.
  mine.onerror = () => settle({ state: 'left', why: 'slow' }, false);
  mine.postMessage({ file, kind } satisfies CourtesyAsked);
}
