import { createHash } from 'node:crypto';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { withMembershipGift } from '../../data/commerce/membership-gift-writing.ts';
import type { MembershipGift } from '../../data/commerce/membership-gifts.ts';
import { giftMailKey, type NewOrder, placeOrder } from '../../data/commerce/order-writing.ts';
import { pendingStoredOrder, storedOrder } from '../../data/commerce/orders.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { type Recipient, userByName } from '../../data/identity/addressees.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { settingNow } from '../../data/kernel/site-settings.ts';
import { addressedMailRefusal, addressedMailsAreStopped } from '../../data/notifications/addressed-mails.ts';
import { accountOfStore, commissionPercents } from '../../data/payments/business-accounts.ts';
import { saveWaiver } from '../../data/payments/consents.ts';
import {
  MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS,
  type MembershipGiftMonths,
  membershipGiftCents,
  membershipGiftEnd,
  membershipGiftName,
  membershipGiftSaleRefusal,
} from '../../domain/commerce/membership-gift.ts';
import { guildStateAt } from '../../domain/guild/guild.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type Cents, priceText } from '../../domain/kernel/money.ts';
import { addressedRefusalText, mailboxOf } from '../../domain/notifications/addressed-mail.ts';
import { addressRefusal } from '../../domain/notifications/mail.ts';
import { saleShares } from '../../domain/payments/commission.ts';
import { CHECKOUT_OPEN_MS } from '../../domain/payments/payment.ts';
import { SALE_COUNTRIES, zoneRefusal } from '../../domain/payments/sale-countries.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { resumeOrder } from './checkout.ts';

/** How somebody buys a gift of a membership: an order with one line, paid like any other. */

export interface MembershipGiftRequest {
  guildId: string;
  tierId: string;
  months: MembershipGiftMonths;
  /** An e-mail address, or the name of an account. */
  recipient: string;
  message: string;
  /** The beginning of the day of delivery in UTC; null for at once. */
  deliverAt: Instant | null;
  /** The price the giver saw. */
  shownCents: Cents;
  /** The time zone of the browser; "" where no page said it. */
  timeZone: string;
  /** The version of the waiver of the right of withdrawal that they ticked; null for none. */
  waiver: string | null;
}

export type MembershipGiftSale =
  | { kind: 'pay'; orderId: string; url: string }
  | { kind: 'refused'; sentence: string; field?: 'recipient' | 'deliverOn' | 'months' };

const NOT_PAYABLE = 'The artist cannot take payments at the moment. Try again later.';
const CHANGED = 'Something has changed in the meantime. Check again before you pay.';
const FIELDS: Partial<
  Record<keyof typeof MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS, 'recipient' | 'deliverOn' | 'months'>
> = {
  nobody: 'recipient',
  yourself: 'recipient',
  artist: 'recipient',
  'delivery-past': 'deliverOn',
  'delivery-late': 'deliverOn',
  'not-these-months': 'months',
};
const TRIES = 3;

/**
 * Opens the payment page of a gift at the price the giver saw. The same request again finds the same page.
 * @param client the giver's network address, by which gifts are counted; null where no page asked.
 * @throws PaymentsUnavailable if the page cannot be opened; nothing was charged then.
 */
export async function buyMembershipGift(
  commerce: CommerceContext,
  giver: { id: string; email: string },
  request: MembershipGiftRequest,
  client: string | null,
): Promise<MembershipGiftSale> {
  const { pb } = commerce;
  const refused = (sentence: string): MembershipGiftSale => ({ kind: 'refused', sentence });
  const abroad = zoneRefusal(await settingNow(pb, SALE_COUNTRIES), request.timeZone);
  if (abroad) return refused(abroad);
  const to = await recipientOf(commerce, giver, request.recipient);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const now = commerce.now();
    const guild = await guildById(pb, request.guildId);
    const [tier, store] = await Promise.all([
      tierOfGuild(pb, request.guildId, request.tierId),
      guild ? visibleStore(pb, guild.storeId) : null,
    ]);
    if (!guild || !tier || !store) return refused(MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS['guild-not-open']);
    const refusal = membershipGiftSaleRefusal(
      {
        guild: { state: guildStateAt(guild, now), billings: guild.billings },
        tier,
        months: request.months,
        deliverAt: request.deliverAt,
        giverId: giver.id,
        ownerId: store.ownerId,
        recipient: to?.account,
      },
      now,
    );
    if (refusal || !to) {
      const why = refusal ?? 'nobody';
      const field = FIELDS[why];
      return { kind: 'refused', sentence: MEMBERSHIP_GIFT_SALE_REFUSAL_TEXTS[why], ...(field && { field }) };
    }
    const cents = membershipGiftCents(tier, guild.billings, request.months, now) ?? 0;
    if (cents !== request.shownCents)
      return refused(`The price is now ${priceText(cents)}. Check again before you pay.`);
    const account = await accountOfStore(pb, store.id);
    const percent = (await commissionPercents(pb, [store.id])).get(store.id);
    if (account?.account.state !== 'active' || percent === undefined) return refused(NOT_PAYABLE);
    const fingerprint = fingerprintOf(giver.id, request, cents);
    const pending = await pendingStoredOrder(pb, fingerprint);
    if (pending) {
      if (request.waiver !== null) await saveWaiver(pb, { order: pending.order.id }, request.waiver, now);
      const outcome = await resumeOrder(commerce, pending);
      if (outcome?.kind === 'pay') return outcome;
      if (outcome?.kind === 'refused') return refused(outcome.sentence);
      continue;
    }
    const order = orderOf(giver, request, { fingerprint, cents, percent, now }, { guild, tier, store });
    // An account is counted by its name: nobody learns its address from what they caused.
    const mail = {
      mailKey: giftMailKey(order.id),
      kind: 'gift' as const,
      sender: giver.id,
      to: to.account === null ? to.email : `@${to.account.username}`,
      client,
    };
    if (to.account !== null && (await isStopped(commerce, giver.id, to.account)))
      return { kind: 'refused', sentence: addressedRefusalText('gift', 'stopped'), field: 'recipient' };
    const deliverAt = Math.max(request.deliverAt ?? now, now);
    const conflict = await placeOrder(pb, order, mail, (steps) =>
      withMembershipGift(
        steps,
        {
          orderId: order.id,
          guildId: guild.id,
          tierId: tier.id,
          months: request.months,
          giverId: giver.id,
          recipientId: to.account?.id ?? null,
          email: to.account === null ? to.email : '',
          message: request.message,
          deliverAt,
          expiresAt: membershipGiftEnd(deliverAt),
        },
        now,
      ),
    );
    if (conflict === 'addressed')
      return refused(addressedRefusalText('gift', await addressedMailRefusal(pb, mail, now)));
    if (conflict) continue;
    const placed = await storedOrder(pb, order.id);
    const outcome = placed && (await resumeOrder(commerce, placed));
    if (outcome?.kind === 'pay') return outcome;
    if (outcome?.kind === 'refused') return refused(outcome.sentence);
  }
  return refused(CHANGED);
}

/** Who gets a gift: an account by its name, or an address; null where nobody has the name, or it is no address. */
async function recipientOf(
  { pb }: CommerceContext,
  giver: { id: string; email: string },
  written: string,
): Promise<{ account: Recipient | null; email: string } | null> {
  const wanted = written.trim();
  if (!wanted.includes('@') || wanted.startsWith('@')) {
    const account = await userByName(pb, wanted.replace(/^@/, ''));
    return account && { account, email: '' };
  }
  if (addressRefusal(wanted) !== null) return null;
  // Nobody learns from here whose an address is; only their own is known to them.
  const isOwn = mailboxOf(wanted) === mailboxOf(giver.email);
  return isOwn ? { account: { ...giver, username: '' }, email: '' } : { account: null, email: wanted };
}

async function isStopped({ pb }: CommerceContext, giverId: string, { email }: Recipient): Promise<boolean> {
  const mail = { kind: 'gift' as const, recipient: mailboxOf(email), sender: { id: giverId, name: '' } };
  return (await addressedMailsAreStopped(pb, mail)) !== null;
}

/** Two requests with the same fingerprint are one purchase. */
function fingerprintOf(giverId: string, request: MembershipGiftRequest, cents: Cents): string {
  const { tierId, months, recipient, message, deliverAt } = request;
  const same = ['membership-gift', giverId, tierId, months, cents, recipient, message, deliverAt];
  return createHash('sha256').update(JSON.stringify(same)).digest('hex');
}

function orderOf(
  giver: { id: string; email: string },
  { months, waiver }: MembershipGiftRequest,
  { fingerprint, cents, percent, now }: { fingerprint: string; cents: Cents; percent: number; now: Instant },
  of: {
    guild: Pick<MembershipGift['guild'], 'name'>;
    tier: { name: string };
    store: { id: string; name: string };
  },
): NewOrder {
  const shares = saleShares(cents, percent);
  return {
    id: newRecordId(),
    buyerId: giver.id,
    email: giver.email,
    fingerprint,
    totalCents: cents,
    // The gift is a row of its own: nothing of the order is downloaded.
    gift: null,
    waiver,
    placedAt: now,
    expiresAt: now + CHECKOUT_OPEN_MS,
    lines: [
      {
        position: 0,
        productId: null,
        storeId: of.store.id,
        storeName: of.store.name,
        productName: membershipGiftName(months, of.guild.name, of.tier.name),
        picture: '',
        free: false,
        listCents: cents,
        discountCents: 0,
        memberPercent: null,
        releaseTitle: null,
        couponId: null,
        couponCode: null,
        paidCents: cents,
        commissionPercent: percent,
        commissionCents: shares.commissionCents,
        feeCents: 0,
        netCents: shares.sellerCents,
        licences: [],
        licenceText: '',
      },
    ],
    coupons: [],
    licenceTexts: [],
  };
}
