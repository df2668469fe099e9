import type PocketBase from 'pocketbase';
import { productCards } from '../../../data/catalogue/product-cards.ts';
import { bundlesOfGuild, rewardsOfGuild } from '../../../data/guild/entry-bundles.ts';
import { goalsOfGuild } from '../../../data/guild/guild-goals.ts';
import { pollsOfGuild } from '../../../data/guild/guild-polls.ts';
import { shownTier, tiersOfGuild } from '../../../data/guild/guild-tiers.ts';
import { type StoredGuild, shownGuild } from '../../../data/guild/guilds.ts';
import { shownReleases } from '../../../data/guild/releases.ts';
import { type ProductCard, priceNow } from '../../../domain/catalogue/product.ts';
import { isSoldAsFullRelease } from '../../../domain/commerce/full-release.ts';
import { bundleIsFor, type EntryBundle } from '../../../domain/guild/entry-bundle.ts';
import { type Guild, type GuildState, guildStateAt, releaseTimeOf } from '../../../domain/guild/guild.ts';
import type { GuildGoal } from '../../../domain/guild/guild-goal.ts';
import type { InformationBlock } from '../../../domain/guild/guild-information.ts';
import { type GuildPoll, pollRuns } from '../../../domain/guild/guild-poll.ts';
import { releaseIsOut } from '../../../domain/guild/join-offer.ts';
import type { LoyaltyReward } from '../../../domain/guild/loyalty.ts';
import { eachOnce } from '../../../domain/guild/month-worth.ts';
import type { Release } from '../../../domain/guild/release.ts';
import type { Tier, TierState } from '../../../domain/guild/tier.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { monthOf } from '../../../domain/kernel/month.ts';

/** Past releases listed on a guild page; older ones are only counted. */
const PAST_RELEASES = 12;
const COMING_RELEASES = 6;
/** Models loaded per release, for its picture and for those sold individually. */
const MODELS_SHOWN = 6;
/** Polls that end last: those that run are among them. */
const POLLS_READ = 3;

/** A release as the public sees it, without its files. */
export interface ReleaseTeaser {
  release: Release;
  /** The first of its models that are in the public shop. */
  cards: ProductCard[];
  /** All of its models if they are sold together for less than individually; otherwise null. */
  whole: ProductCard[] | null;
  /** Those of its models that the page does not show further up. */
  fresh: ProductCard[];
}

/** A goal with what it brings, where that is public. */
export interface ShownGoal extends GuildGoal {
  product: ProductCard | null;
  release: Release | null;
}

/** The content of a guild page, the same for all visitors. */
export interface GuildPage {
  guild: Guild;
  /** Its state at the time of the request. */
  state: GuildState;
  blocks: InformationBlock[];
  /** Files of the guild's own pictures; a block that names another shows none. */
  pictures: string[];
  /** The tiers shown, lowest first. */
  tiers: Tier[];
  /** All tiers, needed to work out which lower ones a tier includes. */
  ladder: Tier[];
  /** Scheduled releases, the next one first. */
  coming: ReleaseTeaser[];
  /** Releases of this month and of earlier ones, newest first. */
  current: ReleaseTeaser[];
  past: ReleaseTeaser[];
  /** Total number of past releases. */
  pastCount: number;
  bundles: EntryBundle[];
  rewards: LoyaltyReward[];
  /** The lowest number of members first. */
  goals: ShownGoal[];
  /** What its members are asked at the moment. */
  polls: GuildPoll[];
  /** Models of showcases, by the place of their block; each stands on the page once. */
  showcases: ReadonlyMap<number, ProductCard[]>;
  /** Listed models that the page shows, by id. */
  cards: ReadonlyMap<string, ProductCard>;
}

/**
 * What a guild's page shows at `now`.
 * @param draft shows the seller's unpublished version, for the preview.
 */
export async function guildPage(
  pb: PocketBase,
  file: StoredGuild,
  now: Instant,
  { draft = false } = {},
): Promise<GuildPage> {
  const guild = shownGuild(file);
  const blocks = draft ? file.information : file.informationShown;
  const [ladder, releases, bundles, rewards, goals, polls] = await Promise.all([
    tiersOfGuild(pb, guild.id).then((tiers) => tiers.map(shownTier)),
    shownReleases(pb, guild.id),
    bundlesOfGuild(pb, guild.id),
    rewardsOfGuild(pb, guild.id),
    goalsOfGuild(pb, guild.id),
    pollsOfGuild(pb, guild.id, POLLS_READ),
  ]);

  const isOut = (release: Release) => releaseIsOut(release, now);
  const out = releases.filter(isOut).sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0));
  const month = monthOf(now);
  const pastOnes = out.filter((release) => release.month < month);
  const shown = {
    coming: releases
      .filter((release) => !isOut(release))
      .map((release) => ({ ...release, publishAt: releaseTimeOf(guild, release.publishAt) }))
      .sort((a, b) => (a.publishAt ?? 0) - (b.publishAt ?? 0))
      .slice(0, COMING_RELEASES),
    current: out.filter((release) => release.month >= month),
    past: pastOnes.slice(0, PAST_RELEASES),
  };
  const ids = [
    ...Object.values(shown).flatMap((list) =>
      list.flatMap((release) =>
        // What this month is worth is told of all its models.
        isSoldAsFullRelease(release, now) || release.month >= month
          ? release.productIds
          : release.productIds.slice(0, MODELS_SHOWN),
      ),
    ),
    ...goals.flatMap(({ productId }) => productId ?? []),
    ...blocks.flatMap((block) => (block.kind === 'showcase' ? block.productIds : [])),
  ];
  const cards = new Map(
    (await productCards(pb, [...new Set(ids)]))
      .filter(({ store }) => store.id === guild.storeId)
      .map((card) => [card.id, card]),
  );
  const offered: TierState[] = draft ? ['draft', 'public', 'sold_out'] : ['public', 'sold_out'];
  const placed = blocks.flatMap((block, place) =>
    block.kind === 'showcase' ? { place, ids: block.productIds } : [],
  );
  const cardsOf = (productIds: readonly string[]) => productIds.flatMap((id) => cards.get(id) ?? []);
  const received = [...shown.current, ...shown.past];
  const once = eachOnce([
    ...placed.map(({ ids }) => cardsOf(ids)),
    ...received.map(({ productIds }) => cardsOf(productIds).slice(0, MODELS_SHOWN)),
  ]);
  const showcases = new Map(placed.map(({ place }, at) => [place, once[at] ?? []]));
  const freshOf = new Map(received.map(({ id }, at) => [id, once[placed.length + at] ?? []]));
  const teaser = (release: Release): ReleaseTeaser => {
    const own = cardsOf(release.productIds);
    return {
      release,
      cards: own.slice(0, MODELS_SHOWN),
      fresh: freshOf.get(release.id) ?? [],
      whole: isSoldAsFullRelease(release, now) && isWorthIt(release, own, now) ? own : null,
    };
  };
  return {
    guild,
    state: guildStateAt(guild, now),
    blocks,
    pictures: file.pictures,
    tiers: ladder.filter((tier) => offered.includes(tier.state)),
    ladder,
    coming: shown.coming.map(teaser),
    current: shown.current.map(teaser),
    past: shown.past.map(teaser),
    pastCount: pastOnes.length,
    bundles: bundles.filter((bundle) => bundle.state === 'active' && bundleIsFor(bundle, now)),
    rewards: rewards.filter(({ state }) => state === 'active'),
    goals: goals.map((goal) => ({
      ...goal,
      product: cards.get(goal.productId ?? '') ?? null,
      release: releases.find(({ id }) => id === goal.releaseId) ?? null,
    })),
    polls: polls.filter((poll) => pollRuns(poll, now)),
    showcases,
    cards,
  };
}

/** Whether all models of a release are in the shop and cost more individually. */
function isWorthIt({ productIds, backCents }: Release, own: readonly ProductCard[], now: Instant): boolean {
  const oneByOne = own.reduce((sum, card) => sum + priceNow(card, now).payCents, 0);
  return own.length > 0 && own.length === productIds.length && oneByOne > (backCents ?? 0);
}
