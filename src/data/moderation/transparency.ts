import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CaseKind } from '../../domain/moderation/case.ts';
import type { CountedCase } from '../../domain/moderation/transparency.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

interface Row {
  id: string;
  kind: CaseKind;
  upheld: number;
  automated: number;
  appealed: number;
  created: string;
  decidedAt: string;
}

const AT_ONCE = 5000;

/** The cases that were decided in a span, for the transparency report. */
export async function decidedCases(pb: PocketBase, from: Instant, before: Instant): Promise<CountedCase[]> {
  const found: CountedCase[] = [];
  let [at, id] = [dateOf(from), ''];
  for (;;) {
    const [rows] = await ask(
      pb,
      query<Row>(
        sql`SELECT c.id AS id, c.kind AS kind, c.state = 'upheld' AS upheld, c.appeal <> '' AS appealed,
            (c.kind = 'spam' AND c.suspendMeanwhile AND c.reporter = '' AND c.what NOT IN ('product', 'store')) AS automated,
            c.created AS created, c.decidedAt AS decidedAt
          FROM cases c WHERE c.decidedAt <> '' AND c.decidedAt >= {:at} AND c.decidedAt < {:before}
            AND (c.decidedAt > {:at} OR c.id > {:id}) AND c.state IN ('upheld', 'dismissed')
          ORDER BY c.decidedAt, c.id LIMIT {:limit}`,
        { at, id, before: dateOf(before), limit: AT_ONCE },
        ['id', 'kind', 'upheld', 'automated', 'appealed', 'created', 'decidedAt'],
      ),
    );
    for (const row of rows)
      found.push({
        kind: row.kind,
        upheld: row.upheld === 1,
        automated: row.automated === 1,
        appealed: row.appealed === 1,
        openedAt: instantOf(row.created) ?? 0,
        decidedAt: instantOf(row.decidedAt) ?? 0,
      });
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return found;
    [at, id] = [last.decidedAt, last.id];
  }
}
