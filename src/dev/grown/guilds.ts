import type { Instant } from '../../domain/kernel/instant.ts';
import { instantMonthsLater, monthAfter, monthOf, monthStart } from '../../domain/kernel/month.ts';
import { COMMISSION_PERCENT, saleShares } from '../../domain/payments/commission.ts';
import { type Catalogue, productId } from './catalogue.ts';
import { personId, storeId } from './people.ts';
import { DAY_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

/** Members of a guild that is not the giant one: one for so many of the giant's, at least a few. */
const SMALLER = 400;
const LONGEST_MONTHS = 24;
/** Months that have a release; every release has two models. */
const RELEASED_MONTHS = 12;
const MODELS = 2;
const TIERS = [
  { name: 'Friend', monthlyCents: 500 },
  { name: 'Patron', monthlyCents: 1200 },
];
const LEFT_SHARE = 0.2;

export const guildId = (at: number) => grownId('g', at);
/** The cheaper tier of a guild. */
export const tierId = (guild: number, place: number) => grownId('a', guild * TIERS.length + place);

/** The guilds of the first stores, with members, paid months, releases and what members received. The first is the giant. */
export function addGuilds(plan: Plan, catalogue: Catalogue): void {
  const { size, chance } = plan;
  const write = writersOf(plan);
  const months = releasedMonths(plan.now);
  const firstMember = size.stores + 2;
  const crowd = size.people - firstMember;
  let members = 0;
  for (let at = 0; at <= size.guilds; at++) {
    const releases = addGuild(plan, write, catalogue, at, months);
    const count = at === 0 ? size.giantMembers : 2 + Math.floor(size.giantMembers / SMALLER);
    const offset = at === 0 ? 0 : chance.below(crowd);
    for (let nth = 0; nth < Math.min(count, crowd); nth++)
      addMember(plan, write, {
        guild: at,
        at: members++,
        user: firstMember + ((offset + nth) % crowd),
        releases,
      });
  }
  // As the site grants the models of a release.
  plan.tables.run(`INSERT INTO entitlements (id, "user", product, source, sourceId, licences, licenceText, grantedAt, created, updated)
    SELECT 'i' || substr(h.id, 3) || x.position, m."user", x.product, 'release', h.id, '["personal"]',
      (SELECT min(key) FROM licence_texts), h.handedAt, h.handedAt, h.handedAt
    FROM guild_handouts h JOIN guild_members m ON m.id = h.member JOIN release_products x ON x.release = h.what
    WHERE h.id GLOB 'n*' AND h.payment GLOB 'in_*'`);
  plan.tables.run(`UPDATE releases SET reached = (SELECT count(DISTINCT member) FROM guild_handouts WHERE what = releases.id)
    WHERE guild IN (SELECT id FROM guilds WHERE name GLOB 'Guild *')`);
}

function releasedMonths(now: Instant): string[] {
  return Array.from({ length: RELEASED_MONTHS }, (_, at) =>
    monthAfter(monthOf(now), at - RELEASED_MONTHS + 1),
  );
}

/** Adds a guild without members; releases by their month. */
function addGuild(
  { now, date }: Plan,
  write: ReturnType<typeof writersOf>,
  catalogue: Catalogue,
  at: number,
  months: readonly string[],
): Map<string, string> {
  const id = guildId(at);
  const began = date(instantMonthsLater(monthStart(monthOf(now)), -LONGEST_MONTHS));
  write.guild({
    ...{
      id,
      store: storeId(at),
      name: `Guild ${at}`,
      tagline: 'New models every month.',
      welcome: 'Welcome.',
    },
    ...{ state: 'live', grantRule: 'one_per_payment', billings: '["monthly"]', information: '[]' },
    ...{ informationShown: '[]', pictures: '[]', memberDiscountPercent: 10, wentLiveAt: began },
    ...{ created: began, updated: began },
  });
  for (const [place, tier] of TIERS.entries())
    write.tier({
      ...{ id: tierId(at, place), guild: id, position: place, licence: 'personal', state: 'public' },
      ...{ includesLower: 1, benefits: '["Two models a month"]', created: began, updated: began },
      ...tier,
    });
  const releases = new Map<string, string>();
  const goods = catalogue.onSale[at] ?? [];
  for (const [nth, month] of months.entries()) {
    const release = grownId('c', at * RELEASED_MONTHS + nth);
    const published = date(Math.min(now, monthStart(month)));
    write.release({
      ...{ id: release, guild: id, title: `Release of ${month}`, month, state: 'published' },
      ...{ publishAt: published, publishedAt: published, created: published, updated: published },
    });
    write.releaseTier({ id: release, release, tier: tierId(at, 0), created: published });
    const models = new Set(
      Array.from(
        { length: MODELS },
        (_, model) => goods[(nth * MODELS + model) % Math.max(1, goods.length)] ?? 0,
      ),
    );
    for (const [position, good] of [...models].entries())
      write.releaseProduct({
        ...{ id: grownId('x', (at * RELEASED_MONTHS + nth) * MODELS + position), release, position },
        ...{ product: productId(good), deliveredAt: published, created: published, updated: published },
      });
    releases.set(month, release);
  }
  return releases;
}

interface NewMember {
  guild: number;
  /** Its number among all members of all guilds. */
  at: number;
  user: number;
  releases: Map<string, string>;
}

/** Adds a member who has paid each month since they joined; some left again. */
function addMember(
  { chance, now, date }: Plan,
  write: ReturnType<typeof writersOf>,
  { guild, at, user, releases }: NewMember,
): void {
  const id = grownId('n', at);
  const place = chance.is(0.3) ? 1 : 0;
  const [tier, cents] = [tierId(guild, place), TIERS[place]?.monthlyCents ?? 0];
  const paid = 1 + chance.popular(LONGEST_MONTHS);
  const hasLeft = chance.is(LEFT_SHARE);
  const ago = paid - 1 + (hasLeft ? 1 + chance.below(3) : 0);
  const joined =
    instantMonthsLater(monthStart(monthOf(now)), -ago) + Math.min(chance.below(27) * DAY_MS, now % DAY_MS);
  write.member({
    ...{ id, guild: guildId(guild), user: personId(user), tier, state: hasLeft ? 'left' : 'active' },
    ...{ billing: 'monthly', priceCents: cents, since: date(joined), joinedAt: date(joined) },
    nextChargeAt: hasLeft ? '' : date(instantMonthsLater(joined, paid)),
    ...{ streak: paid, months: paid, created: date(joined), updated: date(joined) },
  });
  for (let nth = 0; nth < paid; nth++) {
    const from = instantMonthsLater(joined, nth);
    const [starts, month] = [date(from), monthOf(from)];
    const period = grownId('t', at * LONGEST_MONTHS + nth);
    const invoice = `in_${period}`;
    write.period({
      ...{ id: period, guild: guildId(guild), member: id, tier, month, kind: 'paid', payment: invoice },
      ...{ paidCents: cents, startsAt: starts, endsAt: date(instantMonthsLater(joined, nth + 1)) },
      ...{ joinedAt: date(joined), handedAt: starts, created: starts, updated: starts },
    });
    const { commissionCents, sellerCents } = saleShares(cents, COMMISSION_PERCENT.free);
    write.payment({
      ...{ id: `y${period.slice(1)}`, guild: guildId(guild), tier, store: storeId(guild), member: id },
      ...{ kind: nth === 0 ? 'first' : 'renewal', state: 'paid', paidCents: cents, commissionCents },
      ...{ netCents: sellerCents, dueCents: sellerCents, sentCents: sellerCents, paidAt: starts },
      ...{ invoiceId: invoice, paymentId: `pi_${period}`, created: starts, updated: starts },
    });
    const release = releases.get(month);
    if (release !== undefined)
      write.handout({
        ...{
          id: `n${period.slice(1)}`,
          guild: guildId(guild),
          member: id,
          period,
          kind: 'release',
          what: release,
        },
        ...{ payment: invoice, licence: 'personal', handedAt: starts, created: starts, updated: starts },
      });
  }
}

function writersOf({ tables }: Plan) {
  return {
    guild: tables.into('guilds', [
      ...([
        'id',
        'store',
        'name',
        'tagline',
        'welcome',
        'state',
        'grantRule',
        'billings',
        'information',
      ] as const),
      ...([
        'informationShown',
        'pictures',
        'memberDiscountPercent',
        'wentLiveAt',
        'created',
        'updated',
      ] as const),
    ]),
    tier: tables.into('guild_tiers', [
      ...(['id', 'guild', 'name', 'position', 'monthlyCents', 'licence', 'state', 'includesLower'] as const),
      ...(['benefits', 'created', 'updated'] as const),
    ]),
    release: tables.into('releases', [
      ...([
        'id',
        'guild',
        'title',
        'month',
        'state',
        'publishAt',
        'publishedAt',
        'created',
        'updated',
      ] as const),
    ]),
    releaseTier: tables.into('release_tiers', ['id', 'release', 'tier', 'created']),
    releaseProduct: tables.into('release_products', [
      ...(['id', 'release', 'product', 'position', 'deliveredAt', 'created', 'updated'] as const),
    ]),
    member: tables.into('guild_members', [
      ...(['id', 'guild', 'user', 'tier', 'state', 'billing', 'priceCents', 'since', 'joinedAt'] as const),
      ...(['nextChargeAt', 'streak', 'months', 'created', 'updated'] as const),
    ]),
    period: tables.into('membership_periods', [
      ...([
        'id',
        'guild',
        'member',
        'tier',
        'month',
        'kind',
        'payment',
        'paidCents',
        'startsAt',
        'endsAt',
      ] as const),
      ...(['joinedAt', 'handedAt', 'created', 'updated'] as const),
    ]),
    payment: tables.into('guild_payments', [
      ...([
        'id',
        'guild',
        'tier',
        'store',
        'member',
        'kind',
        'state',
        'paidCents',
        'commissionCents',
      ] as const),
      ...([
        'netCents',
        'dueCents',
        'sentCents',
        'paidAt',
        'invoiceId',
        'paymentId',
        'created',
        'updated',
      ] as const),
    ]),
    handout: tables.into('guild_handouts', [
      ...(['id', 'guild', 'member', 'period', 'kind', 'what', 'payment', 'licence', 'handedAt'] as const),
      ...(['created', 'updated'] as const),
    ]),
  };
}
