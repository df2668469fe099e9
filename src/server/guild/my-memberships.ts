import { modelsOfGrants } from '../../data/guild/grant-names.ts';
import { membershipOfUser, membershipsOfUser, type StoredMember } from '../../data/guild/guild-members.ts';
import { grantNames, storeNamesById } from '../../data/guild/guild-names.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { grantsOfMember, periodsOfMember } from '../../data/guild/membership-periods.ts';
import { licenceNumberOfMember } from '../../data/guild/merchant-licences.ts';
import { shownReleases } from '../../data/guild/releases.ts';
import { guildStateAt, releaseTimeOf } from '../../domain/guild/guild.ts';
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
import {
  isOnTrial,
  membershipEnd,
  monthsThatCome,
  skippedMonth,
  willReceive,
} from '../../domain/guild/membership-dates.ts';
import type { MembershipPeriod } from '../../domain/guild/membership-period.ts';
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

/** A user's own memberships. */

const NEXT_RELEASES = 5;

/** A user's current and former memberships, current ones first. */
export async function myMemberships(commerce: CommerceContext, userId: string): Promise<MembershipLine[]> {
  const { pb } = commerce;
  const memberships = await membershipsOfUser(pb, userId);
  const stores = await storeNamesById(
    pb,
    memberships.map(({ storeId }) => storeId),
  );
  const lines = await Promise.all(
    memberships.map(async (member) => ({
      guildId: member.guildId,
      guildName: member.guildName,
      storeName: stores.get(member.storeId)?.name ?? '',
      storeSlug: stores.get(member.storeId)?.slug ?? '',
      tierName: member.tierName,
      member: summaryOf(member, [], await periodsOfMember(pb, member.id), commerce.now()),
    })),
  );
  return lines.sort((a, b) => Number(memberIsIn(b.member.state)) - Number(memberIsIn(a.member.state)));
}

/**
 * A membership with everything its page shows; null if the user never was a member of that guild.
 * @param sync syncs with the provider first; the answer is `stale` if it cannot be reached
 */
export async function freshMembershipView(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  sync: boolean,
): Promise<(MembershipView & { stale: boolean }) | null> {
  let stale = false;
  const before = await myMembership(commerce, whose, false);
  if (!before) return null;
  if (sync && before.subscriptionId !== '')
    await myMembership(commerce, whose, true).catch((reason: unknown) => {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      commerce.onError(reason);
      stale = true;
    });
  const view = await myMembershipView(commerce, whose.userId, whose.guildId);
  return view && { ...view, stale };
}

/** A stored membership with everything its page shows; null if the user never was a member of that guild. */
export async function myMembershipView(
  commerce: CommerceContext,
  userId: string,
  guildId: string,
): Promise<MembershipView | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const [member, guild] = await Promise.all([membershipOfUser(pb, userId, guildId), guildById(pb, guildId)]);
  if (!member || !guild) return null;
  const [tiers, releases, periods, grants, stores] = await Promise.all([
    tiersOfGuild(pb, guildId),
    shownReleases(pb, guildId),
    periodsOfMember(pb, member.id),
    grantsOfMember(pb, member.id),
    storeNamesById(pb, [guild.storeId]),
  ]);
  const [names, models, licenceNumber, ahead] = await Promise.all([
    grantNames(pb, grants),
    modelsOfGrants(
      pb,
      userId,
      grants.map(({ id }) => id),
    ),
    licenceNumberOfMember(pb, member.id),
    billingAhead(commerce, member),
  ]);
  const ownTier = tiers.find(({ id }) => id === member.tierId);
  const nameOf = (tierId: string) => tiers.find(({ id }) => id === tierId)?.name ?? '';
  const isIn = memberIsIn(member.state);
  const months = monthsThatCome(member, periods, now)
    .map(
      (period): MembershipMonth => ({
        id: period.id,
        month: period.month,
        kind: period.kind === 'paid' && period.paidCents === 0 ? 'gift' : period.kind,
        tierName: nameOf(period.upgrade && !period.upgrade.refunded ? period.upgrade.tierId : period.tierId),
        paidCents:
          period.paidCents + (period.upgrade && !period.upgrade.refunded ? period.upgrade.paidCents : 0),
        isAhead: period.from > now,
        brought: grants
          .filter(({ periodId }) => periodId === period.id)
          .map(({ id, kind, what, licence, revokedAt }) => ({
            kind,
            name: names.get(what) ?? '',
            licence,
            isTakenBack: revokedAt !== null,
            productIds: models.get(id) ?? [],
          })),
      }),
    )
    .reverse();
  const state = guildStateAt(guild, now);
  const skip = skipRefusal(member, monthOf(member.nextChargeAt ?? now), periods);
  return {
    guildId,
    guildName: guild.name,
    storeName: stores.get(guild.storeId)?.name ?? '',
    storeSlug: stores.get(guild.storeId)?.slug ?? '',
    tierName: ownTier?.name ?? '',
    member: { ...summaryOf(member, tiers, periods, now), nextCents: ahead?.cents ?? null },
    guildState: state,
    welcome: isIn ? guild.welcome : '',
    percent: isIn ? guild.memberDiscountPercent : 0,
    tierId: member.tierId,
    benefits: ownTier?.benefits ?? [],
    tiers:
      isIn && member.subscriptionId !== '' && ownTier
        ? choicesOf(member, ownTier, tiers, ahead !== null)
        : [],
    higherCents: ownTier && ahead === null ? higherCents(member, ownTier) : null,
    paying: ownTier ? billingOptions(member, ownTier, guild.billings, ahead) : { next: null, choice: null },
    coming:
      isIn && ownTier
        ? comingFor(
            ownTier,
            tiers,
            releases
              .map((release) => ({ ...release, publishAt: releaseTimeOf(guild, release.publishAt) }))
              .filter((release) => willReceive(guild.grantRule, member, periods, release)),
            member.state === 'trialing' ? null : now,
          )
        : [],
    months,
    skipRefusal: skip === null ? null : SKIP_REFUSAL_TEXTS[skip],
    licenceNumber,
    now,
  };
}

function summaryOf(
  member: StoredMember,
  tiers: readonly Tier[],
  periods: readonly MembershipPeriod[],
  now: number,
): MembershipSummary {
  const { state, billing, priceCents, since, joinedAt, nextChargeAt, failedSince, streak } = member;
  return {
    ...{ state, billing, priceCents, since, joinedAt, nextChargeAt, failedSince, streak },
    months: member.months + member.tenureMonths,
    endsAt: membershipEnd(periods, now) ?? nextChargeAt,
    skips: skippedMonth(periods, now),
    isGiven: member.subscriptionId === '',
    isTrial: isOnTrial(member, periods, now),
    nextTierName: tiers.find(({ id }) => id === member.nextTierId)?.name ?? null,
    nextCents: null,
  };
}

/** The other tiers on offer; none if the member cannot change now. */
function choicesOf(
  member: StoredMember,
  ownTier: Tier,
  tiers: readonly Tier[],
  isBillingAhead: boolean,
): MembershipView['tiers'] {
  if (memberVerbRefusal(member.state, 'change-tier')) return [];
  return tiers
    .filter(({ id, state }) => id !== ownTier.id && (state === 'public' || state === 'sold_out'))
    .map((tier) => ({
      id: tier.id,
      name: tier.name,
      priceCents: memberCents(member, tier),
      way: tierChangeWay(ownTier, tier),
      refusal: isBillingAhead ? 'billing-ahead' : tierChangeRefusal(member, tier),
    }));
}

/** What a member will receive, soonest first. @param outAt releases that are out by then are left out; null for none */
function comingFor(
  ownTier: Tier,
  tiers: readonly Tier[],
  releases: Awaited<ReturnType<typeof shownReleases>>,
  outAt: number | null,
): MembershipView['coming'] {
  return releases
    .filter(
      (release) =>
        (outAt === null || !releaseIsOut(release, outAt)) &&
        tierReceives(
          ownTier,
          tiers.filter(({ id }) => release.tierIds.includes(id)),
        ),
    )
    .sort((a, b) => (a.publishAt ?? 0) - (b.publishAt ?? 0))
    .slice(0, NEXT_RELEASES)
    .map(({ title, month, publishAt }) => ({ title, month, publishAt }));
}
