import { randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { SHARED_PAGE, type Share, type SharedList } from '../../domain/library/shared-list.ts';
import { productCards } from '../catalogue/product-cards.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Lists and wish lists that people show by a link. Whoever has the key may read the page; nobody can guess it. */

const KEY = /^[\w-]{22}$/;
const KEY_BYTES = 16;

const s = tables.sharedLists.as('s');
const u = tables.users.as('u');
const l = tables.libraryLists.as('l');

const SHARE = shape({ key: s.key, showsName: s.showsName });
const HEAD = shape({
  ...{ userId: s.user, listId: s.list, showsName: s.showsName, username: u.username },
  name: l.name.or(''),
});
/** An entry `i`, of a list or of a wish list. */
const ENTRY = shape({ productId: value(sql`i.product`, text) });

/** How the user shares one of their lists, or their wish list (null); null where they do not. */
export async function shareOf(pb: PocketBase, userId: string, listId: string | null): Promise<Share | null> {
  return first(
    pb,
    select(
      SHARE,
      sql`SELECT ${SHARE} FROM shared_lists s WHERE s.[[user]] = {:userId} AND s.list = {:list}`,
      { userId, list: listId ?? '' },
    ),
  );
}

/** Shares a list or changes how; its link stays the same. Null if the user has no such list. */
export async function share(
  pb: PocketBase,
  userId: string,
  listId: string | null,
  showsName: boolean,
  at: Instant,
): Promise<Share | null> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO shared_lists (id, [[user]], list, [[key]], showsName, created)
        SELECT ${NEW_ID_SQL}, {:userId}, {:list}, {:key}, {:showsName}, {:now}
        WHERE {:list} = '' OR EXISTS (SELECT 1 FROM library_lists l WHERE l.id = {:list} AND l.[[user]] = {:userId})
        ON CONFLICT ([[user]], list) DO UPDATE SET showsName = excluded.showsName`,
      {
        userId,
        list: listId ?? '',
        key: randomBytes(KEY_BYTES).toString('base64url'),
        showsName,
        now: dateOf(at),
      },
    )
    .run();
  return shareOf(pb, userId, listId);
}

/** Ends the sharing of a list; its link leads nowhere from then on, also if it is shared again. */
export async function stopSharing(pb: PocketBase, userId: string, listId: string | null): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM shared_lists WHERE [[user]] = {:userId} AND list = {:list}`, {
      userId,
      list: listId ?? '',
    })
    .run();
}

/** What everybody may see of the products `p` of stores `s`. */
const PUBLIC = sql`p.state = 'published' AND s.state IN ('open', 'vacation')`;

/** The products of a shared list, newest entry first: what is on the list and still owned, or what is wished. */
const ENTRIES: Record<SharedList['kind'], Sql> = {
  list: sql`SELECT ${ENTRY} FROM library_marks i CROSS JOIN products p ON p.id = i.product
      CROSS JOIN stores s ON s.id = p.store
    WHERE i.[[user]] = {:user} AND EXISTS (SELECT 1 FROM json_each(i.lists) l WHERE l.value = {:list}) AND ${PUBLIC}
      AND EXISTS (SELECT 1 FROM entitlements e
        WHERE e.[[user]] = {:user} AND e.product = i.product AND e.revokedAt = '')
    ORDER BY i.created DESC, i.product LIMIT {:limit} OFFSET {:skip}`,
  wishes: sql`SELECT ${ENTRY} FROM wishes i CROSS JOIN products p ON p.id = i.product
      CROSS JOIN stores s ON s.id = p.store
    WHERE i.[[user]] = {:user} AND {:list} = '' AND ${PUBLIC}
    ORDER BY i.created DESC, i.product LIMIT {:limit} OFFSET {:skip}`,
};

/** A page (from 1) of the list with this key; null where there is none. */
export async function sharedList(pb: PocketBase, key: string, page: number): Promise<SharedList | null> {
  if (!KEY.test(key)) return null;
  const head = await first(
    pb,
    select(
      HEAD,
      sql`SELECT ${HEAD} FROM shared_lists s JOIN users u ON u.id = s.[[user]] LEFT JOIN library_lists l ON l.id = s.list
        WHERE s.[[key]] = {:key} AND u.suspended = FALSE`,
      { key },
    ),
  );
  if (!head) return null;
  const { userId: user, listId: list } = head;
  const kind = list === '' ? 'wishes' : 'list';
  const [entries] = await ask(
    pb,
    select(ENTRY, ENTRIES[kind], { user, list, limit: SHARED_PAGE + 1, skip: (page - 1) * SHARED_PAGE }),
  );
  const ids = entries.slice(0, SHARED_PAGE).map(({ productId }) => productId);
  return {
    kind,
    name: head.name,
    owner: head.showsName ? head.username : null,
    cards: await productCards(pb, ids),
    more: entries.length > SHARED_PAGE,
  };
}
