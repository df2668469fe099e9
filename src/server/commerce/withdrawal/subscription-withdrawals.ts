import { storeOfOwner } from '../../../data/catalogue/stores.ts';
import { type StoredWithdrawal, startWithdrawal } from '../../../data/commerce/withdrawals.ts';
import { membershipOfUser } from '../../../data/guild/guild-members.ts';
import { guildById } from '../../../data/guild/guilds.ts';
import type { MemberRef } from '../../../data/guild/membership-periods.ts';
import { paymentUses, revokeUnused } from '../../../data/guild/withdrawn-payments.ts';
import { addressOfUser, nameOfUser, sellersOf } from '../../../data/identity/addressees.ts';
import { waiverOf } from '../../../data/payments/consents.ts';
import { keptCents, withdrawalRefusal } from '../../../domain/commerce/withdrawal.ts';
import { dayText } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { Mail } from '../../../domain/notifications/mail.ts';
import { PaymentsUnavailable } from '../../adapters/stripe/payments.ts';
import type { SubscriptionSnapshot } from '../../adapters/stripe/subscription-payments.ts';
import { licenceTexts } from '../../catalogue/licence-texts.ts';
import { syncGuildPayment } from '../../guild/member-admin.ts';
import type { CommerceContext } from '../../kernel/commerce-context.ts';
import { sellerWithdrawnMail } from './withdrawal-mails.ts';
import type { WithdrawableContract, WithdrawableLine } from './withdrawals.ts';

/**
 * Withdrawing from a membership or a seller's plan: each payment is given back but for what was downloaded, and the
 * subscription ends at once.
 */

/** A contract about a subscription, as the provider says it now. */
export interface SubscriptionContract {
  kind: 'membership' | 'plan';
  /** The guild of a member, the store of a plan. */
  name: string;
  storeId: string;
  subscriptionId: string;
  /** Null for a plan, and where the account is gone. */
  member: (MemberRef & { userId: string }) | null;
  /** The address of the account that pays; "" where it is gone. */
  email: string;
  shown: Omit<WithdrawableContract, 'title'>;
  /** The payments behind the lines, by the lines' ids. */
  payments: ReadonlyMap<string, { paymentId: string; refundedCents: Cents }>;
}

/**
 * A subscription as somebody sees it who withdraws; null where it is not known.
 * @throws PaymentsUnavailable
 */
export async function subscriptionContract(
  commerce: CommerceContext,
  { subscriptionId, payerId }: { subscriptionId: string; payerId: string },
): Promise<SubscriptionContract | null> {
  const { pb, payments } = commerce;
  const [subscription, email] = await Promise.all([
    payments.subscription(subscriptionId),
    addressOfUser(pb, payerId),
  ]);
  const subject = subscription && (await subjectOf(commerce, subscription, payerId));
  if (!subscription || !subject) return null;
  const now = commerce.now();
  const bills = (await payments.invoicesOfSubscription(subscriptionId)).flatMap((bill) =>
    bill.paymentId !== null && bill.paidCents > 0 ? [{ ...bill, paymentId: bill.paymentId }] : [],
  );
  const ids = bills.map(({ id }) => id);
  const [snapshots, uses] = await Promise.all([
    Promise.all(bills.map(({ paymentId }) => payments.paymentSnapshot(paymentId))),
    subject.member ? paymentUses(pb, subject.member.id, ids, now) : new Map<string, never>(),
  ]);
  const contract = {
    paidAt: subscription.beganAt,
    country: bills[0]?.bill?.buyer.country ?? '',
    isWaived: subject.isWaived,
    isTrader: subject.isTrader,
  };
  const found = bills.map((bill, place) => {
    const payment = snapshots[place];
    const isDisputed = payment?.disputes.includes('open') ?? false;
    const use = uses.get(bill.id);
    const paidCents = payment && !isDisputed ? payment.chargedCents : 0;
    const kept = use ? keptCents(paidCents, use) : 0;
    const refundedCents = payment?.refundedCents ?? 0;
    const backCents = refundedCents + (payment?.lostCents ?? 0);
    const leftCents = Math.max(0, paidCents - kept - backCents);
    const line: WithdrawableLine = {
      id: bill.id,
      name: `Payment of ${dayText(bill.paidAt ?? bill.at)}`,
      storeName: '',
      leftCents,
      kept: use && kept > 0 ? { cents: kept, models: use.models, downloaded: use.downloaded } : null,
      refusal: withdrawalRefusal(
        contract,
        {
          leftCents: paidCents - backCents,
          downloaded: kept > 0 && leftCents === 0,
        },
        now,
      ),
    };
    return { line, payment: [bill.id, { paymentId: bill.paymentId, refundedCents }] as const };
  });
  const { kind, name, storeId, member } = subject;
  return {
    ...{ kind, name, storeId, member, subscriptionId, email },
    shown: { kind, lines: found.map(({ line }) => line) },
    payments: new Map(found.map(({ payment }) => payment)),
  };
}

type Subject = Pick<SubscriptionContract, 'kind' | 'name' | 'storeId' | 'member'> & {
  isWaived: boolean;
  isTrader: boolean;
};

/** What a subscription is for, from what is stored with it at the provider; null where that is not known any more. */
async function subjectOf(
  { pb }: CommerceContext,
  { of }: SubscriptionSnapshot,
  payerId: string,
): Promise<Subject | null> {
  if (of['guild'] === undefined) {
    const store = await storeOfOwner(pb, payerId);
    if (!store || store.id !== of['store']) return null;
    const isTrader = store.sellerStatus?.kind === 'trader';
    return { kind: 'plan', name: store.name, storeId: store.id, member: null, isWaived: false, isTrader };
  }
  const [guild, member, waiver] = await Promise.all([
    guildById(pb, of['guild']),
    membershipOfUser(pb, payerId, of['guild']),
    of['joining'] === undefined ? null : waiverOf(pb, { joining: of['joining'] }),
  ]);
  if (!guild) return null;
  return {
    kind: 'membership',
    name: guild.name,
    storeId: guild.storeId,
    member: member && { id: member.id, guildId: guild.id, userId: payerId },
    isWaived: waiver !== null,
    isTrader: false,
  };
}

/**
 * Gives back what a contract shows, ends the subscription at once, and takes what was not downloaded. Where nothing is given
 * back the subscription goes on. Repeated after a failure it goes on where it stopped: each payment is refunded once.
 * @returns what followed for each payment, and what its seller is told
 * @throws PaymentsUnavailable
 */
export async function withdrawSubscription(
  commerce: CommerceContext,
  withdrawal: Pick<StoredWithdrawal, 'id' | 'startedAt'>,
  contract: SubscriptionContract,
): Promise<{ lines: WithdrawableLine[]; sellerMail: Mail | null }> {
  const { pb, payments } = commerce;
  const { subscriptionId, shown, member } = contract;
  const isResumed = withdrawal.startedAt !== null;
  const wanted = shown.lines.filter(({ refusal }) => refusal === null);
  if (wanted.length === 0 && !isResumed) return { lines: shown.lines, sellerMail: null };
  await startWithdrawal(pb, withdrawal.id, commerce.now());
  await payments.endSubscription(subscriptionId);
  const lines: WithdrawableLine[] = [];
  for (const line of shown.lines) {
    const { paymentId = '', refundedCents = 0 } = contract.payments.get(line.id) ?? {};
    const isDone = line.refusal === null && (await refundOnce(commerce, paymentId, line));
    if (isDone) lines.push(line);
    else if (isResumed && refundedCents > 0) lines.push({ ...line, leftCents: refundedCents, refusal: null });
    else lines.push(line.refusal === null ? { ...line, refusal: 'nothing-left' } : line);
    if (paymentId !== '') await syncGuildPayment(commerce, paymentId);
  }
  const partly = lines.filter(({ refusal, kept }) => refusal === null && kept !== null);
  if (member && partly.length > 0) {
    const ids = partly.map(({ id }) => id);
    await revokeUnused(pb, member, ids, licenceTexts(), commerce.now());
  }
  return { lines, sellerMail: await mailToSeller(commerce, withdrawal.id, contract, lines) };
}

/** Refunds what is left of a payment, once for its bill. False where the provider refuses for good. */
async function refundOnce(
  commerce: CommerceContext,
  paymentId: string,
  { id, leftCents }: WithdrawableLine,
): Promise<boolean> {
  try {
    const key = `withdrawal:${id}`;
    await commerce.payments.refund({ paymentId, amountCents: leftCents, lineId: null, key, isResumed: true });
    return true;
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    commerce.onError(reason);
    return false;
  }
}

async function mailToSeller(
  commerce: CommerceContext,
  id: string,
  { kind, name, storeId, member }: SubscriptionContract,
  lines: readonly WithdrawableLine[],
): Promise<Mail | null> {
  if (kind === 'plan') return null;
  const [seller] = await sellersOf(commerce.pb, [storeId]);
  const refundedCents = lines.reduce((sum, one) => (one.refusal === null ? sum + one.leftCents : sum), 0);
  if (!seller || seller.email === '' || refundedCents === 0) return null;
  const memberName = (await nameOfUser(commerce.pb, member?.userId ?? null)) ?? 'A former member';
  return sellerWithdrawnMail(commerce, {
    id,
    email: seller.email,
    guildName: name,
    memberName,
    refundedCents,
    keptCents: lines.reduce((sum, one) => sum + (one.refusal === null ? (one.kept?.cents ?? 0) : 0), 0),
  });
}
