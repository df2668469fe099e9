import { map } from 'nanostores';
import type { ModelKind } from '../../../../mesh/read.ts';
import {
  type LocalReport,
  type LocalReportAnswer,
  type LocalReportRequest,
  localReportKind,
} from './local-report.ts';

/** Local reports of the files on this page, by file key. */
export const $localReports = map<Record<string, LocalReport>>({});

/** A file that takes longer is left to the server. */
const MEASURE_TIMEOUT_MS = 15_000;

const queue: { key: string; file: File; kind: ModelKind }[] = [];
let worker: Worker | null = null;
let busy = false;

/** Queues a chosen file for a local report. */
export function queueLocalReport(key: string, file: File): void {
  const kind = localReportKind(file);
  if (kind === null) return;
  if (kind === 'heavy') {
    $localReports.setKey(key, { state: 'left', why: 'heavy' });
    return;
  }
  $localReports.setKey(key, { state: 'waiting' });
  queue.push({ key, file, kind });
  next();
}

/** Drops a file's local report: the file was removed, or the server's report has arrived. */
export function forgetLocalReport(key: string): void {
  const at = queue.findIndex((waiting) => waiting.key === key);
  if (at >= 0) queue.splice(at, 1);
  const { [key]: _, ...rest } = $localReports.get();
  $localReports.set(rest);
}

/** Measures one file at a time: each may need several hundred megabytes of memory. */
function next(): void {
  if (busy) return;
  const first = queue.shift();
  if (!first) {
    // Frees its memory.
    worker?.terminate();
    worker = null;
    return;
  }
  busy = true;
  worker ??= new Worker(new URL('./local-report-worker.ts', import.meta.url), { type: 'module' });
  const { key, file, kind } = first;
  const current = worker;
  const settle = (answer: LocalReportAnswer, healthy: boolean) => {
    clearTimeout(deadline);
    current.onmessage = current.onerror = null;
    if (!healthy) {
      current.terminate();
      worker = null;
    }
    if ($localReports.get()[key]) $localReports.setKey(key, answer);
    busy = false;
    next();
  };
  const deadline = setTimeout(() => settle({ state: 'left', why: 'slow' }, false), MEASURE_TIMEOUT_MS);
  current.onmessage = ({ data }: MessageEvent<LocalReportAnswer>) => settle(data, true);
  // Out of memory, or the file was moved meanwhile.
  current.onerror = () => settle({ state: 'left', why: 'slow' }, false);
  current.postMessage({ file, kind } satisfies LocalReportRequest);
}
