import type PocketBase from 'pocketbase';
import { transaction } from '../../data/kernel/transaction.ts';
import {
  type DeliveredPart,
  deliverySources,
  noteDeliveries,
  undelivered,
} from '../../data/library/deliveries.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { withWaiver } from '../../data/payments/consents.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  contractsToWaive,
  type DeliveryContract,
  type DeliveryRefusal,
} from '../../domain/library/delivery.ts';
import { WAIVER_REFUSAL_TEXTS } from '../../domain/payments/waiver.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { waiverMail } from './delivery-mails.ts';

/** Why parts of products are not given to somebody, and one of the products that it is about. */
export interface DeliveryHold {
  refusal: DeliveryRefusal;
  productId: string;
}

/**
 * Writes down that parts of products are given to somebody, who owns them. Nothing is given where this throws or answers a
 * hold. Parts that were given before cost one read and no write.
 */
export async function beginDelivery(
  pb: PocketBase,
  userId: string,
  wanted: readonly DeliveredPart[],
  now: Instant,
): Promise<DeliveryHold | null> {
  const { parts, productIds } = await undelivered(pb, userId, wanted);
  if (parts.length === 0) return null;
  const [held] = await contractsHolding(pb, userId, productIds, now);
  if (held) return { refusal: 'waiver', productId: held.productId };
  const refusal = await noteDeliveries(pb, userId, parts, now);
  return refusal && { refusal, productId: parts[0]?.productId ?? '' };
}

/** The contracts whose waiver is asked for before one of these products is delivered. */
async function contractsHolding(
  pb: PocketBase,
  userId: string,
  productIds: readonly string[],
  now: Instant,
): Promise<(DeliveryContract & { productId: string })[]> {
  if (productIds.length === 0) return [];
  const sources = await deliverySources(pb, userId, productIds);
  return productIds.flatMap((productId) => {
    const source = sources.get(productId);
    return source ? contractsToWaive(source, now).map((contract) => ({ ...contract, productId })) : [];
  });
}

/** A contract whose waiver is asked for, as a page shows it. `wording` is the version of the sentence. */
export type WaiverToAsk = Pick<DeliveryContract, 'id' | 'title' | 'wording'>;

/** The waivers that somebody is asked for before a product of theirs is delivered; empty where none is needed. */
export async function waiversToAsk(
  pb: PocketBase,
  userId: string,
  productId: string,
  now: Instant,
): Promise<WaiverToAsk[]> {
  const { productIds } = await undelivered(pb, userId, [{ productId, part: '', version: 0 }]);
  const contracts = await contractsHolding(pb, userId, productIds, now);
  // A membership can bring a model twice, as with a release and its entry bundle.
  const byId = new Map(contracts.map(({ id, title, wording }) => [id, { id, title, wording }]));
  return [...byId.values()];
}

/**
 * Stores the waivers of the contracts that brought a product, so that it is delivered, and confirms each by mail.
 * @param agreed the version of the sentence that was read for each contract
 * @returns the sentence of a refusal, where another contract or another wording is asked for now
 */
export async function agreeToDelivery(
  commerce: CommerceContext,
  user: { id: string; email: string },
  productId: string,
  agreed: readonly { id: string; wording: string }[],
): Promise<string | null> {
  const { pb } = commerce;
  const at = commerce.now();
  const contracts = await contractsHolding(pb, user.id, [productId], at);
  const isRead = ({ id, wording }: DeliveryContract) =>
    agreed.some((one) => one.id === id && one.wording === wording);
  if (!contracts.every(isRead)) return WAIVER_REFUSAL_TEXTS['other-wording'];
  if (contracts.length === 0) return null;
  const steps = transaction(pb);
  for (const contract of contracts) {
    const { kind, id, wording } = contract;
    withWaiver(steps, kind === 'order' ? { order: id } : { joining: id }, wording, at);
    withMail(steps, waiverMail(commerce, user.email, contract, { wording, at }), at);
  }
  await steps.run();
  commerce.mailQueued();
  return null;
}
