import type PocketBase from 'pocketbase';
import type { Release, ReleaseDraft, ReleaseProduct, ReleaseState } from '../../domain/guild/release.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type {
  ProductsRecord,
  ReleaseProductsRecord,
  ReleasesRecord,
  ReleaseTiersRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withContents } from './guild-contents.ts';

/** A guild's releases. All queries go through the guild's id. */

/** A guild's releases, newest month first; only those in `states`, if any are given. */
export async function releasesOfGuild(
  pb: PocketBase,
  guildId: string,
  states: readonly ReleaseState[] = [],
): Promise<Release[]> {
  const ofState = states.map((state) => pb.filter('state = {:state}', { state })).join(' || ');
  const filter = pb.filter('guild = {:guildId}', { guildId });
  const records = await pb.collection('releases').getFullList<ReleasesRecord>({
    filter: ofState === '' ? filter : `${filter} && (${ofState})`,
    sort: '-month,-publishAt,id',
  });
  const inThem = 'release.guild = {:guildId}';
  const [products, tiers] = await Promise.all([
    pb.collection('release_products').getFullList<ReleaseProductsRecord>({
      filter: pb.filter(inThem, { guildId }),
      sort: 'position,created,id',
      batch: 1000,
    }),
    pb.collection('release_tiers').getFullList<ReleaseTiersRecord>({
      filter: pb.filter(inThem, { guildId }),
      batch: 1000,
    }),
  ]);
  return records.map((record) => releaseOf(record, products, tiers));
}

/** Releases that visitors may see: scheduled or published. */
export function shownReleases(pb: PocketBase, guildId: string): Promise<Release[]> {
  return releasesOfGuild(pb, guildId, ['scheduled', 'publishing', 'published']);
}

/** A release as its members see it in a list: with its cover, or the picture of one of its models. */
export interface ReleaseGlance {
  id: string;
  guildId: string;
  title: string;
  cover: string;
  model: { id: string; picture: string } | null;
}

/** The newest published releases of these guilds, newest first. Of more than 60 guilds the first 60 count. */
export async function newestReleases(
  pb: PocketBase,
  guildIds: readonly string[],
  limit: number,
): Promise<ReleaseGlance[]> {
  const anyOf = guildIds
    .slice(0, 60)
    .map((id) => pb.filter('guild = {:id}', { id }))
    .join(' || ');
  if (anyOf === '') return [];
  const { items } = await pb.collection('releases').getList<ReleasesRecord>(1, limit, {
    filter: `(${anyOf}) && (state = 'publishing' || state = 'published')`,
    sort: '-publishedAt,-id',
    skipTotal: true,
  });
  return Promise.all(
    items.map(async ({ id, guild, title, cover }) => ({
      id,
      guildId: guild,
      title,
      cover,
      model: cover === '' ? await firstModel(pb, id) : null,
    })),
  );
}

/** The first published model of a release that is not mature, for its picture. */
async function firstModel(pb: PocketBase, release: string): Promise<ReleaseGlance['model']> {
  type Row = ReleaseProductsRecord & { expand?: { product?: ProductsRecord } };
  const { items } = await pb.collection('release_products').getList<Row>(1, 1, {
    filter: pb.filter("release = {:release} && product.mature = false && product.state = 'published'", {
      release,
    }),
    sort: 'position,id',
    expand: 'product',
    skipTotal: true,
  });
  const product = items[0]?.expand?.product;
  return product ? { id: product.id, picture: product.images[0] ?? '' } : null;
}

/** One of a guild's releases; null if it has no such release. */
export async function releaseOfGuild(
  pb: PocketBase,
  guildId: string,
  releaseId: string,
): Promise<Release | null> {
  if (!isRecordId(releaseId)) return null;
  const [record, products, tiers] = await Promise.all([
    orNull(
      pb
        .collection('releases')
        .getFirstListItem<ReleasesRecord>(
          pb.filter('id = {:releaseId} && guild = {:guildId}', { releaseId, guildId }),
        ),
    ),
    pb.collection('release_products').getFullList<ReleaseProductsRecord>({
      filter: pb.filter('release = {:releaseId}', { releaseId }),
      sort: 'position,created,id',
    }),
    pb.collection('release_tiers').getFullList<ReleaseTiersRecord>({
      filter: pb.filter('release = {:releaseId}', { releaseId }),
    }),
  ]);
  return record && releaseOf(record, products, tiers);
}

function releaseOf(
  record: ReleasesRecord,
  products: readonly ReleaseProductsRecord[],
  tiers: readonly ReleaseTiersRecord[],
): Release {
  const inThis = (row: { release: string }) => row.release === record.id;
  return {
    id: record.id,
    guildId: record.guild,
    title: record.title,
    month: record.month,
    cover: record.cover === '' ? null : { file: record.cover, alt: record.coverAlt },
    description: record.description,
    productIds: products.filter(inThis).map(({ product }) => product),
    tierIds: tiers.filter(inThis).map(({ tier }) => tier),
    publishAt: instantOf(record.publishAt),
    publishedAt: instantOf(record.publishedAt),
    state: record.state === '' ? 'draft' : record.state,
    backCents: orAbsent(record.backCents),
    reached: record.reached,
    toReach: record.toReach,
  };
}

/** The models of a release, as the rules and pages need them, in the release's order. */
export async function productsOfRelease(
  pb: PocketBase,
  releaseId: string,
): Promise<(ReleaseProduct & { name: string; mainImage: string; delivered: boolean })[]> {
  const [rows, files] = await Promise.all([
    pb
      .collection('release_products')
      .getFullList<ReleaseProductsRecord & { expand?: { product?: ProductsRecord } }>({
        filter: pb.filter('release = {:releaseId}', { releaseId }),
        sort: 'position,created,id',
        expand: 'product',
      }),
    pb.collection('product_files').getFullList<{ product: string }>({
      filter: pb.filter("product.release_products_via_product.release ?= {:releaseId} && retiredAt = ''", {
        releaseId,
      }),
      fields: 'product',
    }),
  ]);
  return rows.flatMap(({ product: id, deliveredAt, expand }) =>
    expand?.product
      ? [
          {
            id,
            name: expand.product.name,
            mainImage: expand.product.images[0] ?? '',
            state: expand.product.state === '' ? ('draft' as const) : expand.product.state,
            files: files.filter(({ product }) => product === id).length,
            delivered: deliveredAt !== '',
          },
        ]
      : [],
  );
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
