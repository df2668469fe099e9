import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FormFields } from '../api/form.ts';

/**
 * A recording of what the site sent and what the stand-in answered, one line of JSON for each kind: calls with the same names of
 * fields are one kind. `npm test` records all its suites; `npm run test:stripe -- spec` compares the recording with the
 * provider's own document.
 */

export interface RecordedCall {
  method: string;
  /** With real ids. */
  path: string;
  sent: FormFields;
  status: number;
  answer: unknown;
}

/** The file to record to; without it nothing is recorded. */
export const RECORDING_SETTING = 'PAYMENTS_RECORDING';
/** Where `npm test` records to. */
export const RECORDING_FILE = '.cache/payments.jsonl';

const known = new Set<string>();

/** Appends a call, unless one of its kind was recorded by this process. */
export function recordCall(call: RecordedCall, file = process.env[RECORDING_SETTING] ?? ''): void {
  if (file === '') return;
  const kind = JSON.stringify([
    call.method,
    call.path.split('/').map((step) => (/_|\d/.test(step) ? '' : step)),
    call.status,
    namesIn(call.sent),
    namesIn(call.answer),
  ]);
  if (known.has(`${file} ${kind}`)) return;
  known.add(`${file} ${kind}`);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}

/** The names of all fields, without their values; of lists only the first entry. */
function namesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(namesIn);
  if (typeof value !== 'object' || value === null) return value === null ? 0 : 1;
  return Object.entries(value).map(([name, content]) => [name, namesIn(content)]);
}

/** The calls of a recording. @throws Error where there is no such file */
export function readRecording(file: string): RecordedCall[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCall);
}
