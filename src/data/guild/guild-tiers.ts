import type PocketBase from 'pocketbase';
import { GUILD_LIMITS } from '../../domain/guild/guild.ts';
import type { Tier, TierDraft, TierState } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { pictureIn } from './guild-pictures.ts';

const t = tables.guildTiers.as('t');

const TIER = {
  id: t.id,
  guildId: t.guild,
  name: t.name,
  description: t.description,
  image: pictureIn(t.image, t.imageAlt),
  monthlyCents: t.monthlyCents,
  annualCents: t.annualCents.orNull,
  seats: t.seats.orNull,
  members: t.members,
  position: t.position,
  benefits: t.benefits.as(textsOf),
  licence: t.licence,
  includesLower: t.includesLower,
  earlyBird: from(
    { percent: t.earlyBirdPercent, until: t.earlyBirdUntil, seats: t.earlyBirdSeats.orNull },
    (earlyBird) => (earlyBird.percent === 0 ? null : earlyBird),
  ),
  trialDays: t.trialDays,
  state: t.state,
};
const SHOWN_ROW = shape(TIER);
const STORED = {
  ...TIER,
  stripeProductId: t.stripeProductId,
  stripeMonthlyPriceId: t.stripeMonthlyPriceId,
  stripeAnnualPriceId: t.stripeAnnualPriceId,
};
const STORED_ROW = shape(STORED);

/** A tier with the provider's ids, for the server only. */
export type StoredTier = RowOf<typeof STORED>;

/** A guild's tiers, lowest first; only those in `states`, if any are given. */
export async function tiersOfGuild(
  pb: PocketBase,
  guildId: string,
  states: readonly TierState[] = [],
): Promise<StoredTier[]> {
  const [tiers] = await ask(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_tiers t
        WHERE t.guild = {:guildId} AND ({:any} OR t.state IN (SELECT value FROM json_each({:states})))
        ORDER BY t.position, t.created, t.id`,
      { guildId, any: states.length === 0, states },
    ),
  );
  return tiers;
}

/** The tiers that these guilds offer to everybody: lowest first, by guild. */
export async function publicTiersOf(
  pb: PocketBase,
  guildIds: readonly string[],
): Promise<Map<string, Tier[]>> {
  if (guildIds.length === 0) return new Map();
  const [tiers] = await ask(
    pb,
    select(
      SHOWN_ROW,
      sql`SELECT ${SHOWN_ROW} FROM guild_tiers t
        WHERE t.guild IN (SELECT value FROM json_each({:guildIds})) AND t.state = 'public'
        ORDER BY t.position, t.created, t.id`,
      { guildIds },
    ),
  );
  return Map.groupBy(tiers, ({ guildId }) => guildId);
}

/** One of a guild's tiers; null if it has no such tier. */
export async function tierOfGuild(
  pb: PocketBase,
  guildId: string,
  tierId: string,
): Promise<StoredTier | null> {
  if (!isRecordId(tierId)) return null;
  return first(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_tiers t WHERE t.id = {:tierId} AND t.guild = {:guildId}`,
      {
        tierId,
        guildId,
      },
    ),
  );
}

/** A tier as sent to browsers, without the provider's ids. */
export function shownTier(tier: Tier): Tier {
  return {
    id: tier.id,
    guildId: tier.guildId,
    name: tier.name,
    description: tier.description,
    image: tier.image,
    monthlyCents: tier.monthlyCents,
    annualCents: tier.annualCents,
    seats: tier.seats,
    members: tier.members,
    position: tier.position,
    benefits: tier.benefits,
    licence: tier.licence,
    includesLower: tier.includesLower,
    earlyBird: tier.earlyBird,
    trialDays: tier.trialDays,
    state: tier.state,
  };
}

function fieldsOf(draft: TierDraft): Record<string, unknown> {
  const { earlyBird, annualCents, seats, name, ...plain } = draft;
  return {
    ...plain,
    name: name.trim(),
    annualCents: annualCents ?? 0,
    seats: seats ?? 0,
    earlyBirdPercent: earlyBird?.percent ?? 0,
    earlyBirdUntil: dateOf(earlyBird?.until ?? null),
    earlyBirdSeats: earlyBird?.seats ?? 0,
  };
}

/** Adds a tier above the others, as a draft, and returns its id; null if the guild has the most tiers it may have. */
export async function createTier(
  pb: PocketBase,
  guildId: string,
  draft: TierDraft,
  id: string = newRecordId(),
): Promise<string | null> {
  const tiers = await tiersOfGuild(pb, guildId);
  if (tiers.length >= GUILD_LIMITS.tiers) return null;
  const position = tiers.reduce((most, tier) => Math.max(most, tier.position + 1), 0);
  await transaction(pb)
    .create('guild_tiers', { id, guild: guildId, state: 'draft', position, ...fieldsOf(draft) })
    .run();
  return id;
}

/**
 * Updates a tier. A new price is for new members only; the stored price ids are cleared, so that new ones are created at
 * the provider.
 */
export async function saveTier(
  pb: PocketBase,
  before: Pick<StoredTier, 'id' | 'guildId' | 'monthlyCents' | 'annualCents'>,
  draft: TierDraft,
): Promise<void> {
  await transaction(pb)
    .update('guild_tiers', before.id, {
      ...fieldsOf(draft),
      ...(draft.monthlyCents === before.monthlyCents ? {} : { stripeMonthlyPriceId: '' }),
      ...(draft.annualCents === before.annualCents ? {} : { stripeAnnualPriceId: '' }),
    })
    .run();
}

/** Changes a tier's state if it is unchanged since it was read; else returns false. */
export async function changeTierState(
  pb: PocketBase,
  tier: Pick<Tier, 'id' | 'guildId' | 'state'>,
  to: TierState,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_tiers SET state = {:to}, updated = {:now}
      WHERE id = {:id} AND guild = {:guild} AND state = {:from}`,
    { id: tier.id, guild: tier.guildId, from: tier.state, to, now: dateOf(at) },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Sets the order of a guild's tiers, lowest first. Returns false if the ids are not exactly its tiers. */
export async function arrangeTiers(
  pb: PocketBase,
  guildId: string,
  tierIds: readonly string[],
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_tiers SET updated = {:now}, position = (SELECT j.key FROM json_each({:ids}) j WHERE j.value = guild_tiers.id)
      WHERE guild = {:guild} AND id IN (SELECT value FROM json_each({:ids}))
        AND (SELECT count(*) FROM guild_tiers o WHERE o.guild = {:guild}) = {:count}`,
    { guild: guildId, ids: JSON.stringify(tierIds), count: tierIds.length, now: dateOf(at) },
    { expect: tierIds.length, else: 'others' },
  );
  return (await refusalOf(steps, ['others'])) === null;
}
