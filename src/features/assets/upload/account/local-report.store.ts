import { map } from 'nanostores';
import type { ModelKind } from '../../../../mesh/read.ts';
import { type LocalReport, type LocalReportAnswer, type LocalReportRequest, localReportKind } from './local-report.ts';

/** What was made out of each file on this page, by its key. */
export const $localReports = map<Record<string, LocalReport>>({});

/** Whatever takes longer is left to the server, which has it soon. */
const MEASURE_TIMEOUT_MS = 15_000;

const line: { key: string; file: File; kind: ModelKind }[] = [];
let worker: Worker | null = null;
let busy = false;

/** Looks at a chosen file, beside the page and after those chosen before it. */
export function queueLocalReport(key: string, file: File): void {
  const kind = localReportKind(file);
  if (kind === null) return;
  if (kind === 'heavy') {
    $localReports.setKey(key, { state: 'left', why: 'heavy' });
    return;
  }
  $localReports.setKey(key, { state: 'waiting' });
  line.push({ key, file, kind });
  next();
}

/** Forgets a file: it was taken back, or the server's own report is there. */
export function forgetLocalReport(key: string): void {
  const at = line.findIndex((waiting) => waiting.key === key);
  if (at >= 0) line.splice(at, 1);
  const { [key]: _, ...rest } = $localReports.get();
  $localReports.set(rest);
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
  worker ??= new Worker(new URL('./local-report-worker.ts', import.meta.url), { type: 'module' });
  const { key, file, kind } = first;
  const mine = worker;
  const settle = (answer: LocalReportAnswer, healthy: boolean) => {
    clearTimeout(deadline);
    mine.onmessage = mine.onerror = null;
    if (!healthy) {
      mine.terminate();
      worker = null;
    }
    if ($localReports.get()[key]) $localReports.setKey(key, answer);
    busy = false;
    next();
  };
  const deadline = setTimeout(() => settle({ state: 'left', why: 'slow' }, false), MEASURE_TIMEOUT_MS);
  mine.onmessage = ({ data }: MessageEvent<LocalReportAnswer>) => settle(data, true);
  // Out of memory, or the file was moved away meanwhile.
  mine.onerror = () => settle({ state: 'left', why: 'slow' }, false);
  mine.postMessage({ file, kind } satisfies LocalReportRequest);
}
