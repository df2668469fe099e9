import { membershipOfUser, membershipsOfUser, type StoredMember } from '../../data/guild/guild-members.ts';
import { grantNames, storeNames } from '../../data/guild/guild-names.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { grantsOfMember, periodsOfMember } from '../../data/guild/membership-periods.ts';
import { licenceKeyOf } from '../../data/guild/merchant-licences.ts';
import { shownReleases } from '../../data/guild/releases.ts';
import { comesAt, guildStateAt } from '../../domain/guild/guild.ts';
import { releaseIsOut } from '../../domain/guild/join-offer.ts';
import {
  higherCents,
  memberCents,
  memberIsIn,
  memberVerbRefusal,
  SKIP_REFUSAL_TEXTS,
  skipRefusal,
  tierChangeRefusal,
  tierChangeWay,
} from '../../domain/guild/member.ts';
import { type MembershipPeriod, periodGives } from '../../domain/guild/membership-period.ts';
import type {
  MembershipLine,
  MembershipMonth,
  MembershipSummary,
  MembershipView,
} from '../../domain/guild/membership-view.ts';
import { type Tier, tierReceives } from '../../domain/guild/tier.ts';
import { monthOf } from '../../domain/kernel/month.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { billingAhead, billingOptions } from './membership-billing.ts';
import { myMembership } from './membership-changes.ts';

/** What somebody reads about his own memberships. */

const NEXT_RELEASES = 5;

/** Every guild somebody is or was in, those he is in first. */
export async function myMemberships(commerce: CommerceContext, userId: string): Promise<MembershipLine[]> {
  const { pb } = commerce;
  const files = await membershipsOfUser(pb, userId);
  const stores = await storeNames(
    pb,
    files.map(({ storeId }) => storeId),
  );
  const lines = await Promise.all(
    files.map(async (file) => ({
      guildId: file.guildId,
      guildName: file.guildName,
      storeName: stores.get(file.storeId)?.name ?? '',
      storeSlug: stores.get(file.storeId)?.slug ?? '',
      tierName: file.tierName,
      member: standingOf(file, [], await periodsOfMember(pb, file.id)),
    })),
  );
  return lines.sort((a, b) => Number(memberIsIn(b.member.state)) - Number(memberIsIn(a.member.state)));
}

/**
 * One of them with everything; null where the person never was in that guild.
 * @param ask asks the payment provider first; the answer is `stale` where it cannot be reached
 */
export async function freshMembershipView(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  ask: boolean,
): Promise<(MembershipView & { stale: boolean }) | null> {
  let stale = false;
  const before = await myMembership(commerce, whose, false);
  if (!before) return null;
  if (ask && before.subscriptionId !== '')
    await myMembership(commerce, whose, true).catch((reason: unknown) => {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      commerce.onError(reason);
      stale = true;
    });
  const view = await myMembershipView(commerce, whose.userId, whose.guildId);
  return view && { ...view, stale };
}

/** One of them with everything; null where he never was in that guild. */
export async function myMembershipView(
  commerce: CommerceContext,
  userId: string,
  guildId: string,
): Promise<MembershipView | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const [file, guild] = await Promise.all([membershipOfUser(pb, userId, guildId), guildById(pb, guildId)]);
  if (!file || !guild) return null;
  const [tiers, releases, periods, handouts, stores] = await Promise.all([
    tiersOfGuild(pb, guildId),
    shownReleases(pb, guildId),
    periodsOfMember(pb, file.id),
    grantsOfMember(pb, file.id),
    storeNames(pb, [guild.storeId]),
  ]);
  const [names, licenceKey, ahead] = await Promise.all([
    grantNames(pb, handouts),
    licenceKeyOf(pb, file.id),
    billingAhead(commerce, file),
  ]);
  const own = tiers.find(({ id }) => id === file.tierId);
  const nameOf = (tierId: string) => tiers.find(({ id }) => id === tierId)?.name ?? '';
  const isIn = memberIsIn(file.state);
  const months = periods
    .map(
      (period): MembershipMonth => ({
        id: period.id,
        month: period.month,
        kind: period.kind,
        tierName: nameOf(period.raise && !period.raise.refunded ? period.raise.tierId : period.tierId),
        paidCents: period.paidCents + (period.raise && !period.raise.refunded ? period.raise.paidCents : 0),
        isAhead: period.from > now,
        brought: handouts
          .filter(({ periodId }) => periodId === period.id)
          .map(({ kind, what, licence, revokedAt }) => ({
            kind,
            name: names.get(what) ?? '',
            licence,
            isTakenBack: revokedAt !== null,
          })),
      }),
    )
    .reverse();
  const state = guildStateAt(guild, now);
  const skip = skipRefusal(file, monthOf(file.nextChargeAt ?? now), periods);
  return {
    guildId,
    guildName: guild.name,
    storeName: stores.get(guild.storeId)?.name ?? '',
    storeSlug: stores.get(guild.storeId)?.slug ?? '',
    tierName: own?.name ?? '',
    member: { ...standingOf(file, tiers, periods), nextCents: ahead?.cents ?? null },
    guildState: state,
    welcome: isIn ? guild.welcome : '',
    percent: isIn ? guild.memberDiscountPercent : 0,
    tierId: file.tierId,
    benefits: own?.benefits ?? [],
    tiers: isIn && file.subscriptionId !== '' && own ? choicesOf(file, own, tiers, ahead !== null) : [],
    higherCents: own && ahead === null ? higherCents(file, own) : null,
    paying: own ? billingOptions(file, own, guild.billings, ahead) : { next: null, choice: null },
    coming:
      isIn && own
        ? comingFor(
            own,
            tiers,
            releases.map((release) => ({ ...release, publishAt: comesAt(guild, release.publishAt) })),
            now,
          )
        : [],
    months,
    skipRefusal: skip === null ? null : SKIP_REFUSAL_TEXTS[skip],
    licenceKey,
    now,
  };
}

function standingOf(
  file: StoredMember,
  tiers: readonly Tier[],
  periods: readonly MembershipPeriod[],
): MembershipSummary {
  const ends = periods.filter(({ kind }) => periodGives(kind)).map(({ until }) => until);
  const { state, billing, priceCents, since, joinedAt, nextChargeAt, failedSince, streak } = file;
  return {
    ...{ state, billing, priceCents, since, joinedAt, nextChargeAt, failedSince, streak },
    months: file.months + file.tenureMonths,
    coveredUntil: ends.length === 0 ? null : Math.max(...ends),
    isGiven: file.subscriptionId === '',
    nextTierName: tiers.find(({ id }) => id === file.nextTierId)?.name ?? null,
    nextCents: null,
  };
}

/** The other tiers that are offered; none where he may not change now. */
function choicesOf(
  file: StoredMember,
  own: Tier,
  tiers: readonly Tier[],
  isBillingAhead: boolean,
): MembershipView['tiers'] {
  if (memberVerbRefusal(file.state, 'change-tier')) return [];
  return tiers
    .filter(({ id, state }) => id !== own.id && (state === 'public' || state === 'sold_out'))
    .map((tier) => ({
      id: tier.id,
      name: tier.name,
      priceCents: memberCents(file, tier),
      way: tierChangeWay(own, tier),
      refusal: isBillingAhead ? 'billing-ahead' : tierChangeRefusal(file, tier),
    }));
}

function comingFor(
  own: Tier,
  tiers: readonly Tier[],
  releases: Awaited<ReturnType<typeof shownReleases>>,
  now: number,
): MembershipView['coming'] {
  return releases
    .filter(
      (release) =>
        !releaseIsOut(release, now) &&
        tierReceives(
          own,
          tiers.filter(({ id }) => release.tierIds.includes(id)),
        ),
    )
    .sort((a, b) => (a.publishAt ?? 0) - (b.publishAt ?? 0))
    .slice(0, NEXT_RELEASES)
    .map(({ title, month, publishAt }) => ({ title, month, publishAt }));
}
