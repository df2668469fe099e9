/** How the faults made in a file fared. */
export interface FileReport {
  file: string;
  killed: number;
  of: number;
  /** The place and kind of each fault that no test noticed. */
  survivors: readonly string[];
}

export const killedShare = (killed: number, of: number): number => (of === 0 ? 100 : (100 * killed) / of);

/** One line a file, its survivors below it, and the sum. */
export function reportText(reports: readonly FileReport[]): string {
  const lines = reports.flatMap(({ file, killed, of, survivors }) => [
    `${file}  ${killed} of ${of}  ${killedShare(killed, of).toFixed(1)} %`,
    ...survivors.map((survivor) => `    survived: ${survivor}`),
  ]);
  const sum = sumOfReports(reports);
  return [...lines, `all  ${sum.killed} of ${sum.of}  ${killedShare(sum.killed, sum.of).toFixed(1)} %`].join(
    '\n',
  );
}

export function sumOfReports(reports: readonly FileReport[]): { killed: number; of: number } {
  const add = (of: (report: FileReport) => number) => reports.reduce((sum, report) => sum + of(report), 0);
  return { killed: add(({ killed }) => killed), of: add(({ of }) => of) };
}
