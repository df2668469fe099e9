import type PocketBase from 'pocketbase';
import { GOAL_LIMITS, type GoalDraft, type GuildGoal } from '../../domain/guild/guild-goal.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const o = tables.guildGoals.as('o');
const g = tables.guilds.as('g');
const s = tables.stores.as('s');

const GOAL = shape({
  ...{ id: o.id, members: o.members, title: o.title, text: o.text },
  productId: o.product.orNull,
  releaseId: o.release.orNull,
  reachedAt: o.reachedAt,
});
const REACHED = {
  id: o.id,
  title: o.title,
  members: o.members,
  guildId: g.id,
  guildName: g.name,
  storeId: s.id,
  slug: s.slug,
  owner: s.owner,
};
const REACHED_ROW = shape(REACHED);

/** Goals of a guild. A trigger marks them as reached when the number of members rises. */

/** A guild's goals, the lowest number first. */
export async function goalsOfGuild(pb: PocketBase, guildId: string): Promise<GuildGoal[]> {
  const [rows] = await ask(
    pb,
    select(GOAL, sql`SELECT ${GOAL} FROM guild_goals o WHERE o.guild = {:guildId} ORDER BY o.members`, {
      guildId,
    }),
  );
  return rows;
}

/**
 * Saves a goal; without an id a new one. Returns false if the guild or the goal changed since they were read, so that the
 * rules may no longer hold; `before` is the goal as it was read.
 */
export async function saveGoal(
  pb: PocketBase,
  guildId: string,
  before: GuildGoal | null,
  { members, title, text, productId, releaseId }: GoalDraft,
  at: Instant,
): Promise<boolean> {
  const bound = {
    ...{ guild: guildId, id: before?.id ?? newRecordId(), members, title, text, most: GOAL_LIMITS.goals },
    ...{ product: productId ?? '', release: releaseId ?? '', now: dateOf(at) },
    reached: dateOf(before?.reachedAt ?? null),
  };
  const steps = transaction(pb);
  if (before === null)
    steps.exec(
      sql`INSERT INTO guild_goals (id, guild, members, title, text, product, release, reachedAt, toldAt, created, updated)
        SELECT {:id}, g.id, {:members}, {:title}, {:text}, {:product}, {:release}, '', '', {:now}, {:now}
        FROM guilds g WHERE g.id = {:guild} AND g.members < {:members}
          AND (SELECT count(*) FROM guild_goals o WHERE o.guild = g.id) < {:most}`,
      bound,
      { expect: 1, else: 'changed' },
    );
  else
    steps.exec(
      sql`UPDATE guild_goals SET members = {:members}, title = {:title}, text = {:text}, product = {:product},
          release = {:release}, updated = {:now}
        WHERE id = {:id} AND guild = {:guild} AND (reachedAt <> '') = ({:reached} <> '')
          AND (reachedAt <> '' OR (SELECT g.members FROM guilds g WHERE g.id = {:guild}) < {:members})`,
      bound,
      { expect: 1, else: 'changed' },
    );
  // A conflict: another goal took the number meanwhile.
  return (await refusalOf(steps, ['changed', 'conflict'])) === null;
}

/** Deletes a goal that is not reached. Returns false if there is none. */
export async function removeGoal(pb: PocketBase, guildId: string, id: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM guild_goals WHERE id = {:id} AND guild = {:guildId} AND reachedAt = ''`,
    { id, guildId },
    { expect: 1, else: 'gone' },
  );
  return (await refusalOf(steps, ['gone'])) === null;
}

/** A goal that was reached and that its members have not been told of, with its guild and the store's owner. */
export type ReachedGoal = RowOf<typeof REACHED>;

/** The goals to be told of, those reached first; at most 20. */
export async function goalsToTell(pb: PocketBase): Promise<ReachedGoal[]> {
  const [rows] = await ask(
    pb,
    select(
      REACHED_ROW,
      sql`SELECT ${REACHED_ROW}
        FROM guild_goals o CROSS JOIN guilds g ON g.id = o.guild CROSS JOIN stores s ON s.id = g.store
        WHERE o.reachedAt <> '' AND o.toldAt = '' AND o.reachedAt > '' ORDER BY o.reachedAt LIMIT 20`,
      {},
    ),
  );
  return rows;
}

/** Records that everybody was told of a goal. */
export async function goalTold(pb: PocketBase, id: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE guild_goals SET toldAt = {:now} WHERE id = {:id} AND toldAt = ''`, {
      id,
      now: dateOf(at),
    })
    .run();
}
