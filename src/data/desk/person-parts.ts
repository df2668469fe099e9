import type PocketBase from 'pocketbase';
import type { PersonEntry, PersonPart } from '../../domain/desk/person.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { date, number, text } from '../kernel/table.ts';
import { type DeskPlace, LAST } from './people.ts';

/**
 * What a person did here, one list for each kind, newest first. Each is read along an index of the person's rows. No list
 * holds words of conversations; of a mail only its subject.
 */

const ENTRY = shape({
  entry: {
    id: value(sql`e.id`, text),
    at: value(sql`e.at`, date),
    title: value(sql`e.title`, text),
    note: value(sql`e.note`, text),
    state: value(sql`e.state`, text),
    cents: value(sql`e.cents`, number).or(null),
    target: value(sql`e.target`, text),
  },
  place: { key: value(sql`e.at`, text), id: value(sql`e.id`, text) },
});

/** {:of} is the person's id; for mails their address, for sales their store. */
const LISTS: Record<PersonPart, Sql> = {
  bought: sql`SELECT o.id AS id, o.placedAt AS at, '' AS title,
      iif(o.lostCents > 0, 'taken back by the bank after a dispute', '') AS note, o.state AS state,
      o.totalCents + o.taxCents AS cents, o.id AS target FROM orders o
    WHERE o.buyer = {:of} AND (o.placedAt, o.id) < ({:key}, {:id})
    ORDER BY o.placedAt DESC, o.id DESC LIMIT {:limit}`,
  // The state of the line: another line of its order may be refunded while this one is not.
  sold: sql`SELECT l.id AS id, l.created AS at, l.productName AS title,
      iif(l.lostCents > 0, 'taken back by the bank after a dispute', '') AS note,
      coalesce((SELECT CASE WHEN o.state NOT IN ('paid', 'partly_refunded', 'refunded') THEN o.state
          WHEN l.refundedCents <= 0 THEN 'paid' WHEN l.refundedCents < l.paidCents THEN 'partly_refunded'
          WHEN l.lostCents > 0 THEN 'lost' ELSE 'refunded' END
        FROM orders o WHERE o.id = l.[[order]]), '') AS state, l.paidCents AS cents,
      l.[[order]] AS target FROM order_lines l
    WHERE l.store = {:of} AND (l.created, l.id) < ({:key}, {:id})
    ORDER BY l.created DESC, l.id DESC LIMIT {:limit}`,
  reviews: sql`SELECT r.id AS id, r.created AS at,
      coalesce((SELECT p.name FROM products p WHERE p.id = r.product), '') AS title, r.text AS note,
      CASE WHEN r.hiddenAt <> '' THEN 'hidden' ELSE r.stars || ' of 5' END AS state, NULL AS cents,
      r.product AS target FROM reviews r
    WHERE r.user = {:of} AND (r.created, r.id) < ({:key}, {:id})
    ORDER BY r.created DESC, r.id DESC LIMIT {:limit}`,
  questions: sql`SELECT q.id AS id, q.created AS at,
      coalesce((SELECT p.name FROM products p WHERE p.id = q.product),
        (SELECT o.title FROM posts o WHERE o.id = q.post), '') AS title, q.question AS note,
      q.state AS state, NULL AS cents, q.product AS target FROM questions q
    WHERE q.asker = {:of} AND (q.created, q.id) < ({:key}, {:id})
    ORDER BY q.created DESC, q.id DESC LIMIT {:limit}`,
  reported: sql`SELECT r.id AS id, r.created AS at, r.kind AS title, r.text AS note,
      coalesce((SELECT 'C-' || c.number || ', ' || c.state FROM cases c WHERE c.id = r.inCase), '') AS state,
      NULL AS cents, r.inCase AS target FROM reports r
    WHERE r.user = {:of} AND (r.created, r.id) < ({:key}, {:id})
    ORDER BY r.created DESC, r.id DESC LIMIT {:limit}`,
  cases: sql`SELECT c.id AS id, c.created AS at, 'C-' || c.number || ', ' || c.kind AS title, c.decision AS note,
      c.state AS state, NULL AS cents, c.id AS target FROM cases c
    WHERE c.accused = {:of} AND (c.created, c.id) < ({:key}, {:id})
    ORDER BY c.created DESC, c.id DESC LIMIT {:limit}`,
  mails: sql`SELECT m.id AS id, m.created AS at, m.subject AS title, m.error AS note,
      CASE WHEN m.bounced THEN 'bounced' ELSE m.state END AS state, NULL AS cents,
      CASE WHEN m.body = '' THEN '' ELSE m.id END AS target FROM mails m
    WHERE m.[[to]] = {:of} COLLATE NOCASE AND (m.created, m.id) < ({:key}, {:id})
    ORDER BY m.created DESC, m.id DESC LIMIT {:limit}`,
  memberships: sql`SELECT m.id AS id, m.joinedAt AS at,
      coalesce((SELECT s.name FROM guilds g JOIN stores s ON s.id = g.store WHERE g.id = m.guild), '') AS title,
      coalesce((SELECT t.name FROM guild_tiers t WHERE t.id = m.tier), '') AS note, m.state AS state,
      NULL AS cents, '' AS target FROM guild_members m
    WHERE m.user = {:of} AND (m.joinedAt, m.id) < ({:key}, {:id})
    ORDER BY m.joinedAt DESC, m.id DESC LIMIT {:limit}`,
  looks: sql`SELECT l.id AS id, l.created AS at, l.staffName AS title, l.reason AS note, '' AS state, NULL AS cents,
      '' AS target FROM account_looks l
    WHERE l.user = {:of} AND (l.created, l.id) < ({:key}, {:id})
    ORDER BY l.created DESC, l.id DESC LIMIT {:limit}`,
};

/**
 * A page of one list.
 * @param of the person's id; for `mails` their address, for `sold` the id of their store
 */
export async function personPart(
  pb: PocketBase,
  part: PersonPart,
  of: string,
  after: DeskPlace | null,
  limit: number,
): Promise<{ rows: PersonEntry[]; next: DeskPlace | null }> {
  const [rows] = await ask(
    pb,
    select(ENTRY, sql`SELECT ${ENTRY} FROM (${LISTS[part]}) e`, {
      ...{ of, limit: limit + 1 },
      ...(after ?? LAST),
    }),
  );
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map(({ entry }) => entry),
    next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}
