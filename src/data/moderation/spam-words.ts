import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SpamWord } from '../../domain/moderation/spam.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { newRecordId } from '../kernel/record-id.ts';
import type { SpamWordsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';

/** As many as are compared with each post. */
const WORDS_MAX = 500;

export interface ListedSpamWord extends SpamWord {
  id: string;
  note: string;
}

/** The operator's list, by word. */
export async function listedSpamWords(pb: PocketBase): Promise<ListedSpamWord[]> {
  const { items } = await pb
    .collection('spam_words')
    .getList<SpamWordsRecord>(1, WORDS_MAX, { sort: 'word', skipTotal: true });
  return items.map(({ id, word, deed, note }) => ({
    id,
    word,
    deed: deed === 'refuse' ? 'refuse' : 'hold',
    note,
  }));
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
