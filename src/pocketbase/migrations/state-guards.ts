import type { Mover, StateChange, StateRule, StateTable } from '../../domain/kernel/state-table.ts';
import { sql, triggers } from './collections.ts';

/** What the transaction hook answers with 409 and the code "state-change"; see src/pocketbase/hooks/transaction.ts. */
export const REFUSED = 'refused-state-change';

/** Whether a case of alias `c` hides what it is about now. */
export const HIDES = `(c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
  OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))`;

/** What the guard of a collection needs to know about it, in SQL. */
interface Guarded {
  /** The store that a row belongs to; the seller is its owner or one of its staff. */
  store?: string;
  /** Whether a case of alias `c` is about the row. */
  isAbout?: string;
  /** Whether the person `a.actor` is whom the change concerns. */
  isConcerned?: string;
}

const GUARDED: { [collection: string]: Guarded } = {
  products: { store: 'new.store', isAbout: 'c.product = new.id' },
  stores: { store: 'new.id', isAbout: "c.what = 'store' AND c.store = new.id" },
  guilds: { store: 'new.store' },
  guild_members: { store: '(SELECT g.store FROM guilds g WHERE g.id = new.guild)' },
  cases: {
    isConcerned: `iif(old.state = 'dismissed',
      EXISTS (SELECT 1 FROM reports r WHERE r.inCase = new.id AND r."user" = a.actor), new.accused = a.actor)`,
  },
  orders: {},
};

/** Who writes: the actor of the transaction, or the site itself where it names nobody. */
const WHO = "COALESCE((SELECT a.who FROM audit_actor a LIMIT 1), 'system')";
const list = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Whether the mover is who they say: a seller is one of this store, a person one whom the change concerns. */
function isMover(mover: Mover, { store, isConcerned }: Guarded): string {
  if (mover === 'seller')
    return `EXISTS (SELECT 1 FROM audit_actor a WHERE a.who = 'seller' AND (
      EXISTS (SELECT 1 FROM stores s WHERE s.id = ${store} AND s.owner = a.actor)
      OR EXISTS (SELECT 1 FROM store_staff w WHERE w.store = ${store} AND w."user" = a.actor AND w.agreedAt <> '')))`;
  if (mover === 'person')
    return `EXISTS (SELECT 1 FROM audit_actor a WHERE a.who = 'person' AND ${isConcerned})`;
  return `${WHO} = '${mover}'`;
}

function isRule(rule: StateRule, { isAbout }: Guarded): string {
  const isHidden = `EXISTS (SELECT 1 FROM cases c WHERE ${isAbout} AND ${HIDES})`;
  return rule === 'case-hides'
    ? isHidden
    : `(old.suspendedByCase AND new.state = old.suspendedFrom AND NOT ${isHidden})`;
}

function isAllowed({ from, to, by }: StateChange<string>, guarded: Guarded): string {
  const movers =
    typeof by === 'string' ? isRule(by, guarded) : by.map((mover) => isMover(mover, guarded)).join(' OR ');
  return `(old.state IN ${list(from)} AND new.state IN ${list(to)} AND (${movers}))`;
}

/**
 * Lets the database refuse every change of state that the table does not name, whoever asks and by whatever way: the site's
 * transactions, a single record, the dashboard. The triggers of before are replaced, so a migration that calls it again
 * follows a table that has grown.
 */
export function guardStates(app: App, { collection, changes, noun }: Omit<StateTable, 'states'>): void {
  const guarded = GUARDED[collection];
  if (!guarded) throw new Error(`state-guards.ts says nothing about ${collection}`);
  const name = `${collection}_state_guard`;
  sql(app, `DROP TRIGGER IF EXISTS ${name}`);
  triggers(app, {
    [name]: `BEFORE UPDATE OF state ON ${collection} WHEN old.state IS NOT new.state AND NOT (
      ${changes.map((change) => isAllowed(change, guarded)).join('\n      OR ')})
      BEGIN SELECT RAISE(ABORT, '${REFUSED}: ${noun}'); END`,
  });
}
