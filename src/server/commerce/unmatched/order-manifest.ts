import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'astro/zod';
import type { StoredOrder } from '../../../data/commerce/orders.ts';
import { LICENCES, type Licence } from '../../../domain/catalogue/product.ts';
import type { Seal } from '../../kernel/seal.ts';

/**
 * What the payment page of an order carries at the provider, so that the order can be written again if the database loses it:
 * sealed, because it names the recipient of a gift, and because nobody else may say what a payment buys. Names and pictures
 * are read from the products again.
 */

/** Stripe keeps at most 50 texts of at most 500 characters with a payment page. Source: its reference for metadata. */
const NOTE_LENGTH = 500;
const NOTES_MAX = 48;
/** More than the largest order takes; what claims to be more is not ours. In bytes. */
const MANIFEST_MAX_BYTES = 200_000;

const id = z.string().max(20);
const cents = z.number().int().min(0);
const LINE = z.object({
  product: id.nullable(),
  store: id.nullable(),
  free: z.boolean(),
  list: cents,
  discount: cents,
  member: z.number().nullable(),
  release: z.string().nullable(),
  coupon: id.nullable(),
  code: z.string().nullable(),
  paid: cents,
  percent: z.number(),
  licences: z.array(z.enum(Object.keys(LICENCES) as [Licence, ...Licence[]])),
  text: z.string(),
  /** Of a line without a product, which is a membership that is given away. */
  name: z.string().optional(),
});
const MANIFEST = z.object({
  buyer: id,
  email: z.string(),
  fingerprint: z.string(),
  total: cents,
  gift: z.object({ email: z.string(), message: z.string() }).nullable(),
  membership: z
    .object({
      guildId: id,
      tierId: id,
      months: z.number(),
      recipientId: id.nullable(),
      email: z.string(),
      message: z.string(),
      deliverAt: z.number(),
      expiresAt: z.number(),
    })
    .nullable(),
  placedAt: z.number(),
  lines: z.array(LINE).min(1),
});
export type OrderManifest = z.infer<typeof MANIFEST>;

/** The manifest of a pending order. @param membership the gift of a membership that it pays for; null for products. */
export function manifestOf(
  { order, lines, fingerprint }: Pick<StoredOrder, 'order' | 'lines' | 'fingerprint'>,
  membership: OrderManifest['membership'],
): OrderManifest {
  return {
    buyer: order.buyerId ?? '',
    email: order.email,
    fingerprint,
    total: order.totalCents,
    gift: order.gift,
    membership,
    placedAt: order.placedAt,
    lines: lines.map((line) => ({
      product: line.productId,
      store: line.storeId,
      free: line.free,
      list: line.listCents,
      discount: line.discountCents,
      member: line.memberPercent,
      release: line.releaseTitle,
      coupon: line.couponId,
      code: line.couponCode,
      paid: line.paidCents,
      percent: line.commissionPercent,
      licences: line.licences,
      text: line.licenceText,
      ...(line.productId === null && { name: line.productName }),
    })),
  };
}

/** The manifest as notes for the payment page; null where it is too large for them. */
export function notesOf(seal: Seal, orderId: string, manifest: OrderManifest): Record<string, string> | null {
  const sealed = seal.seal(orderId, deflateRawSync(JSON.stringify(manifest), { level: 9 }));
  const parts = sealed.match(new RegExp(`.{1,${NOTE_LENGTH}}`, 'g')) ?? [];
  if (parts.length > NOTES_MAX) return null;
  return Object.fromEntries(parts.map((part, at) => [`order_${at}`, part]));
}

/** The manifest that the notes of a payment page carry; null where there is none, or it is not ours or not of this order. */
export function manifestIn(
  seal: Seal,
  orderId: string,
  notes: Readonly<Record<string, string>>,
): OrderManifest | null {
  let sealed = '';
  for (let at = 0; at < NOTES_MAX && notes[`order_${at}`] !== undefined; at++) sealed += notes[`order_${at}`];
  const packed = seal.open(orderId, sealed);
  if (packed === null) return null;
  try {
    const text = inflateRawSync(packed, { maxOutputLength: MANIFEST_MAX_BYTES }).toString('utf8');
    return MANIFEST.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
