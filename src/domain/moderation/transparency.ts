import { csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { CASE_KINDS, type CaseKind } from './case.ts';

/** The report on decisions that the law on digital services asks for: how many, of which kind, how they ended, how fast. */

/** A decided case, as far as the report needs it. */
export interface CountedCase {
  kind: CaseKind;
  upheld: boolean;
  /** Whether a program had found and hidden the subject. */
  automated: boolean;
  /** Whether it was decided again after an objection. */
  appealed: boolean;
  openedAt: Instant;
  decidedAt: Instant;
}

export interface TransparencyRow {
  kind: CaseKind;
  decided: number;
  upheld: number;
  dismissed: number;
  /** Found and hidden by a program before a person decided. */
  automated: number;
  appealed: number;
  /** Hours from the report to the decision, in the middle of all; null without any. */
  medianHours: number | null;
}

const HOUR_MS = 3_600_000;

/** One row for each kind that occurred, in the order of the kinds. */
export function transparencyRows(cases: readonly CountedCase[]): TransparencyRow[] {
  return (Object.keys(CASE_KINDS) as CaseKind[]).flatMap((kind) => {
    const own = cases.filter((one) => one.kind === kind);
    const countOf = (is: (one: CountedCase) => boolean) => own.filter(is).length;
    return own.length === 0
      ? []
      : {
          kind,
          decided: own.length,
          upheld: countOf(({ upheld }) => upheld),
          dismissed: countOf(({ upheld }) => !upheld),
          automated: countOf(({ automated }) => automated),
          appealed: countOf(({ appealed }) => appealed),
          medianHours: medianOf(
            own.map(({ openedAt, decidedAt }) => Math.max(0, decidedAt - openedAt) / HOUR_MS),
          ),
        };
  });
}

/** The middle value to a tenth; of an even number the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}

/** The report as CSV, with a line of heads. */
export function transparencyCsv(rows: readonly TransparencyRow[]): string {
  return csvText([
    ['kind', 'decided', 'upheld', 'dismissed', 'automated', 'appealed', 'median_hours'],
    ...rows.map(({ kind, decided, upheld, dismissed, automated, appealed, medianHours }) => [
      kind,
      ...[decided, upheld, dismissed, automated, appealed],
      medianHours ?? '',
    ]),
  ]);
}
