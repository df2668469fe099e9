import type PocketBase from 'pocketbase';
import type { CaseFile } from '../../domain/desk/case-file.ts';
import { ask, first, select } from '../kernel/query.ts';
import { from, maybe, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choice, flag, number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { OF_CASE } from '../moderation/cases.ts';

/** Messages of a reported conversation that are shown: the reported one and those right before it. */
const MESSAGES_MOST = 8;
const REPORTERS_MOST = 5;

const c = tables.cases.as('c');
const u = tables.users.as('u');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const f = tables.reviewPhotos.as('f');
const r = tables.reports.as('r');
const m = tables.messages.as('m');
const a = tables.auditLog.as('a');

const FILE = shape({
  case: OF_CASE,
  /** As it is stored: a decision names it. */
  seen: value(sql`c.updated`, text),
  dueAt: c.dueAt,
  openedAt: c.created,
  reporter: c.reporter,
  accusedId: u.id.or(null),
  product: maybe({ id: p.id, images: p.images }),
  store: maybe({ id: s.id, name: s.name, slug: s.slug }),
});

const OF_PERSON = {
  id: u.id,
  name: u.username,
  since: u.created,
  strikes: u.strikes,
  suspended: u.suspended,
};

/** The cases `d` of a person, by outcome. */
const BY_OUTCOME = {
  upheld: value(sql`COALESCE(sum(d.state = 'upheld'), 0)`, number),
  dismissed: value(sql`COALESCE(sum(d.state = 'dismissed'), 0)`, number),
  waiting: value(sql`COALESCE(sum(d.state NOT IN ('upheld', 'dismissed')), 0)`, number),
};
const PARTY = shape({ ...OF_PERSON, ...BY_OUTCOME });

/** The person who is accused, with the cases against them. */
const accusedQuery = (id: string) =>
  select(
    PARTY,
    sql`SELECT ${PARTY} FROM users u LEFT JOIN cases d ON d.accused = u.id WHERE u.id = {:id} GROUP BY u.id`,
    { id },
  );

/** People with an account who reported it, with what became of their reports. */
const reportersQuery = (id: string) =>
  select(
    PARTY,
    sql`SELECT ${PARTY} FROM (SELECT i.[[user]], i.created FROM reports i
          WHERE i.inCase = {:id} AND i.[[user]] <> '' ORDER BY i.created LIMIT {:most}) i
        JOIN users u ON u.id = i.[[user]] LEFT JOIN reports h ON h.[[user]] = u.id LEFT JOIN cases d ON d.id = h.inCase
      GROUP BY u.id ORDER BY i.created`,
    { id, most: REPORTERS_MOST },
  );

const STRANGER = shape({ id: r.id, name: r.name, email: r.email });
const strangersQuery = (id: string) =>
  select(
    STRANGER,
    sql`SELECT ${STRANGER} FROM reports r
      WHERE r.[[user]] = '' AND r.inCase = {:id} AND r.name || r.email <> '' ORDER BY r.created LIMIT {:most}`,
    { id, most: REPORTERS_MOST },
  );

const DECIDER = shape({
  name: from({ name: a.actorName, who: a.who }, ({ name, who }) => (name === '' ? who : name)),
  at: a.created,
});
/** Who decided a case last, as the audit log says. */
const deciderQuery = (id: string) =>
  select(
    DECIDER,
    sql`SELECT ${DECIDER} FROM audit_log a
      WHERE a.record = {:id} AND a.kind = 'case' ORDER BY a.created DESC, a.rowid DESC LIMIT 1`,
    { id },
  );

const PRINT = shape({
  collection: value(sql`'review_photos'`, choice<'review_photos'>()),
  id: f.id,
  file: f.picture,
});
const printQuery = (id: string) =>
  select(PRINT, sql`SELECT ${PRINT} FROM review_photos f WHERE f.id = {:id}`, { id });

const MESSAGE = shape({
  id: m.id,
  by: m.by.as((by) => (by === 'house' ? 'site' : by)),
  text: m.text,
  at: m.created,
  isReported: value(sql`m.id = r.id`, flag),
});
/** The reported message and the ones right before it in its conversation; of no other conversation. */
const messagesQuery = (id: string) =>
  select(
    MESSAGE,
    sql`SELECT ${MESSAGE}
      FROM messages r JOIN messages m ON m.conversation = r.conversation AND m.number <= r.number
        AND m.number > r.number - {:most}
      WHERE r.id = {:id} ORDER BY m.number`,
    { id, most: MESSAGES_MOST },
  );

/** A case with everything that is needed to decide it, or null. @param seesAddresses whether the reader may see e-mail addresses */
export async function caseFile(pb: PocketBase, id: string, seesAddresses = false): Promise<CaseFile | null> {
  const found = await first(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM cases c LEFT JOIN products p ON p.id = c.product LEFT JOIN stores s ON s.id = c.store
        LEFT JOIN users u ON u.id = c.accused WHERE c.id = {:id}`,
      { id },
    ),
  );
  if (!found) return null;
  const { case: about, product, store, reporter } = found;
  const { what, id: subject } = about.about;
  const [[decidedBy], [accused], reporters, letters, prints, said] = await ask(
    pb,
    deciderQuery(id),
    accusedQuery(found.accusedId ?? ''),
    reportersQuery(id),
    strangersQuery(id),
    printQuery(what === 'print' ? subject : ''),
    messagesQuery(what === 'message' ? subject : ''),
  );
  const strangers = [...(reporter === '' ? [] : [{ id, name: '', email: reporter }]), ...letters]
    .slice(0, REPORTERS_MOST)
    .map((stranger) => ({ ...stranger, email: seesAddresses ? stranger.email : '' }));
  return {
    case: about,
    seen: found.seen,
    dueAt: found.dueAt,
    openedAt: found.openedAt,
    productId: product?.id ?? null,
    store,
    pictures:
      what === 'product' && product
        ? product.images.slice(0, 6).map((file) => ({ collection: 'products', id: product.id, file }))
        : prints,
    messages: said,
    accused: accused ?? null,
    reporters,
    strangers,
    decidedBy: decidedBy ?? null,
  };
}
