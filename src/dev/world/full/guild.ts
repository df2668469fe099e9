import type PocketBase from 'pocketbase';
import { changeTierState, createTier } from '../../../data/guild/guild-tiers.ts';
import {
  changeGuildState,
  createGuild,
  guildOfStore,
  saveInformation,
  showInformation,
} from '../../../data/guild/guilds.ts';
import { createRelease, releaseOfGuild } from '../../../data/guild/releases.ts';
import { asSeller } from '../../../data/kernel/actor.ts';
import { dateOf } from '../../../data/kernel/fields.ts';
import { NEW_ID_SQL } from '../../../data/kernel/record-id.ts';
import { type Sql, sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import type { InformationBlock } from '../../../domain/guild/guild-information.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { instantMonthsLater, monthAfter, monthOf, monthStart } from '../../../domain/kernel/month.ts';
import { COMMISSION_PERCENT, saleShares } from '../../../domain/payments/commission.ts';
import { beginPublishing, runReleaseJob } from '../../../server/guild/releases.ts';
import { demoId } from '../ids.ts';
import { HOBBYISTS, lot, QUIET } from './crowd.ts';
import { fullProduct } from './products.ts';
import { FULL_STORES } from './stores.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
export const BOGTOOTH_MEMBERS = 140;

const tier = (
  name: string,
  monthlyCents: number,
  licence: 'personal' | 'merchant',
  words: string,
  benefits: string[],
) => ({
  ...{ id: demoId('tier', `bogtooth/${name}`), name, monthlyCents, licence, description: words, benefits },
});

/** Nell's guild: twelve months of greenskins, and 140 people who wanted them. */
export const BOGTOOTH_GUILD = {
  id: demoId('guild', 'bogtooth'),
  storeId: FULL_STORES.bogtooth.id,
  tiers: [
    tier('Bog', 600, 'personal', 'The greenskin of the month, plain and supported.', [
      'One new greenskin each month',
      'Everything stays yours',
      '15 % off in the store',
    ]),
    tier('Tooth', 1100, 'personal', 'The greenskin, and a say in what it is holding.', [
      'Everything of Bog',
      'Early files, a week before the others',
      'A vote on what comes next',
    ]),
    tier('Market cart', 2900, 'merchant', 'For those who sell prints of the warband.', [
      'Everything of Tooth',
      'Sell your prints',
      'A licence page of your own',
    ]),
  ],
} as const;

/** The releases: the oldest first, the last one of this month. */
const RELEASES: readonly (readonly [title: string, description: string, product: string])[] = [
  ['The Door Opener', 'Where every warband begins: with a door.', 'Big Odd, Door Opener'],
  ['Second Rank', 'A stick, a hat and a conviction.', 'Mudge with the Long Stick'],
  ['Two Seconds', 'For tables with a high ceiling.', 'Fizzle, Two Seconds Left'],
  ['Reavers, Second of Three', 'The one with the reach.', 'Ushka of the Long Reach'],
  ['The King Is Next', 'Long live whoever it is now.', 'King Grubnose the Next'],
  ['Mother of the Band', 'She picked the king. Again.', 'Old Wart-Mother'],
  ['Reavers, Third of Three', 'Two edges, because one gets tired.', 'Huldra Twice-Sharpened'],
  [
    'The Reavers Together',
    'For those who joined late: all three of them once more.',
    'Ushka of the Long Reach|Huldra Twice-Sharpened',
  ],
  ['Red-Hand', 'You voted for the handprint. Here is the rest of him.', 'Gorrash Red-Hand'],
  ['One More Step', 'The scout you asked for since the spring.', 'Snik, Who Goes First'],
];

const INFORMATION: InformationBlock[] = [
  {
    kind: 'text',
    heading: 'How the warband grows',
    text: 'One greenskin a month, sculpted with the people who will lose games with it. In the first week I show three sketches, in the second you vote, in the fourth it is in your library. **Whatever you receive is yours for good**, also when you leave.',
  },
  { kind: 'showcase', heading: 'The last months', productIds: [] },
  { kind: 'schedule', heading: 'What comes when' },
  {
    kind: 'faq',
    heading: 'Asked in the bog',
    questions: [
      {
        question: 'Do I get the old ones?',
        answer:
          'You get the month you join and every month you stay. Older ones are in the shop, at your discount.',
      },
      {
        question: 'Can I pause?',
        answer: 'Yes: skip a month on your membership page. Nothing is charged, nothing is lost.',
      },
    ],
  },
];

/** Creates the guild, its releases, and its members with what each month brought them. */
export async function seedWarband(pb: PocketBase, now: Instant): Promise<void> {
  const { id, storeId, tiers } = BOGTOOTH_GUILD;
  const known = await guildOfStore(pb, storeId);
  if (known && known.state !== 'draft') return;
  const thisMonth = monthStart(monthOf(now));
  const began = instantMonthsLater(thisMonth, 1 - MONTHS);
  if (!known) {
    await createGuild(
      pb,
      storeId,
      {
        name: 'The Bogtooth Warband',
        tagline: 'One more greenskin, every month, by vote.',
        welcome: 'Wipe your feet. The first one is in your library; name it before it names itself.',
        grantRule: 'one_per_payment',
        billings: ['monthly'],
        memberDiscountPercent: 15,
      },
      id,
    );
    const shown = RELEASES.slice(-2).flatMap(([, , product]) => modelsOf(product));
    await saveInformation(
      pb,
      id,
      INFORMATION.map((block) => (block.kind === 'showcase' ? { ...block, productIds: shown } : block)),
    );
    await showInformation(pb, id, now);
  }
  for (const { benefits, ...plain } of tiers) {
    const draft = {
      ...{
        ...plain,
        benefits: [...benefits],
        annualCents: null,
        seats: plain.licence === 'merchant' ? 25 : null,
      },
      ...{ trialDays: 0, includesLower: true, earlyBird: null },
    };
    const { id: tierId, ...rest } = draft;
    await createTier(pb, id, rest, tierId);
    await changeTierState(pb, { id: tierId, guildId: id, state: 'draft' }, 'public', began);
  }
  const releases = await seedReleases(pb, now);
  await seedMembers(pb, releases, now);
  await seedGoals(pb, now);
  await changeGuildState(asSeller(pb, FULL_STORES.bogtooth.ownerId), { id, state: 'draft' }, 'live', began);
}

const modelsOf = (names: string) => names.split('|').map((name) => fullProduct(name).id);

interface DemoRelease {
  id: string;
  month: string;
}

async function seedReleases(pb: PocketBase, now: Instant): Promise<DemoRelease[]> {
  const { id: guildId, tiers } = BOGTOOTH_GUILD;
  const onError = (reason: unknown) => {
    throw reason;
  };
  const made: DemoRelease[] = [];
  for (const [nth, [title, description, product]] of RELEASES.entries()) {
    const month = monthAfter(monthOf(now), nth + 1 - RELEASES.length);
    const id = demoId('release', `bogtooth/${nth}`);
    const publishAt = Math.min(now, monthStart(month) + DAY_MS / 2);
    const backCents = nth + 1 < RELEASES.length ? 450 : null;
    if (!(await releaseOfGuild(pb, guildId, id)))
      await createRelease(
        pb,
        guildId,
        {
          ...{ title, description, month, publishAt, backCents },
          ...{ productIds: modelsOf(product), tierIds: [tiers[0].id] },
        },
        now,
        id,
      );
    await beginPublishing({ pb, now: () => now, onError }, { id: guildId, state: 'live' }, id, publishAt);
    made.push({ id, month });
  }
  await runReleaseJob({ pb, now: () => now, onError });
  return made;
}

/** Members who joined over the year; one of seven has left again. Their months are paid, handed out and counted. */
async function seedMembers(pb: PocketBase, releases: readonly DemoRelease[], now: Instant): Promise<void> {
  const { id: guild, storeId: store, tiers } = BOGTOOTH_GUILD;
  const thisMonth = monthStart(monthOf(now));
  const crowd = [...HOBBYISTS, ...QUIET];
  const rows = crowd.flatMap(({ id: user }, nth) => {
    const hasLeft = nth >= BOGTOOTH_MEMBERS;
    const choice = lot(user, 'tier');
    const tierOf = choice < 0.55 ? tiers[0] : choice < 0.95 ? tiers[1] : tiers[2];
    // More joined lately than at the beginning.
    const stayed = 1 + Math.floor(MONTHS * lot(user, 'stayed') ** 1.6);
    const paid = hasLeft ? Math.max(1, stayed - 2) : stayed;
    const joined = instantMonthsLater(thisMonth, 1 - stayed - (hasLeft ? 2 : 0));
    const member = demoId('member', `bogtooth/${user}`);
    const months = Array.from({ length: paid }, (_, month) => {
      const from = instantMonthsLater(joined, month);
      const release = releases.find((candidate) => candidate.month === monthOf(from));
      return {
        ...{ from: dateOf(from), until: dateOf(instantMonthsLater(joined, month + 1)), month: monthOf(from) },
        ...{
          id: demoId('member', `${user}/${month}/period`),
          handout: demoId('member', `${user}/${month}/handout`),
        },
        ...{
          invoice: `demo:bogtooth:${user}:${month}`,
          kind: month === 0 ? 'first' : 'renewal',
          release: release?.id ?? '',
        },
      };
    });
    const { commissionCents, sellerCents } = saleShares(tierOf.monthlyCents, COMMISSION_PERCENT.free);
    return {
      ...{ member, guild, store, user, tier: tierOf.id, licence: tierOf.licence, cents: tierOf.monthlyCents },
      ...{ commissionCents, sellerCents, state: hasLeft ? 'left' : 'active', joined: dateOf(joined) },
      ...{ next: hasLeft ? '' : dateOf(instantMonthsLater(thisMonth, 1)), paid, months },
    };
  });
  const steps = transaction(pb);
  for (const statement of STATEMENTS) steps.exec(statement, { rows: JSON.stringify(rows) });
  await steps.run();
}

const EACH_MONTH = sql`FROM json_each({:rows}) v CROSS JOIN json_each(v.value, '$.months') m`;
const STATEMENTS: readonly Sql[] = [
  sql`INSERT OR IGNORE INTO guild_members (id, guild, [[user]], tier, state, billing, priceCents, since, joinedAt, nextChargeAt, streak,
      months, created, updated)
    SELECT v.value ->> 'member', v.value ->> 'guild', v.value ->> 'user', v.value ->> 'tier', v.value ->> 'state', 'monthly',
      v.value ->> 'cents', v.value ->> 'joined', v.value ->> 'joined', v.value ->> 'next', v.value ->> 'paid', v.value ->> 'paid',
      v.value ->> 'joined', v.value ->> 'joined'
    FROM json_each({:rows}) v`,
  sql`INSERT OR IGNORE INTO membership_periods (id, guild, member, tier, month, kind, payment, part, paidCents, startsAt, endsAt, joinedAt,
      handedAt, created, updated)
    SELECT m.value ->> 'id', v.value ->> 'guild', v.value ->> 'member', v.value ->> 'tier', m.value ->> 'month', 'paid', m.value ->> 'invoice',
      0, v.value ->> 'cents', m.value ->> 'from', m.value ->> 'until', v.value ->> 'joined', m.value ->> 'from', m.value ->> 'from',
      m.value ->> 'from' ${EACH_MONTH}`,
  sql`INSERT OR IGNORE INTO guild_payments (id, guild, tier, store, member, kind, state, paidCents, commissionCents, netCents, dueCents,
      sentCents, paidAt, invoiceId, created, updated)
    SELECT ${NEW_ID_SQL}, v.value ->> 'guild', v.value ->> 'tier', v.value ->> 'store', v.value ->> 'member', m.value ->> 'kind', 'paid',
      v.value ->> 'cents', v.value ->> 'commissionCents', v.value ->> 'sellerCents', v.value ->> 'sellerCents', v.value ->> 'sellerCents',
      m.value ->> 'from', m.value ->> 'invoice', m.value ->> 'from', m.value ->> 'from' ${EACH_MONTH}`,
  sql`INSERT OR IGNORE INTO guild_handouts (id, guild, member, period, kind, what, payment, licence, handedAt, created, updated)
    SELECT m.value ->> 'handout', v.value ->> 'guild', v.value ->> 'member', m.value ->> 'id', 'release', m.value ->> 'release',
      m.value ->> 'invoice', v.value ->> 'licence', m.value ->> 'from', m.value ->> 'from', m.value ->> 'from'
    ${EACH_MONTH} WHERE m.value ->> 'release' <> ''`,
  sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created, updated)
    SELECT ${NEW_ID_SQL}, v.value ->> 'user', x.product, 'release', m.value ->> 'handout', json_array(v.value ->> 'licence'),
      (SELECT min([[key]]) FROM licence_texts), m.value ->> 'from', m.value ->> 'from', m.value ->> 'from'
    ${EACH_MONTH} JOIN release_products x ON x.release = m.value ->> 'release'`,
  sql`UPDATE releases SET reached = (SELECT count(DISTINCT h.member) FROM guild_handouts h WHERE h.what = releases.id)
    WHERE guild IN (SELECT v.value ->> 'guild' FROM json_each({:rows}) v)`,
];

/** Two goals are reached, the third is close. */
async function seedGoals(pb: PocketBase, now: Instant): Promise<void> {
  const reachedAt = (monthsAgo: number) => dateOf(instantMonthsLater(monthStart(monthOf(now)), -monthsAgo));
  const goals = [
    {
      members: 50,
      title: 'A second pair of hands',
      text: 'Every greenskin comes with a spare weapon.',
      monthsAgo: 7,
    },
    {
      members: 100,
      title: 'Scenery for the bog',
      text: 'A bridge, a totem and a very suspicious hut.',
      monthsAgo: 3,
    },
    { members: 150, title: 'The wolf', text: 'Large enough to ride. You decide who may.', monthsAgo: null },
  ];
  const steps = transaction(pb);
  for (const { monthsAgo, ...goal } of goals) {
    const at = monthsAgo === null ? null : reachedAt(monthsAgo);
    const id = demoId('goal', `bogtooth/${goal.members}`);
    steps.create('guild_goals', {
      id,
      guild: BOGTOOTH_GUILD.id,
      ...goal,
      ...(at && { reachedAt: at, toldAt: at }),
    });
  }
  await steps.run();
}
