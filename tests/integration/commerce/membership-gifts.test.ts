import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipGiftOfOrder } from '../../../src/data/commerce/membership-gifts.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { endGiftedMemberships } from '../../../src/data/guild/memberships-to-sync.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { advanceMembershipGifts } from '../../../src/server/commerce/membership-gift-delivery.ts';
import { sendMembershipGiftAgain } from '../../../src/server/commerce/membership-gift-resend.ts';
import {
  buyMembershipGift,
  type MembershipGiftRequest,
} from '../../../src/server/commerce/membership-gift-sale.ts';
import { membershipGiftOf, takeMembershipGift } from '../../../src/server/commerce/membership-gifts.ts';
import {
  entryBundle,
  joined,
  later,
  newUser,
  type PaidGuild,
  type Person,
  paidGuild,
  release,
  snapshotOf,
} from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;
let giver: Person;
beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
  await release(commerce, guild);
  await entryBundle(commerce, guild);
  giver = await newUser(commerce);
});
afterEach(() => commerce.close());

const wish = (more: Partial<MembershipGiftRequest> = {}): MembershipGiftRequest => ({
  guildId: guild.id,
  tierId: guild.tiers.low,
  months: 3,
  recipient: 'wren@guildhall.test',
  message: `For your printer, ${Math.random()}`,
  deliverAt: null,
  shownCents: 2400,
  timeZone: '',
  waiver: null,
  ...more,
});

async function bought(more: Partial<MembershipGiftRequest> = {}): Promise<string> {
  const outcome = await buyMembershipGift(commerce, giver, wish(more), null);
  if (outcome.kind !== 'pay') throw new Error(outcome.sentence);
  expect(commerce.pay(outcome.url)).toBeNull();
  await commerce.standIn.deliveries.idle();
  return outcome.orderId;
}
const mailsOf = async (orderId: string) =>
  commerce.pb.collection('mails').getFullList({
    filter: commerce.pb.filter('mailKey ~ {:orderId}', { orderId }),
    sort: '@rowid',
  });
const tokenOf = async (orderId: string) =>
  (await mailsOf(orderId)).flatMap(({ body }) => /\/gift\/([\w-]+)/.exec(String(body))?.[1] ?? []).at(-1) ??
  '';
const charge = (orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId);
const stateOf = async ({ id }: Person) => (await membershipOfUser(commerce.pb, id, guild.id))?.state;
const audited = () => audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });

describe('a gift of a membership', () => {
  it('is paid once, redeemed once, brings its months without a subscription, and ends by itself', async () => {
    const orderId = await bought();
    const [receipt] = await commerce.pb.collection('mails').getFullList({
      filter: commerce.pb.filter('mailKey = {:key}', { key: `receipt:${orderId}` }),
    });
    expect(String(receipt?.['body']).replaceAll(/\s+/g, ' ')).toContain('We mail a link to your gift on');
    const [invoice] = await commerce.pb.collection('invoices').getFullList({
      filter: commerce.pb.filter('order = {:orderId}', { orderId }),
    });
    expect(JSON.stringify(invoice?.['content'])).toMatch(
      /low, as a gift, by guild\d+ Miniatures \(membership\)/,
    );
    const token = await tokenOf(orderId);
    const friends = await Promise.all([newUser(commerce), newUser(commerce), newUser(commerce)]);
    const answers = await Promise.all(friends.map(({ id }) => takeMembershipGift(commerce, token, id)));
    const winners = friends.filter((_, place) => 'guildId' in (answers[place] ?? {}));
    expect(winners).toHaveLength(1);
    const winner = winners[0] as Person;
    // Again by the same person is no failure, and gives nothing more.
    expect(await takeMembershipGift(commerce, token, winner.id)).toEqual({ guildId: guild.id });
    const { state, months, grants } = await snapshotOf(commerce, guild, winner);
    expect([state, months.map((month) => month.split(' ')[1])]).toEqual(['active', ['paid', 'paid', 'paid']]);
    expect(grants.map((grant) => grant.split(' ')[0])).toEqual(['entry_bundle', 'release']);
    expect((await mailsOf(orderId)).map(({ mailKey }) => String(mailKey).split(':')[0])).toContain(
      'gift-claimed',
    );
    await audited();
    later(commerce, 100);
    await reconcile(commerce);
    expect(await stateOf(winner)).toBe('left');
    later(commerce, -100);
  });

  it('brings its months though the job ends the membership while it is redeemed', async () => {
    const { pb } = commerce;
    const token = await tokenOf(await bought());
    const friend = await newUser(commerce);
    let isAsking = false;
    let wasEnded = false;
    pb.beforeSend = async (url, options) => {
      if (!isAsking && !wasEnded) {
        isAsking = true;
        const member = await membershipOfUser(pb, friend.id, guild.id);
        wasEnded = member?.state === 'active';
        if (wasEnded) await pb.collection('guild_members').update(member?.id ?? '', { state: 'left' });
        isAsking = false;
      }
      return { url, options };
    };
    try {
      expect(await takeMembershipGift(commerce, token, friend.id)).toEqual({ guildId: guild.id });
    } finally {
      Reflect.deleteProperty(pb, 'beforeSend');
    }
    expect([wasEnded, await stateOf(friend)]).toEqual([true, 'active']);

    // The job leaves those alone who are being given months at this moment.
    const other = await newUser(commerce);
    await pb.collection('guild_members').create({
      ...{ guild: guild.id, user: other.id, tier: guild.tiers.low, state: 'active', billing: 'monthly' },
      ...{ since: new Date(), joinedAt: new Date() },
    });
    await endGiftedMemberships(pb, Date.now());
    expect(await stateOf(other)).toBe('active');
    await endGiftedMemberships(pb, Date.now() + 120_000);
    expect([await stateOf(other), await stateOf(friend)]).toEqual(['left', 'active']);
  });

  it('opens one payment page for a request that is sent twice', async () => {
    const request = wish();
    const answers = [
      await buyMembershipGift(commerce, giver, request, null),
      await buyMembershipGift(commerce, giver, request, null),
    ];
    expect(answers[0]).toMatchObject({ kind: 'pay' });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('is refused at another price than was shown, and to a name that nobody has', async () => {
    expect(await buyMembershipGift(commerce, giver, wish({ shownCents: 1 }), null)).toMatchObject({
      sentence: 'The price is now $24.00. Check again before you pay.',
    });
    expect(await buyMembershipGift(commerce, giver, wish({ recipient: 'nobody' }), null)).toMatchObject({
      field: 'recipient',
    });
  });

  it('goes to the account that was named and to no other, on its day, without showing its address', async () => {
    const friend = await newUser(commerce);
    const deliverAt = Date.now() + 10 * 86_400_000;
    const orderId = await bought({ recipient: friend.username.toUpperCase(), deliverAt });
    expect(await tokenOf(orderId)).toBe('');
    later(commerce, 11);
    await Promise.all([advanceMembershipGifts(commerce), advanceMembershipGifts(commerce)]);
    later(commerce, -11);
    const mails = (await mailsOf(orderId)).filter(({ kind }) => kind === 'gift');
    expect(mails.map(({ to }) => to)).toEqual([friend.email]);
    const counted = await commerce.pb.collection('addressed_mails').getFullList({
      filter: commerce.pb.filter('mailKey ~ {:orderId}', { orderId }),
    });
    expect(counted.map(({ recipient }) => recipient)).toEqual([`@${friend.username}`]);
    const token = await tokenOf(orderId);
    const stranger = await newUser(commerce);
    expect(await takeMembershipGift(commerce, token, stranger.id)).toEqual({ refusal: 'for-somebody-else' });
    expect(await takeMembershipGift(commerce, token, friend.id)).toEqual({ guildId: guild.id });
    expect((await membershipGiftOfOrder(commerce.pb, orderId))?.shownRecipient).toBe(friend.username);
  });

  it('is sent again to a corrected address, whose link replaces the first, by its giver alone', async () => {
    const orderId = await bought({ recipient: 'wrong@guildhall.test' });
    const first = await tokenOf(orderId);
    const other = await newUser(commerce);
    const again = (who: Person, email: string | null) =>
      sendMembershipGiftAgain(commerce, who, { orderId, email }, null);
    expect(await again(other, null)).toBe('unknown');
    expect(await again(giver, giver.email)).toEqual({
      sentence: expect.stringContaining('your own account'),
    });
    expect(await again(giver, 'right@guildhall.test')).toBeNull();
    const mails = (await mailsOf(orderId)).filter(({ kind }) => kind === 'gift');
    expect(mails.map(({ to }) => to)).toEqual(['wrong@guildhall.test', 'right@guildhall.test']);
    expect(await takeMembershipGift(commerce, first, other.id)).toEqual({ refusal: 'unknown' });
    expect(await takeMembershipGift(commerce, await tokenOf(orderId), other.id)).toEqual({
      guildId: guild.id,
    });
    expect(await again(giver, null)).toBe('changed');
  });

  it('has its address corrected before its day without a mail', async () => {
    const orderId = await bought({
      recipient: 'wrong@guildhall.test',
      deliverAt: Date.now() + 5 * 86_400_000,
    });
    const wish = { orderId, email: 'right@guildhall.test' };
    expect(await sendMembershipGiftAgain(commerce, giver, wish, null)).toBeNull();
    expect((await mailsOf(orderId)).filter(({ kind }) => kind === 'gift')).toEqual([]);
    later(commerce, 6);
    await advanceMembershipGifts(commerce);
    later(commerce, -6);
    const mails = (await mailsOf(orderId)).filter(({ kind }) => kind === 'gift');
    expect(mails.map(({ to }) => to)).toEqual(['right@guildhall.test']);
  });

  it('waits for somebody who pays by subscription, and adds its months to a member whose months were given', async () => {
    const paying = await joined(commerce, guild);
    const token = await tokenOf(await bought());
    expect(await takeMembershipGift(commerce, token, paying.id)).toEqual({ refusal: 'pays-already' });
    const friend = await newUser(commerce);
    await takeMembershipGift(commerce, token, friend.id);
    await takeMembershipGift(commerce, await tokenOf(await bought()), friend.id);
    const { months } = await snapshotOf(commerce, guild, friend);
    expect(new Set(months.map((month) => month.split(' ')[0])).size).toBe(6);
  });

  it('is taken back with its refund, and given back when a dispute is won', async () => {
    const friend = await newUser(commerce);
    const orderId = await bought();
    await takeMembershipGift(commerce, await tokenOf(orderId), friend.id);
    const dispute = commerce.standIn.simulator.dispute(charge(orderId)?.id ?? '');
    await commerce.standIn.deliveries.idle();
    const live = async () => {
      const { grants, months } = await snapshotOf(commerce, guild, friend);
      return [
        grants.filter((grant) => grant.endsWith('true')).length,
        months.filter((month) => month.includes(' paid ')).length,
      ];
    };
    expect(await live()).toEqual([0, 0]);
    commerce.standIn.simulator.closeDispute(dispute.id, 'won');
    await commerce.standIn.deliveries.idle();
    expect(await live()).toEqual([2, 3]);
    commerce.standIn.simulator.refund({ charge: charge(orderId)?.id ?? '' });
    await commerce.standIn.deliveries.idle();
    expect(await live()).toEqual([0, 0]);
    await reconcile(commerce);
    expect(await stateOf(friend)).toBe('left');
    await audited();
  });

  it('that was refunded before can no longer be redeemed', async () => {
    const orderId = await bought();
    const token = await tokenOf(orderId);
    commerce.standIn.simulator.refund({ charge: charge(orderId)?.id ?? '' });
    await commerce.standIn.deliveries.idle();
    expect((await membershipGiftOf(commerce, token, null)).refusal).toBe('refunded');
    await audited();
  });

  it('has its months also when the process ended right after it was redeemed', async () => {
    const friend = await newUser(commerce);
    const orderId = await bought();
    const gift = await membershipGiftOfOrder(commerce.pb, orderId);
    await commerce.pb.collection('membership_gifts').update(gift?.id ?? '', {
      claimedBy: friend.id,
      claimedAt: new Date(Date.now() - 3_600_000).toISOString(),
    });
    await Promise.all([advanceMembershipGifts(commerce), advanceMembershipGifts(commerce)]);
    expect((await snapshotOf(commerce, guild, friend)).months).toHaveLength(3);
    await audited();
  });

  it('that nobody redeems is announced, and refunded after a year; both are told', async () => {
    const orderId = await bought();
    const first = await tokenOf(orderId);
    later(commerce, 340);
    await advanceMembershipGifts(commerce);
    const second = await tokenOf(orderId);
    expect(second).not.toBe(first);
    expect((await membershipGiftOf(commerce, first, null)).refusal).toBe('unknown');
    expect((await membershipGiftOf(commerce, second, null)).refusal).toBeNull();
    later(commerce, 40);
    await Promise.all([advanceMembershipGifts(commerce), advanceMembershipGifts(commerce)]);
    later(commerce, -380);
    await commerce.standIn.deliveries.idle();
    expect(charge(orderId)?.['amount_refunded']).toBe(2400);
    const subjects = (await mailsOf(orderId)).map(({ subject }) => String(subject));
    expect(subjects).toContain('Your gift was not redeemed: you get your money back');
    expect(subjects.some((subject) => /^Your gift from .* has ended$/.test(subject))).toBe(true);
    expect((await membershipGiftOf(commerce, second, null)).refusal).toBe('over');
    await audited();
  });

  it('is refunded when its guild closes', async () => {
    const closing = await paidGuild(commerce);
    const orderId = await bought({ guildId: closing.id, tierId: closing.tiers.low });
    await commerce.pb.collection('guilds').update(closing.id, { state: 'closing' });
    await advanceMembershipGifts(commerce);
    expect(charge(orderId)?.['amount_refunded']).toBe(2400);
    expect((await membershipGiftOfOrder(commerce.pb, orderId))?.endReason).toBe('closed');
    await audited();
  });
});
