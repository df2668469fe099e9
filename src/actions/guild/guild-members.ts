import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { memberCounts, memberRowOfGuild, saveMemberNote } from '../../data/guild/guild-members.ts';
import { membershipIncomeByMonth, monthsOfGuild } from '../../data/guild/guild-months.ts';
import {
  tenureImportsOfGuild,
  tenureOfGuild,
  undoTenure,
  writeTenure,
} from '../../data/guild/guild-tenure.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { periodsOfMember } from '../../data/guild/membership-periods.ts';
import { asSeller } from '../../data/kernel/actor.ts';
import { GUILD_MONTHS_SHOWN, guildMonthFigures } from '../../domain/guild/guild-figures.ts';
import type { MembershipPeriod } from '../../domain/guild/membership-period.ts';
import {
  TENURE_MOST,
  TENURE_ROWS_MOST,
  TENURE_UNDO_REFUSAL_TEXTS,
  tenurePlan,
  tenureUndoRefusal,
} from '../../domain/guild/tenure-import.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { monthAfter, monthOf } from '../../domain/kernel/month.ts';
import { MEMBERS_AT_ONCE, membersTable, nextMembers } from '../../server/guild/guild-members.ts';
import {
  giveMemberMonths,
  MEMBER_ADMIN_REFUSAL_TEXTS,
  type MemberAdminRefusal,
  MONTHS_GIVEN_MOST,
  refundLastPayment,
  setMemberBan,
} from '../../server/guild/member-admin.ts';
import { RefusalError, refusedFor } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { textInput } from '../kernel/text-input.ts';
import { moment, notThere, recordId, segmentInput, segmentOf, sellerGuild, tierName } from './guild-input.ts';

const MEMBERS_A_PAGE = 30;
/** The most problems of an import that are returned; their total number is returned too. */
const PROBLEMS_SHOWN = 20;

/** Line, address, months and tier, as tuples so that ten thousand rows fit into one request. */
const rows = z
  .array(
    z.tuple([
      z.number().int().min(1).max(1_000_000),
      z.string().max(320),
      z.string().max(20),
      z.string().max(100).transform(cleanLine),
    ]),
  )
  .max(TENURE_ROWS_MOST);
const IMPORTS_SHOWN = 10;

export const guildMembers = {
  /** A page of my guild's members, last joined first. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      filter: segmentInput,
      after: z.object({ joinedAt: moment, id: recordId }).strict().nullable(),
    }),
    async handler({ filter, after }, context) {
      const { guild } = await sellerGuild(context);
      return nextMembers(context.locals.pb, guild.id, segmentOf(filter), { after, limit: MEMBERS_A_PAGE });
    },
  }),

  /** The number of members in each state, the tiers, and the monthly figures. */
  standing: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, store, now } = await sellerGuild(context);
      const { pb } = context.locals;
      const since = monthAfter(monthOf(now), -GUILD_MONTHS_SHOWN);
      const [counts, tiers, months, income] = await Promise.all([
        memberCounts(pb, guild.id),
        tiersOfGuild(pb, guild.id),
        monthsOfGuild(pb, guild.id, since),
        membershipIncomeByMonth(pb, store.id, since),
      ]);
      return {
        members: guild.members,
        counts,
        tiers: tiers.map(tierName),
        months: guildMonthFigures(months, income, now),
      };
    },
  }),

  /** One of my guild's members with their months. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const [member, tiers] = await Promise.all([
        memberRowOfGuild(pb, guild.id, id),
        tiersOfGuild(pb, guild.id),
      ]);
      if (!member) throw notThere('member');
      return {
        member,
        months: (await periodsOfMember(pb, member.id)).reverse().map(monthRow),
        tiers: tiers.map((tier) => ({ id: tier.id, name: tier.name })),
      };
    },
  }),

  /** A segment of my guild's members as CSV. */
  csv: defineAction({
    accept: 'json',
    input: segmentInput,
    async handler(filter, context) {
      const { guild } = await sellerGuild(context);
      const { pb } = context.locals;
      const csv = await membersTable(pb, guild.id, segmentOf(filter));
      if (csv === null)
        throw new RefusalError('too_large', 'A file holds at most {most} members; choose fewer.', {
          values: { most: MEMBERS_AT_ONCE },
        });
      return { csv };
    },
  }),

  /** Previews an import of tenure, or stores it with `write`. */
  bringTenure: defineAction({
    accept: 'json',
    input: z.object({ rows, fileName: z.string().max(200).transform(cleanLine), write: z.boolean() }),
    async handler(input, context) {
      const { guild, now } = await sellerGuild(context);
      const { pb } = context.locals;
      const read = input.rows.map(([line, email, months, tier]) => ({ line, email, months, tier }));
      const plan = tenurePlan(read, await tenureOfGuild(pb, guild.id));
      const { changes, expected } = plan;
      const written = input.write
        ? await writeTenure(pb, guild.id, { fileName: input.fileName, changes, expected }, now)
        : null;
      return {
        changes: changes.length,
        expected: expected.length,
        examples: changes.slice(0, 5).map(({ email, before, after }) => ({ email, before, after })),
        same: plan.same,
        problems: plan.problems.slice(0, PROBLEMS_SHOWN),
        problemCount: plan.problems.length,
        written,
      };
    },
  }),

  /** The newest imports of tenure into my guild. */
  tenureImports: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { guild, now } = await sellerGuild(context);
      return tenureImportsOfGuild(context.locals.pb, guild.id, IMPORTS_SHOWN, now);
    },
  }),

  /** Takes an import of tenure back, within a day. */
  undoTenure: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }).strict(),
    async handler({ id }, context) {
      const { guild, now } = await sellerGuild(context);
      const { pb } = context.locals;
      const found = (await tenureImportsOfGuild(pb, guild.id, IMPORTS_SHOWN, now)).find(
        (one) => one.id === id,
      );
      if (!found) throw notThere('import');
      const refusal = tenureUndoRefusal(found, now) ?? (await undoTenure(pb, guild.id, id, now));
      if (refusal) throw refusedFor(refusal, TENURE_UNDO_REFUSAL_TEXTS);
      return { id };
    },
  }),

  /** Stores my note about a member and their imported months. */
  note: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordId,
        note: textInput(500, 'Use at most 500 characters.'),
        tenureMonths: z
          .number()
          .int()
          .min(0)
          .max(TENURE_MOST, `Enter a whole number from 0 to ${TENURE_MOST}.`),
      })
      .strict(),
    async handler({ id, ...change }, context) {
      const { guild } = await sellerGuild(context);
      if (!(await saveMemberNote(context.locals.pb, guild.id, id, change))) throw notThere('member');
      return { id };
    },
  }),

  /** Gives a member months of their tier. `gift` is an id, so that a double click gives them once. */
  give: defineAction({
    accept: 'json',
    input: z.object({
      id: recordId,
      months: z.number().int().min(1).max(MONTHS_GIVEN_MOST),
      gift: z.uuid(),
    }),
    async handler({ id, months, gift }, context) {
      const { guild } = await sellerGuild(context);
      const { commerce } = context.locals.app;
      throwAdminRefusal(await giveMemberMonths(commerce, guild.id, id, months, `${guild.id}:${gift}`));
      return { months };
    },
  }),

  /** Bans a member or lifts the ban. Members keep what they received. */
  ban: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, banned: z.boolean() }),
    async handler({ id, banned }, context) {
      const { guild } = await sellerGuild(context);
      const { commerce } = context.locals.app;
      throwAdminRefusal(
        await withPaymentProvider(
          context,
          () => setMemberBan(commerce, guild.id, id, banned, asSeller(commerce.pb, person(context).user.id)),
          'The ban is stored and takes effect there as soon as it answers.',
        ),
      );
      return { banned };
    },
  }),

  /** Refunds a member's last payment in full. */
  refund: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { guild } = await sellerGuild(context);
      const { commerce } = context.locals.app;
      throwAdminRefusal(
        await withPaymentProvider(
          context,
          () => refundLastPayment(commerce, guild.id, id, (cents) => requireStepUpFor(context, cents)),
          'The refund is stored and made as soon as it answers.',
        ),
      );
      return { id };
    },
  }),
};

/** A month as the seller's page reads it; its upgrade is called `raise` there. */
function monthRow(period: MembershipPeriod) {
  const { id, memberId, month, kind, tierId, paymentId, part, paidCents, from, until, joinedAt } = period;
  return {
    ...{ id, memberId, month, kind, tierId, paymentId, part, paidCents, from, until, joinedAt },
    raise: period.upgrade,
  };
}

function throwAdminRefusal(refusal: MemberAdminRefusal | null): void {
  if (refusal === 'no-such-member') throw notThere('member');
  if (refusal) throw refusedFor(refusal, MEMBER_ADMIN_REFUSAL_TEXTS);
}
