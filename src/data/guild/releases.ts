import type PocketBase from 'pocketbase';
import type { Release, ReleaseDraft, ReleaseProduct, ReleaseState } from '../../domain/guild/release.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { maybe, type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withContents } from './guild-contents.ts';
import { pictureIn } from './guild-pictures.ts';

const r = tables.releases.as('r');
const g = tables.guilds.as('g');
const x = tables.releaseProducts.as('x');
const p = tables.products.as('p');

const RELEASE = shape({
  id: r.id,
  guildId: r.guild,
  title: r.title,
  month: r.month,
  cover: pictureIn(r.cover, r.coverAlt),
  description: r.description,
  productIds: value(
    sql`(SELECT json_group_array(x.product) || '' FROM (SELECT i.product FROM release_products i
      WHERE i.[[release]] = r.id ORDER BY i.position, i.created, i.id) x)`,
    texts,
  ),
  tierIds: value(
    sql`(SELECT json_group_array(i.tier) || '' FROM release_tiers i WHERE i.[[release]] = r.id)`,
    texts,
  ),
  publishAt: r.publishAt,
  publishedAt: r.publishedAt,
  state: r.state,
  backCents: r.backCents.orNull,
  reached: r.reached,
  toReach: r.toReach,
});
const GLANCE = {
  id: r.id,
  guildId: r.guild,
  title: r.title,
  month: r.month,
  cover: r.cover,
  /** Models in it. */
  modelCount: value(sql`(SELECT count(*) FROM release_products i WHERE i.[[release]] = r.id)`, number),
  /** The first published model that is not mature, where there is no cover. */
  model: maybe({ id: p.id, picture: p.images.as(([first = '']) => first) }),
};
const GLANCE_ROW = shape(GLANCE);
const MODEL = shape({
  id: p.id,
  name: p.name,
  mainImage: p.images.as(([first = '']) => first),
  state: p.state,
  files: value(
    sql`(SELECT count(*) FROM product_files f WHERE f.product = p.id AND f.retiredAt = '')`,
    number,
  ),
  delivered: x.deliveredAt.as((at) => at !== null),
});

/** A guild's releases. All queries go through the guild's id. */

/** A guild's releases, newest month first; only those in `states`, if any are given. */
export async function releasesOfGuild(
  pb: PocketBase,
  guildId: string,
  states: readonly ReleaseState[] = [],
): Promise<Release[]> {
  const [found] = await ask(
    pb,
    select(
      RELEASE,
      sql`SELECT ${RELEASE} FROM releases r
        WHERE r.guild = {:guildId} AND ({:any} OR r.state IN (SELECT value FROM json_each({:states})))
        ORDER BY r.month DESC, r.publishAt DESC, r.id`,
      { guildId, any: states.length === 0, states },
    ),
  );
  return found;
}

/** Releases that visitors may see: scheduled or published. */
export function shownReleases(pb: PocketBase, guildId: string): Promise<Release[]> {
  return releasesOfGuild(pb, guildId, ['scheduled', 'publishing', 'published']);
}

/** A release as its members see it in a list: with its cover, or the picture of one of its models. */
export type ReleaseGlance = RowOf<typeof GLANCE>;

/** The newest published releases of these guilds, newest first. */
export async function newestReleases(
  pb: PocketBase,
  guildIds: readonly string[],
  limit: number,
): Promise<ReleaseGlance[]> {
  if (guildIds.length === 0) return [];
  const [found] = await ask(
    pb,
    select(
      GLANCE_ROW,
      sql`SELECT ${GLANCE_ROW} FROM releases r LEFT JOIN products p ON r.cover = '' AND p.id = (
          SELECT x.product FROM release_products x CROSS JOIN products i ON i.id = x.product
          WHERE x.[[release]] = r.id AND i.mature = FALSE AND i.state = 'published' ORDER BY x.position, x.id LIMIT 1)
        WHERE r.guild IN (SELECT value FROM json_each({:guildIds})) AND r.state IN ('publishing', 'published')
        ORDER BY r.publishedAt DESC, r.id DESC LIMIT {:limit}`,
      { guildIds, limit },
    ),
  );
  return found;
}

const COMING = { guildId: r.guild, guild: g.name, title: r.title, publishAt: r.publishAt };
const COMING_ROW = shape(COMING);

/** A release that is scheduled. */
export type ComingRelease = RowOf<typeof COMING>;

/** The release that these guilds publish next; null where none is scheduled. A guild on hold publishes none. */
export async function nextRelease(
  pb: PocketBase,
  guildIds: readonly string[],
  now: Instant,
): Promise<ComingRelease | null> {
  if (guildIds.length === 0) return null;
  return first(
    pb,
    select(
      COMING_ROW,
      sql`SELECT ${COMING_ROW} FROM releases r JOIN guilds g ON g.id = r.guild
        WHERE r.guild IN (SELECT value FROM json_each({:guildIds})) AND r.state = 'scheduled' AND r.publishAt > {:now}
          AND g.state = 'live' AND g.heldAt = '' ORDER BY r.publishAt, r.id LIMIT 1`,
      { guildIds, now: dateOf(now) },
    ),
  );
}

/** One of a guild's releases; null if it has no such release. */
export async function releaseOfGuild(
  pb: PocketBase,
  guildId: string,
  releaseId: string,
): Promise<Release | null> {
  if (!isRecordId(releaseId)) return null;
  return first(
    pb,
    select(
      RELEASE,
      sql`SELECT ${RELEASE} FROM releases r WHERE r.id = {:releaseId} AND r.guild = {:guildId}`,
      {
        releaseId,
        guildId,
      },
    ),
  );
}

/** The models of a release, as the rules and pages need them, in the release's order. */
export async function productsOfRelease(
  pb: PocketBase,
  releaseId: string,
): Promise<(ReleaseProduct & { name: string; mainImage: string; delivered: boolean })[]> {
  const [rows] = await ask(
    pb,
    select(
      MODEL,
      sql`SELECT ${MODEL} FROM release_products x CROSS JOIN products p ON p.id = x.product
        WHERE x.[[release]] = {:releaseId} ORDER BY x.position, x.created, x.id`,
      { releaseId },
    ),
  );
  return rows;
}

/** Stores a new release as a draft and returns its id. Models and tiers that are not the guild's own are skipped. */
export async function createRelease(
  pb: PocketBase,
  guildId: string,
  draft: ReleaseDraft,
  at: Instant,
  id: string = newRecordId(),
): Promise<string> {
  const steps = transaction(pb).create('releases', {
    id,
    guild: guildId,
    state: 'draft',
    ...fieldsOf(draft),
  });
  await withContents(steps, 'release', { id, guildId }, draft, at).run();
  return id;
}

/**
 * Updates a release if its state is unchanged since it was read; else returns false. Models added to a published release
 * reach its holders (see `contentsDue`); added tiers make it publish again.
 */
export async function changeRelease(
  pb: PocketBase,
  before: Release,
  draft: ReleaseDraft,
  at: Instant,
): Promise<boolean> {
  const grows = before.state === 'published' && draft.tierIds.some((id) => !before.tierIds.includes(id));
  const steps = transaction(pb)
    .exec(
      sql`UPDATE releases SET state = CASE WHEN {:grows} THEN 'publishing' ELSE state END, updated = {:now}
        WHERE id = {:id} AND guild = {:guild} AND state = {:state}`,
      { id: before.id, guild: before.guildId, state: before.state, grows, now: dateOf(at) },
      { expect: 1, else: 'changed' },
    )
    .update('releases', before.id, fieldsOf(draft));
  withContents(steps, 'release', before, draft, at);
  return (await refusalOf(steps, ['changed'])) === null;
}

function fieldsOf(draft: ReleaseDraft) {
  return {
    title: draft.title.trim(),
    month: draft.month,
    description: draft.description,
    publishAt: dateOf(draft.publishAt),
    backCents: draft.backCents ?? 0,
  };
}

/**
 * Changes a release's state if it is unchanged since it was read; else returns false. The first publishing sets
 * `publishedAt`.
 */
export async function changeReleaseState(
  pb: PocketBase,
  release: Pick<Release, 'id' | 'guildId' | 'state'>,
  to: ReleaseState,
  at: Instant,
  publishedAt: Instant = at,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE releases SET state = {:to}, updated = {:now},
        publishedAt = CASE WHEN {:to} = 'publishing' AND publishedAt = '' THEN {:published} ELSE publishedAt END
      WHERE id = {:id} AND guild = {:guild} AND state = {:from}`,
    {
      id: release.id,
      guild: release.guildId,
      from: release.state,
      to,
      published: dateOf(publishedAt),
      now: dateOf(at),
    },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Deletes a draft. Returns false if it is not a draft. */
export async function deleteReleaseDraft(
  pb: PocketBase,
  guildId: string,
  releaseId: string,
): Promise<boolean> {
  const params = { release: releaseId, guild: guildId };
  const steps = transaction(pb).exec(
    sql`DELETE FROM releases WHERE id = {:release} AND guild = {:guild} AND state = 'draft' AND publishedAt = ''`,
    params,
    { expect: 1, else: 'not-a-draft' },
  );
  for (const table of [sql`release_products`, sql`release_tiers`])
    steps.exec(sql`DELETE FROM ${table} WHERE [[release]] = {:release}`, params);
  return (await refusalOf(steps, ['not-a-draft'])) === null;
}
