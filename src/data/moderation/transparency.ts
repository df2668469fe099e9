import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CountedCase } from '../../domain/moderation/transparency.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { IS_AUTOMATED } from './cases.ts';

const c = tables.cases.as('c');

const COUNTED = shape({
  counted: {
    kind: c.kind,
    upheld: c.state.as((state) => state === 'upheld'),
    automated: value(IS_AUTOMATED, flag),
    appealed: c.appeal.as((appeal) => appeal !== ''),
    openedAt: c.created,
    decidedAt: c.decidedAt.or(0),
  },
  place: { at: value(sql`c.decidedAt`, text), id: c.id },
});

const AT_ONCE = 5000;

/** The cases that were decided in a span, for the transparency report. */
export async function decidedCases(pb: PocketBase, from: Instant, before: Instant): Promise<CountedCase[]> {
  const found: CountedCase[] = [];
  let place = { at: dateOf(from), id: '' };
  for (;;) {
    const [rows] = await ask(
      pb,
      select(
        COUNTED,
        sql`SELECT ${COUNTED} FROM cases c
          WHERE c.decidedAt <> '' AND c.decidedAt >= {:at} AND c.decidedAt < {:before}
            AND (c.decidedAt > {:at} OR c.id > {:id}) AND c.state IN ('upheld', 'dismissed')
          ORDER BY c.decidedAt, c.id LIMIT {:limit}`,
        { at: place.at, id: place.id, before: dateOf(before), limit: AT_ONCE },
      ),
    );
    found.push(...rows.map(({ counted }) => counted));
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return found;
    place = last.place;
  }
}
