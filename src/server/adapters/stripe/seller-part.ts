import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { isStoredError, KEYS_MAX, repeatable } from './idempotency.ts';
import { idOf } from './provider-status.ts';
import type { SubscriptionAccess } from './subscription-payments.ts';

/**
 * A seller's part of a payment for a membership. The provider transfers the whole payment, tax included, and takes the
 * commission as a percentage of it. What is too much is taken back by reversing a part of the transfer. Source: the
 * provider's guide "Tax for marketplaces", on withholding the tax.
 */
export interface MembershipPart {
  /** What the seller's account holds of the payment now. */
  cents: Cents;
  /** The provider's ids of all transfers and reversals. */
  movements: string[];
}

/** A charge with its transfer and commission, to be expanded below a payment. */
export const CHARGE_WITH_PART = [
  'latest_charge',
  'latest_charge.transfer',
  'latest_charge.application_fee',
] as const;

interface Transfers {
  charge: Stripe.Charge;
  /** Newest first. */
  transfers: Stripe.Transfer[];
  part: MembershipPart;
}

/** After this time, in ms, taking back everything for a refund is tried again where it was refused. */
const RETRY_MS = 600_000;

/**
 * What a charge with its transfer and commission left with the seller; null where it was for the marketplace itself.
 * @param mayHaveMore whether later transfers are looked for though nothing of the first was taken back
 */
export async function chargeTransfers(
  { stripe, allPages }: Pick<SubscriptionAccess, 'stripe' | 'allPages'>,
  paymentId: string,
  charge: Stripe.Charge,
  mayHaveMore: boolean,
): Promise<Transfers | null> {
  const first = typeof charge.transfer === 'object' ? charge.transfer : null;
  if (!first) return null;
  const fee = typeof charge.application_fee === 'object' ? charge.application_fee : null;
  const later =
    first.amount_reversed === 0 && !mayHaveMore
      ? []
      : await allPages(stripe.transfers.list({ transfer_group: paymentId, limit: 100 }));
  const transfers = [...later.filter(({ id }) => id !== first.id), first];
  const left = transfers.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
  return {
    charge,
    transfers,
    part: {
      cents: left - (fee ? fee.amount - fee.amount_refunded : 0),
      movements: transfers.flatMap(({ id, reversals }) => [id, ...reversals.data.map((one) => one.id)]),
    },
  };
}

export function membershipParts(access: SubscriptionAccess) {
  const { stripe, refusalOf } = access;

  const read = async (paymentId: string) => {
    const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: [...CHARGE_WITH_PART] });
    const charge = typeof payment.latest_charge === 'object' ? payment.latest_charge : null;
    return charge && { charge, found: await chargeTransfers(access, paymentId, charge, true) };
  };

  /** One attempt to move what is missing or too much. `key` is of no other state and of no other wish. */
  const move = async (paymentId: string, found: Transfers, cents: Cents, key: string): Promise<void> => {
    let over = found.part.cents - cents;
    const sent = found.transfers.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0);
    // A payment whose money was never taken back, but paid from later shares, has no room for another transfer.
    const hasRoom = sent - over <= found.charge.amount;
    if (over < 0)
      await stripe.transfers.create(
        {
          amount: -over,
          currency: found.charge.currency,
          destination: idOf(found.transfers.at(-1)?.destination ?? null) ?? '',
          ...(hasRoom ? { source_transaction: found.charge.id } : {}),
          transfer_group: paymentId,
        },
        { idempotencyKey: key },
      );
    for (const { id, amount, amount_reversed } of over > 0 ? found.transfers : []) {
      const back = Math.min(over, amount - amount_reversed);
      if (back > 0)
        await stripe.transfers.createReversal(id, { amount: back }, { idempotencyKey: `${key}:${id}` });
      over -= back;
    }
  };

  /**
   * Moves money until the seller has this much of a payment. What is there is read first, so that a repeat does nothing,
   * and the key is made of it: every movement changes it, and a request that arrives late finds its key used.
   * @param wish other for a new try after a refusal, which the provider repeats for the same key
   * @returns what the seller has then; null where the payment is not for a seller
   */
  const setSellerPart = async (
    paymentId: string,
    cents: Cents,
    wish: string,
  ): Promise<MembershipPart | null> => {
    let stateBefore: string | null = null;
    for (let variant = 0; ; variant++) {
      const found = (await read(paymentId))?.found;
      if (!found) return null;
      if (found.part.cents === cents) return found.part;
      const state = found.transfers.map((one) => `${one.amount - one.amount_reversed}`).join('-');
      // After an error of the provider its key is of no more use. The variants are the same whoever tries, and whenever.
      if (state !== stateBefore) variant = 0;
      stateBefore = state;
      try {
        await move(paymentId, found, cents, `part:${paymentId}:${state}:${cents}:${wish}:${variant}`);
        return (await read(paymentId))?.found?.part ?? null;
      } catch (reason) {
        if (!isStoredError(reason) || variant + 1 >= KEYS_MAX) throw reason;
      }
    }
  };

  /** Refunds a whole payment, from the seller's balance and from the commission. Idempotent. */
  const refundWhole = async (paymentId: string, key: string, now: Instant): Promise<void> => {
    const paid = await read(paymentId);
    if (!paid || paid.charge.refunded) return;
    const first = paid.found?.transfers.at(-1);
    // The provider cannot take back in proportion what was taken back in part already.
    const isUntouched = first?.amount_reversed === 0;
    // Executed twice it would be refused: the first time leaves less than the commission, which is less than half.
    if (first && !isUntouched) await setSellerPart(paymentId, 0, `refund:${Math.floor(now / RETRY_MS)}`);
    try {
      // A whole refund executed a second time is refused as already refunded.
      await repeatable(isUntouched || !first ? key : `${key}:plain`, (idempotencyKey) =>
        stripe.refunds.create(
          {
            payment_intent: paymentId,
            ...(isUntouched ? { reverse_transfer: true, refund_application_fee: true } : {}),
          },
          { idempotencyKey },
        ),
      );
    } catch (reason) {
      if (refusalOf(reason) !== 'refunded') throw reason;
    }
  };

  return { setSellerPart, refundWhole };
}
