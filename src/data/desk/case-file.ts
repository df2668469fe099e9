import type PocketBase from 'pocketbase';
import type { CaseFile, CaseMessage, CaseParty } from '../../domain/desk/case-file.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import type { CasesRecord, ProductsRecord, ReviewPhotosRecord, UsersRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { type CaseExpanded, caseFields, caseOf } from '../moderation/cases.ts';

/** Messages of a reported conversation that are shown: the reported one and those right before it. */
const MESSAGES_MOST = 8;
const REPORTERS_MOST = 5;

/** A case with everything that is needed to decide it, or null. @param seesAddresses whether the reader may see e-mail addresses */
export async function caseFile(pb: PocketBase, id: string, seesAddresses = false): Promise<CaseFile | null> {
  const record = await orNull(
    pb
      .collection('cases')
      .getOne<CaseExpanded>(id, { expand: 'product,store,accused,reports_via_inCase.user' }),
  );
  if (!record) return null;
  const { what } = caseFields(record);
  const { product, store, accused, reports_via_inCase: reports = [] } = record.expand ?? {};
  const known = reports.flatMap(({ expand }) => (expand?.user ? [expand.user] : [])).slice(0, REPORTERS_MOST);
  const strangers = [
    ...(record.reporter === '' ? [] : [{ id: record.id, name: '', email: record.reporter }]),
    ...reports.flatMap(({ id, name, email }) => (name + email === '' ? [] : [{ id, name, email }])),
  ]
    .slice(0, REPORTERS_MOST)
    .map(({ id, name, email }) => ({ id, name, email: seesAddresses ? email : '' }));
  const [decidedBy, pictures, accusedParty, parties, messages] = await Promise.all([
    lastDecider(pb, id),
    picturesOf(pb, what, record, product),
    accused ? partyOf(pb, accused, 'accused') : null,
    Promise.all(known.map((user) => partyOf(pb, user, 'reporter'))),
    what === 'message' ? messagesBefore(pb, record.subject) : [],
  ]);
  return {
    case: caseOf(record),
    seen: record.updated,
    dueAt: instantOf(record.dueAt),
    openedAt: instantOf(record.created) ?? 0,
    productId: product?.id ?? null,
    store: store ? { id: store.id, name: store.name, slug: store.slug } : null,
    pictures,
    messages,
    accused: accusedParty,
    reporters: parties,
    strangers,
    decidedBy,
  };
}

/** Who decided a case last, as the audit log says; null where nobody did. */
async function lastDecider(pb: PocketBase, id: string): Promise<{ name: string; at: number } | null> {
  const [rows] = await ask(
    pb,
    query<{ name: string; who: string; created: string }>(
      sql`SELECT a.actorName AS name, a.who AS who, a.created AS created FROM audit_log a
        WHERE a.record = {:id} AND a.kind = 'case' ORDER BY a.created DESC, a.rowid DESC LIMIT 1`,
      { id },
      ['name', 'who', 'created'],
    ),
  );
  const row = rows[0];
  return row ? { name: row.name === '' ? row.who : row.name, at: instantOf(row.created) ?? 0 } : null;
}

/** Pictures of a reported product or print; a text has none. */
async function picturesOf(
  pb: PocketBase,
  what: string,
  record: CasesRecord,
  product: ProductsRecord | undefined,
): Promise<CaseFile['pictures']> {
  if (what === 'product' && product)
    return product.images
      .slice(0, 6)
      .map((file) => ({ collection: 'products' as const, id: product.id, file }));
  if (what !== 'print') return [];
  const photo = await orNull(pb.collection('review_photos').getOne<ReviewPhotosRecord>(record.subject));
  return photo ? [{ collection: 'review_photos' as const, id: photo.id, file: photo.picture }] : [];
}

interface PartyRow {
  upheld: number;
  dismissed: number;
  waiting: number;
}

/** The history of a person: claims against them, or reports that they made, by outcome. */
async function partyOf(pb: PocketBase, user: UsersRecord, side: 'accused' | 'reporter'): Promise<CaseParty> {
  const [rows] = await ask(
    pb,
    query<PartyRow>(
      side === 'accused'
        ? sql`SELECT COALESCE(sum(c.state = 'upheld'), 0) AS upheld, COALESCE(sum(c.state = 'dismissed'), 0) AS dismissed,
            COALESCE(sum(c.state NOT IN ('upheld', 'dismissed')), 0) AS waiting
          FROM cases c WHERE c.accused = {:id}`
        : sql`SELECT COALESCE(sum(c.state = 'upheld'), 0) AS upheld, COALESCE(sum(c.state = 'dismissed'), 0) AS dismissed,
            COALESCE(sum(c.state NOT IN ('upheld', 'dismissed')), 0) AS waiting
          FROM reports r JOIN cases c ON c.id = r.inCase WHERE r.user = {:id}`,
      { id: user.id },
      ['upheld', 'dismissed', 'waiting'],
    ),
  );
  return {
    id: user.id,
    name: user.username,
    since: instantOf(user.created) ?? 0,
    strikes: user.strikes,
    suspended: user.suspended,
    upheld: rows[0]?.upheld ?? 0,
    dismissed: rows[0]?.dismissed ?? 0,
    waiting: rows[0]?.waiting ?? 0,
  };
}

/** The reported message and the ones right before it in its conversation; of no other conversation. */
async function messagesBefore(pb: PocketBase, messageId: string): Promise<CaseMessage[]> {
  const [rows] = await ask(
    pb,
    query<{ id: string; by: string; text: string; created: string }>(
      sql`SELECT m.id AS id, m.[[by]] AS by, m.text AS text, m.created AS created
        FROM messages r JOIN messages m ON m.conversation = r.conversation AND m.number <= r.number
          AND m.number > r.number - {:most}
        WHERE r.id = {:messageId} ORDER BY m.number`,
      { messageId, most: MESSAGES_MOST },
      ['id', 'by', 'text', 'created'],
    ),
  );
  return rows.map(({ id, by, text, created }) => ({
    id,
    by: by === 'buyer' || by === 'store' ? by : 'site',
    text,
    at: instantOf(created) ?? 0,
    isReported: id === messageId,
  }));
}
