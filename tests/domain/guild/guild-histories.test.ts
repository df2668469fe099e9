import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuildGrant, type GuildOffer, grantsDue } from '../../../src/domain/guild/grant.ts';
import {
  claimsOf,
  type MembershipPeriod,
  monthsOfPayment,
  periodGives,
} from '../../../src/domain/guild/membership-period.ts';
import { instantMonthsLater, monthAfter, monthStart } from '../../../src/domain/kernel/month.ts';
import { aBundle, anOffer, aRelease, aReward, DAY, runningPeriod, TIERS, withoutPayment } from './a-guild.ts';

/** Random histories of a member, checked against the rules. */

const BEGIN = Date.parse('2025-01-31T10:00:00Z');
const MONTHS = 18;

const offer = (grantRule: GuildOffer['grantRule']): GuildOffer =>
  anOffer({
    grantRule,
    releases: Array.from({ length: MONTHS }, (_, later) => monthAfter('2025-01', later)).flatMap(
      (month, at) => [
        aRelease(`low-${month}`, month, ['low'], { publishedAt: monthStart(month) + (at % 4) * 11 * DAY }),
        aRelease(`high-${month}`, month, ['high'], { publishedAt: monthStart(month) + 5 * DAY }),
      ],
    ),
    bundles: [
      aBundle(),
      aBundle({ id: 'late', minPaidPeriods: 3 }),
      aBundle({ id: 'high-only', tierIds: ['high'], validTo: BEGIN + 200 * DAY }),
      aBundle({ id: 'ended', endedAt: BEGIN + 100 * DAY }),
    ],
    rewards: [aReward('streak', 3), aReward('streak', 6), aReward('total', 5)],
  });

const tierId = fc.constantFrom(...TIERS.map(({ id }) => id));
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pays' as const), tierId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pays-a-year' as const), tierId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('is-given' as const), tierId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tries' as const), tierId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('skips' as const), tierId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rises' as const), tierId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('is-given-back' as const), pick: fc.nat() }) },
  // The card fails, the member leaves or is banned, or the guild pauses: nothing is paid while time passes.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pays-nothing' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('joins-again' as const) }) },
);
const history = fc.array(
  fc.record({ event, days: fc.constantFrom(0, 3, 14, 28, 31, 40), twice: fc.boolean() }),
  { maxLength: 24 },
);
const rule = fc.constantFrom('one_per_payment' as const, 'all_while_active' as const);

interface World {
  now: number;
  joinedAt: number;
  periods: MembershipPeriod[];
  /** The grants, and whether they were revoked. */
  ledger: (GuildGrant & { revoked: boolean })[];
  payments: Map<string, { cents: number; months: number; refunded: boolean }>;
}

/** Plays a history as the app does: after each event the due grants are made. */
function play(gives: GuildOffer, steps: readonly Step[], look: (world: World, last: Step) => void): World {
  const world: World = { now: BEGIN, joinedAt: BEGIN, periods: [], ledger: [], payments: new Map() };
  for (const [place, step] of steps.entries()) {
    world.now += step.days * DAY;
    for (let time = 0; time < (step.twice ? 2 : 1); time += 1) happen(world, step, `pay-${place}`);
    const held = world.ledger.filter(({ revoked }) => !revoked);
    for (const due of grantsDue(gives, world.periods, held, world.now))
      world.ledger.push({ ...due, revoked: false });
    look(world, step);
  }
  return world;
}

type Step = { event: EventOf; days: number; twice: boolean };
type EventOf =
  | { kind: 'pays' | 'pays-a-year' | 'is-given' | 'tries' | 'skips' | 'rises'; tierId: string }
  | { kind: 'is-given-back'; pick: number }
  | { kind: 'pays-nothing' | 'joins-again' };

function happen(world: World, { event: what }: Step, id: string): void {
  const { now, periods, payments } = world;
  const add = (kind: 'paid' | 'gift' | 'trial' | 'skipped', tier: string, months: number) => {
    const paid = { id, kind, tierId: tier, paidCents: kind === 'paid' ? months * 801 : 0, from: now };
    const until = instantMonthsLater(now, months);
    const added = monthsOfPayment('member', { ...paid, until, joinedAt: world.joinedAt }, periods);
    if (kind === 'paid' && !payments.has(id))
      payments.set(id, { cents: paid.paidCents, months, refunded: false });
    periods.push(...added.map((period) => ({ ...period, id: `${id}/${period.part}` })));
  };
  switch (what.kind) {
    case 'pays':
      add('paid', what.tierId, 1);
      return;
    case 'pays-a-year':
      add('paid', what.tierId, 12);
      return;
    case 'is-given':
      add('gift', what.tierId, 1);
      return;
    case 'tries':
      add('trial', what.tierId, 1);
      return;
    case 'skips':
      add('skipped', what.tierId, 1);
      return;
    case 'rises': {
      const running = runningPeriod(periods, now);
      if (!running || running.upgrade) return;
      payments.set(id, { cents: 300, months: 0, refunded: false });
      running.upgrade = { tierId: what.tierId, paymentId: id, paidCents: 300, refunded: false };
      return;
    }
    case 'is-given-back': {
      const id = [...payments.keys()][what.pick % Math.max(1, payments.size)];
      const payment = id === undefined ? undefined : payments.get(id);
      if (id === undefined || !payment) return;
      payment.refunded = true;
      world.periods = withoutPayment(periods, id);
      for (const one of world.ledger) if (one.paymentId === id) one.revoked = true;
      return;
    }
    case 'joins-again':
      world.joinedAt = now;
      return;
    case 'pays-nothing':
      return;
  }
}

const keyOf = ({ kind, what, licence }: GuildGrant) => `${kind} ${what} ${licence}`;

describe('in any history of a member', () => {
  it('only a refund of its own payment revokes a grant', () => {
    fc.assert(
      fc.property(rule, history, (gives, steps) => {
        let before = new Map<number, boolean>();
        play(offer(gives), steps, (world, { event: last }) => {
          const gone = world.ledger.filter((one, at) => one.revoked && before.get(at) === false);
          for (const grant of gone) {
            expect(last.kind).toBe('is-given-back');
            expect(world.payments.get(grant.paymentId)?.refunded).toBe(true);
          }
          before = new Map(world.ledger.map((one, at) => [at, one.revoked]));
        });
      }),
      { numRuns: 400 },
    );
  });

  it('every grant has a payment or a gift behind it that is not refunded', () => {
    fc.assert(
      fc.property(rule, history, (gives, steps) => {
        play(offer(gives), steps, ({ periods, ledger, payments, now }) => {
          for (const one of ledger.filter(({ revoked }) => !revoked)) {
            const period = periods.find(({ id }) => id === one.periodId);
            expect(period && claimsOf(period).some(({ paymentId }) => paymentId === one.paymentId)).toBe(
              true,
            );
            expect(payments.get(one.paymentId)?.refunded ?? false).toBe(false);
            expect(period?.from).toBeLessThanOrEqual(now);
          }
        });
      }),
      { numRuns: 400 },
    );
  });

  it('no month is paid twice, and every payment covers all months it paid for', () => {
    fc.assert(
      fc.property(rule, history, (gives, steps) => {
        const { periods, payments } = play(offer(gives), steps, () => undefined);
        const live = periods.filter(({ kind }) => periodGives(kind)).map(({ month }) => month);
        expect(new Set(live).size).toBe(live.length);
        for (const [id, { cents, months }] of payments) {
          const own = periods.filter(({ paymentId }) => paymentId === id);
          expect(own).toHaveLength(months);
          if (months > 0) expect(own.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(cents);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('one payment grants the releases of one month if the guild’s rule is one_per_payment', () => {
    fc.assert(
      fc.property(history, (steps) => {
        play(offer('one_per_payment'), steps, ({ periods, ledger }) => {
          const monthOf = new Map(periods.map(({ id, month }) => [id, month]));
          for (const { kind, what, periodId } of ledger)
            if (kind === 'release') expect(what.endsWith(monthOf.get(periodId) ?? '?')).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('nothing is granted twice, and bundles and rewards once regardless of the licence', () => {
    fc.assert(
      fc.property(rule, history, (gives, steps) => {
        play(offer(gives), steps, ({ ledger }) => {
          const held = ledger.filter(({ revoked }) => !revoked);
          expect(new Set(held.map(keyOf)).size).toBe(held.length);
          const once = held.filter(({ kind }) => kind !== 'release').map(({ what }) => what);
          expect(new Set(once).size).toBe(once.length);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('after the due grants are made, nothing is due', () => {
    fc.assert(
      fc.property(rule, history, (gives, steps) => {
        play(offer(gives), steps, ({ periods, ledger, now }) =>
          expect(
            grantsDue(
              offer(gives),
              periods,
              ledger.filter(({ revoked }) => !revoked),
              now,
            ),
          ).toEqual([]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('payments in another order end in the same library', () => {
    const paid = fc.record({ later: fc.integer({ min: 0, max: 12 }), tierId, upgraded: fc.boolean() });
    const all = fc.uniqueArray(paid, { maxLength: 8, selector: ({ later }) => later });
    fc.assert(
      fc.property(
        rule,
        all.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        (gives, [list, other]) => {
          const now = instantMonthsLater(BEGIN, MONTHS);
          const library = (payments: typeof list, oneByOne: boolean) => {
            const periods: MembershipPeriod[] = [];
            const held: GuildGrant[] = [];
            for (const { later, tierId: tier, upgraded } of payments) {
              const from = instantMonthsLater(BEGIN, later);
              const until = instantMonthsLater(from, 1);
              const payment = { id: `in-${later}`, kind: 'paid' as const, tierId: tier, paidCents: 800 };
              const [period] = monthsOfPayment(
                'member',
                { ...payment, from, until, joinedAt: BEGIN },
                periods,
              );
              const upgrade = { tierId: 'merchant', paymentId: `up-${later}`, paidCents: 9, refunded: false };
              if (period) periods.push({ ...period, id: payment.id, upgrade: upgraded ? upgrade : null });
              if (oneByOne) held.push(...grantsDue(offer(gives), periods, held, now));
            }
            held.push(...grantsDue(offer(gives), periods, held, now));
            return new Set(held.map(({ kind, what }) => `${kind} ${what}`));
          };
          expect(library(other, true)).toEqual(library(list, false));
        },
      ),
      { numRuns: 400 },
    );
  });
});
