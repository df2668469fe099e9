import type PocketBase from 'pocketbase';
import {
  SEARCH_RULES_MAX,
  type SearchRule,
  type SearchRuleDraft,
} from '../../../domain/catalogue/search/search-rule.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { deskTransaction, withDeed } from '../../identity/roles.ts';
import type { Actor } from '../../kernel/actor.ts';
import { dateOf } from '../../kernel/fields.ts';
import { ask, select } from '../../kernel/query.ts';
import { newRecordId } from '../../kernel/record-id.ts';
import { refusalOf } from '../../kernel/refusal.ts';
import { shape } from '../../kernel/shape.ts';
import { sql } from '../../kernel/sql.ts';
import { tables } from '../../kernel/tables.ts';

const r = tables.searchRules.as('r');
const RULE = shape({ id: r.id, kind: r.kind, words: r.words, target: r.target, addedAt: r.created });

/** All rules of searches, the newest first. */
export async function listedSearchRules(pb: PocketBase): Promise<SearchRule[]> {
  const [rules] = await ask(
    pb,
    select(RULE, sql`SELECT ${RULE} FROM search_rules r ORDER BY r.created DESC, r.id LIMIT {:limit}`, {
      limit: SEARCH_RULES_MAX,
    }),
  );
  return rules;
}

const ruleText = ({ kind, words, target }: SearchRuleDraft) =>
  `${kind}: ${words}${target === '' ? '' : ` → ${target}`}`;

/**
 * Adds a rule, in place of another one if `replaces` is its id. Refuses with "full", "gone" where that one is not there any
 * more, and "taken" where there is such a rule.
 */
export async function saveSearchRule(
  pb: PocketBase,
  person: Actor,
  { rule, replaces }: { rule: SearchRuleDraft; replaces: string | null },
  now: Instant,
): Promise<'full' | 'gone' | 'taken' | null> {
  const id = newRecordId();
  const steps = deskTransaction(pb, person);
  if (replaces !== null)
    steps.exec(
      sql`DELETE FROM search_rules WHERE id = {:replaces}`,
      { replaces },
      { expect: 1, else: 'gone' },
    );
  steps
    .exec(
      sql`UPDATE search_rules SET updated = updated WHERE kind = {:kind} AND words = {:words}`,
      { kind: rule.kind, words: rule.words },
      { expect: 0, else: 'taken' },
    )
    .exec(
      sql`INSERT INTO search_rules (id, kind, words, target, created, updated)
        SELECT {:id}, {:kind}, {:words}, {:target}, {:now}, {:now}
          WHERE (SELECT count(*) FROM search_rules) < {:most}`,
      {
        ...{ id, kind: rule.kind, words: rule.words, target: rule.target },
        ...{ now: dateOf(now), most: SEARCH_RULES_MAX },
      },
      { expect: 1, else: 'full' },
    );
  const detail = `${replaces === null ? 'added' : 'changed'} ${ruleText(rule)}`;
  withDeed(steps, { deed: 'searches.change', collection: 'search_rules', record: id, detail }, now);
  return refusalOf(steps, ['full', 'gone', 'taken']);
}

/** Removes a rule; one that is gone already is no error. */
export async function removeSearchRule(
  pb: PocketBase,
  person: Actor,
  rule: SearchRule,
  now: Instant,
): Promise<void> {
  const steps = deskTransaction(pb, person).exec(sql`DELETE FROM search_rules WHERE id = {:id}`, {
    id: rule.id,
  });
  const detail = `removed ${ruleText(rule)}`;
  withDeed(steps, { deed: 'searches.change', collection: 'search_rules', record: rule.id, detail }, now);
  await steps.run();
}
