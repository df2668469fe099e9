import { counted } from '../../../../domain/kernel/plural.ts';
import type { BackerTable } from '../../../../domain/library/backer-export.ts';

/** Says which site's list was recognised, and who was left out of it. */
export function RecognisedList({ known }: { known: BackerTable | null }) {
  if (!known) return null;
  const { site, leftOut, leftOutText } = known;
  return (
    <p className="notice">
      This is a list from {site}, so the columns are chosen already.
      {leftOut > 0 && ` ${counted(leftOut, 'row is', 'rows are')} left out: those ${leftOutText}.`}
    </p>
  );
}
