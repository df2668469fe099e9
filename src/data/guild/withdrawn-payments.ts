import type PocketBase from 'pocketbase';
import { upgradePaymentIds } from '../../domain/guild/membership-status.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMemberGrants } from './guild-grants.ts';
import { type MemberRef, periodsOfMember } from './membership-periods.ts';

const h = tables.guildHandouts.as('h');
const e = tables.entitlements.as('e');

const BROUGHT = shape({
  payment: h.payment,
  product: e.product,
  isDownloaded: value(
    sql`EXISTS (SELECT 1 FROM downloads d WHERE d.[[user]] = e.[[user]] AND d.product = e.product)`,
    flag,
  ),
});

/** What members used of their payments, and what is taken from them when they withdraw from the contract. */

/** The months of a payment and the models that it brought; in the words of `PaymentUse` of the commerce domain. */
export interface UseOfPayment {
  months: number;
  begun: number;
  models: number;
  downloaded: number;
}

/** What of a member's payments was used by now, by the provider's ids of their bills. */
export async function paymentUses(
  pb: PocketBase,
  memberId: string,
  billIds: readonly string[],
  now: Instant,
): Promise<Map<string, UseOfPayment>> {
  const [periods, [rows]] = await Promise.all([
    periodsOfMember(pb, memberId),
    ask(
      pb,
      select(
        BROUGHT,
        sql`SELECT DISTINCT ${BROUGHT} FROM guild_handouts h
          CROSS JOIN entitlements e ON e.source IN ('release', 'entry_bundle', 'loyalty') AND e.sourceId = h.id
          WHERE h.member = {:memberId}`,
        { memberId },
      ),
    ),
  ]);
  return new Map(
    billIds.map((billId) => {
      const ids = new Set(upgradePaymentIds(billId));
      const months = periods.filter(
        ({ paymentId, upgrade }) => paymentId === billId || (upgrade && ids.has(upgrade.paymentId)),
      );
      const brought = new Map(
        rows
          .filter(({ payment }) => ids.has(payment))
          .map(({ product, isDownloaded }) => [product, isDownloaded]),
      );
      return [
        billId,
        {
          months: months.length,
          begun: months.filter(({ from }) => from <= now).length,
          models: brought.size,
          downloaded: [...brought.values()].filter((isDownloaded) => isDownloaded).length,
        },
      ];
    }),
  );
}

/**
 * Takes from a member what payments brought and was not downloaded; their months count no more and bring nothing further.
 * What was downloaded stays. Idempotent.
 */
export async function revokeUnused(
  pb: PocketBase,
  member: MemberRef,
  billIds: readonly string[],
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  const params = {
    payments: JSON.stringify(billIds.flatMap(upgradePaymentIds)),
    now: dateOf(at),
  };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE membership_periods SET kind = 'refunded', updated = {:now} WHERE kind = 'paid'
        AND payment IN (SELECT value FROM json_each({:payments}))`,
      params,
    )
    .exec(
      sql`UPDATE membership_periods SET raiseRefunded = TRUE, updated = {:now} WHERE raisePayment <> ''
        AND raisePayment IN (SELECT value FROM json_each({:payments})) AND raiseRefunded = FALSE`,
      params,
    )
    .exec(
      sql`UPDATE entitlements SET revokedAt = {:now}, revocation = 'refund', updated = {:now} WHERE revokedAt = ''
        AND source IN ('release', 'entry_bundle', 'loyalty') AND sourceId IN (SELECT id FROM guild_handouts
          WHERE payment IN (SELECT value FROM json_each({:payments})))
        AND NOT EXISTS (SELECT 1 FROM downloads d WHERE d.[[user]] = entitlements.[[user]]
          AND d.product = entitlements.product)`,
      params,
    );
  withMemberGrants(steps, { guildId: member.guildId, memberId: member.id }, texts, at);
  await steps.run();
}
