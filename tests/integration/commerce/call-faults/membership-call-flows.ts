import { expect } from 'vitest';
import { testCard } from '../../../../src/dev/payments/cards.ts';
import { reconcile } from '../../../../src/server/app/reconciler.ts';
import { refundLastPayment, setMemberBan } from '../../../../src/server/guild/member-admin.ts';
import { changeBilling } from '../../../../src/server/guild/membership-billing.ts';
import {
  acceptPrice,
  changeTier,
  membershipInvoices,
  membershipPortal,
  myMembership,
  payMembership,
  setMembershipEnding,
  skipMonth,
  tierOffer,
} from '../../../../src/server/guild/membership-changes.ts';
import { syncMembershipCheckout } from '../../../../src/server/guild/membership-checkout.ts';
import { ownerOf } from '../../../dashboard-states.ts';
import {
  CARDS,
  CENTS,
  daysPass,
  newUser,
  type PaidGuild,
  pageOf,
  paidGuild,
  payPage,
  snapshotOf,
} from '../../guild/guild-commerce.ts';
import type { TestCommerce } from '../commerce.ts';
import { atNewAddress, type Flow, once, type StoryEvents } from './call-story.ts';

/** After so many days the renewal of any month is paid; it is a draft for its first hour. */
const MONTH_DAYS = 32;
const MINUTE_MS = 60_000;
const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

/** Stories of members. Those at the end let months pass. */
export function membershipFlows(commerce: TestCommerce, usual: PaidGuild, events: StoryEvents): Flow[] {
  const { simulator } = commerce.standIn;

  /** A user who is about to join. Earlier payments have no more to tell. */
  async function newMember(card: keyof typeof CARDS = 'pays', guild = usual) {
    simulator.captureFees();
    events.forget();
    const person = await newUser(commerce);
    const whose = { userId: person.id, guildId: guild.id };
    let url = '';
    return {
      person,
      whose,
      async join() {
        url = await pageOf(commerce, guild, person);
        expect(payPage(commerce, url, card)).toBeNull();
      },
      async comeBack() {
        expect((await syncMembershipCheckout(commerce, sessionOf(url))).state).toBe('active');
      },
      id: async () => (await myMembership(commerce, whose, false))?.id ?? '',
      /** The membership and its payments are as said, the provider charged exactly them, and one subscription lives. */
      async check(state: string, tier: keyof typeof CENTS, payments: string[], living = 1) {
        const now = await snapshotOf(commerce, guild, person);
        expect([now.state, now.tier]).toEqual([state, guild.tiers[tier]]);
        expect(now.payments).toEqual(payments);
        const customers = simulator.book
          .all('customers')
          .filter((row) => (row['metadata'] as { user?: string }).user === person.id)
          .map(({ id }) => id);
        const own = (rows: ReturnType<typeof simulator.book.all>) =>
          rows.filter((row) => customers.includes(String(row['customer'])));
        expect(
          own(simulator.book.all('subscriptions')).filter((row) => row['ended_at'] === null),
        ).toHaveLength(living);
        const charges = own(simulator.book.all('charges')).filter(({ paid }) => paid);
        expect(charges).toHaveLength(payments.length);
      },
    };
  }

  async function aMember(card?: keyof typeof CARDS) {
    const member = await newMember(card);
    await member.join();
    await events.hear();
    return member;
  }

  const FIRST = 'first paid 800 80 720 0';

  return [
    {
      name: 'joining a guild',
      async prepare() {
        // Nobody has asked for the prices of a new usual.
        const member = await newMember('pays', await paidGuild(commerce));
        return {
          steps: [member.join, member.comeBack, events.hear],
          whole: () => member.check('active', 'low', [FIRST]),
        };
      },
    },
    {
      name: 'joining a guild in two windows',
      async prepare() {
        const fresh = await paidGuild(commerce);
        const { person, ...member } = await newMember('pays', fresh);
        return {
          steps: [() => pageOf(commerce, fresh, person, 'high'), member.join, events.hear],
          whole: () => member.check('active', 'low', [FIRST]),
        };
      },
    },
    {
      name: 'a membership begun twice',
      async prepare() {
        const member = await aMember();
        const first = simulator.book.all('subscriptions')[0] ?? expect.fail('no subscription');
        const page = await commerce.payments.openSubscriptionPage({
          customerId: String(first['customer']),
          priceId: ((first['kept_items'] as { price: { id: string } }[])[0] ?? expect.fail()).price.id,
          of: { ...(first['metadata'] as Record<string, string>) },
          seller: { accountId: usual.account, feePercent: 10 },
          expiresAt: null,
          successUrl: 'http://127.0.0.1:4321/a',
          cancelUrl: 'http://127.0.0.1:4321/b',
          key: crypto.randomUUID(),
        });
        payPage(commerce, page.url);
        return {
          steps: [events.hear],
          whole: () =>
            member
              .check('active', 'low', [FIRST, 'first refunded 800 80 720 800'].slice(0, 1), 1)
              .catch(() => member.check('active', 'low', [FIRST, 'first refunded 800 80 720 800'])),
        };
      },
    },
    {
      name: 'an upgrade',
      async prepare() {
        const member = await aMember();
        let raise = '';
        return {
          steps: [
            async () => {
              const offer = await tierOffer(commerce, member.whose, usual.tiers.high);
              // The first try changed it, and only its answer was lost.
              if (typeof offer === 'string') return;
              const { chargeCents: cents } = offer;
              const commission = Math.round(cents / 10);
              raise = `raise paid ${cents} ${commission} ${cents - commission} 0`;
              expect(await changeTier(commerce, member.whose, usual.tiers.high, offer)).toBeNull();
            },
            events.hear,
          ],
          whole: () => member.check('active', 'high', [FIRST, raise]),
        };
      },
    },
    {
      name: 'changes without a charge',
      async prepare() {
        const member = await aMember();
        return {
          steps: [
            () => setMembershipEnding(commerce, member.whose, true),
            () => setMembershipEnding(commerce, member.whose, false),
            () => skipMonth(commerce, member.whose),
            events.hear,
            () => membershipPortal(atNewAddress(commerce), member.person.id),
            () => membershipInvoices(commerce, member.person.id),
          ],
          whole: () => member.check('active', 'low', [FIRST]),
        };
      },
    },
    {
      name: 'another billing',
      async prepare() {
        const member = await aMember();
        return {
          steps: [() => changeBilling(commerce, member.whose, 'annual', CENTS.low * 10), events.hear],
          whole: () => member.check('active', 'low', [FIRST]),
        };
      },
    },
    {
      name: 'a higher price that is accepted',
      async prepare() {
        const member = await aMember();
        const price = (monthlyCents: number) =>
          commerce.pb.collection('guild_tiers').update(usual.tiers.low, { monthlyCents });
        return {
          steps: [
            () => price(900),
            () => acceptPrice(commerce, member.whose, 900),
            () => price(CENTS.low),
            events.hear,
          ],
          whole: () => member.check('active', 'low', [FIRST]),
        };
      },
    },
    {
      name: 'a commission that has changed',
      async prepare() {
        const member = await aMember();
        const filter = commerce.pb.filter('store = {:id}', { id: usual.storeId });
        const { id } = await commerce.pb.collection('business_accounts').getFirstListItem(filter);
        const plan = (name: string) => commerce.pb.collection('business_accounts').update(id, { plan: name });
        return {
          steps: [
            () => plan('pro'),
            () => myMembership(commerce, member.whose, true),
            () => plan('free'),
            () => myMembership(commerce, member.whose, true),
          ],
          async whole() {
            await member.check('active', 'low', [FIRST]);
            expect(simulator.book.all('subscriptions')[0]?.['application_fee_percent']).toBe(10);
          },
        };
      },
    },
    {
      name: 'a refund to a member',
      async prepare() {
        const member = await aMember();
        const id = await member.id();
        return {
          steps: [() => refundLastPayment(commerce, usual.id, id), events.hear],
          whole: () => member.check('active', 'low', ['first refunded 800 80 720 800']),
        };
      },
    },
    {
      name: 'a disputed membership',
      async prepare() {
        const member = await aMember();
        const charge = simulator.book.all('charges')[0] ?? expect.fail('no charge');
        const dispute = () => simulator.book.all('disputes').find((row) => row['charge'] === charge.id);
        const held = () => {
          const part = simulator.book
            .all('transfers')
            .filter(
              (row) =>
                row['transfer_group'] === charge['payment_intent'] || row['source_transaction'] === charge.id,
            );
          return part.reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
        };
        return {
          steps: [
            once(() => simulator.dispute(charge.id)),
            events.hear,
            once(() => simulator.closeDispute(dispute()?.id ?? '', 'won')),
            events.hear,
          ],
          async whole() {
            // What could not be moved is tried again after ten minutes.
            commerce.later(25 * MINUTE_MS);
            for (let run = 0; run < 2; run++) await reconcile(commerce);
            commerce.later(-25 * MINUTE_MS);
            await member.check('active', 'low', [FIRST]);
            expect(held()).toBe(CENTS.low);
          },
        };
      },
    },
    {
      name: 'a member who is banned',
      async prepare() {
        const member = await aMember();
        const id = await member.id();
        const by = await ownerOf(commerce.pb, usual.storeId);
        return {
          steps: [() => setMemberBan(commerce, usual.id, id, true, by), events.hear],
          whole: () => member.check('banned', 'low', [FIRST], 0),
        };
      },
    },
    {
      name: 'a renewal',
      async prepare() {
        const member = await aMember();
        await daysPass(commerce, MONTH_DAYS);
        return {
          steps: [events.hear],
          whole: () => member.check('active', 'low', [FIRST, 'renewal paid 800 80 720 0']),
        };
      },
    },
    {
      name: 'a renewal that fails, and is paid with another card',
      async prepare() {
        const member = await aMember('later');
        await daysPass(commerce, MONTH_DAYS);
        await events.hear();
        const [subscription] = simulator.book.all('subscriptions');
        const card = testCard(CARDS.pays) ?? expect.fail('no card');
        simulator.saveCard(String(subscription?.['customer']), card);
        return {
          steps: [() => payMembership(commerce, member.whose), events.hear],
          whole: () => member.check('active', 'low', [FIRST, 'renewal paid 800 80 720 0']),
        };
      },
    },
  ];
}
