import type { SignedInUser } from '../../crowd.ts';
import { Problem } from '../../payments/api/problem.ts';
import { TEST_CARDS } from '../../payments/cards.ts';
import type { DevStack } from '../../stack.ts';
import { act, patiently, payAt, simulatorOf } from './site.ts';
import { PRODUCT_CENTS, STORM_COUPON, type StormSeller, type StormWorld } from './world.ts';

/** What happens in the storm. Each deed counts itself when it is done. */

export type Tally = Map<string, number>;
/** What a deed needs to know of the storm. */
export interface Storm {
  stack: DevStack;
  world: StormWorld;
  tally: Tally;
}

export const STORM_CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
  later: '4000000000000341',
} as const;

export function countDeed({ tally }: Pick<Storm, 'tally'>, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

const chance = (share: number): boolean => Math.random() < share;
const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** One person buys a model of each artist. Every third uses a coupon, some cards are declined first or disputed at once. */
export async function buy(storm: Storm, person: SignedInUser, turn: number): Promise<void> {
  const { stack, world } = storm;
  const productIds = world.sellers.flatMap(({ products }) => products[turn] ?? []);
  const cart = { productIds, codes: chance(0.33) ? [STORM_COUPON] : [], gift: null };
  let shownCents = PRODUCT_CENTS * productIds.length;
  for (;;) {
    const answer = await act(stack, person, 'checkout.checkOut', { ...cart, shownCents });
    if (answer.kind === 'refused') throw new Error(`the cart of ${person.username}: ${answer.sentence}`);
    const outcome = answer.value as Outcome;
    if (outcome.kind === 'done') return;
    if (outcome.kind === 'changed') {
      // Paid by the page that was opened before the last kill.
      if (outcome.quote.lines.length === 0) return;
      shownCents = outcome.quote.totalCents;
      continue;
    }
    if (chance(0.1)) {
      countDeed(storm, 'cards declined');
      await patiently(() => payAt(outcome.url, STORM_CARDS.declined, false));
    }
    const card = chance(0.08) ? STORM_CARDS.disputed : STORM_CARDS.pays;
    const isPaid = await payAt(outcome.url, card, chance(0.5));
    if (isPaid) {
      countDeed(storm, 'carts paid');
      if (card === STORM_CARDS.disputed) countDeed(storm, 'disputes');
      return;
    }
    countDeed(storm, 'pages that expired before they were paid');
  }
}

type Outcome =
  | { kind: 'pay'; url: string }
  | { kind: 'done' }
  | { kind: 'changed'; quote: { totalCents: number; lines: unknown[] } };

/** One person joins a guild. Some cards pay the first month only. */
export async function join(storm: Storm, person: SignedInUser, { guild }: StormSeller): Promise<void> {
  const [tier] = guild.tiers;
  const form = new FormData();
  form.set('guildId', guild.id);
  form.set('tierId', tier?.id ?? '');
  form.set('billing', 'monthly');
  form.set('shownCents', String(tier?.cents));
  for (;;) {
    const answer = await act(storm.stack, person, 'memberships.join', form);
    // Joined by the page that was opened before the last kill.
    if (answer.kind === 'refused') return;
    const { url } = answer.value as { url: string };
    if (await payAt(url, chance(0.15) ? STORM_CARDS.later : STORM_CARDS.pays, chance(0.5)))
      return countDeed(storm, 'joined');
    countDeed(storm, 'pages that expired before they were paid');
  }
}

/** A member moves up a tier for exactly the price that was shown, cancels, comes back, or pays with a new card. */
export async function changeMembership(
  storm: Storm,
  person: SignedInUser,
  seller: StormSeller,
): Promise<void> {
  const { stack, world } = storm;
  const guildId = seller.guild.id;
  const member = await patiently(() => memberOf(world, person, guildId));
  if (member === undefined || member['subscriptionId'] === '') return;
  if (member['state'] === 'past_due') {
    simulatorOf(stack).saveCard(String(member['customerId']), TEST_CARDS[0]);
    const answer = await act(stack, person, 'memberships.pay', { guildId });
    return answer.kind === 'done' ? countDeed(storm, 'failed payments paid') : undefined;
  }
  if (member['state'] === 'cancelling' || chance(0.15)) {
    const ending = member['state'] !== 'cancelling';
    const answer = await act(stack, person, 'memberships.setEnding', { guildId, ending });
    return answer.kind === 'done' ? countDeed(storm, ending ? 'cancelled' : 'came back') : undefined;
  }
  const { tiers } = seller.guild;
  const next = tiers[tiers.findIndex(({ id }) => id === member['tier']) + 1];
  if (!next) return;
  const offer = await act(stack, person, 'memberships.tierOffer', { guildId, tierId: next.id });
  if (offer.kind === 'refused') return;
  const { when, chargeCents, priceCents, countedAt } = offer.value as Record<string, unknown>;
  const shown = { when, chargeCents, priceCents, countedAt };
  const answer = await act(stack, person, 'memberships.changeTier', { guildId, tierId: next.id, ...shown });
  if (answer.kind === 'done') countDeed(storm, 'upgraded');
}

async function memberOf({ pb }: StormWorld, person: SignedInUser, guildId: string) {
  const filter = pb.filter('user = {:user} && guild = {:guildId}', { user: person.id, guildId });
  const { items } = await pb.collection('guild_members').getList<Record<string, unknown>>(1, 1, { filter });
  return items[0];
}

/** A seller refunds a sale or part of it, or a member's last payment; or the operator refunds in the dashboard. */
export async function refundSale(storm: Storm): Promise<void> {
  const { stack, world } = storm;
  const seller = oneOf(world.sellers);
  if (!seller) return;
  if (chance(0.3)) {
    const charge = oneOf(chargesOf(storm));
    if (charge && isDone(() => simulatorOf(stack).refund({ charge: charge.id, amount: '111' })))
      countDeed(storm, 'refunds in the dashboard');
    return;
  }
  if (chance(0.3)) {
    const members = await patiently(() => paidRows(world, 'guild_payments', seller.storeId));
    const payment = oneOf(members);
    if (!payment) return;
    const answer = await act(stack, seller.person, 'guildMembers.refund', { id: payment['member'] });
    return answer.kind === 'done' ? countDeed(storm, 'refunds to members') : undefined;
  }
  const line = oneOf(await patiently(() => paidRows(world, 'order_lines', seller.storeId)));
  if (!line) return;
  const answer = await act(stack, seller.person, 'sales.refund', {
    orderId: line['order'],
    lineId: line['id'],
    amountCents: chance(0.5) ? null : 123,
    reason: 'a refund of the storm',
  });
  if (answer.kind === 'done') countDeed(storm, 'refunds of sales');
}

async function paidRows(
  { pb }: StormWorld,
  collection: 'guild_payments' | 'order_lines',
  store: string,
): Promise<Record<string, unknown>[]> {
  const isPaid = collection === 'order_lines' ? "order.state = 'paid'" : "state = 'paid'";
  const filter = pb.filter(`store = {:store} && ${isPaid}`, { store });
  return (await pb.collection(collection).getList(1, 50, { filter, sort: '-created' })).items;
}

/** A bank disputes a payment of a cart or of a member, or decides a dispute. */
export function dispute(storm: Storm): void {
  const simulator = simulatorOf(storm.stack);
  const open = oneOf(simulator.book.all('disputes').filter(({ status }) => status === 'needs_response'));
  if (open && chance(0.5)) {
    const verdict = chance(0.5) ? 'won' : 'lost';
    if (isDone(() => simulator.closeDispute(open.id, verdict))) countDeed(storm, `disputes ${verdict}`);
    return;
  }
  const charge = oneOf(chargesOf(storm));
  if (charge && isDone(() => simulator.dispute(charge.id))) countDeed(storm, 'disputes');
}

function chargesOf({ stack }: Storm) {
  const charges = simulatorOf(stack).book.all('charges');
  return charges.filter(
    ({ disputed, paid, amount, amount_refunded: back }) =>
      paid === true && disputed !== true && Number(amount) > Number(back),
  );
}

/** Something that happens at the provider. False where its rules refuse, as for a payment that is refunded already. */
function isDone(happens: () => unknown): boolean {
  try {
    happens();
    return true;
  } catch (reason) {
    if (reason instanceof Problem) return false;
    throw reason;
  }
}
