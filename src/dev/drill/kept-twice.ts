import assert from 'node:assert/strict';
import type PocketBase from 'pocketbase';
import { ask, select } from '../../data/kernel/query.ts';
import { shape, value } from '../../data/kernel/shape.ts';
import { type Sql, sql } from '../../data/kernel/sql.ts';
import { text } from '../../data/kernel/table.ts';

const WRONG = shape({ id: value(sql`w.id`, text) });
const wrong = (rows: Sql) => select(WRONG, sql`SELECT ${WRONG} FROM (${rows}) w`, {});

/** Products whose row for libraries does not equal the product, its store and its files. */
const wrongLibraryProducts = sql`SELECT p.id FROM products p JOIN stores s ON s.id = p.store
      LEFT JOIN library_products l ON l.product = p.id
    WHERE l.product IS NULL OR l.name <> p.name OR l.store <> s.name OR l.type <> p.type OR l.scale <> p.scale
      OR l.supports <> p.supports OR l.picture <> coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), '')
      OR l.sizeBytes <> (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id)
      OR l.newestFileAt <> (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)`;

/** Messages without words, words without a message, and messages whose words are there twice. */
const wrongWords = sql`SELECT id FROM (SELECT id FROM messages WHERE text <> '' EXCEPT SELECT message FROM message_words)
    UNION ALL SELECT id FROM (SELECT message AS id FROM message_words EXCEPT SELECT id FROM messages)
    UNION ALL SELECT message AS id FROM message_words GROUP BY message HAVING count(*) > 1`;

/** People without their name for searches, and names that nobody has. */
const wrongNames = sql`SELECT id FROM (SELECT id, username FROM users WHERE username <> '' EXCEPT SELECT person, name FROM user_names)
    UNION ALL SELECT id FROM (SELECT person AS id, name FROM user_names EXCEPT SELECT id, username FROM users)
    UNION ALL SELECT person AS id FROM user_names GROUP BY person HAVING count(*) > 1`;

/** Guilds whose numbers of members by tier and state are not those of their members. */
const wrongMembers = sql`WITH counted AS (SELECT guild, tier, state, count(*) AS members FROM guild_members WHERE [[user]] <> ''
      GROUP BY guild, tier, state),
    kept AS (SELECT guild, tier, state, members FROM guild_member_counts)
    SELECT guild AS id FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept)
    UNION ALL SELECT guild FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted)`;

/** What is kept a second time for speed equals what it is made of. @throws AssertionError that names what does not. */
export async function auditKeptTwice(pb: PocketBase): Promise<void> {
  const [products, words, names, members] = await ask(
    pb,
    wrong(wrongLibraryProducts),
    wrong(wrongWords),
    wrong(wrongNames),
    wrong(wrongMembers),
  );
  assert.deepEqual(products, [], 'rows for libraries = products');
  assert.deepEqual(words, [], 'words of messages = messages');
  assert.deepEqual(names, [], 'names for searches = people');
  assert.deepEqual(members, [], 'numbers of members = members');
}
