import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SpamWord } from '../../domain/moderation/spam.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

/** As many as are compared with each post. */
const WORDS_MAX = 500;

const w = tables.spamWords.as('w');

const OF_WORD = { id: w.id, word: w.word, deed: w.deed, note: w.note };
const WORD = shape(OF_WORD);

export type ListedSpamWord = RowOf<typeof OF_WORD>;

/** The operator's list, by word. */
export async function listedSpamWords(pb: PocketBase): Promise<ListedSpamWord[]> {
  const [words] = await ask(
    pb,
    select(WORD, sql`SELECT ${WORD} FROM spam_words w ORDER BY w.word LIMIT {:limit}`, { limit: WORDS_MAX }),
  );
  return words;
}

/** Adds a word or replaces the entry of the same word; false where the list is full. */
export async function addSpamWord(
  pb: PocketBase,
  person: Actor,
  { word, deed, note }: SpamWord & { note: string },
  now: Instant,
): Promise<boolean> {
  const id = newRecordId();
  const steps = deskTransaction(pb, person)
    .exec(sql`DELETE FROM spam_words WHERE lower(word) = lower({:word})`, { word })
    .exec(
      sql`INSERT INTO spam_words (id, word, deed, note, created, updated)
        SELECT {:id}, {:word}, {:deed}, {:note}, {:now}, {:now}
          WHERE (SELECT count(*) FROM spam_words) < {:most}`,
      { id, word, deed, note, now: dateOf(now), most: WORDS_MAX },
      { expect: 1, else: 'full' },
    );
  withDeed(
    steps,
    { deed: 'words.change', collection: 'spam_words', record: id, detail: `${deed}: ${word}` },
    now,
  );
  return (await refusalOf(steps, ['full'])) === null;
}

/** Removes a word. */
export async function removeSpamWord(pb: PocketBase, person: Actor, id: string, now: Instant): Promise<void> {
  const word = (await listedSpamWords(pb)).find((one) => one.id === id)?.word;
  if (word === undefined) return;
  const steps = deskTransaction(pb, person).exec(sql`DELETE FROM spam_words WHERE id = {:id}`, { id });
  withDeed(
    steps,
    { deed: 'words.change', collection: 'spam_words', record: id, detail: `removed: ${word}` },
    now,
  );
  await steps.run();
}
