import type PocketBase from 'pocketbase';
import { changeGiftState, createBundle, createReward } from '../../data/guild/entry-bundles.ts';
import { saveMembership } from '../../data/guild/guild-members.ts';
import { saveGuildPayment } from '../../data/guild/guild-payments.ts';
import { changeTierState, createTier } from '../../data/guild/guild-tiers.ts';
import {
  changeGuildState,
  createGuild,
  guildOfStore,
  saveInformation,
  showInformation,
} from '../../data/guild/guilds.ts';
import { coverMonths } from '../../data/guild/membership-periods.ts';
import { changeReleaseState, createRelease, releaseOfGuild } from '../../data/guild/releases.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import type { InformationBlock } from '../../domain/guild/guild-information.ts';
import type { TierDraft } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { instantMonthsLater, monthAfter, monthOf, monthStart } from '../../domain/kernel/month.ts';
import { COMMISSION_PERCENT, saleShares } from '../../domain/payments/commission.ts';
import { licenceTexts } from '../../server/catalogue/licence-texts.ts';
import { beginPublishing, runReleaseJob } from '../../server/guild/releases.ts';
import { demoProduct, PEOPLE, STORES } from './cast.ts';
import { seedGoals, seedPoll } from './goals.ts';
import { demoId } from './ids.ts';

const DAY_MS = 86_400_000;

type DemoTier = Pick<
  TierDraft,
  'name' | 'description' | 'monthlyCents' | 'annualCents' | 'seats' | 'licence' | 'trialDays'
> & {
  id: string;
  benefits: string[];
};

function tier(name: string, more: Omit<DemoTier, 'id' | 'name'>): DemoTier {
  return { id: demoId('tier', `ashgrove/${name}`), name, ...more };
}

/** Mira's guild: three tiers, two published releases and one announced, entry bundles and loyalty rewards. */
export const DEMO_GUILD = {
  id: demoId('guild', 'ashgrove'),
  storeId: STORES.ashgrove.id,
  name: 'The Ashgrove Circle',
  tagline: 'A new creature from past the edge of the map, every month.',
  tiers: {
    sapling: tier('Sapling', {
      description: 'The month’s creature, supported and plain.',
      monthlyCents: 800,
      annualCents: 8000,
      seats: null,
      trialDays: 0,
      licence: 'personal',
      benefits: ['The creature of the month', 'The welcome bundle', '10 % off in the store'],
    }),
    heartwood: tier('Heartwood', {
      description: 'Everything a Sapling gets, and the large one.',
      monthlyCents: 1500,
      annualCents: 15_000,
      seats: null,
      trialDays: 14,
      licence: 'personal',
      benefits: ['Everything of Sapling', 'The large model of the month', 'A vote on what comes next'],
    }),
    merchant: tier('Market stall', {
      description: 'For those who sell prints: all of it with the merchant licence.',
      monthlyCents: 3500,
      annualCents: null,
      seats: 20,
      trialDays: 0,
      licence: 'merchant',
      benefits: ['Everything of Heartwood', 'Sell your prints', 'A licence page of your own'],
    }),
  },
  bundle: { id: demoId('bundle', 'ashgrove'), name: 'Welcome to the wood' },
  reward: { id: demoId('reward', 'ashgrove'), name: 'Half a year under the trees' },
} as const;

/** The releases, in months relative to the month of seeding. */
const DEMO_RELEASES = [
  {
    id: demoId('release', 'ashgrove/before'),
    title: 'What the Water Kept',
    later: -1,
    description: 'A hand from below, for the shore of your table.',
    products: ['Grasp of the Drowned Deep'],
    tiers: ['sapling'],
  },
  {
    id: demoId('release', 'ashgrove/large'),
    title: 'The Ember Matriarch',
    later: 0,
    description: 'The large one of the month: a bust for a long evening of painting.',
    products: ['Ashkarra, the Ember Matriarch (Bust)'],
    tiers: ['heartwood'],
  },
  {
    id: demoId('release', 'ashgrove/now'),
    title: 'Under the Larder',
    later: 0,
    description: 'Something that waits where you keep your provisions.',
    products: ['Gulper, the Larder Cube'],
    tiers: ['sapling'],
  },
  {
    id: demoId('release', 'ashgrove/next'),
    title: 'The Rain King’s Court',
    later: 1,
    description: 'An idol, and those who bring it offerings.',
    products: ['Idol of the Rain King'],
    tiers: ['sapling'],
  },
] as const;

/** The members: their tier, and their months until now. */
const MEMBERS = [
  { user: PEOPLE.dorin, tier: 'sapling', months: 3 },
  { user: PEOPLE.ines, tier: 'heartwood', months: 1 },
] as const;

const INFORMATION: InformationBlock[] = [
  {
    kind: 'text',
    heading: 'What the Circle is',
    text: 'Each month I sculpt one creature with the people who sit around this fire. You get it **as part of your month**, supported by hand, and you keep it for good: leaving takes nothing away.',
  },
  {
    kind: 'showcase',
    heading: 'Made for the Circle',
    productIds: DEMO_RELEASES.slice(0, 3).map(({ products }) => demoProduct(products[0]).id),
  },
  { kind: 'schedule', heading: 'Release schedule' },
  {
    kind: 'faq',
    heading: 'Questions',
    questions: [
      {
        question: 'When do I pay?',
        answer: 'On the day you join, and on the same day of each month after it. One payment is one month.',
      },
      {
        question: 'What happens when I leave?',
        answer: 'Everything you received stays in your library. You only miss what comes later.',
      },
    ],
  },
];

/** Creates the demo guild once, through the code that sellers, members and jobs use. */
export async function seedGuild(pb: PocketBase, now: Instant): Promise<void> {
  const known = await guildOfStore(pb, DEMO_GUILD.storeId);
  if (known && known.state !== 'draft') return;
  const { id, tiers } = DEMO_GUILD;
  const began = instantMonthsLater(monthStart(monthOf(now)), -4);
  if (!known) {
    await createGuild(
      pb,
      DEMO_GUILD.storeId,
      {
        name: DEMO_GUILD.name,
        tagline: DEMO_GUILD.tagline,
        welcome:
          'Come in, sit down. Your first creature is in your library already; show me when it is painted.',
        grantRule: 'one_per_payment',
        billings: ['monthly', 'annual'],
        memberDiscountPercent: 10,
      },
      id,
    );
    await saveInformation(pb, id, INFORMATION);
    await showInformation(pb, id, now);
  }
  await seedTiers(pb, began);
  const releases = await seedReleases(pb, now);
  await seedGifts(pb, began);

  const throwing = (reason: unknown) => {
    throw reason;
  };
  const at = (moment: Instant) => ({ pb, now: () => moment, onError: throwing });
  for (const { release, publishAt } of releases) {
    if (publishAt <= now) await beginPublishing(at(now), { id, state: 'live' }, release, publishAt);
    else await changeReleaseState(pb, { id: release, guildId: id, state: 'draft' }, 'scheduled', now);
  }
  for (const member of MEMBERS) await seedMember(pb, member, tiers[member.tier], now);
  await runReleaseJob(at(now));
  await seedGoals(pb, DEMO_GUILD.id, now);
  await seedPoll(pb, DEMO_GUILD.id, now);
  // The state `live` marks that the guild is complete.
  await changeGuildState(asSeller(pb, STORES.ashgrove.ownerId), { id, state: 'draft' }, 'live', began);
}

async function seedTiers(pb: PocketBase, at: Instant): Promise<void> {
  const { id: guildId, tiers } = DEMO_GUILD;
  const there = new Set(
    (await pb.collection('guild_tiers').getFullList({ fields: 'id' })).map(({ id }) => id),
  );
  for (const { id, benefits, ...plain } of Object.values(tiers)) {
    if (there.has(id)) continue;
    const draft = { ...plain, benefits: [...benefits], includesLower: true, earlyBird: null };
    await createTier(pb, guildId, draft, id);
    await changeTierState(pb, { id, guildId, state: 'draft' }, 'public', at);
  }
}

async function seedReleases(
  pb: PocketBase,
  now: Instant,
): Promise<{ release: string; publishAt: Instant }[]> {
  const { id: guildId, tiers } = DEMO_GUILD;
  const made: { release: string; publishAt: Instant }[] = [];
  for (const { id, later, products, tiers: names, title, description } of DEMO_RELEASES) {
    const month = monthAfter(monthOf(now), later);
    const publishAt = monthStart(month) + (later > 0 ? 18 * 3_600_000 : 0);
    const productIds = products.map((name) => demoProduct(name).id);
    const tierIds = names.map((name) => tiers[name].id);
    const backCents = later < 0 ? 500 : null;
    if (!(await releaseOfGuild(pb, guildId, id)))
      await createRelease(
        pb,
        guildId,
        { title, description, month, productIds, tierIds, publishAt, backCents },
        now,
        id,
      );
    made.push({ release: id, publishAt });
  }
  return made;
}

async function seedGifts(pb: PocketBase, at: Instant): Promise<void> {
  const { id: guildId, tiers, bundle, reward } = DEMO_GUILD;
  const has = async (collection: string, id: string) =>
    (await pb.collection(collection).getList(1, 1, { filter: pb.filter('id = {:id}', { id }) })).totalItems >
    0;
  if (!(await has('entry_bundles', bundle.id)))
    await createBundle(
      pb,
      guildId,
      {
        name: bundle.name,
        description: 'A mushroom elder, to keep you company until the next moon.',
        productIds: [demoProduct('Old Fennimore, Sporekeeper').id],
        tierIds: [tiers.sapling.id],
        validFrom: null,
        validTo: null,
        minPaidPeriods: 1,
      },
      at,
      bundle.id,
    );
  await changeGiftState(pb, 'entry_bundles', { id: bundle.id, guildId, state: 'draft' }, 'active', at);
  const productIds = [demoProduct('Clutch of the Bramble Wyrm').id];
  if (!(await has('loyalty_rewards', reward.id)))
    await createReward(
      pb,
      guildId,
      { name: reward.name, kind: 'streak', months: 6, productIds },
      at,
      reward.id,
    );
  await changeGiftState(pb, 'loyalty_rewards', { id: reward.id, guildId, state: 'draft' }, 'active', at);
}

/** A member who pays on the first of each month; unknown to the payment provider, because the months came before the demo world. */
async function seedMember(
  pb: PocketBase,
  { user, months }: (typeof MEMBERS)[number],
  { id: tierId, monthlyCents }: DemoTier,
  now: Instant,
): Promise<void> {
  const { id: guildId } = DEMO_GUILD;
  const thisMonth = monthStart(monthOf(now));
  const joinedAt = instantMonthsLater(thisMonth, 1 - months);
  const memberId = await saveMembership(
    pb,
    {
      guildId,
      userId: user.id,
      tierId,
      state: 'active',
      billing: 'monthly',
      priceCents: monthlyCents,
      joinedAt,
      nextChargeAt: instantMonthsLater(thisMonth, 1),
      nextTierId: null,
      failedSince: null,
      customerId: '',
      subscriptionId: '',
      subscriptionItemId: '',
      stripePriceId: '',
    },
    now,
  );
  for (let later = 1 - months; later <= 0; later += 1) {
    const from = instantMonthsLater(thisMonth, later);
    const paid = { id: `demo:${user.username}:${monthOf(from)}`, kind: 'paid' as const, tierId, joinedAt };
    const until = instantMonthsLater(from, 1);
    await coverMonths(
      pb,
      { id: memberId, guildId },
      { ...paid, paidCents: monthlyCents, from, until },
      licenceTexts(),
      Math.min(now, from + DAY_MS),
    );
    const { commissionCents, sellerCents } = saleShares(monthlyCents, COMMISSION_PERCENT.free);
    await saveGuildPayment(
      pb,
      {
        ...{
          guildId,
          tierId,
          memberId,
          storeId: STORES.ashgrove.id,
          kind: from === joinedAt ? 'first' : 'renewal',
        },
        ...{ state: 'paid', paidCents: monthlyCents, taxCents: 0, commissionCents, netCents: sellerCents },
        ...{
          refundedCents: 0,
          lostCents: 0,
          paidAt: from,
          number: '',
          invoiceId: paid.id,
          paymentId: '',
          subscriptionId: '',
          dueCents: sellerCents,
          sentCents: sellerCents,
          movements: [],
        },
      },
      null,
      now,
    );
  }
}
